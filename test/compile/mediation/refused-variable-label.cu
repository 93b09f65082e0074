__device__ int used asm("llvm." "used");
__global__ void k(int* a) {
  used = a[0];
}
