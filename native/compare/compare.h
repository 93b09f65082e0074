// Comparison of an output with what is expected. The twin is grader/compare/twin.ts: the same results to the bit.
#pragma once

#include <cstddef>
#include <cstdint>

namespace grade {

enum class Type { kUint8, kInt32, kUint32, kFloat32, kFloat64 };

std::size_t bytesOf(Type type);

struct CompareJob {
  const std::uint8_t* got;    // count elements, unaligned
  const std::uint8_t* state;  // a flag byte a byte of got; bit value 2: written
  const double* want;         // count elements
  std::size_t count;
  Type type;
  double tolerance;
  std::uint8_t* marks;  // null, or count bytes to fill: 0 right, 1 wrong, 2 unwritten
};

struct Tally {
  std::size_t wrong = 0;
  std::size_t unwritten = 0;
  std::size_t nan = 0;
  std::size_t infinite = 0;
  double maxError = -1;         // largest finite error of a written element, -1: none
  std::ptrdiff_t firstBad = -1;  // first wrong or unwritten element, -1: none
  std::ptrdiff_t badWant = -1;   // first expected element that is not finite, -1: none
};

Tally compare(const CompareJob& job);

}  // namespace grade
