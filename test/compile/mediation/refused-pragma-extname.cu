_Pragma("redefine_extname mma __emu_mma")
extern "C" __device__ void mma(int, int, int, int, int, unsigned);
__global__ void k(int* a) {
  mma(0, 0x20000000, 1, 2, 3, 0);
}
