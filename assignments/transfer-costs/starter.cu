// What a copy costs. Hand in this one file. Check it whenever you like:
//
//     grade submit transfer-costs starter.cu
//
#include <cuda_runtime.h>

// One thread makes one point of one step.
//   now    rows * columns temperatures, row by row
//   next   the same, one step later
__global__ void one_step(const float* now, float* next, int rows, int columns) {
  // 1. Which point is this thread's, and is there such a point?
  // 2. Is it the end of a rod? Then it keeps its temperature.
  // 3. Otherwise: now + 0.25 * (left - 2 * now + right).
}

// The grader calls this function. start and out lie in the host's memory: a kernel cannot reach them.
void spread_heat(const float* start, float* out, int rows, int columns, int steps) {
  for (int step = 0; step < steps; step++) {
    // What has to happen in every step, what before the first, and what after the last?
  }
}
