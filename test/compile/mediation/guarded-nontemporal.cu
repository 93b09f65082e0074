__global__ void k(int* a) {
  __builtin_nontemporal_store(__builtin_nontemporal_load(a + 1), a + 2);
}
