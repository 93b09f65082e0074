__global__ void k(int* a) {
  int* p = (int*)__builtin_alloca(a[0]);
  p[0] = a[1]; p[1] = a[2]; a[3] = p[a[4]];
}
