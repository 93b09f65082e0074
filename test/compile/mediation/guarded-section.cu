__attribute__((section("emu_constants"))) __device__ int x[4] = {1, 2, 3, 4};
__global__ void k(int* a) {
  x[a[0]] = 4; a[0] = x[1];
}
