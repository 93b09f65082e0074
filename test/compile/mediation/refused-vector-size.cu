typedef float wide __attribute__((vector_size(16)));
struct of_host { wide x; };
__global__ void k(float* a) {
  *(wide*)(a + 4) = *(wide*)a * 2.0f;
}
