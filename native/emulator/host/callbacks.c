// Host functions in a stream: all work before them is done when they are called, and they are called at once.
#include "cuda.h"

int cudaLaunchHostFunc(void *stream, void (*function)(void *), void *data) {
  int captured = 0, code = __emu_host_begin_callback(stream, (const void *)function, data, 0, 0, &captured);
  if (code || captured) return code;
  function(data);
  __emu_host_end_callback();
  return 0;
}

int cudaStreamAddCallback(void *stream, void (*callback)(void *, int, void *), void *data, u32 flags) {
  int captured = 0, code = __emu_host_begin_callback(stream, (const void *)callback, data, flags, 1, &captured);
  if (code) return code;
  callback(stream, 0, data);
  __emu_host_end_callback();
  return 0;
}
