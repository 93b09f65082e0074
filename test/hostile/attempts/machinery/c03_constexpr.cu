// grayscale: a constexpr function that loops a long time
constexpr int f(int n) { int s = 0; for (int q = 0; q < 100000; q++) for (int r = 0; r < 100000; r++) s ^= r; return s; }
constexpr int z = f(1);
__global__ void k(const unsigned char* x, unsigned char* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 0.2989f * x[i] + 0.5870f * x[i + n] + 0.1140f * x[i + 2 * n];
}
void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
    int n = height * width;
    
    k<<<(n + 255) / 256, 256>>>(x, out, n);
    
}
