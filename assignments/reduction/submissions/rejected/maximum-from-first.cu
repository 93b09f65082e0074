// "The largest begins with my first number": which some threads do not have.
#define THREADS 256

__global__ void reduce_kernel(const float* x, float* sums, float* maxima, int rows, int columns) {
    __shared__ float sum[THREADS];
    __shared__ float top[THREADS];
    int row = blockIdx.x;
    int me = threadIdx.x;

    float s = 0.0f;
    float t = x[row * columns + me];
    for (int c = me; c < columns; c += THREADS) {
        float value = x[row * columns + c];
        s += value;
        t = fmaxf(t, value);
    }
    sum[me] = s;
    top[me] = t;
    __syncthreads();

    for (int step = THREADS / 2; step > 0; step /= 2) {
        if (me < step) {
            sum[me] += sum[me + step];
            top[me] = fmaxf(top[me], top[me + step]);
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
