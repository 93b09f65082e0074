// The mathematical functions, each against the C library of the host in double precision: how far they may be off is
// said in the CUDA C++ Programming Guide ("Mathematical Functions", maximum error in ulp).
#include <math.h>
#include <stdio.h>

#define POINTS 64

__device__ float single(int function, float x, float y) {
  switch (function) {
    case 0: return sinf(x);
    case 1: return cosf(x);
    case 2: return tanf(x);
    case 3: return asinf(x);
    case 4: return acosf(x);
    case 5: return atanf(x);
    case 6: return sinhf(x);
    case 7: return coshf(x);
    case 8: return tanhf(x);
    case 9: return asinhf(x);
    case 10: return acoshf(x);
    case 11: return atanhf(x);
    case 12: return expf(x);
    case 13: return exp2f(x);
    case 14: return expm1f(x);
    case 15: return logf(x);
    case 16: return log2f(x);
    case 17: return log10f(x);
    case 18: return log1pf(x);
    case 19: return sqrtf(x);
    case 20: return cbrtf(x);
    case 21: return erff(x);
    case 22: return erfcf(x);
    case 23: return tgammaf(x);
    case 24: return lgammaf(x);
    case 25: return j0f(x);
    case 26: return j1f(x);
    case 27: return y0f(x);
    case 28: return y1f(x);
    case 29: return floorf(x);
    case 30: return ceilf(x);
    case 31: return truncf(x);
    case 32: return roundf(x);
    case 33: return rintf(x);
    case 34: return nearbyintf(x);
    case 35: return fabsf(x);
    case 36: return logbf(x);
    case 100: return powf(x, y);
    case 101: return atan2f(x, y);
    case 102: return hypotf(x, y);
    case 103: return fmodf(x, y);
    case 104: return remainderf(x, y);
    case 105: return fdimf(x, y);
    case 106: return fmaxf(x, y);
    case 107: return fminf(x, y);
    case 108: return copysignf(x, y);
    case 109: return nextafterf(x, y);
  }
  return 0;
}

// The C library's on the host, CUDA's on the device.
__host__ __device__ double wide(int function, double x, double y) {
  switch (function) {
    case 0: return sin(x);
    case 1: return cos(x);
    case 2: return tan(x);
    case 3: return asin(x);
    case 4: return acos(x);
    case 5: return atan(x);
    case 6: return sinh(x);
    case 7: return cosh(x);
    case 8: return tanh(x);
    case 9: return asinh(x);
    case 10: return acosh(x);
    case 11: return atanh(x);
    case 12: return exp(x);
    case 13: return exp2(x);
    case 14: return expm1(x);
    case 15: return log(x);
    case 16: return log2(x);
    case 17: return log10(x);
    case 18: return log1p(x);
    case 19: return sqrt(x);
    case 20: return cbrt(x);
    case 21: return erf(x);
    case 22: return erfc(x);
    case 23: return tgamma(x);
    case 24: return lgamma(x);
    case 25: return j0(x);
    case 26: return j1(x);
    case 27: return y0(x);
    case 28: return y1(x);
    case 29: return floor(x);
    case 30: return ceil(x);
    case 31: return trunc(x);
    case 32: return round(x);
    case 33: return rint(x);
    case 34: return nearbyint(x);
    case 35: return fabs(x);
    case 36: return logb(x);
    case 100: return pow(x, y);
    case 101: return atan2(x, y);
    case 102: return hypot(x, y);
    case 103: return fmod(x, y);
    case 104: return remainder(x, y);
    case 105: return fdim(x, y);
    case 106: return fmax(x, y);
    case 107: return fmin(x, y);
    case 108: return copysign(x, y);
    case 109: return nextafter(x, y);
  }
  return 0;
}

__global__ void evaluate(int function, const double *x, const double *y, double *singles, double *wides) {
  int i = threadIdx.x;
  singles[i] = single(function, (float)x[i], (float)y[i]);
  wides[i] = wide(function, x[i], y[i]);
}

static double *x, *y, *singles, *wides;

// Distance in units of the last place of a number with so many bits.
static bool near(double got, double want, int bits, double ulps) {
  if (isnan(want)) return isnan(got);
  int exponent;
  frexp(want, &exponent);
  return fabs(got - want) <= ulps * ldexp(1.0, exponent - bits);
}

