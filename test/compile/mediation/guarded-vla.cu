__global__ void k(int* a) {
  int n = a[0];
  int p[n];
  for (int i = 0; i < n; i++) p[i] = i;
  a[1] = p[a[2]];
}
