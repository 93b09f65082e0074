extern "C" __device__ void copy(const void*, void*, unsigned) __asm__("bcopy");
__global__ void k(float* a) {
  copy(a, a + 100, 4);
}
