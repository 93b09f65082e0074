// A small matrix view keeps the index arithmetic in one place.
struct Matrix {
    const float* data;
    int rows, cols;
    __device__ float operator()(int r, int c) const { return data[r * cols + c]; }
};

__global__ void multiply(Matrix a, Matrix b, float* out) {
    int r = blockIdx.y * blockDim.y + threadIdx.y;
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= a.rows || c >= b.cols) return;
    float s = 0.0f;
    for (int i = 0; i < a.cols; i++) s += a(r, i) * b(i, c);
    out[r * b.cols + c] = s;
}

void matmul(const float* m, const float* n, float* out, int h, int w, int k) {
    Matrix a{m, h, k}, b{n, k, w};
    dim3 block(8, 8);
    dim3 grid((w + 7) / 8, (h + 7) / 8);
    multiply<<<grid, block>>>(a, b, out);
}
