template <class F> __global__ void apply(F f, int* a) { a[threadIdx.x] = f(a[threadIdx.x]); }
template __global__ void apply<int(*)(int)>(int(*)(int), int*);
__global__ void k(int* a) { int v[3] = {a[0], a[1], a[2]}; auto f = [&](int i) { return v[i]; }; a[0] = f(a[3] & 1); }
