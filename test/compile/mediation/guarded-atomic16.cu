__global__ void k(__int128* a) {
  __atomic_fetch_add(a, (__int128)1, __ATOMIC_SEQ_CST);
}
