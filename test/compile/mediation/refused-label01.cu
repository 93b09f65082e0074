extern "C" __device__ int frame(int) __asm__("\01__emu_frame");
__global__ void k(int* a) {
  a[0] = frame(64);
}
