// Texture fetches. The runtime reads and filters (runtime/texture.c); here its components become the asked type.
#ifndef __EMU_TEXTURES_H
#define __EMU_TEXTURES_H

#include "emu/qualifiers.h"
#include "emu/texture_types.h"

template <class T> __EMU_DEVICE T __emu_component(unsigned bits) { return (T)bits; }
template <> __EMU_DEVICE float __emu_component<float>(unsigned bits) { return __builtin_bit_cast(float, bits); }

template <class T> struct __emu_texel;
#define __EMU_TEXEL(name, type)                                                       \
  template <> struct __emu_texel<type> {                                            \
    typedef void none;                                                              \
    __EMU_DEVICE type of(unsigned first) { return __emu_component<type>(first); } \
  };                                                                                \
  __EMU_TEXEL_VECTORS(name, type)
#define __EMU_TEXEL_VECTORS(name, type)                                               \
  template <> struct __emu_texel<name##1> {                                         \
    typedef void none;                                                              \
    __EMU_DEVICE name##1 of(unsigned first) { return {__emu_component<type>(first)}; } \
  };                                                                                \
  template <> struct __emu_texel<name##2> {                                         \
    typedef void none;                                                              \
    __EMU_DEVICE name##2 of(unsigned first) {                                         \
      return {__emu_component<type>(first), __emu_component<type>(__emu_fetched(1))}; \
    }                                                                               \
  };                                                                                \
  template <> struct __emu_texel<name##4> {                                         \
    typedef void none;                                                              \
    __EMU_DEVICE name##4 of(unsigned first) {                                         \
      return {__emu_component<type>(first), __emu_component<type>(__emu_fetched(1)), \
              __emu_component<type>(__emu_fetched(2)), __emu_component<type>(__emu_fetched(3))}; \
    }                                                                               \
  };
template <> struct __emu_texel<char> {
  typedef void none;
  __EMU_DEVICE char of(unsigned first) { return (char)first; }
};
__EMU_TEXEL(char, signed char)
__EMU_TEXEL(uchar, unsigned char)
__EMU_TEXEL(short, short)
__EMU_TEXEL(ushort, unsigned short)
__EMU_TEXEL(int, int)
__EMU_TEXEL(uint, unsigned int)
__EMU_TEXEL(float, float)
#undef __EMU_TEXEL
#undef __EMU_TEXEL_VECTORS

// Each function answers the element, or stores it; those for sparse textures tell whether memory lies behind it, which
// here it always does.
#define __EMU_TYPED(...) __VA_ARGS__
#define __EMU_TEXTURE(name, how, parameters, x, y, z, layer)                                                   \
  template <class T> __EMU_DEVICE T name(cudaTextureObject_t object, parameters) {                             \
    return __emu_texel<T>::of(__emu_texture(0, object, how, x, y, z, layer));                                \
  }                                                                                                          \
  template <class T> __EMU_DEVICE typename __emu_texel<T>::none name(T *into, cudaTextureObject_t object, parameters) { \
    *into = __emu_texel<T>::of(__emu_texture(0, object, how, x, y, z, layer));                               \
  }
#define __EMU_RESIDENT(name, how, parameters, x, y, z, layer)                                                  \
  __EMU_TEXTURE(name, how, __EMU_TYPED(parameters), x, y, z, layer)                                              \
  template <class T> __EMU_DEVICE T name(cudaTextureObject_t object, parameters, bool *resident) {             \
    *resident = true;                                                                                        \
    return __emu_texel<T>::of(__emu_texture(0, object, how, x, y, z, layer));                                \
  }                                                                                                          \
  template <class T>                                                                                         \
  __EMU_DEVICE typename __emu_texel<T>::none name(T *into, cudaTextureObject_t object, parameters, bool *resident) { \
    *resident = true;                                                                                        \
    *into = __emu_texel<T>::of(__emu_texture(0, object, how, x, y, z, layer));                               \
  }

