__global__ void rounding(float *f, double *d, int *i, unsigned *u, long long *l, unsigned long long *q) {
  float x = f[0], y = f[1];
  double z = d[0], w = d[1];
  f[0] = __fadd_rn(x, y) + __fadd_rz(x, y) + __fadd_ru(x, y) + __fadd_rd(x, y) + __fsub_rn(x, y) + __fmul_rn(x, y) + __fmul_rz(x, y);
  f[1] = __fmaf_rn(x, y, x) + __fmaf_rz(x, y, x) + __fdiv_rn(x, y) + __fdiv_ru(x, y) + __frcp_rn(x) + __fsqrt_rn(x) + __frsqrt_rn(x);
  f[2] = __int2float_rn(3) + __uint2float_rd(3u) + __ll2float_ru(3ll) + __ull2float_rz(3ull) + __double2float_rn(z) + __double2float_rd(z);
  d[0] = __dadd_rn(z, w) + __dmul_ru(z, w) + __ddiv_rn(z, w) + __dsqrt_rd(z) + __fma_rn(z, w, z) + __fma_rd(z, w, z) + __drcp_rn(z);
  d[1] = __ll2double_rn(3ll) + __int2double_rn(3) + __ull2double_ru(3ull) + __longlong_as_double(3ll) + __hiloint2double(1, 2);
  i[0] = __float2int_rn(x) + __float2int_rz(x) + __float2int_ru(x) + __float2int_rd(x) + __double2int_rn(z) + __float_as_int(x);
  u[0] = __float2uint_rn(x) + __double2uint_rz(z) + __float_as_uint(x);
  l[0] = __float2ll_rn(x) + __double2ll_rd(z) + __double_as_longlong(z);
  q[0] = __float2ull_rz(x) + __double2ull_rn(z);
  f[3] = __int_as_float(0x3f800000) + __uint_as_float(u[1]);
  i[1] = __double2hiint(z) + __double2loint(z);
}
int main() {}
