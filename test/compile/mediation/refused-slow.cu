extern "C" __device__ int get(int, int, int) __asm__("__emu_slow");
__global__ void k(int* a) {
  a[0] = get(1, 2, 3);
}
