struct A { __device__ virtual int f(int x) { return x; } }; struct B : A { int y[8]; __device__ int f(int x) override { return y[x & 7]; } };
__device__ __noinline__ int call(A* a, int x) { return a->f(x); }
__global__ void k(int* a) { A x; B y; y.y[3] = a[1]; a[0] = call(a[2] ? &x : &y, 3); }
