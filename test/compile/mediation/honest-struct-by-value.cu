struct V { double x[6]; __device__ V() { for (int i = 0; i < 6; i++) x[i] = i; } __device__ V(const V& o) { for (int i = 0; i < 6; i++) x[i] = o.x[i] + 1; } };
struct W { double x[6]; };
__device__ __noinline__ double f(V v, W w, int i) { return v.x[i] + w.x[5 - i] + w.x[0]; }
__global__ void k(W* w, double* o) { V v; o[0] = f(v, w[1], (int)o[1]) + f(v, *w, 2); }
