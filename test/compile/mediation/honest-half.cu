#include <cuda_fp16.h>
__global__ void k(__half* a, float* b) { a[0] = __float2half(b[0]) + a[1]; b[1] = __half2float(a[2] * a[3]); }
