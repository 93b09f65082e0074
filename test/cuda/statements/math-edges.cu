// Edge cases of the mathematical functions (CUDA Math API), those that tell kinds of numbers apart, and the fast
// intrinsics (CUDA C++ Programming Guide, "Intrinsic Functions").
// Distance in units of the last place of what is expected, and half a unit more for its own rounding.
__device__ bool within(float got, double want, double ulps) {
  return fabs(got - want) <= (ulps == 0 ? 0 : ulps + 0.5) * scalbn(1.0, ilogb(want) - 23);
}
__device__ bool within(double got, double want, double ulps) {
  return fabs(got - want) <= (ulps == 0 ? 0 : ulps + 0.5) * scalbn(1.0, ilogb(want) - 52);
}
__device__ bool same(double a, double b) { return a == b && signbit(a) == signbit(b); }

__global__ void singles(float zero, float one, float infinity, float nan) {
  check(same(sinf(zero), zero) && same(sinf(-zero), -zero) && isnan(sinf(infinity)), "sinf of ±0 is ±0, of infinity NaN");
  check(cosf(-zero) == 1 && isnan(cosf(infinity)), "cosf of 0 is 1, of infinity NaN");
  check(same(tanf(-zero), -zero) && isnan(tanf(infinity)), "tanf of ±0 is ±0, of infinity NaN");
  check(same(asinf(-zero), -zero) && isnan(asinf(one + one)), "asinf of ±0 is ±0, beyond 1 NaN");
  check(same(acosf(one), zero) && isnan(acosf(one + one)), "acosf of 1 is +0, beyond it NaN");
  check(same(atanf(-zero), -zero) && within(atanf(infinity), 0x1.921fb54442d18p0, 2), "atanf of ±0 is ±0, of infinity half of pi");
  check(same(sinhf(-zero), -zero) && sinhf(-infinity) == -infinity, "sinhf of ±0 is ±0, of an infinity the same");
  check(coshf(zero) == 1 && coshf(-infinity) == infinity, "coshf of 0 is 1, of any infinity the positive one");
  check(same(tanhf(-zero), -zero) && tanhf(-infinity) == -1, "tanhf of ±0 is ±0, of an infinity 1 with its sign");
  check(same(asinhf(-zero), -zero) && asinhf(-infinity) == -infinity, "asinhf of ±0 is ±0, of an infinity the same");
  check(same(acoshf(one), zero) && isnan(acoshf(zero)) && acoshf(infinity) == infinity, "acoshf of 1 is +0, below NaN, of infinity infinity");
  check(same(atanhf(-zero), -zero) && atanhf(one) == infinity && isnan(atanhf(one + one)), "atanhf of ±0 is ±0, of 1 infinity, beyond it NaN");
  check(expf(-zero) == 1 && same(expf(-infinity), zero) && expf(infinity) == infinity, "expf of 0 is 1, of negative infinity +0");
  check(exp2f(-zero) == 1 && same(exp2f(-infinity), zero) && exp2f(infinity) == infinity, "exp2f of 0 is 1, of negative infinity +0");
  check(same(expm1f(-zero), -zero) && expm1f(-infinity) == -1 && expm1f(infinity) == infinity, "expm1f of ±0 is ±0, of negative infinity -1");
  check(logf(-zero) == -infinity && same(logf(one), zero) && isnan(logf(-one)), "logf of 0 is negative infinity, of 1 +0, of negative numbers NaN");
  check(log2f(-zero) == -infinity && same(log2f(one), zero) && isnan(log2f(-one)), "log2f of 0 is negative infinity, of 1 +0, of negative numbers NaN");
  check(log10f(-zero) == -infinity && same(log10f(one), zero) && isnan(log10f(-one)), "log10f of 0 is negative infinity, of 1 +0, of negative numbers NaN");
  check(same(log1pf(-zero), -zero) && log1pf(-one) == -infinity && isnan(log1pf(-one - one)), "log1pf of ±0 is ±0, of -1 negative infinity, below NaN");
  check(same(sqrtf(-zero), -zero) && sqrtf(infinity) == infinity && isnan(sqrtf(-one)), "sqrtf of ±0 is ±0, of negative numbers NaN");
  check(same(cbrtf(-zero), -zero) && cbrtf(-infinity) == -infinity, "cbrtf of ±0 is ±0, of an infinity the same");
  check(same(erff(-zero), -zero) && erff(-infinity) == -1, "erff of ±0 is ±0, of an infinity 1 with its sign");
  check(erfcf(-infinity) == 2 && same(erfcf(infinity), zero), "erfcf of negative infinity is 2, of the positive one +0");
  check(tgammaf(-zero) == -infinity && isnan(tgammaf(-one)) && tgammaf(infinity) == infinity, "tgammaf of ±0 is an infinity of its sign, of negative whole numbers NaN");
  check(same(lgammaf(one), zero) && lgammaf(zero) == infinity && lgammaf(-infinity) == infinity, "lgammaf of 1 is +0, of 0 and any infinity infinity");
  check(fabsf(j0f(zero) - 1) < 1e-6f && j0f(infinity) == 0, "j0f of 0 is about 1, of infinity 0");
  check(same(j1f(-zero), -zero) && j1f(infinity) == 0, "j1f of ±0 is ±0, of infinity 0");
  check(y0f(zero) == -infinity && isnan(y0f(-one)), "y0f of 0 is negative infinity, of negative numbers NaN");
  check(y1f(zero) == -infinity && isnan(y1f(-one)), "y1f of 0 is negative infinity, of negative numbers NaN");
  check(same(floorf(-zero), -zero) && floorf(-infinity) == -infinity && floorf(-one / 2) == -1, "floorf of ±0 is ±0, of an infinity the same");
  check(same(ceilf(-zero), -zero) && ceilf(-infinity) == -infinity && same(ceilf(-one / 2), -zero), "ceilf of ±0 is ±0, of an infinity the same");
  check(same(truncf(-zero), -zero) && truncf(-infinity) == -infinity && same(truncf(-one / 2), -zero), "truncf of ±0 is ±0, of an infinity the same");
  check(same(roundf(-zero), -zero) && roundf(-infinity) == -infinity && roundf(-one / 2) == -1, "roundf of ±0 is ±0, and halves go away from zero");
  check(same(rintf(-zero), -zero) && rintf(-infinity) == -infinity && rintf(one + one / 2) == 2 && rintf(one / 2) == 0, "rintf of ±0 is ±0, and halves go to even numbers");
  check(same(nearbyintf(-zero), -zero) && nearbyintf(-infinity) == -infinity && nearbyintf(one + one / 2) == 2 && nearbyintf(one / 2) == 0, "nearbyintf of ±0 is ±0, and halves go to even numbers");
  check(same(fabsf(-zero), zero) && fabsf(-infinity) == infinity, "fabsf of ±0 is +0, of any infinity the positive one");
  check(logbf(zero) == -infinity && logbf(-infinity) == infinity, "logbf of 0 is negative infinity, of any infinity the positive one");
  check(powf(-zero, -one) == -infinity && powf(-one, infinity) == 1 && powf(one, nan) == 1 && powf(nan, zero) == 1 && isnan(powf(-one - one, one / 2)), "powf of 1 or to the power 0 is 1 even with NaN, of a negative number to a broken power NaN");
  check(same(atan2f(-zero, one), -zero) && within(atan2f(zero, -zero), 0x1.921fb54442d18p1, 3) && within(atan2f(infinity, infinity), 0x1.921fb54442d18p-1, 3), "atan2f of +0 and -0 is pi, of two infinities a quarter of pi");
  check(hypotf(infinity, nan) == infinity && hypotf(-zero, zero) == 0, "hypotf of an infinity is infinity, even with NaN");
  check(same(fmodf(-zero, one), -zero) && fmodf(one, infinity) == 1 && isnan(fmodf(one, zero)), "fmodf by infinity is the number, by 0 NaN");
  check(same(remainderf(-zero, one), -zero) && remainderf(one, infinity) == 1 && isnan(remainderf(one, zero)), "remainderf by infinity is the number, by 0 NaN");
  check(same(fdimf(zero, one), zero) && isnan(fdimf(nan, one)), "fdimf of what is not larger is +0, of NaN NaN");
  check(fmaxf(nan, one) == 1 && isnan(fmaxf(nan, nan)), "fmaxf of a number and NaN is the number");
  check(fminf(nan, one) == 1 && isnan(fminf(nan, nan)), "fminf of a number and NaN is the number");
  check(same(copysignf(zero, -one), -zero) && copysignf(infinity, -zero) == -infinity, "copysignf takes the sign of 0 as well");
  check(nextafterf(one, one) == 1 && nextafterf(zero, one) > 0 && nextafterf(zero, one) / 2 == 0, "nextafterf of a number and itself is the number, of 0 the least one");
}
__global__ void doubles(double zero, double one, double infinity, double nan) {
  check(same(sin(zero), zero) && same(sin(-zero), -zero) && isnan(sin(infinity)), "sin of ±0 is ±0, of infinity NaN");
  check(cos(-zero) == 1 && isnan(cos(infinity)), "cos of 0 is 1, of infinity NaN");
  check(same(tan(-zero), -zero) && isnan(tan(infinity)), "tan of ±0 is ±0, of infinity NaN");
  check(same(asin(-zero), -zero) && isnan(asin(one + one)), "asin of ±0 is ±0, beyond 1 NaN");
  check(same(acos(one), zero) && isnan(acos(one + one)), "acos of 1 is +0, beyond it NaN");
  check(same(atan(-zero), -zero) && within(atan(infinity), 0x1.921fb54442d18p0, 2), "atan of ±0 is ±0, of infinity half of pi");
  check(same(sinh(-zero), -zero) && sinh(-infinity) == -infinity, "sinh of ±0 is ±0, of an infinity the same");
  check(cosh(zero) == 1 && cosh(-infinity) == infinity, "cosh of 0 is 1, of any infinity the positive one");
  check(same(tanh(-zero), -zero) && tanh(-infinity) == -1, "tanh of ±0 is ±0, of an infinity 1 with its sign");
  check(same(asinh(-zero), -zero) && asinh(-infinity) == -infinity, "asinh of ±0 is ±0, of an infinity the same");
  check(same(acosh(one), zero) && isnan(acosh(zero)) && acosh(infinity) == infinity, "acosh of 1 is +0, below NaN, of infinity infinity");
  check(same(atanh(-zero), -zero) && atanh(one) == infinity && isnan(atanh(one + one)), "atanh of ±0 is ±0, of 1 infinity, beyond it NaN");
  check(exp(-zero) == 1 && same(exp(-infinity), zero) && exp(infinity) == infinity, "exp of 0 is 1, of negative infinity +0");
  check(exp2(-zero) == 1 && same(exp2(-infinity), zero) && exp2(infinity) == infinity, "exp2 of 0 is 1, of negative infinity +0");
  check(same(expm1(-zero), -zero) && expm1(-infinity) == -1 && expm1(infinity) == infinity, "expm1 of ±0 is ±0, of negative infinity -1");
  check(log(-zero) == -infinity && same(log(one), zero) && isnan(log(-one)), "log of 0 is negative infinity, of 1 +0, of negative numbers NaN");
  check(log2(-zero) == -infinity && same(log2(one), zero) && isnan(log2(-one)), "log2 of 0 is negative infinity, of 1 +0, of negative numbers NaN");
  check(log10(-zero) == -infinity && same(log10(one), zero) && isnan(log10(-one)), "log10 of 0 is negative infinity, of 1 +0, of negative numbers NaN");
  check(same(log1p(-zero), -zero) && log1p(-one) == -infinity && isnan(log1p(-one - one)), "log1p of ±0 is ±0, of -1 negative infinity, below NaN");
  check(same(sqrt(-zero), -zero) && sqrt(infinity) == infinity && isnan(sqrt(-one)), "sqrt of ±0 is ±0, of negative numbers NaN");
  check(same(cbrt(-zero), -zero) && cbrt(-infinity) == -infinity, "cbrt of ±0 is ±0, of an infinity the same");
  check(same(erf(-zero), -zero) && erf(-infinity) == -1, "erf of ±0 is ±0, of an infinity 1 with its sign");
  check(erfc(-infinity) == 2 && same(erfc(infinity), zero), "erfc of negative infinity is 2, of the positive one +0");
  check(tgamma(-zero) == -infinity && isnan(tgamma(-one)) && tgamma(infinity) == infinity, "tgamma of ±0 is an infinity of its sign, of negative whole numbers NaN");
  check(same(lgamma(one), zero) && lgamma(zero) == infinity && lgamma(-infinity) == infinity, "lgamma of 1 is +0, of 0 and any infinity infinity");
  check(fabs(j0(zero) - 1) < 1e-15 && j0(infinity) == 0, "j0 of 0 is about 1, of infinity 0");
  check(same(j1(-zero), -zero) && j1(infinity) == 0, "j1 of ±0 is ±0, of infinity 0");
  check(y0(zero) == -infinity && isnan(y0(-one)), "y0 of 0 is negative infinity, of negative numbers NaN");
  check(y1(zero) == -infinity && isnan(y1(-one)), "y1 of 0 is negative infinity, of negative numbers NaN");
  check(same(floor(-zero), -zero) && floor(-infinity) == -infinity && floor(-one / 2) == -1, "floor of ±0 is ±0, of an infinity the same");
  check(same(ceil(-zero), -zero) && ceil(-infinity) == -infinity && same(ceil(-one / 2), -zero), "ceil of ±0 is ±0, of an infinity the same");
  check(same(trunc(-zero), -zero) && trunc(-infinity) == -infinity && same(trunc(-one / 2), -zero), "trunc of ±0 is ±0, of an infinity the same");
  check(same(round(-zero), -zero) && round(-infinity) == -infinity && round(-one / 2) == -1, "round of ±0 is ±0, and halves go away from zero");
  check(same(rint(-zero), -zero) && rint(-infinity) == -infinity && rint(one + one / 2) == 2 && rint(one / 2) == 0, "rint of ±0 is ±0, and halves go to even numbers");
  check(same(nearbyint(-zero), -zero) && nearbyint(-infinity) == -infinity && nearbyint(one + one / 2) == 2 && nearbyint(one / 2) == 0, "nearbyint of ±0 is ±0, and halves go to even numbers");
  check(same(fabs(-zero), zero) && fabs(-infinity) == infinity, "fabs of ±0 is +0, of any infinity the positive one");
  check(logb(zero) == -infinity && logb(-infinity) == infinity, "logb of 0 is negative infinity, of any infinity the positive one");
  check(pow(-zero, -one) == -infinity && pow(-one, infinity) == 1 && pow(one, nan) == 1 && pow(nan, zero) == 1 && isnan(pow(-one - one, one / 2)), "pow of 1 or to the power 0 is 1 even with NaN, of a negative number to a broken power NaN");
  check(same(atan2(-zero, one), -zero) && within(atan2(zero, -zero), 0x1.921fb54442d18p1, 3) && within(atan2(infinity, infinity), 0x1.921fb54442d18p-1, 3), "atan2 of +0 and -0 is pi, of two infinities a quarter of pi");
  check(hypot(infinity, nan) == infinity && hypot(-zero, zero) == 0, "hypot of an infinity is infinity, even with NaN");
  check(same(fmod(-zero, one), -zero) && fmod(one, infinity) == 1 && isnan(fmod(one, zero)), "fmod by infinity is the number, by 0 NaN");
  check(same(remainder(-zero, one), -zero) && remainder(one, infinity) == 1 && isnan(remainder(one, zero)), "remainder by infinity is the number, by 0 NaN");
  check(same(fdim(zero, one), zero) && isnan(fdim(nan, one)), "fdim of what is not larger is +0, of NaN NaN");
  check(fmax(nan, one) == 1 && isnan(fmax(nan, nan)), "fmax of a number and NaN is the number");
  check(fmin(nan, one) == 1 && isnan(fmin(nan, nan)), "fmin of a number and NaN is the number");
  check(same(copysign(zero, -one), -zero) && copysign(infinity, -zero) == -infinity, "copysign takes the sign of 0 as well");
  check(nextafter(one, one) == 1 && nextafter(zero, one) > 0 && nextafter(zero, one) / 2 == 0, "nextafter of a number and itself is the number, of 0 the least one");
}
__global__ void fast(float zero, float one, float infinity, float nan) {
  float sine, cosine;
  check(isnan(nan) && !isnan(infinity) && isnan((double)nan), "isnan says whether a number is NaN");
  check(isinf(-infinity) && !isinf(nan) && isinf((double)infinity), "isinf says whether a number is infinite");
  check(isfinite(one) && !isfinite(infinity) && !isfinite((double)nan), "isfinite says whether a number is neither infinite nor NaN");
  check(signbit(-zero) && !signbit(zero) && signbit((double)-infinity), "signbit says whether the sign is set, that of 0 too");
  check(__saturatef(2.0f) == 1 && __saturatef(-one) == 0 && __saturatef(0.25f) == 0.25f && __saturatef(nan) == 0, "__saturatef holds a number between 0 and 1, and makes +0 of NaN");
  check(within(__fdividef(one, 3), 0x1.5555555555555p-2, 2) && __fdividef(one, infinity) == 0, "__fdividef divides, off by at most 2 ulp where the divisor is from 2^-126 to 2^126");
  check(fabsf(__sinf(one) - 0.84147098f) <= 0x1p-21f, "__sinf is the sine, off by at most 2^-21.41 from -pi to pi");
  check(fabsf(__cosf(one) - 0.54030231f) <= 0x1p-21f, "__cosf is the cosine, off by at most 2^-21.19 from -pi to pi");
  __sincosf(one, &sine, &cosine);
  check(sine == __sinf(one) && cosine == __cosf(one), "__sincosf is __sinf and __cosf at once");
  check(fabsf(__tanf(one) - 1.5574077f) <= 0x1p-18f, "__tanf is __sinf divided by __cosf");
  check(fabsf(__tanhf(one) - 0.76159416f) <= 0x1p-10f, "__tanhf is the hyperbolic tangent, off by at most 2^-10.987 relative to it");
  check(within(__expf(one), 0x1.5bf0a8b145769p1, 3) && __expf(-infinity) == 0, "__expf is e to the power, off by at most 2 + floor(abs(1.173 x)) ulp");
  check(within(__exp10f(one), 10.0, 4), "__exp10f is 10 to the power, off by at most 2 + floor(abs(2.97 x)) ulp");
  check(within(__logf(10.0f), 0x1.26bb1bbb55516p1, 3), "__logf is the natural logarithm, off by at most 3 ulp outside [0.5, 2]");
  check(within(__log2f(10.0f), 0x1.a934f0979a371p1, 2), "__log2f is the logarithm to base 2, off by at most 2 ulp outside [0.5, 2]");
  check(within(__log10f(20.0f), 0x1.4d104d427de7fp0, 3), "__log10f is the logarithm to base 10, off by at most 3 ulp outside [0.5, 2]");
  check(fabsf(__powf(2.0f, 3.0f) - 8.0f) <= 0x1p-18f, "__powf is 2 to the power of y times the logarithm to base 2");
}

int main() {
  singles<<<1, 1>>>(0, 1, INFINITY, NAN);
  doubles<<<1, 1>>>(0, 1, INFINITY, NAN);
  fast<<<1, 1>>>(0, 1, INFINITY, NAN);
  check(cudaDeviceSynchronize() == cudaSuccess, "No edge case is an error");
}
