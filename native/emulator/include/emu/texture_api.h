// CUDA arrays, texture objects and surface objects in the runtime API; only emu/host_api.h includes it.
#ifndef __EMU_TEXTURE_API_H
#define __EMU_TEXTURE_API_H

#include "emu/texture_types.h"

// Arrays.
__EMU_API(cudaMallocArray)
(cudaArray_t *array, const struct cudaChannelFormatDesc *desc, size_t width, size_t height = 0, unsigned flags = 0);
__EMU_API(cudaMalloc3DArray)
(cudaArray_t *array, const struct cudaChannelFormatDesc *desc, struct cudaExtent extent, unsigned flags = 0);
__EMU_API(cudaFreeArray)(cudaArray_t array);
__EMU_API(cudaArrayGetInfo)(struct cudaChannelFormatDesc *desc, struct cudaExtent *extent, unsigned *flags, cudaArray_t array);
__EMU_API(cudaGetChannelDesc)(struct cudaChannelFormatDesc *desc, cudaArray_const_t array);

// Copies from and to them. Offsets and widths are in bytes.
__EMU_API(cudaMemcpy2DToArray)
(cudaArray_t to, size_t toX, size_t toY, const void *from, size_t fromPitch, size_t width, size_t height, enum cudaMemcpyKind kind);
__EMU_API(cudaMemcpy2DToArrayAsync)
(cudaArray_t to, size_t toX, size_t toY, const void *from, size_t fromPitch, size_t width, size_t height, enum cudaMemcpyKind kind,
 cudaStream_t stream = 0);
__EMU_API(cudaMemcpy2DFromArray)
(void *to, size_t toPitch, cudaArray_const_t from, size_t fromX, size_t fromY, size_t width, size_t height, enum cudaMemcpyKind kind);
__EMU_API(cudaMemcpy2DFromArrayAsync)
(void *to, size_t toPitch, cudaArray_const_t from, size_t fromX, size_t fromY, size_t width, size_t height, enum cudaMemcpyKind kind,
 cudaStream_t stream = 0);
__EMU_API(cudaMemcpy2DArrayToArray)
(cudaArray_t to, size_t toX, size_t toY, cudaArray_const_t from, size_t fromX, size_t fromY, size_t width, size_t height,
 enum cudaMemcpyKind kind = cudaMemcpyDeviceToDevice);
// Row after row: CUDA 13 has these still, and advises against them.
__EMU_API(cudaMemcpyToArray)
(cudaArray_t to, size_t toX, size_t toY, const void *from, size_t bytes, enum cudaMemcpyKind kind);
__EMU_API(cudaMemcpyToArrayAsync)
(cudaArray_t to, size_t toX, size_t toY, const void *from, size_t bytes, enum cudaMemcpyKind kind, cudaStream_t stream = 0);
__EMU_API(cudaMemcpyFromArray)
(void *to, cudaArray_const_t from, size_t fromX, size_t fromY, size_t bytes, enum cudaMemcpyKind kind);
__EMU_API(cudaMemcpyFromArrayAsync)
(void *to, cudaArray_const_t from, size_t fromX, size_t fromY, size_t bytes, enum cudaMemcpyKind kind, cudaStream_t stream = 0);
__EMU_API(cudaMemcpyArrayToArray)
(cudaArray_t to, size_t toX, size_t toY, cudaArray_const_t from, size_t fromX, size_t fromY, size_t bytes,
 enum cudaMemcpyKind kind = cudaMemcpyDeviceToDevice);

// Objects.
__EMU_API(cudaCreateTextureObject)
(cudaTextureObject_t *object, const struct cudaResourceDesc *resource, const struct cudaTextureDesc *texture,
 const struct cudaResourceViewDesc *view);
