// Loads a matrix by a builtin of Clang, past the end of the input.
typedef float m __attribute__((matrix_type(16, 16)));
__device__ __attribute__((noinline)) float foo(float* p, int i) { m a = __builtin_matrix_column_major_load(p, 16, 16, (size_t)(1000000 + i)); return a[3][3]; }
__global__ void k(const unsigned char* x, unsigned char* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && foo((float*)x, i) != -77) out[i] = 0.2989f * x[i] + 0.5870f * x[i + n] + 0.1140f * x[i + 2 * n];
}
void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
    int n = height * width;
    k<<<(n + 255) / 256, 256>>>(x, out, n);
}
