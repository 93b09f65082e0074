__attribute__((target("atomics"))) __global__ void k(int* a) {
  __atomic_fetch_add(a, 1, __ATOMIC_SEQ_CST);
}
