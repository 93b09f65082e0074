#include "compare.h"

#include <cmath>
#include <cstring>
#include <limits>

#include "parallel.h"

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

template <typename T>
Tally compareRange(const CompareJob& job, std::size_t begin, std::size_t end) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  Tally tally;
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