__EMU_TEXTURE(tex1Dfetch, 0, int x, 0, 0, 0, x)
__EMU_TEXTURE(tex1D, 1, float x, x, 0, 0, 0)
__EMU_RESIDENT(tex2D, 2, __EMU_TYPED(float x, float y), x, y, 0, 0)
__EMU_RESIDENT(tex3D, 3, __EMU_TYPED(float x, float y, float z), x, y, z, 0)
__EMU_TEXTURE(tex1DLayered, 4, __EMU_TYPED(float x, int layer), x, 0, 0, layer)
__EMU_RESIDENT(tex2DLayered, 5, __EMU_TYPED(float x, float y, int layer), x, y, 0, layer)
__EMU_TEXTURE(texCubemap, 6, __EMU_TYPED(float x, float y, float z), x, y, z, 0)
__EMU_TEXTURE(texCubemapLayered, 7, __EMU_TYPED(float x, float y, float z, int layer), x, y, z, layer)

// An array that is not mipmapped has one level, whatever level or size of a pixel is asked for.
__EMU_TEXTURE(tex1DLod, 1, __EMU_TYPED(float x, float), x, 0, 0, 0)
__EMU_RESIDENT(tex2DLod, 2, __EMU_TYPED(float x, float y, float), x, y, 0, 0)
__EMU_RESIDENT(tex3DLod, 3, __EMU_TYPED(float x, float y, float z, float), x, y, z, 0)
__EMU_TEXTURE(tex1DLayeredLod, 4, __EMU_TYPED(float x, int layer, float), x, 0, 0, layer)
__EMU_RESIDENT(tex2DLayeredLod, 5, __EMU_TYPED(float x, float y, int layer, float), x, y, 0, layer)
__EMU_TEXTURE(texCubemapLod, 6, __EMU_TYPED(float x, float y, float z, float), x, y, z, 0)
__EMU_TEXTURE(texCubemapLayeredLod, 7, __EMU_TYPED(float x, float y, float z, int layer, float), x, y, z, layer)
__EMU_TEXTURE(tex1DGrad, 1, __EMU_TYPED(float x, float, float), x, 0, 0, 0)
__EMU_RESIDENT(tex2DGrad, 2, __EMU_TYPED(float x, float y, float2, float2), x, y, 0, 0)
__EMU_RESIDENT(tex3DGrad, 3, __EMU_TYPED(float x, float y, float z, float4, float4), x, y, z, 0)
__EMU_TEXTURE(tex1DLayeredGrad, 4, __EMU_TYPED(float x, int layer, float, float), x, 0, 0, layer)
__EMU_RESIDENT(tex2DLayeredGrad, 5, __EMU_TYPED(float x, float y, int layer, float2, float2), x, y, 0, layer)
__EMU_TEXTURE(texCubemapGrad, 6, __EMU_TYPED(float x, float y, float z, float4, float4), x, y, z, 0)
__EMU_TEXTURE(texCubemapLayeredGrad, 7, __EMU_TYPED(float x, float y, float z, int layer, float4, float4), x, y, z, layer)

#undef __EMU_TEXTURE
#undef __EMU_RESIDENT
#undef __EMU_TYPED

#define __EMU_GATHER(parameters, resident)                                                                     \
  template <class T> __EMU_DEVICE T tex2Dgather(cudaTextureObject_t object, float x, float y, parameters) {    \
    resident return __emu_texel<T>::of(__emu_texture(0, object, 8 | (component & 3) << 4, x, y, 0, 0));      \
  }                                                                                                          \
  template <class T>                                                                                         \
  __EMU_DEVICE typename __emu_texel<T>::none tex2Dgather(T *into, cudaTextureObject_t object, float x, float y, parameters) { \
    resident *into = __emu_texel<T>::of(__emu_texture(0, object, 8 | (component & 3) << 4, x, y, 0, 0));     \
  }
__EMU_GATHER(int component = 0, )
#define __EMU_TELLING bool *isResident, int component = 0
__EMU_GATHER(__EMU_TELLING, *isResident = true;)
#undef __EMU_TELLING
#undef __EMU_GATHER

#endif
