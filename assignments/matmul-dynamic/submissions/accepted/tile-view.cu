// A view gives a piece of the dynamic array two indexes again.
struct View {
    float* at;
    int width;
    __device__ float& operator()(int row, int column) { return at[row * width + column]; }
};

__device__ float load(const float* x, int rows, int columns, int row, int column) {
    return row < rows && column < columns ? x[row * columns + column] : 0.0f;
}

__global__ void matmul_view(const float* m, const float* n, float* out, int h, int w, int k) {
    extern __shared__ float memory[];
    int tile = blockDim.x;
    View ms{memory, tile}, ns{memory + tile * tile, tile};
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * tile + y, column = blockIdx.x * tile + x;

    float sum = 0;
    for (int start = 0; start < k; start += tile) {
        ms(y, x) = load(m, h, k, row, start + x);
        ns(y, x) = load(n, k, w, start + y, column);
        __syncthreads();
        for (int i = 0; i < tile; ++i) sum += ms(y, i) * ns(i, x);
        __syncthreads();
    }
    if (row < h && column < w) out[row * w + column] = sum;
}

void matmul(const float* m, const float* n, float* out, int h, int w, int k, int tile) {
    int across = (w + tile - 1) / tile, down = (h + tile - 1) / tile;
    matmul_view<<<dim3(across, down), dim3(tile, tile), 2 * sizeof(float) * tile * tile>>>(m, n, out, h, w, k);
}
