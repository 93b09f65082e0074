extern "C" __device__ int* get(int*, int) __asm__("__emu_w4");
__global__ void k(int* a) {
  int* p = get(a, 0); p[0] = 1; p[400] = 2;
}