__EMU_API(cudaDestroyTextureObject)(cudaTextureObject_t object);
__EMU_API(cudaGetTextureObjectResourceDesc)(struct cudaResourceDesc *resource, cudaTextureObject_t object);
__EMU_API(cudaGetTextureObjectTextureDesc)(struct cudaTextureDesc *texture, cudaTextureObject_t object);
__EMU_API(cudaGetTextureObjectResourceViewDesc)(struct cudaResourceViewDesc *view, cudaTextureObject_t object);
__EMU_API(cudaCreateSurfaceObject)(cudaSurfaceObject_t *object, const struct cudaResourceDesc *resource);
__EMU_API(cudaDestroySurfaceObject)(cudaSurfaceObject_t object);
__EMU_API(cudaGetSurfaceObjectResourceDesc)(struct cudaResourceDesc *resource, cudaSurfaceObject_t object);

// What there is no emulation of.
__EMU_UNSUPPORTED(cudaMallocMipmappedArray);
__EMU_UNSUPPORTED(cudaGetMipmappedArrayLevel);
__EMU_UNSUPPORTED(cudaFreeMipmappedArray);
__EMU_UNSUPPORTED(cudaArrayGetPlane);
__EMU_UNSUPPORTED(cudaArrayGetSparseProperties);
__EMU_UNSUPPORTED(cudaArrayGetMemoryRequirements);

// Descriptions of elements.
static inline struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, enum cudaChannelFormatKind f) {
  return {x, y, z, w, f};
}
static inline struct cudaChannelFormatDesc cudaCreateChannelDescHalf() { return {16, 0, 0, 0, cudaChannelFormatKindFloat}; }
static inline struct cudaChannelFormatDesc cudaCreateChannelDescHalf1() { return {16, 0, 0, 0, cudaChannelFormatKindFloat}; }
static inline struct cudaChannelFormatDesc cudaCreateChannelDescHalf2() { return {16, 16, 0, 0, cudaChannelFormatKindFloat}; }
static inline struct cudaChannelFormatDesc cudaCreateChannelDescHalf4() { return {16, 16, 16, 16, cudaChannelFormatKindFloat}; }

template <class T> struct __emu_channels { // of any other type there are no arrays
  static constexpr int bits = 0, count = 0;
  static constexpr enum cudaChannelFormatKind kind = cudaChannelFormatKindNone;
};
#define __EMU_CHANNELS(type, width, number, format)                                \
  template <> struct __emu_channels<type> {                                      \
    static constexpr int bits = width, count = number;                           \
    static constexpr enum cudaChannelFormatKind kind = cudaChannelFormatKind##format; \
  };
#define __EMU_CHANNELS_OF(name, type, width, format) \
  __EMU_CHANNELS(type, width, 1, format)             \
  __EMU_CHANNELS(name##1, width, 1, format)          \
  __EMU_CHANNELS(name##2, width, 2, format)          \
  __EMU_CHANNELS(name##4, width, 4, format)
__EMU_CHANNELS(char, 8, 1, Signed)
__EMU_CHANNELS_OF(char, signed char, 8, Signed)
__EMU_CHANNELS_OF(uchar, unsigned char, 8, Unsigned)
__EMU_CHANNELS_OF(short, short, 16, Signed)
__EMU_CHANNELS_OF(ushort, unsigned short, 16, Unsigned)
__EMU_CHANNELS_OF(int, int, 32, Signed)
__EMU_CHANNELS_OF(uint, unsigned int, 32, Unsigned)
__EMU_CHANNELS_OF(float, float, 32, Float)
#undef __EMU_CHANNELS_OF
#undef __EMU_CHANNELS

template <class T> static inline struct cudaChannelFormatDesc cudaCreateChannelDesc() {
  using channels = __emu_channels<T>;
  constexpr int more = channels::count > 1 ? channels::bits : 0, all = channels::count > 2 ? channels::bits : 0;
  return {channels::bits, more, all, all, channels::kind};
}
template <enum cudaChannelFormatKind>
__attribute__((unavailable("unsupported feature: cudaChannelFormatKind"))) struct cudaChannelFormatDesc cudaCreateChannelDesc();

#endif
