// Surface reads and writes: x counts bytes.
#ifndef EMU_SURFACES_H
#define EMU_SURFACES_H

#include "emu/qualifiers.h"
#include "emu/textures.h"

EMU_RUNTIME unsigned __emu_surface_read(int site, unsigned long long object, int how, int x, int y, int z);
EMU_RUNTIME void __emu_surface_write(int site, unsigned long long object, int how, int x, int y, int z, unsigned a, unsigned b,
                                     unsigned c, unsigned d);

template <class T> struct __emu_surfel;
#define EMU_SURFEL(type) \
  template <> struct __emu_surfel<type> { typedef void none; };
#define EMU_SURFELS(name, type) EMU_SURFEL(type) EMU_SURFEL(name##1) EMU_SURFEL(name##2)
EMU_SURFELS(char, signed char)
EMU_SURFELS(uchar, unsigned char)
EMU_SURFELS(short, short)
EMU_SURFELS(ushort, unsigned short)
EMU_SURFELS(int, int)
EMU_SURFELS(uint, unsigned int)
EMU_SURFELS(longlong, long long)
EMU_SURFELS(ulonglong, unsigned long long)
EMU_SURFELS(float, float)
EMU_SURFEL(char4)
EMU_SURFEL(uchar4)
EMU_SURFEL(short4)
EMU_SURFEL(ushort4)
EMU_SURFEL(int4)
EMU_SURFEL(uint4)
EMU_SURFEL(float4)
#undef EMU_SURFELS
#undef EMU_SURFEL

/** Bytes, boundary mode and function, as the runtime takes them apart. */
template <class T> EMU_DEVICE int __emu_surface_how(int function, enum cudaSurfaceBoundaryMode mode) {
  return function | (mode & 15) << 4 | (int)sizeof(T) << 8;
}
template <class T> EMU_DEVICE T __emu_surface_value(unsigned first) {
  unsigned words[4] = {first, 0, 0, 0};
  if (sizeof(T) > 4) words[1] = __emu_fetched(1);
  if (sizeof(T) > 8) words[2] = __emu_fetched(2), words[3] = __emu_fetched(3);
  T value;
  __builtin_memcpy(&value, words, sizeof(T));
  return value;
}

#define EMU_TYPED(...) __VA_ARGS__
#define EMU_SURFACE(name, function, parameters, x, y, z)                                                         \
  template <class T>                                                                                             \
  EMU_DEVICE T name##read(cudaSurfaceObject_t object, parameters, enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) { \
    return __emu_surface_value<T>(__emu_surface_read(0, object, __emu_surface_how<T>(function, mode), x, y, z)); \
  }                                                                                                              \
  template <class T>                                                                                             \
  EMU_DEVICE typename __emu_surfel<T>::none name##read(T *into, cudaSurfaceObject_t object, parameters,          \
                                                       enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) { \
    *into = __emu_surface_value<T>(__emu_surface_read(0, object, __emu_surface_how<T>(function, mode), x, y, z)); \
  }                                                                                                              \
  template <class T>                                                                                             \
  EMU_DEVICE typename __emu_surfel<T>::none name##write(T value, cudaSurfaceObject_t object, parameters,         \
                                                        enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) { \
    unsigned words[4] = {0, 0, 0, 0};                                                                            \
    __builtin_memcpy(words, &value, sizeof(T));                                                                  \
    __emu_surface_write(0, object, __emu_surface_how<T>(function, mode), x, y, z, words[0], words[1], words[2], words[3]); \
  }

EMU_SURFACE(surf1D, 1, int x, x, 0, 0)
EMU_SURFACE(surf2D, 2, EMU_TYPED(int x, int y), x, y, 0)
EMU_SURFACE(surf3D, 3, EMU_TYPED(int x, int y, int z), x, y, z)
EMU_SURFACE(surf1DLayered, 4, EMU_TYPED(int x, int layer), x, 0, layer)
EMU_SURFACE(surf2DLayered, 5, EMU_TYPED(int x, int y, int layer), x, y, layer)
EMU_SURFACE(surfCubemap, 6, EMU_TYPED(int x, int y, int face), x, y, face)
EMU_SURFACE(surfCubemapLayered, 7, EMU_TYPED(int x, int y, int layerFace), x, y, layerFace)

#undef EMU_SURFACE
#undef EMU_TYPED

#endif
