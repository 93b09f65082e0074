#include <algorithm>
#include <cmath>
#include <math_constants.h>
__global__ void math(float *f, double *d, int *i, int n) {
  float x = f[0], y = f[1];
  double z = d[0];
  f[0] = sqrtf(x) + sqrt(x) + std::sqrt(x) + rsqrtf(x) + expf(x) + exp(x) + logf(x) + powf(x, y) + std::pow(x, y) + fabsf(x);
  f[1] = sinf(x) + cosf(x) + tanf(x) + tanhf(x) + atan2f(x, y) + floorf(x) + ceilf(x) + roundf(x) + truncf(x) + rintf(x);
  f[2] = fminf(x, y) + fmaxf(x, y) + min(x, y) + max(x, y) + fmodf(x, y) + hypotf(x, y) + copysignf(x, y) + fmaf(x, y, x);
  f[3] = abs(x) + std::abs(x) + fabs(x) + erff(x) + cbrtf(x) + exp2f(x) + log2f(x) + log10f(x) + exp10f(x) + lgammaf(x);
  f[4] = __expf(x) + __logf(x) + __sinf(x) + __cosf(x) + __powf(x, y) + __fdividef(x, y) + __saturatef(x) + __tanf(x);
  f[5] = erfinvf(x) + normcdff(x) + sinpif(x) + cospif(x) + norm3df(x, y, x) + rhypotf(x, y) + j0f(x) + cyl_bessel_i0f(x);
  f[6] = max(x, z) + min(1, n) + CUDART_PI_F + (float)CUDART_PI + INFINITY + ldexpf(x, 2) + fmaxf(0.f, 1.f) + pow(x, 2);
  d[0] = sqrt(z) + std::sqrt(z) + sin(z) + pow(z, 2.0) + pow(z, 2) + pow(2, n) + fabs(z) + fmax(z, 0.0) + floor(z) + rsqrt(z) + abs(z);
  d[1] = fma(z, z, z) + hypot(z, z) + log1p(z) + expm1(z) + erf(z) + tgamma(z) + nextafter(z, 2.0) + remainder(z, 2.0) + j1(z);
  i[0] = abs(n) + std::abs(n) + min(n, 3) + max(n, 4) + isnan(x) + isinf(z) + std::isnan(x) + std::isfinite(z) + signbit(x);
  i[1] = (int)lroundf(x) + (int)llrint(z) + ilogbf(x);
  sincosf(x, f, f + 1);
  sincos(z, d, d + 1);
  f[7] = modff(x, f + 2) + frexpf(x, i);
}
int main() {
  float x = 2.0f;
  double host = std::sqrt(x) + sqrt(2) + pow(2, 3) + ceil(5 / 2) + std::max(1, 2) + max(1, 2) + min(2.0f, x) + rsqrtf(x) + fmax(1, 2.0);
  return host > 100;
}
