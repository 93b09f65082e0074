// Messages, which go to standard output, and timers: starting and stopping must match, and nothing is printed, for
// time means nothing on an emulator.
#ifndef __EMU_WB_LOG_H
#define __EMU_WB_LOG_H

typedef enum en_wbLogLevel_t {
  wbLogLevel_unknown = -1,
  wbLogLevel_OFF = 0,
  wbLogLevel_FATAL,
  wbLogLevel_ERROR,
  wbLogLevel_WARN,
  wbLogLevel_INFO,
  wbLogLevel_DEBUG,
  wbLogLevel_TRACE
} wbLogLevel_t;

typedef enum en_wbTimerKind_t {
  wbTimerKind_Generic,
  wbTimerKind_IO,
  wbTimerKind_GPU,
  wbTimerKind_Copy,
  wbTimerKind_Driver,
  wbTimerKind_CopyAsync,
  wbTimerKind_Compute,
  wbTimerKind_CPUGPUOverlap
} wbTimerKind_t;

template <class... T> static inline string wbString(const T &...parts) {
  stringstream text;
  text << std::boolalpha;
  (void)(text << ... << parts);
  return text.str();
}

static inline void emu_wb_log(wbLogLevel_t level, const string &message) {
  if (level > wbLogLevel_OFF) printf("%s\n", message.c_str());
}
#define wbLog(level, ...) emu_wb_log(wbLogLevel_##level, wbString(__VA_ARGS__))
#define wbLogger_setLevel(level) ((void)wbLogLevel_##level)

struct emu_wb_timer {
  wbTimerKind_t kind;
  string message;
};
static inline vector<emu_wb_timer> &emu_wb_timers() {
  static vector<emu_wb_timer> running;
  return running;
}
static inline void emu_wb_start(wbTimerKind_t kind, const string &message) { emu_wb_timers().push_back({kind, message}); }
static inline void emu_wb_stop(wbTimerKind_t kind, const string &message, const char *file, int line) {
  vector<emu_wb_timer> &running = emu_wb_timers();
  for (size_t i = running.size(); i-- > 0;)
    if (running[i].kind == kind && running[i].message == message) {
      running.erase(running.begin() + i);
      return;
    }
  fprintf(stderr, "%s:%d: wbTime_stop without its wbTime_start: \"%s\"\n", file, line, message.c_str());
}
#define wbTime_start(kind, ...) emu_wb_start(wbTimerKind_##kind, wbString(__VA_ARGS__))
#define wbTime_stop(kind, ...) emu_wb_stop(wbTimerKind_##kind, wbString(__VA_ARGS__), __FILE__, __LINE__)

#endif
