extern "C" __attribute__((export_name("x"))) __device__ int x(int b) { return b; }
__global__ void k(int* a) {
  a[0] = x(1);
}
