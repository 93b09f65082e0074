// Every line that ends in the mark must be an error, with our headers and with nvcc; no other line may be one.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
__device__ void on_device() {}
__global__ void kernel(int n) {}
int main() {
  on_device();             // refused
  __syncthreads();         // refused
  float f = __expf(1.0f);  // refused
  double length = norm3d(1.0, 2.0, 2.0);           // refused
  double bessel = cyl_bessel_i0(1.0);              // refused
  int rounded = __half2int_rn(__half(2.5f));       // refused
  __nv_bfloat16 narrow = __int2bfloat16_rz(257);   // refused
}
