// Timers for host code in the style of NVIDIA's CUDA samples: milliseconds of the host's clock.
#ifndef COMMON_HELPER_TIMER_H_
#define COMMON_HELPER_TIMER_H_

#include <sys/time.h>
#include <time.h>

#include <ctime>
#include <vector>

#include "exception.h"

#ifndef EXIT_WAIVED
#define EXIT_WAIVED 2
#endif

/** Adds up the time between `start` and `stop`, and counts these sessions. */
class StopWatchInterface {
 public:
  virtual ~StopWatchInterface() {}
  virtual void start() = 0;
  virtual void stop() = 0;
  /** Sets the time and the number of sessions to 0; a running timer continues from now. */
  virtual void reset() = 0;
  /** Returns the milliseconds of all sessions, up to now if the timer runs. */
  virtual float getTime() = 0;
  /** Returns the milliseconds per finished session; 0 without one. */
  virtual float getAverageTime() = 0;
};

class StopWatchLinux : public StopWatchInterface {
  double began = 0, total = 0;
  bool running = false;
  int sessions = 0;

  static double now() {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec * 1e-6;
  }

 public:
  void start() override {
    began = now();
    running = true;
  }
  void stop() override {
    total += now() - began;
    running = false;
    sessions++;
  }
  void reset() override {
    total = 0;
    sessions = 0;
    if (running) began = now();
  }
  float getTime() override { return (float)(running ? total + (now() - began) : total); }
  float getAverageTime() override { return sessions > 0 ? (float)(total / sessions) : 0.0f; }
};

inline bool sdkCreateTimer(StopWatchInterface **timer_interface) {
  *timer_interface = new StopWatchLinux;
  return true;
}
inline bool sdkDeleteTimer(StopWatchInterface **timer_interface) {
  delete *timer_interface;
  *timer_interface = NULL;
  return true;
}
inline bool sdkStartTimer(StopWatchInterface **timer_interface) {
  if (*timer_interface) (*timer_interface)->start();
  return true;
}
inline bool sdkStopTimer(StopWatchInterface **timer_interface) {
  if (*timer_interface) (*timer_interface)->stop();
  return true;
}
inline bool sdkResetTimer(StopWatchInterface **timer_interface) {
  if (*timer_interface) (*timer_interface)->reset();
  return true;
}
inline float sdkGetAverageTimerValue(StopWatchInterface **timer_interface) {
  return *timer_interface ? (*timer_interface)->getAverageTime() : 0.0f;
}
inline float sdkGetTimerValue(StopWatchInterface **timer_interface) {
  return *timer_interface ? (*timer_interface)->getTime() : 0.0f;
}

#endif
