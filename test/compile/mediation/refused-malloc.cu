extern "C" __device__ void* get(unsigned) __asm__("malloc");
__global__ void k(int* a) {
  a[0] = *(int*)get(4);
}