// What a function gives from `low` to `high`; the inputs are exact in single precision.
static bool evaluated(int function, double low, double high, double ulps, bool inSingle) {
  double in[POINTS], other[POINTS], got[POINTS];
  for (int i = 0; i < POINTS; i++) {
    in[i] = (float)(low + (high - low) * i / (POINTS - 1));
    other[i] = (float)(i % 7 - 2.75);
  }
  cudaMemcpy(x, in, sizeof in, cudaMemcpyHostToDevice);
  cudaMemcpy(y, other, sizeof other, cudaMemcpyHostToDevice);
  evaluate<<<1, POINTS>>>(function, x, y, singles, wides);
  cudaMemcpy(got, inSingle ? singles : wides, sizeof got, cudaMemcpyDeviceToHost);
  // Half a unit more, for the rounding of what is expected.
  for (int i = 0; i < POINTS; i++)
    if (!near(got[i], wide(function, in[i], other[i]), inSingle ? 24 : 53, ulps == 0 ? 0 : ulps + 0.5)) return false;
  return true;
}
static bool single_within(int function, double low, double high, double ulps) { return evaluated(function, low, high, ulps, true); }
static bool within(int function, double low, double high, double ulps) { return evaluated(function, low, high, ulps, false); }

int main() {
  cudaMalloc(&x, POINTS * sizeof(double));
  cudaMalloc(&y, POINTS * sizeof(double));
  cudaMalloc(&singles, POINTS * sizeof(double));
  cudaMalloc(&wides, POINTS * sizeof(double));

  check(single_within(0, -10, 10, 2), "sinf is off by at most 2 ulp");
  check(within(0, -10, 10, 2), "sin is off by at most 2 ulp");
  check(single_within(1, -10, 10, 2), "cosf is off by at most 2 ulp");
  check(within(1, -10, 10, 2), "cos is off by at most 2 ulp");
  check(single_within(2, -1.5, 1.5, 4), "tanf is off by at most 4 ulp");
  check(within(2, -1.5, 1.5, 2), "tan is off by at most 2 ulp");
  check(single_within(3, -0.99, 0.99, 2), "asinf is off by at most 2 ulp");
  check(within(3, -0.99, 0.99, 2), "asin is off by at most 2 ulp");
  check(single_within(4, -0.99, 0.99, 2), "acosf is off by at most 2 ulp");
  check(within(4, -0.99, 0.99, 2), "acos is off by at most 2 ulp");
  check(single_within(5, -20, 20, 2), "atanf is off by at most 2 ulp");
  check(within(5, -20, 20, 2), "atan is off by at most 2 ulp");
  check(single_within(6, -8, 8, 3), "sinhf is off by at most 3 ulp");
  check(within(6, -8, 8, 2), "sinh is off by at most 2 ulp");
  check(single_within(7, -8, 8, 2), "coshf is off by at most 2 ulp");
  check(within(7, -8, 8, 1), "cosh is off by at most 1 ulp");
  check(single_within(8, -4, 4, 2), "tanhf is off by at most 2 ulp");
  check(within(8, -4, 4, 2), "tanh is off by at most 2 ulp");
  check(single_within(9, -50, 50, 3), "asinhf is off by at most 3 ulp");
  check(within(9, -50, 50, 3), "asinh is off by at most 3 ulp");
  check(single_within(10, 1.01, 50, 4), "acoshf is off by at most 4 ulp");
  check(within(10, 1.01, 50, 3), "acosh is off by at most 3 ulp");
  check(single_within(11, -0.95, 0.95, 3), "atanhf is off by at most 3 ulp");
  check(within(11, -0.95, 0.95, 2), "atanh is off by at most 2 ulp");
  check(single_within(12, -20, 20, 2), "expf is off by at most 2 ulp");
  check(within(12, -20, 20, 1), "exp is off by at most 1 ulp");
  check(single_within(13, -20, 20, 2), "exp2f is off by at most 2 ulp");
  check(within(13, -20, 20, 1), "exp2 is off by at most 1 ulp");
  check(single_within(14, -3, 8, 1), "expm1f is off by at most 1 ulp");
  check(within(14, -3, 8, 1), "expm1 is off by at most 1 ulp");
  check(single_within(15, 0.01, 100, 1), "logf is off by at most 1 ulp");
  check(within(15, 0.01, 100, 1), "log is off by at most 1 ulp");
  check(single_within(16, 0.01, 100, 1), "log2f is off by at most 1 ulp");
  check(within(16, 0.01, 100, 1), "log2 is off by at most 1 ulp");
  check(single_within(17, 0.01, 100, 2), "log10f is off by at most 2 ulp");
  check(within(17, 0.01, 100, 1), "log10 is off by at most 1 ulp");
  check(single_within(18, -0.9, 50, 1), "log1pf is off by at most 1 ulp");
  check(within(18, -0.9, 50, 1), "log1p is off by at most 1 ulp");
  check(single_within(19, 0.01, 1000, 1), "sqrtf is off by at most 1 ulp");
  check(within(19, 0.01, 1000, 1), "sqrt is off by at most 1 ulp");
  check(single_within(20, -100, 100, 1), "cbrtf is off by at most 1 ulp");
  check(within(20, -100, 100, 1), "cbrt is off by at most 1 ulp");
  check(single_within(21, -3, 3, 2), "erff is off by at most 2 ulp");
  check(within(21, -3, 3, 2), "erf is off by at most 2 ulp");
  check(single_within(22, -2, 4, 4), "erfcf is off by at most 4 ulp");
  check(within(22, -2, 4, 5), "erfc is off by at most 5 ulp");
  check(single_within(23, 0.2, 9, 5), "tgammaf is off by at most 5 ulp");
  check(within(23, 0.2, 9, 10), "tgamma is off by at most 10 ulp");
  check(single_within(24, 3, 30, 6), "lgammaf is off by at most 6 ulp");
  check(within(24, 3, 30, 4), "lgamma is off by at most 4 ulp");
  check(single_within(25, 0.2, 2, 9), "j0f is off by at most 9 ulp");
  check(within(25, 0.2, 2, 7), "j0 is off by at most 7 ulp");
  check(single_within(26, 0.2, 3, 9), "j1f is off by at most 9 ulp");
  check(within(26, 0.2, 3, 7), "j1 is off by at most 7 ulp");
  check(single_within(27, 1, 3.5, 9), "y0f is off by at most 9 ulp");
  check(within(27, 1, 3.5, 7), "y0 is off by at most 7 ulp");
  check(single_within(28, 0.2, 2, 9), "y1f is off by at most 9 ulp");
  check(within(28, 0.2, 2, 7), "y1 is off by at most 7 ulp");
  check(single_within(29, -9, 9, 0), "floorf is exact");
  check(within(29, -9, 9, 0), "floor is exact");
  check(single_within(30, -9, 9, 0), "ceilf is exact");
  check(within(30, -9, 9, 0), "ceil is exact");
  check(single_within(31, -9, 9, 0), "truncf is exact");
  check(within(31, -9, 9, 0), "trunc is exact");
  check(single_within(32, -9, 9, 0), "roundf is exact");
  check(within(32, -9, 9, 0), "round is exact");
  check(single_within(33, -9, 9, 0), "rintf is exact");
  check(within(33, -9, 9, 0), "rint is exact");
  check(single_within(34, -9, 9, 0), "nearbyintf is exact");
  check(within(34, -9, 9, 0), "nearbyint is exact");
  check(single_within(35, -9, 9, 0), "fabsf is exact");
  check(within(35, -9, 9, 0), "fabs is exact");
  check(single_within(36, 0.1, 900, 0), "logbf is exact");
  check(within(36, 0.1, 900, 0), "logb is exact");
  check(single_within(100, 0.5, 20, 4), "powf is off by at most 4 ulp");
  check(within(100, 0.5, 20, 2), "pow is off by at most 2 ulp");
  check(single_within(101, -5, 5, 3), "atan2f is off by at most 3 ulp");
  check(within(101, -5, 5, 2), "atan2 is off by at most 2 ulp");
  check(single_within(102, -9, 9, 3), "hypotf is off by at most 3 ulp");
  check(within(102, -9, 9, 2), "hypot is off by at most 2 ulp");
  check(single_within(103, 0.5, 20, 0), "fmodf is exact");
  check(within(103, 0.5, 20, 0), "fmod is exact");
  check(single_within(104, 0.5, 20, 0), "remainderf is exact");
  check(within(104, 0.5, 20, 0), "remainder is exact");
  check(single_within(105, -9, 9, 0.5), "fdimf is off by at most 0.5 ulp");
  check(within(105, -9, 9, 0), "fdim is exact");
  check(single_within(106, -9, 9, 0), "fmaxf is exact");
  check(within(106, -9, 9, 0), "fmax is exact");
  check(single_within(107, -9, 9, 0), "fminf is exact");
  check(within(107, -9, 9, 0), "fmin is exact");
  check(single_within(108, -9, 9, 0), "copysignf is exact");
  check(within(108, -9, 9, 0), "copysign is exact");
  check(within(109, -9, 9, 0), "nextafter is exact");
  cudaFree(x), cudaFree(y), cudaFree(singles), cudaFree(wides);
}
