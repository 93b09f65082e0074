// A switch that jumps into the middle of a loop.
__global__ void saxpy(float a, const float *x, const float *y, float *out, int n)
{
    int step = gridDim.x * blockDim.x, i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int count = (n - i + step - 1) / step;
    int loops = (count + 3) / 4;
    switch (count % 4) {
    case 0: do { out[i] = a * x[i] + y[i]; i += step;
    case 3:      out[i] = a * x[i] + y[i]; i += step;
    case 2:      out[i] = a * x[i] + y[i]; i += step;
    case 1:      out[i] = a * x[i] + y[i]; i += step;
            } while (--loops > 0);
    }
}
