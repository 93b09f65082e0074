// reduction: the first thread adds what all threads of its block have summed, which is slow, and no mistake.
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

    if (me == 0) {
        for (int i = 1; i < THREADS; i++) {
            sum[0] += sum[i];
            top[0] = fmaxf(top[0], top[i]);
        }
    }
    if (me == 0) {
        sums[row] = sum[0];
        maxima[row] = top[0];
    }
}

void reduce_rows(const float* x, float* sums, float* maxima, int rows, int columns) {
    reduce_kernel<<<rows, THREADS>>>(x, sums, maxima, rows, columns);
}
