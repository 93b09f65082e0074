__global__ void k(int* a) {
  __builtin_memcpy_inline(a, a + 100, 64);
}
