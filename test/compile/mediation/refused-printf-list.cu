extern "C" __device__ int print(const char*, int) __asm__("__emu_printf");
__global__ void k(int* a) {
  print("%d", 0x20000000);
}
