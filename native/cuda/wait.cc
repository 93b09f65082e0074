#include "wait.h"

#include <algorithm>
#include <chrono>
#include <thread>

namespace grade::cuda {

namespace {

template <class Query>
Result poll(Query query, double milliseconds) {
  using Clock = std::chrono::steady_clock;
  using Milliseconds = std::chrono::duration<double, std::milli>;
  const auto start = Clock::now();
  // Most kernels take microseconds: a short while without sleeping, then ever longer pauses.
  constexpr auto kEager = std::chrono::microseconds(200);
  constexpr auto kLongest = std::chrono::microseconds(1000);
  auto pause = std::chrono::microseconds(20);
  for (;;) {
    const Result state = query();
    if (state != kNotReady) return state;
    const auto waited = Clock::now() - start;
    if (Milliseconds(waited).count() >= milliseconds) return kTimeout;
    if (waited < kEager) continue;
    std::this_thread::sleep_for(pause);
    pause = std::min(pause * 2, std::chrono::microseconds(kLongest));
  }
}

}  // namespace

Result waitFor(const Driver& driver, Stream stream, double milliseconds) {
  return poll([&] { return driver.streamQuery(stream); }, milliseconds);
}

Result waitForDevice(const Driver& driver, double milliseconds) {
  Event event = nullptr;
  Result state = driver.eventCreate(&event, kEventDisableTiming);
  if (state != kSuccess) return state;
  state = driver.eventRecord(event, kLegacyStream);
  if (state == kSuccess) state = poll([&] { return driver.eventQuery(event); }, milliseconds);
  driver.eventDestroy(event);
  return state == kSuccess ? driver.contextSynchronize() : state;
}

}  // namespace grade::cuda
