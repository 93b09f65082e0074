#include "compare.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "parallel.h"
#include "wide.h"

namespace grade {
namespace {

constexpr std::uint64_t kWritten = 0x0202020202020202u;
constexpr std::size_t kGrain = 1 << 18;

template <std::size_t Bytes>
bool isWritten(const std::uint8_t* state) {
  if constexpr (Bytes == 1) {
    return (*state & static_cast<std::uint8_t>(kWritten)) != 0;
  } else if constexpr (Bytes == 4) {
    std::uint32_t flags;
    std::memcpy(&flags, state, sizeof flags);
    const auto all = static_cast<std::uint32_t>(kWritten);
    return (flags & all) == all;
  } else {
    std::uint64_t flags;
    std::memcpy(&flags, state, sizeof flags);
    return (flags & kWritten) == kWritten;
  }
}

// Elements that are looked at together; nearly always all of them are right.
constexpr std::size_t kChunk = 512;
constexpr std::size_t kLanes = 8;

// Largest error of a full chunk of which every element is written and right, else -1. Nothing in it branches, so that the
// compiler can use vectors; the largest error does not depend on the order.
template <typename T>
GRADE_WIDE double cleanChunk(const std::uint8_t* got, const std::uint8_t* state, const double* want, double tolerance) {
  std::uint64_t flags = kWritten;
  for (std::size_t at = 0; at < kChunk * sizeof(T); at += sizeof flags) {
    std::uint64_t word;
    std::memcpy(&word, state + at, sizeof word);
    flags &= word;
  }
  if (flags != kWritten) return -1;
  T elements[kChunk];
  std::memcpy(elements, got, sizeof elements);
  double largest[kLanes] = {};
  int failing[kLanes] = {};
  for (std::size_t i = 0; i < kChunk; i += kLanes) {
    for (std::size_t lane = 0; lane < kLanes; lane++) {
      const double error = std::fabs(static_cast<double>(elements[i + lane]) - want[i + lane]);
      // A finite error has a finite element and a finite expectation.
      failing[lane] |= !(error <= tolerance) | !(error <= std::numeric_limits<double>::max());
      largest[lane] = error > largest[lane] ? error : largest[lane];
    }
  }
  for (std::size_t lane = 0; lane < kLanes; lane++)
    if (failing[lane]) return -1;
  return *std::max_element(largest, largest + kLanes);
}

template <typename T>
void compareEach(const CompareJob& job, std::size_t begin, std::size_t end, Tally& tally) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  for (std::size_t i = begin; i < end; i++) {
    const double want = job.want[i];
    if (tally.badWant < 0 && !std::isfinite(want)) tally.badWant = static_cast<std::ptrdiff_t>(i);
    std::uint8_t mark = 0;
    if (!isWritten<sizeof(T)>(job.state + i * sizeof(T))) {
      mark = 2;
      tally.unwritten++;
    } else {
      T element;
      std::memcpy(&element, job.got + i * sizeof(T), sizeof element);
      const double value = static_cast<double>(element);
      const double error = std::fabs(value - want);
      if (error < kInfinity) {
        if (error > tally.maxError) tally.maxError = error;
      } else if (std::isnan(value)) {
        tally.nan++;
      } else if (std::isinf(value)) {
        tally.infinite++;
      }
      // In this form, so that NaN never passes.
      if (!(error <= job.tolerance)) {
        mark = 1;
        tally.wrong++;
      }
    }
    if (mark != 0 && tally.firstBad < 0) tally.firstBad = static_cast<std::ptrdiff_t>(i);
    if (job.marks != nullptr) job.marks[i] = mark;
  }
}

template <typename T>
Tally compareRange(const CompareJob& job, std::size_t begin, std::size_t end) {
  Tally tally;
  for (std::size_t at = begin; at < end; at += kChunk) {
    const std::size_t chunkEnd = std::min(end, at + kChunk);
    if (chunkEnd - at == kChunk) {
      const std::size_t byte = at * sizeof(T);
      const double largest = cleanChunk<T>(job.got + byte, job.state + byte, job.want + at, job.tolerance);
      if (largest >= 0) {
        tally.maxError = std::max(tally.maxError, largest);
        if (job.marks != nullptr) std::memset(job.marks + at, 0, kChunk);
        continue;
      }
    }
    compareEach<T>(job, at, chunkEnd, tally);
  }
  return tally;
}

Tally compareTyped(const CompareJob& job, std::size_t begin, std::size_t end) {
  switch (job.type) {
    case Type::kUint8:
      return compareRange<std::uint8_t>(job, begin, end);
    case Type::kInt32:
      return compareRange<std::int32_t>(job, begin, end);
    case Type::kUint32:
      return compareRange<std::uint32_t>(job, begin, end);
    case Type::kFloat32:
      return compareRange<float>(job, begin, end);
    case Type::kFloat64:
      return compareRange<double>(job, begin, end);
  }
  return {};
}

}  // namespace

std::size_t bytesOf(Type type) {
  switch (type) {
    case Type::kUint8:
      return 1;
    case Type::kFloat64:
      return 8;
    default:
      return 4;
  }
}

Tally compare(const CompareJob& job) {
  Tally parts[kMaxThreads];
  parallelFor(job.count, kGrain, [&](std::size_t part, std::size_t begin, std::size_t end) {
    parts[part] = compareTyped(job, begin, end);
  });
  Tally total;
  // Parts lie in order, so that the first one that has a first element has the first of all.
  for (const Tally& part : parts) {
    total.wrong += part.wrong;
    total.unwritten += part.unwritten;
    total.nan += part.nan;
    total.infinite += part.infinite;
    total.maxError = std::max(total.maxError, part.maxError);
    if (total.firstBad < 0) total.firstBad = part.firstBad;
    if (total.badWant < 0) total.badWant = part.badWant;
  }
  return total;
}

}  // namespace grade
