typedef float wide __attribute__((ext_vector_type(4096)));
__global__ void k(float* a) {
  *(wide*)(a + 100) = *(wide*)a;
}
