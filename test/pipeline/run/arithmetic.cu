// Arithmetic without a defined result in C++, with the values that a GPU computes (PTX ISA), and arithmetic that has one.
#include <cstdio>

__global__ void undefined(int zero, int minus, int width) {
  printf("%d %d\n", 7 / zero, 7 % zero);                          // division-by-zero remainder-by-zero
  printf("%u %lld\n", 7u / (unsigned)zero, 8LL / zero);           // division-by-zero
  int smallest = -2147483647 - 1;
  smallest -= zero;
  printf("%d\n", smallest / minus);                               // division-overflow
  printf("%d %d\n", 1 << width, -8 >> width);                     // shift-width
  printf("%u %lld\n", 0x80000000u >> (width + 1), 1LL << minus);  // shift-width
}

__global__ void defined(float f, double d, float nan, int zero, int width) {
  // A cast saturates as `cvt` of PTX does; to less than 32 bits it goes by way of 32 bits.
  printf("%d %d %u %u\n", (int)f, (int)-f, (unsigned)f, (unsigned)-f);
  printf("%d %d %d %d\n", (signed char)(f * 0 + 300.f), (short)(f * 0 + 70000.f), (unsigned char)(d * 0 + 300), (short)d);
  printf("%lld %llu %lld\n", (long long)d, (unsigned long long)d, (long long)-d);
  printf("%d %d %lld %d\n", (int)nan, (int)(double)nan, (long long)nan, __float2int_rz(nan));
  // None of these happens.
  if (zero != 0) printf("%d\n", 7 / zero);
  printf("%d\n", width < 32 ? 1 << width : 0);
  printf("%u\n", __funnelshift_l(1u, 2u, (unsigned)width));
  printf("%d\n", zero == 0 ? 0 : 100 % zero);
}

int main() {
  undefined<<<1, 1>>>(0, -1, 32);
  cudaDeviceSynchronize();
  defined<<<1, 1>>>(3e9f, 1e20, __builtin_nanf(""), 0, 32);
  cudaDeviceSynchronize();
}
