// What code generation has no instructions for, computed by a kernel and by host code: the bits must be the same.
#include <cmath>
#include <cstdio>
#include <cstring>
typedef __int128 wide;
typedef unsigned __int128 uwide;

struct Results {
  unsigned long long bits[128];
  int count;
  __host__ __device__ void add(double value) { memcpy(&bits[count++], &value, 8); }
  __host__ __device__ void add(wide value) {
    bits[count++] = (unsigned long long)((uwide)value >> 64);
    bits[count++] = (unsigned long long)value;
  }
  __host__ __device__ void add(uwide value) { add((wide)value); }
  __host__ __device__ void add(long long value) { bits[count++] = (unsigned long long)value; }
  __host__ __device__ void add(unsigned long long value) { bits[count++] = value; }
};

__host__ __device__ void integers(Results &r, long long a, long long b, int s) {
  wide x = (wide)a * b, y = (wide)b << 33;
  uwide u = (uwide)x, v = (uwide)a * (unsigned long long)a;
  r.add(x), r.add(x / y), r.add(x % y), r.add(u / v), r.add(u % v), r.add(x / 1000), r.add(u % 1000u);
  r.add(x << s), r.add(x >> s), r.add(u >> s), r.add(-x), r.add(x + y - 5), r.add(x ^ y);
  r.add((double)x), r.add((double)(float)x), r.add((double)u), r.add((double)(float)(u >> 20));
  double d = (double)x;
  float f = (float)(x >> 20);
  r.add((wide)d), r.add((uwide)-d), r.add((wide)f), r.add((uwide)-f);
  r.add((long long)(x < y)), r.add((long long)(u > v)), r.add((long long)(x == y));
  long long product;
  r.add((long long)__builtin_mul_overflow(a, b, &product)), r.add(product);
  unsigned long long unsignedProduct;
  r.add((long long)__builtin_mul_overflow((unsigned long long)a, 7ULL, &unsignedProduct)), r.add(unsignedProduct);
  wide wideProduct;
  r.add((long long)__builtin_mul_overflow(x, (wide)a, &wideProduct)), r.add(wideProduct);
  r.add((long long)__builtin_popcountll((unsigned long long)(u >> 64)));
}

__host__ __device__ void functions(Results &r, double d, float f, int i) {
  double s, c, whole;
  float sf, cf, wholeF;
  int exponent, quotient;
  sincos(d, &s, &c), sincosf(f, &sf, &cf);
  r.add(s), r.add(c), r.add((double)sf), r.add((double)cf);
  r.add(fmod(d, s)), r.add((double)fmodf(f, sf)), r.add(pow(d, c)), r.add((double)powf(f, 1.5f));
  r.add(ldexp(d, i)), r.add(scalbn(d, -i)), r.add(scalbln(d, (long)i)), r.add((double)ldexpf(f, i));
  r.add(nearbyint(d)), r.add(rint(d)), r.add((double)lround(d)), r.add((double)llround(-d)), r.add((double)lrintf(f));
  r.add(remainder(d, s)), r.add(remquo(d, s, &quotient)), r.add((long long)quotient);
  r.add(frexp(d, &exponent)), r.add((long long)exponent), r.add(modf(d, &whole)), r.add(whole);
  r.add((double)modff(f, &wholeF)), r.add((double)wholeF);
  r.add(cbrt(d)), r.add(tgamma(d)), r.add(lgamma(d)), r.add(erf(d)), r.add(erfc(d)), r.add(hypot(d, s)), r.add(logb(d));
  r.add((long long)ilogb(d)), r.add(nextafter(d, s)), r.add(fdim(d, s)), r.add(j0(d)), r.add(y1(d)), r.add(jn(i, d));
  r.add(fma(d, s, c)), r.add(exp2(d)), r.add(expm1(s)), r.add(log1p(s * s)), r.add(asinh(d)), r.add(atan2(d, s));
  r.add(__builtin_powi(d, i)), r.add(round(d)), r.add(trunc(d)), r.add(copysign(d, -s));
}

__host__ __device__ void complexNumbers(Results &r, double d) {
  _Complex double a = d, b;
  __real__ b = 2;
  __imag__ b = d;
  a = a * b / (b + a);
  r.add(__real__ a), r.add(__imag__ a);
}

__host__ __device__ void all(Results &r, long long a, long long b, double d, float f, int i) {
  r.count = 0;
  integers(r, a, b, i);
  functions(r, d, f, i);
}

__global__ void compute(Results *r, Results *complex, long long a, long long b, double d, float f, int i) {
  all(*r, a, b, d, f, i);
  complex->count = 0;
  complexNumbers(*complex, d);
  // nvcc takes long double for double in device code.
  long double l = d, m = l * l / (l + i) - (long double)f;
  complex->add((double)(m > l)), complex->add((double)(long long)(m * 1000)), complex->add((double)(unsigned)m);
}

int main() {
  Results *r, *complex, seen, seenComplex, expected;
  cudaMalloc(&r, sizeof(Results)), cudaMalloc(&complex, sizeof(Results));
  compute<<<1, 1>>>(r, complex, 0x123456789abcdefLL, -987654321987LL, 2.75, 3.5f, 5);
  cudaMemcpy(&seen, r, sizeof(Results), cudaMemcpyDeviceToHost);
  cudaMemcpy(&seenComplex, complex, sizeof(Results), cudaMemcpyDeviceToHost);
  all(expected, 0x123456789abcdefLL, -987654321987LL, 2.75, 3.5f, 5);
  for (int i = 0; i < expected.count; i++)
    if (seen.bits[i] != expected.bits[i]) printf("%d: %llx %llx\n", i, seen.bits[i], expected.bits[i]);
  printf("%d of %d\n", seen.count, expected.count);
  for (int i = 0; i < seenComplex.count; i++) {
    double value;
    memcpy(&value, &seenComplex.bits[i], 8);
    printf("%.6f ", value);
  }
  cudaFree(r), cudaFree(complex);
}
