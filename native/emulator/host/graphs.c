// Launches of graphs: all that is not a function of the host happens between two of these calls.
#include "cuda.h"

int cudaGraphLaunch(void *executable, void *stream) {
  int code = __emu_host_begin_graph(executable, stream);
  if (code) return code;
  host_call call;
  while (__emu_host_next_in_graph(&call)) ((void (*)(void *))(size_t)call.function)((void *)(size_t)call.data);
  return __emu_host_end_graph();
}
