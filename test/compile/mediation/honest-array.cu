__global__ void k(int* a) { const int n = 16; int v[n]; for (int i = 0; i < n; i++) v[i] = a[i]; __syncthreads(); for (int i = 0; i < n; i++) a[i] = v[n - 1 - i]; }
