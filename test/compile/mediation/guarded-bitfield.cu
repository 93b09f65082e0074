struct bits { volatile unsigned a : 3; volatile unsigned long long b : 40; };
__global__ void k(bits* p) {
  p[1].a = p[0].b; p[2].b++;
}
