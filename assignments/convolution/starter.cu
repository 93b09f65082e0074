// A convolution with halo tiles. Hand in this one file. Check it whenever you like:
//
//     grade submit convolution starter.cu
//
#include <cuda_runtime.h>

#define BLOCK 256
#define MOST_TAPS 31
#define MOST_RADIUS (MOST_TAPS / 2)

__constant__ float weight[MOST_TAPS];

// out[i] = the sum of weight[k] * x[i + k - taps / 2]. Elements outside of x count as 0.
__global__ void convolution_kernel(const float* x, float* out, int n, int taps) {
  // Shared memory: float tile[BLOCK + 2 * MOST_RADIUS].
  // 1. The tile begins taps / 2 elements before the first element of the block. Who loads which element?
  // 2. What is in the tile for an element outside of x?
  // 3. Who must be done before a thread reads what its neighbors loaded?
  // 4. Is there an element for this thread?
}

// The grader calls this function. x, weights and out are in the GPU's memory already.
void convolution(const float* x, const float* weights, float* out, int n, int taps) {
  // 5. Copy taps weights to weight: cudaMemcpyToSymbol. Both are in device memory.
  convolution_kernel<<<1, BLOCK>>>(x, out, n, taps);  // How many blocks are there?
}
