struct three { char c[3]; };
__global__ void k(three* a) {
  three b; __atomic_load(a, &b, __ATOMIC_SEQ_CST); a[1] = b;
}
