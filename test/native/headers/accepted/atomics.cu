__global__ void atomics(int *i, unsigned *u, unsigned long long *q, float *f, double *d, long long *l, unsigned short *s) {
  __shared__ int bins[32];
  atomicAdd(&bins[threadIdx.x], 1);
  i[0] = atomicAdd(i, 1) + atomicSub(i, 1) + atomicExch(i, 3) + atomicMin(i, 2) + atomicMax(i, 9) + atomicCAS(i, 1, 2);
  i[1] = atomicAnd(i, 1) + atomicOr(i, 2) + atomicXor(i, 3);
  u[0] = atomicAdd(u, 1u) + atomicSub(u, 1u) + atomicExch(u, 3u) + atomicMin(u, 2u) + atomicMax(u, 9u);
  u[1] = atomicInc(u, 5u) + atomicDec(u, 5u) + atomicCAS(u, 1u, 2u) + atomicAnd(u, 1u) + atomicOr(u, 2u) + atomicXor(u, 3u);
  q[0] = atomicAdd(q, 1ull) + atomicExch(q, 3ull) + atomicMin(q, 2ull) + atomicMax(q, 9ull) + atomicCAS(q, 1ull, 2ull);
  q[1] = atomicAnd(q, 1ull) + atomicOr(q, 2ull) + atomicXor(q, 3ull);
  l[0] = atomicMin(l, 2ll) + atomicMax(l, 9ll) + atomicAnd(l, 1ll) + atomicOr(l, 2ll) + atomicXor(l, 3ll);
  f[0] = atomicAdd(f, 1.0f) + atomicExch(f, 2.0f);
  d[0] = atomicAdd(d, 1.0);
  s[0] = atomicCAS(s, (unsigned short)1, (unsigned short)2);
  atomicAdd_block(i, 1);
  atomicAdd_system(f, 1.0f);
  atomicMax_block(u, 1u);
  atomicCAS_system(i, 1, 2);
  float2 pair = atomicAdd((float2 *)f, make_float2(1, 2));
  f[1] = pair.x;
}
int main() {}
