__global__ void k(int* a) { int v[20000]; for (int i = 0; i < 20000; i++) v[i] = a[i & 7]; __syncthreads(); a[0] = v[a[1] & 8191]; }
