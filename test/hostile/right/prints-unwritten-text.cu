// Prints a text that no thread has written.
#include <cstdio>
__global__ void gray(const unsigned char* x, unsigned char* out, int n) {
    __shared__ char text[16];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 0.2989f * x[i] + 0.5870f * x[n + i] + 0.1140f * x[2 * n + i];
    if (i == 0) printf("%s\n", text);
}
void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
    gray<<<(height * width + 255) / 256, 256>>>(x, out, height * width);
}
