__global__ void k(char* a) {
  __builtin___clear_cache(a, a + 10);
}
