typedef float wide __attribute__((ext_vector_type(16)));
__global__ void k(float* a) {
  *(wide*)(a + 100) = *(wide*)a * 2.0f;
}
