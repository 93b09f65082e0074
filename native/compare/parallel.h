// Splits work over a bounded number of threads. Results must not depend on the split.
#pragma once

#include <algorithm>
#include <cstddef>
#include <system_error>
#include <thread>
#include <vector>

namespace grade {

// More do not help: comparison is bound by memory, and batch jobs run side by side.
constexpr std::size_t kMaxThreads = 4;

// Calls work(part, begin, end) on consecutive ranges of [0, count), each of at least `grain` items (but for the last),
// part counting from 0 to kMaxThreads - 1. `work` must not throw.
template <typename Work>
void parallelFor(std::size_t count, std::size_t grain, const Work& work) {
  const std::size_t cores = std::max(1u, std::thread::hardware_concurrency());
  const std::size_t wanted = std::max<std::size_t>(1, count / std::max<std::size_t>(1, grain));
  const std::size_t parts = std::min({cores, wanted, kMaxThreads});
  const std::size_t step = (count + parts - 1) / parts;
  std::vector<std::thread> threads;
  threads.reserve(parts);
  for (std::size_t part = 1; part < parts; part++) {
    const std::size_t begin = std::min(count, part * step);
    const std::size_t end = std::min(count, begin + step);
    try {
      threads.emplace_back([&work, part, begin, end] { work(part, begin, end); });
    } catch (const std::system_error&) {
      // No more threads on this machine: the range is done here.
      work(part, begin, end);
    }
  }
  work(std::size_t{0}, std::size_t{0}, std::min(count, step));
  for (std::thread& thread : threads) thread.join();
}

}  // namespace grade
