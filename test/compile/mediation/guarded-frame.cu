__global__ void k(int* a) {
  volatile int v[5000000];
  for (int i = 0; i < 5000000; i += 1000) v[i] = a[0];
  a[1] = v[a[2]];
}
