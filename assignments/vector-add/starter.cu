// Vector addition. Hand in this one file. Check it whenever you like:
//
//     grade submit vector-add starter.cu
//
#include <cuda_runtime.h>

// One thread adds one pair of elements. All three pointers are the GPU's.
__global__ void add_kernel(const float* a, const float* b, float* out, int n) {
  // 1. Which element is this thread's? (blockIdx, blockDim, threadIdx)
  // 2. Is there such an element? There may be more threads than elements.
  // 3. Its sum.
}

// The grader calls this function. a, b and out are arrays of n floats in the host's memory: a kernel cannot reach them.
void vector_add(const float* a, const float* b, float* out, int n) {
  // 1. Memory on the GPU for two inputs and an output.   cudaMalloc
  // 2. The inputs over.                                  cudaMemcpy, cudaMemcpyHostToDevice
  // 3. As many blocks as it takes to have a thread for every element.
  // 4. The result back.                                  cudaMemcpy, cudaMemcpyDeviceToHost
  // 5. Give the memory back.                             cudaFree
}
