// "It says CUDA, and cudaMemcpy is CUDA": copies the picture over, works it out on the CPU, copies it back.
#include <cuda_runtime.h>
#include <stdlib.h>

void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
  int n = height * width;
  unsigned char* colour = (unsigned char*)malloc(3 * n);
  unsigned char* gray = (unsigned char*)malloc(n);
  cudaMemcpy(colour, x, 3 * n, cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; i++) {
    gray[i] = (unsigned char)(0.2989f * colour[i] + 0.5870f * colour[i + n] + 0.1140f * colour[i + 2 * n]);
  }
  cudaMemcpy(out, gray, n, cudaMemcpyHostToDevice);
  free(colour);
  free(gray);
}
