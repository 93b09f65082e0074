// "Every thread adds its sum to the row's": and none waits for another.
#define THREADS 256

__global__ void reduce_kernel(const float* x, float* sums, float* maxima, int rows, int columns) {
    int row = blockIdx.x;
    int me = threadIdx.x;

    float s = 0.0f;
    float t = -INFINITY;
    for (int c = me; c < columns; c += THREADS) {
        float value = x[row * columns + c];
        s += value;
        t = fmaxf(t, value);
    }
    sums[row] += s;
    maxima[row] = fmaxf(maxima[row], t);
}

void reduce_rows(const float* x, float* sums, float* maxima, int rows, int columns) {
    reduce_kernel<<<rows, THREADS>>>(x, sums, maxima, rows, columns);
}
