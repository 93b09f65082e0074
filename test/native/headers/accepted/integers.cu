__global__ void integers(int *i, unsigned *u, long long *l, unsigned long long *q) {
  i[0] = __popc(u[0]) + __popcll(q[0]) + __clz(i[0]) + __clzll(l[0]) + __ffs(i[1]) + __ffsll(l[1]);
  u[0] = __brev(u[1]) + __byte_perm(u[0], u[1], 0x3210) + __umulhi(u[0], u[1]) + __umul24(u[0], u[1]) + __usad(u[0], u[1], u[2]);
  u[1] = __funnelshift_l(u[0], u[1], 3) + __funnelshift_r(u[0], u[1], 3) + __funnelshift_lc(u[0], u[1], 40) + __urhadd(1u, 2u);
  i[1] = __mulhi(i[0], i[1]) + __mul24(i[0], i[1]) + (int)__sad(i[0], i[1], 2u) + __hadd(1, 2) + __rhadd(1, 2) + __dp4a(i[0], i[1], i[2]);
  l[0] = __mul64hi(l[0], l[1]) + (long long)__umul64hi(q[0], q[1]) + (long long)__brevll(q[0]);
  u[2] = __dp4a(u[0], u[1], u[2]) + __uhadd(3u, 4u) + (unsigned)__dp2a_lo(i[0], i[1], i[2]);
}
int main() {}
