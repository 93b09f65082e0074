extern "C" __attribute__((import_module("env"), import_name("x"))) __device__ int x(int);
__global__ void k(int* a) {
  a[0] = x(1);
}
