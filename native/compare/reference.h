// Reference arithmetic in float64. The twin is grader/compare/twin.ts: the same results to the bit, so every
// product and every sum is rounded once (the build forbids fused multiply-add) and sums add their terms in order.
#pragma once

#include <cstddef>

#include "compare.h"

namespace grade {

struct Elements {
  const void* data;
  Type type;
  std::size_t count;
};

// out[h, w] = m[h, k] * n[k, w], row-major; out holds zeros. Throws std::bad_alloc.
void matrixProduct(const Elements& m, const Elements& n, std::size_t h, std::size_t w, std::size_t k, double* out);

// out[i] = (0.2989 R + 0.5870 G) + 0.1140 B of planar x, three planes of `pixels` elements.
void luma(const Elements& x, std::size_t pixels, double* out);

}  // namespace grade
