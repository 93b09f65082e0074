__global__ void k(int* a) {
  void* t[2] = {&&one, &&two};
  goto *t[a[0] & 1];
one: a[1] = 1; return;
two: a[1] = 2;
}
