// Discrete Fourier transforms in double precision: a pass per factor of a size (Stockham's order), a thread per element.
#ifndef __EMU_CUFFT_TRANSFORM_H
#define __EMU_CUFFT_TRANSFORM_H

#include <math.h>

#include <utility>

#include "emu_cufft/plan.h"

namespace emu_cufft {

template <class Body>
__global__ void kernel(Body body, unsigned count) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) body(i);
}
template <class Body>
void each(cudaStream_t stream, size_t count, Body body) {
  kernel<<<(unsigned)((count + 127) / 128), 128, 0, stream>>>(body, (unsigned)count);
}

/** The indices of element `at` of batches of n[0] x n[1] x last. */
struct index {
  long long batch;
  int i, j, k;
  __EMU_MEMBER index(unsigned at, int n0, int n1, int last) {
    k = (int)(at % last);
    at /= last;
    j = (int)(at % n1);
    at /= n1;
    i = (int)(at % n0);
    batch = at / n0;
  }
};

/** The pass for a factor of the size n of a dimension, whose neighbors are `stride` apart, after factors with the product `done`. */
inline void pass(cudaStream_t stream, const double2 *from, double2 *to, size_t count, int n, int stride, int factor, int done,
                 int direction) {
  each(stream, count, [=](unsigned at) {
    const unsigned t = at / stride % n, first = at - t * stride;
    const unsigned span = done * factor, place = t % span, j = t / span * done + place % done;
    const double angle = direction * 6.283185307179586476925 * place / span;
    const double2 turn{cos(angle), sin(angle)};
    double2 sum{0, 0}, by{1, 0};
    for (int i = 0; i < factor; i++) {
      const double2 x = from[first + (j + i * (n / factor)) * stride];
      sum = double2{sum.x + x.x * by.x - x.y * by.y, sum.y + x.x * by.y + x.y * by.x};
      by = double2{by.x * turn.x - by.y * turn.y, by.x * turn.y + by.y * turn.x};
    }
    to[first + t * stride] = sum;
  });
}

inline int factor_of(int n) {
  if (n % 4 == 0) return 4;
  for (int f = 2; f * f <= n; f++)
    if (n % f == 0) return f;
  return n;
}

/** Transforms all dimensions; `a` and `b` change places with each pass. @returns the one with the result */
inline double2 *transform(const plan &p, double2 *a, double2 *b, size_t count, int direction) {
  int stride = 1;
  for (int d = 2; d >= 0; d--) {
    for (int done = 1; done < p.n[d];) {
      const int factor = factor_of(p.n[d] / done);
      pass(p.stream, a, b, count, p.n[d], stride, factor, done, direction);
      std::swap(a, b);
      done *= factor;
    }
    stride *= p.n[d];
  }
  return a;
}

__EMU_HOST_DEVICE double2 widened(float x) { return double2{x, 0}; }
__EMU_HOST_DEVICE double2 widened(double x) { return double2{x, 0}; }
__EMU_HOST_DEVICE double2 widened(float2 x) { return double2{x.x, x.y}; }
__EMU_HOST_DEVICE double2 widened(double2 x) { return x; }
__EMU_HOST_DEVICE void narrow(double2 x, float &to) { to = (float)x.x; }
__EMU_HOST_DEVICE void narrow(double2 x, double &to) { to = x.x; }
__EMU_HOST_DEVICE void narrow(double2 x, float2 &to) { to = float2{(float)x.x, (float)x.y}; }
__EMU_HOST_DEVICE void narrow(double2 x, double2 &to) { to = x; }

/** Runs a plan: the input is read whole, transformed, and the output written, so both can be the same memory. */
template <class In, class Out>
cufftResult execute(cufftHandle handle, cufftType type, const In *input, Out *output, int direction) {
  constexpr bool fromReal = sizeof(In) < sizeof(Out), toReal = sizeof(In) > sizeof(Out);
  const plan *found = of(handle);
  if (!found || found->rank == 0) return CUFFT_INVALID_PLAN;
  const plan p = *found;
  if (p.type != type) return CUFFT_INVALID_TYPE;
  if (!input || !output || (direction != CUFFT_FORWARD && direction != CUFFT_INVERSE)) return CUFFT_INVALID_VALUE;
  // In place, rows of real numbers have room for the complex ones.
  const int reals = (const void *)input == (const void *)output ? 2 * p.half() : p.n[2];
  const layout from = p.hasInput ? p.input : p.packed(fromReal ? reals : toReal ? p.half() : p.n[2]);
  const layout into = p.hasOutput ? p.output : p.packed(toReal ? reals : fromReal ? p.half() : p.n[2]);
  const size_t count = (size_t)p.n[0] * p.n[1] * p.n[2] * p.batch;
  double2 *work;
  if (cudaMalloc(&work, 2 * count * sizeof(double2)) != cudaSuccess) return CUFFT_ALLOC_FAILED;
  const int n0 = p.n[0], n1 = p.n[1], n2 = p.n[2], half = p.half();
  each(p.stream, count, [=](unsigned at) {
    const index x(at, n0, n1, n2);
    // Of a real result, the second half of the spectrum is the conjugate of the first one.
    const bool mirrored = toReal && x.k >= half;
    const int i = mirrored ? (n0 - x.i) % n0 : x.i, j = mirrored ? (n1 - x.j) % n1 : x.j, k = mirrored ? n2 - x.k : x.k;
    const double2 value = widened(input[from.place(x.batch, i, j, k)]);
    work[at] = mirrored ? double2{value.x, -value.y} : value;
  });
  const double2 *result = transform(p, work, work + count, count, direction);
  const int last = fromReal ? half : n2;
  each(p.stream, count / n2 * last, [=](unsigned at) {
    const index x(at, n0, n1, last);
    const double2 value = result[(((size_t)x.batch * n0 + x.i) * n1 + x.j) * n2 + x.k];
    narrow(value, output[into.place(x.batch, x.i, x.j, x.k)]);
  });
  const cudaError_t error = cudaPeekAtLastError();
  cudaFree(work);
  return error == cudaSuccess ? CUFFT_SUCCESS : CUFFT_EXEC_FAILED;
}

}  // namespace emu_cufft

#endif
