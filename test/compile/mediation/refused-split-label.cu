extern "C" __device__ void mma(int, int, int, int, int, unsigned) __asm__("__em" "\x75_mma");
__global__ void k(int* a) {
  mma(0, 0x20000000, 1, 2, 3, 0);
}
