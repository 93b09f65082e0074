// Surface reads and writes: x counts bytes.
#ifndef __EMU_SURFACES_H
#define __EMU_SURFACES_H

#include "emu/qualifiers.h"
#include "emu/textures.h"

template <class T> struct __emu_surfel;
#define __EMU_SURFEL(type) \
  template <> struct __emu_surfel<type> { typedef void none; };
#define __EMU_SURFELS(name, type) __EMU_SURFEL(type) __EMU_SURFEL(name##1) __EMU_SURFEL(name##2)
__EMU_SURFELS(char, signed char)
__EMU_SURFELS(uchar, unsigned char)
__EMU_SURFELS(short, short)
__EMU_SURFELS(ushort, unsigned short)
__EMU_SURFELS(int, int)
__EMU_SURFELS(uint, unsigned int)
__EMU_SURFELS(longlong, long long)
__EMU_SURFELS(ulonglong, unsigned long long)
__EMU_SURFELS(float, float)
__EMU_SURFEL(char4)
__EMU_SURFEL(uchar4)
__EMU_SURFEL(short4)
__EMU_SURFEL(ushort4)
__EMU_SURFEL(int4)
__EMU_SURFEL(uint4)
__EMU_SURFEL(float4)
#undef __EMU_SURFELS
#undef __EMU_SURFEL

/** Bytes, boundary mode and function, as the runtime takes them apart. */
template <class T> __EMU_DEVICE int __emu_surface_how(int function, enum cudaSurfaceBoundaryMode mode) {
  return function | (mode & 15) << 4 | (int)sizeof(T) << 8;
}
template <class T> __EMU_DEVICE T __emu_surface_value(unsigned first) {
  unsigned words[4] = {first, 0, 0, 0};
  if (sizeof(T) > 4) words[1] = __emu_fetched(1);
  if (sizeof(T) > 8) words[2] = __emu_fetched(2), words[3] = __emu_fetched(3);
  T value;
  __builtin_memcpy(&value, words, sizeof(T));
  return value;
}

#define __EMU_TYPED(...) __VA_ARGS__
#define __EMU_SURFACE(name, function, parameters, x, y, z)                                                         \
  template <class T>                                                                                             \
  __EMU_DEVICE T name##read(cudaSurfaceObject_t object, parameters, enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) { \
    return __emu_surface_value<T>(__emu_surface_read(0, object, __emu_surface_how<T>(function, mode), x, y, z)); \
  }                                                                                                              \
  template <class T>                                                                                             \
  __EMU_DEVICE typename __emu_surfel<T>::none name##read(T *into, cudaSurfaceObject_t object, parameters,          \
                                                       enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) { \
    *into = __emu_surface_value<T>(__emu_surface_read(0, object, __emu_surface_how<T>(function, mode), x, y, z)); \
  }                                                                                                              \
  template <class T>                                                                                             \
  __EMU_DEVICE typename __emu_surfel<T>::none name##write(T value, cudaSurfaceObject_t object, parameters,         \
                                                        enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) { \
    unsigned words[4] = {0, 0, 0, 0};                                                                            \
    __builtin_memcpy(words, &value, sizeof(T));                                                                  \
    __emu_surface_write(0, object, __emu_surface_how<T>(function, mode), x, y, z, words[0], words[1], words[2], words[3]); \
  }

__EMU_SURFACE(surf1D, 1, int x, x, 0, 0)
__EMU_SURFACE(surf2D, 2, __EMU_TYPED(int x, int y), x, y, 0)
__EMU_SURFACE(surf3D, 3, __EMU_TYPED(int x, int y, int z), x, y, z)
__EMU_SURFACE(surf1DLayered, 4, __EMU_TYPED(int x, int layer), x, 0, layer)
__EMU_SURFACE(surf2DLayered, 5, __EMU_TYPED(int x, int y, int layer), x, y, layer)
__EMU_SURFACE(surfCubemap, 6, __EMU_TYPED(int x, int y, int face), x, y, face)
__EMU_SURFACE(surfCubemapLayered, 7, __EMU_TYPED(int x, int y, int layerFace), x, y, layerFace)

#undef __EMU_SURFACE
#undef __EMU_TYPED

#endif
