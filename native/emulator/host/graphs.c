// Launches of graphs: all that is not a function of the host happens between two of these calls.
#include "cuda.h"

/** A function of the host that a graph calls. */
typedef struct {
  void (*function)(void *);
  void *data;
} HostCall;

int cudaGraphLaunch(void *executable, void *stream) {
  int code = __emu_host_begin_graph(executable, stream);
  if (code) return code;
  HostCall call;
  while (__emu_host_next_in_graph(&call)) call.function(call.data);
  return __emu_host_end_graph();
}
