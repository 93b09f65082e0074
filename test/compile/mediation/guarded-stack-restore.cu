__global__ void k(int* a) {
  for (int i = 0; i < 3; i++) { int n = a[i]; int v[n]; v[0] = n; a[i] = v[a[5]]; }
}
