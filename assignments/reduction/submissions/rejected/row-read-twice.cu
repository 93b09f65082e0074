// "One thing at a time": a kernel for the sum and one for the maximum, and each reads everything.
#define THREADS 256

__global__ void sum_kernel(const float* x, float* sums, int columns) {
    __shared__ float sum[THREADS];
    int me = threadIdx.x;
    float s = 0.0f;
    for (int c = me; c < columns; c += THREADS) s += x[blockIdx.x * columns + c];
    sum[me] = s;
    __syncthreads();
    for (int step = THREADS / 2; step > 0; step /= 2) {
        if (me < step) sum[me] += sum[me + step];
        __syncthreads();
    }
    if (me == 0) sums[blockIdx.x] = sum[0];
}

__global__ void max_kernel(const float* x, float* maxima, int columns) {
    __shared__ float top[THREADS];
    int me = threadIdx.x;
    float t = -INFINITY;
    for (int c = me; c < columns; c += THREADS) t = fmaxf(t, x[blockIdx.x * columns + c]);
    top[me] = t;
    __syncthreads();
    for (int step = THREADS / 2; step > 0; step /= 2) {
        if (me < step) top[me] = fmaxf(top[me], top[me + step]);
        __syncthreads();
    }
    if (me == 0) maxima[blockIdx.x] = top[0];
}

void reduce_rows(const float* x, float* sums, float* maxima, int rows, int columns) {
    sum_kernel<<<rows, THREADS>>>(x, sums, columns);
    max_kernel<<<rows, THREADS>>>(x, maxima, columns);
}
