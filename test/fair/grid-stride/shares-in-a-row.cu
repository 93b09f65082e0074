// Each block takes a contiguous share, and its threads walk through it.
__global__ void saxpy(float a, const float *x, const float *y, float *out, int n)
{
    int per = (n + gridDim.x - 1) / gridDim.x;
    int lo = per * blockIdx.x;
    int hi = lo + per < n ? lo + per : n;
    const float *px = x + lo, *py = y + lo;
    float *po = out + lo;
    for (int j = threadIdx.x; j < hi - lo; j += blockDim.x)
        po[j] = a * px[j] + py[j];
}
