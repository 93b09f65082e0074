// Neighbours first, with active threads side by side: no divergence, and numbers that lie ever further apart.
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

    for (int step = 1; step < THREADS; step *= 2) {
        int at = 2 * step * me;
        if (at < THREADS) {
            sum[at] += sum[at + step];
            top[at] = fmaxf(top[at], top[at + step]);
        }
        __syncthreads();
    }
    if (me == 0) {
        sums[row] = sum[0];
        maxima[row] = top[0];
    }
}

void reduce_rows(const float* x, float* sums, float* maxima, int rows, int columns) {
    reduce_kernel<<<rows, THREADS>>>(x, sums, maxima, rows, columns);
}
