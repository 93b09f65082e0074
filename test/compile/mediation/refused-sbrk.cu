extern "C" __device__ int get(int) __asm__("sbrk");
__global__ void k(int* a) {
  a[0] = get(a[0]);
}
