import { expect, it } from 'vitest';
import { programRunner } from './program-runner.ts';

const { run } = programRunner();

const PROGRAM = `#include <chrono>
#include <cstdio>
#include <ctime>
#include <sys/time.h>
#include <thread>
#include <unistd.h>
using namespace std::chrono;
double realTime() { timeval now; gettimeofday(&now, nullptr); return now.tv_sec + now.tv_usec * 1e-6; }
double monotonicTime() { timespec now; clock_gettime(CLOCK_MONOTONIC, &now); return now.tv_sec + now.tv_nsec * 1e-9; }
template <class F> void measure(const char *name, double seconds, F sleeps) {
  cudaEvent_t start, stop;
  cudaEventCreate(&start);
  cudaEventCreate(&stop);
  const auto steady = steady_clock::now();
  const auto system = system_clock::now();
  const double real = realTime(), monotonic = monotonicTime();
  const time_t whole = time(nullptr);
  const clock_t processor = clock();
  cudaEventRecord(start);
  sleeps();
  cudaEventRecord(stop);
  cudaEventSynchronize(stop);
  float ms;
  cudaEventElapsedTime(&ms, start, stop);
  const double times[] = {duration<double>(steady_clock::now() - steady).count(), monotonicTime() - monotonic,
                          duration<double>(system_clock::now() - system).count(), realTime() - real, ms / 1000};
  bool all = time(nullptr) - whole >= (long)seconds && (clock() - processor) / (double)CLOCKS_PER_SEC < 0.01;
  for (double one : times) all = all && one >= seconds && one < seconds + 0.01;
  printf("%s %s\\n", name, all ? "passes" : "differs");
  cudaEventDestroy(start);
  cudaEventDestroy(stop);
}
int main() {
  measure("sleep_for", 0.05, [] { std::this_thread::sleep_for(50ms); });
  measure("sleep_until", 2, [] { std::this_thread::sleep_until(steady_clock::now() + 2s); });
  measure("system sleep_until", 2, [] { std::this_thread::sleep_until(system_clock::now() + 2s); });
  measure("usleep", 0.3, [] { usleep(300000); });
  measure("sleep", 3, [] { sleep(3); });
  measure("nanosleep", 1.5, [] { timespec time{1, 500000000}; nanosleep(&time, nullptr); });
  measure("clock_nanosleep", 1, [] { timespec time{1, 0}; clock_nanosleep(CLOCK_MONOTONIC, 0, &time, nullptr); });
}
`;

it('lets the time pass while host code sleeps, on all clocks but clock()', async () => {
  const { stdout, exitCode } = await run(PROGRAM, 'sleep.cu');
  const names = ['sleep_for', 'sleep_until', 'system sleep_until', 'usleep', 'sleep', 'nanosleep', 'clock_nanosleep'];
  expect(stdout.trim().split('\n')).toEqual(names.map((name) => `${name} passes`));
  expect(exitCode).toBe(0);
});
