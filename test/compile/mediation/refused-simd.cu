__attribute__((target("simd128"))) __global__ void k(float* a) {
  typedef float v __attribute__((vector_size(16)));
  *(v*)(a + 4) = *(v*)a;
}
