// The helpers of programs in the style of "CUDA by Example": checks that end the program, random data, and colors.
#ifndef __BOOK_H__
#define __BOOK_H__

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "cuda_runtime.h"

static void HandleError(cudaError_t err, const char *file, int line) {
  if (err == cudaSuccess) return;
  printf("%s:%d: %s (%s)\n", file, line, cudaGetErrorString(err), cudaGetErrorName(err));
  exit(EXIT_FAILURE);
}
static inline void emu_book_null(const void *pointer, const char *file, int line) {
  if (pointer) return;
  printf("%s:%d: the pointer is null, so there is no host memory\n", file, line);
  exit(EXIT_FAILURE);
}
#define HANDLE_ERROR(err) (HandleError(err, __FILE__, __LINE__))
#define HANDLE_NULL(a) (emu_book_null((const void *)(a), __FILE__, __LINE__))

template <typename T>
void swap(T &a, T &b) {
  T t = a;
  a = b;
  b = t;
}

/** Returns random bytes in memory of `malloc`. */
static inline void *big_random_block(int size) {
  unsigned char *data = (unsigned char *)malloc(size);
  HANDLE_NULL(data);
  for (int i = 0; i < size; i++) data[i] = (unsigned char)rand();
  return data;
}
/** Returns random integers, `size` of them, in memory of `malloc`. */
static inline int *big_random_block_int(int size) {
  int *data = (int *)malloc(size * sizeof(int));
  HANDLE_NULL(data);
  for (int i = 0; i < size; i++) data[i] = rand();
  return data;
}

/** One channel of a color whose hue is in degrees: HSL as in CSS Color, chapter 7.1, with the bounds n1 and n2. */
__device__ static inline unsigned char value(float n1, float n2, int hue) {
  if (hue > 360) hue -= 360;
  else if (hue < 0) hue += 360;
  float share = hue < 60 ? hue / 60.0f : hue < 180 ? 1.0f : hue < 240 ? (240 - hue) / 60.0f : 0.0f;
  return (unsigned char)(255 * (n1 + (n2 - n1) * share));
}
__device__ static inline uchar4 emu_book_color(float lightness) {
  const float n2 = lightness <= 0.5f ? lightness * 2 : 1.0f, n1 = 2 * lightness - n2;
  const int hue = (180 + (int)(360.0f * lightness)) % 360;
  return uchar4{value(n1, n2, hue + 120), value(n1, n2, hue), value(n1, n2, hue - 120), 255};
}
__device__ static inline int emu_book_pixel() {
  return threadIdx.x + blockIdx.x * blockDim.x + (threadIdx.y + blockIdx.y * blockDim.y) * blockDim.x * gridDim.x;
}
/** A thread per pixel of a picture as wide as the grid: values from 0 to 1 become red, green, blue and 255. */
static __global__ void float_to_color(uchar4 *optr, const float *outSrc) {
  const int pixel = emu_book_pixel();
  optr[pixel] = emu_book_color(outSrc[pixel]);
}
static __global__ void float_to_color(unsigned char *optr, const float *outSrc) {
  const int pixel = emu_book_pixel();
  const uchar4 color = emu_book_color(outSrc[pixel]);
  optr[pixel * 4 + 0] = color.x;
  optr[pixel * 4 + 1] = color.y;
  optr[pixel * 4 + 2] = color.z;
  optr[pixel * 4 + 3] = color.w;
}

// Threads of the host; the emulator has none, so `pthread_create` fails.
typedef pthread_t CUTThread;
typedef void *(*CUT_THREADROUTINE)(void *);
#define CUT_THREADPROC void *
#define CUT_THREADEND return NULL

static inline CUTThread start_thread(CUT_THREADROUTINE func, void *data) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, func, data) == 0) return thread;
  printf("a thread of the host cannot be created\n");
  exit(EXIT_FAILURE);
}
static inline void end_thread(CUTThread thread) { pthread_join(thread, NULL); }
static inline void wait_for_threads(const CUTThread *threads, int num) {
  for (int i = 0; i < num; i++) end_thread(threads[i]);
}

#endif
