// Mathematical functions that the C library of the host lacks, and those that take numbers apart: their maximum error is
// said in the CUDA C++ Programming Guide ("Mathematical Functions"), edge cases in the CUDA Math API.
// Distance in units of the last place of what is expected, and half a unit more for its own rounding.
__device__ bool within(float got, double want, double ulps) {
  return fabs(got - want) <= (ulps == 0 ? 0 : ulps + 0.5) * scalbn(1.0, ilogb(want) - 23);
}
__device__ bool within(double got, double want, double ulps) {
  return fabs(got - want) <= (ulps == 0 ? 0 : ulps + 0.5) * scalbn(1.0, ilogb(want) - 52);
}
__device__ bool near(double got, double want) { return fabs(got - want) <= 2.2e-6; }

__global__ void singles(float zero, float one, float infinity) {
  float vector[4] = {2, 2, 4, 1};
  check(within(rsqrtf(0x1.333334p-2f), 0x1.d363d0e8c1dbbp0, 2) && within(rsqrtf(0x1p1f), 0x1.6a09e667f3bcdp-1, 2) && within(rsqrtf(0x1.388p13f), 0x1.47ae147ae147bp-7, 2) && rsqrtf(infinity) == 0 && rsqrtf(zero) == infinity && isnan(rsqrtf(-one)), "rsqrtf is the reciprocal of the square root, off by at most 2 ulp; of infinity it is 0, of 0 infinity, of a negative number NaN");
  check(within(rcbrtf(0x1.333334p-2f), 0x1.7e69c77938534p0, 1) && within(rcbrtf(0x1p1f), 0x1.965fea53d6e3dp-1, 1) && within(rcbrtf(0x1.388p13f), 0x1.7c3d2c4d63ff5p-5, 1) && rcbrtf(zero) == infinity && rcbrtf(infinity) == 0, "rcbrtf is the reciprocal of the cube root, off by at most 1 ulp; of 0 it is infinity, of infinity 0");
  check(within(sinpif(0x1.333334p-2f), 0x1.9e377a7696531p-1, 1) && within(sinpif(0x1.b33334p0f), -0x1.9e3776c52321dp-1, 1) && within(sinpif(-0x1.433334p4f), -0x1.2cf27157f6404p-1, 1) && sinpif(one) == 0 && isnan(sinpif(infinity)), "sinpif is the sine of pi times its argument, off by at most 1 ulp; of whole numbers it is 0, of infinity NaN");
  check(within(cospif(0x1.333334p-2f), 0x1.2cf22f4313146p-1, 1) && within(cospif(0x1.b33334p0f), 0x1.2cf234585fe73p-1, 1) && within(cospif(-0x1.433334p4f), 0x1.9e374a73b7f52p-1, 1) && cospif(zero) == 1 && isnan(cospif(infinity)), "cospif is the cosine of pi times its argument, off by at most 1 ulp; of 0 it is 1, of infinity NaN");
  check(within(erfcxf(-0x1.8p0f), 0x1.2a76516f5f3cbp4, 4) && within(erfcxf(0x1.666666p-1f), 0x1.0d46bde5edc8ep-1, 4) && within(erfcxf(0x1.4p2f), 0x1.c57239e943d1ap-4, 4) && within(erfcxf(0x1.ep4f), 0x1.33f3abfd60d6fp-6, 4) && erfcxf(-infinity) == infinity && erfcxf(infinity) == 0, "erfcxf is the scaled complementary error function, off by at most 4 ulp; of infinity it is 0, of the negative one infinity");
  check(within(erfinvf(-0x1.ccccccp-1f), -0x1.29c0130868515p0, 2) && within(erfinvf(0x1.99999ap-4f), 0x1.6bf442af17e62p-4, 2) && within(erfinvf(0x1.666666p-1f), 0x1.773a9d08e4b7dp-1, 2) && erfinvf(zero) == 0 && erfinvf(one) == infinity && erfinvf(-one) == -infinity && isnan(erfinvf(one + one)), "erfinvf is the inverse error function, off by at most 2 ulp; of 1 it is infinity, of -1 the negative one, beyond NaN");
  check(within(erfcinvf(0x1.99999ap-5f), 0x1.62ca97bda016bp0, 4) && within(erfcinvf(0x1.333334p-1f), 0x1.7bb4dd8c9faf7p-2, 4) && within(erfcinvf(0x1.8p0f), -0x1.e861fbb24c00ap-2, 4) && erfcinvf(zero) == infinity && erfcinvf(one + one) == -infinity && isnan(erfcinvf(-one)), "erfcinvf is the inverse complementary error function, off by at most 4 ulp; of 0 it is infinity, of 2 the negative one, beyond NaN");
  check(within(normcdff(-0x1.4p1f), 0x1.96f4e57e49ce4p-8, 5) && within(normcdff(0x1.333334p-2f), 0x1.3c5ee2f34e91dp-1, 5) && within(normcdff(0x1.8p0f), 0x1.ddcb724ed3702p-1, 5) && normcdff(infinity) == 1 && normcdff(-infinity) == 0, "normcdff is the standard normal distribution, off by at most 5 ulp; of infinity it is 1, of the negative one 0");
  check(within(normcdfinvf(0x1.99999ap-5f), -0x1.a51520776fbbbp0, 5) && within(normcdfinvf(0x1.333334p-2f), -0x1.0c7e3831a90afp-1, 5) && within(normcdfinvf(0x1.8p-1f), 0x1.5956b87528a49p-1, 5) && normcdfinvf(zero) == -infinity && normcdfinvf(one) == infinity && isnan(normcdfinvf(-one)), "normcdfinvf is the inverse of the standard normal distribution, off by at most 5 ulp; of 0 it is negative infinity, of 1 infinity, beyond NaN");
  check(within(cyl_bessel_i0f(0x1p-1f), 0x1.104072392c8p0, 6) && within(cyl_bessel_i0f(-0x1.8p1f), 0x1.385ee7ddb65f1p2, 6) && within(cyl_bessel_i0f(0x1.8p3f), 0x1.2813b38ec4141p14, 6) && cyl_bessel_i0f(zero) == 1 && cyl_bessel_i0f(infinity) == infinity, "cyl_bessel_i0f is the modified Bessel function of order 0, off by at most 6 ulp; of 0 it is 1, of infinity infinity");
  check(within(cyl_bessel_i1f(0x1p-1f), 0x1.081571ddea056p-2, 6) && within(cyl_bessel_i1f(-0x1.8p1f), -0x1.fa0809085cc04p1, 6) && within(cyl_bessel_i1f(0x1.8p3f), 0x1.1b7565270390fp14, 6) && cyl_bessel_i1f(zero) == 0 && cyl_bessel_i1f(-infinity) == -infinity, "cyl_bessel_i1f is the modified Bessel function of order 1, off by at most 6 ulp; of 0 it is 0, of negative infinity the same");
  check(within(exp10f(-0x1.a66666p1f), 0x1.06c4381c8ff2ep-11, 2) && within(exp10f(0x1.666666p-1f), 0x1.40c2839c4a0cbp2, 2) && within(exp10f(0x1.9p3f), 0x1.702337e304309p41, 2) && exp10f(zero) == 1 && exp10f(-infinity) == 0 && exp10f(infinity) == infinity, "exp10f is 10 to the power, off by at most 2 ulp; of 0 it is 1, of negative infinity 0");
  check(within(rhypotf(0x1.8p1f, 0x1p2f), 0x1.999999999999ap-3, 2) && within(rhypotf(0x1.333334p-2f, -0x1.b33334p0f), 0x1.2897f80318717p-1, 2) && rhypotf(infinity, zero) == 0 && rhypotf(zero, zero) == infinity, "rhypotf is the reciprocal of the length of two components, off by at most 2 ulp; of an infinity it is 0, of zeros infinity");
  check(within(norm3df(0x1p1f, 0x1.8p1f, 0x1.8p2f), 0x1.cp2, 3) && within(norm3df(0x1.333334p-2f, -0x1.b33334p0f, 0x1.4p2f), 0x1.528902c691ef3p2, 3) && norm3df(infinity, zero, zero) == infinity && norm3df(zero, zero, zero) == 0, "norm3df is the length of three components, off by at most 3 ulp; of an infinity it is infinity, of zeros 0");
  check(within(norm4df(0x1p0f, 0x1p0f, 0x1p0f, 0x1p0f), 0x1p1, 3) && within(norm4df(0x1.333334p-2f, -0x1.b33334p0f, 0x1.4p2f, 0x1p1f), 0x1.69eceec20909cp2, 3) && norm4df(infinity, zero, zero, zero) == infinity && norm4df(zero, zero, zero, zero) == 0, "norm4df is the length of four components, off by at most 3 ulp; of an infinity it is infinity, of zeros 0");
  check(within(rnorm3df(0x1p1f, 0x1.8p1f, 0x1.8p2f), 0x1.2492492492492p-3, 2) && within(rnorm3df(0x1.333334p-2f, -0x1.b33334p0f, 0x1.4p2f), 0x1.832c860a4d79cp-3, 2) && rnorm3df(infinity, zero, zero) == 0 && rnorm3df(zero, zero, zero) == infinity, "rnorm3df is the reciprocal of the length of three components, off by at most 2 ulp; of an infinity it is 0, of zeros infinity");
  check(within(rnorm4df(0x1p0f, 0x1p0f, 0x1p0f, 0x1p0f), 0x1p-1, 2) && within(rnorm4df(0x1.333334p-2f, -0x1.b33334p0f, 0x1.4p2f, 0x1p1f), 0x1.6a26e05f64d9dp-3, 2) && rnorm4df(infinity, zero, zero, zero) == 0 && rnorm4df(zero, zero, zero, zero) == infinity, "rnorm4df is the reciprocal of the length of four components, off by at most 2 ulp; of an infinity it is 0, of zeros infinity");
  check(within(fmaf(0x1.19999ap0f, 0x1.19999ap0f, -0x1.35c29p0f), 0x1.eb852p-27, 0) && within(fmaf(0x1.8p1f, 0x1.4p2f, 0x1.12e0bep-30f), 0x1.ep3, 0) && isnan(fmaf(infinity, zero, one)) && fmaf(infinity, one, one) == infinity, "fmaf is a product and a sum with one rounding, which is exact; of infinity times 0 it is NaN");
  int exponent, quotient;
  float whole, sine, cosine;
  check(frexpf(12.0f, &exponent) == 0.75f && exponent == 4 && frexpf(zero, &exponent) == 0 && exponent == 0, "frexpf takes a number apart: a fraction from 0.5 to 1 and a power of two; of 0 both are 0");
  check(ldexpf(0.75f, 4) == 12 && isinf(ldexpf(one, 5000)), "ldexpf multiplies by a power of two, and becomes infinite where that is too large");
  check(scalbnf(0.75f, 4) == 12 && scalbnf(zero, 7) == 0, "scalbnf multiplies by a power of two; 0 stays 0");
  check(scalblnf(0.75f, 4l) == 12 && scalblnf(infinity, -3l) == infinity, "scalblnf multiplies by a power of two given as a long; infinity stays");
  check(ilogbf(8.0f) == 3 && ilogbf(0.75f) == -1 && ilogbf(infinity) == 2147483647, "ilogbf is the exponent as an int, of infinity INT_MAX");
  check(modff(2.25f, &whole) == 0.25f && whole == 2 && modff(-infinity, &whole) == 0 && isinf(whole), "modff parts a number into a fraction and a whole number, infinity into 0 and itself");
  check(remquof(7.0f, 2.0f, &quotient) == -1 && (quotient & 7) == 4 && isnan(remquof(one, zero, &quotient)), "remquof is the remainder and the lower three bits of the quotient; divided by 0 it is NaN");
  check(isnan(nanf("")) && isnan(nanf("1")), "nanf is a NaN");
  check(lrintf(2.5f) == 2 && lrintf(-3.5f) == -4, "lrintf rounds to a long, ties to even");
  check(llrintf(2.5f) == 2 && llrintf(-0x1p40f) == -(1ll << 40), "llrintf rounds to a long long, ties to even");
  check(lroundf(2.5f) == 3 && lroundf(-2.5f) == -3, "lroundf rounds to a long, ties away from zero");
  check(llroundf(2.5f) == 3 && llroundf(0x1p40f) == 1ll << 40, "llroundf rounds to a long long, ties away from zero");
  sincosf(one, &sine, &cosine);
  check(within(sine, 0x1.aed548f090ceep-1, 2) && within(cosine, 0x1.14a280fb5068cp-1, 2), "sincosf is the sine and the cosine, off by at most 2 ulp");
  sincospif(one / 2, &sine, &cosine);
  check(sine == 1 && cosine == 0, "sincospif is the sine and the cosine of pi times its argument, exact for halves");
  check(fdividef(one, 8) == 0.125f && within(fdividef(one, 3), 0x1.5555555555555p-2, 2), "fdividef divides, off by at most 2 ulp");
  check(near(normf(4, vector), 5), "normf is the length of a vector of any number of components");
  check(near(rnormf(4, vector), 0.2), "rnormf is the reciprocal of the length of a vector of any number of components");
  check(near(jnf(2, one), 0x1.d6a5095fa9be6p-4) && jnf(0, one) == j0f(one), "jnf is the Bessel function of the first kind of order n");
  check(near(ynf(2, one), -0x1.a69322a45a122p0) && ynf(2, zero) == -infinity, "ynf is the Bessel function of the second kind of order n, of 0 negative infinity");
  check(nextafterf(one, 2) == 1 + 0x1p-23f && nextafterf(one, one) == 1, "nextafterf is the next number in a direction, and the number itself where they are equal");
}
__global__ void doubles(double zero, double one, double infinity) {
  double vector[4] = {2, 2, 4, 1};
  check(within(rsqrt(0x1.3333333333333p-2), 0x1.d363d1848dcbfp0, 1) && within(rsqrt(0x1p1), 0x1.6a09e667f3bcdp-1, 1) && within(rsqrt(0x1.388p13), 0x1.47ae147ae147bp-7, 1) && rsqrt(infinity) == 0 && rsqrt(zero) == infinity && isnan(rsqrt(-one)), "rsqrt is the reciprocal of the square root, off by at most 1 ulp; of infinity it is 0, of 0 infinity, of a negative number NaN");
  check(within(rcbrt(0x1.3333333333333p-2), 0x1.7e69c7ce33631p0, 1) && within(rcbrt(0x1p1), 0x1.965fea53d6e3dp-1, 1) && within(rcbrt(0x1.388p13), 0x1.7c3d2c4d63ff5p-5, 1) && rcbrt(zero) == infinity && rcbrt(infinity) == 0, "rcbrt is the reciprocal of the cube root, off by at most 1 ulp; of 0 it is infinity, of infinity 0");
  check(within(sinpi(0x1.3333333333333p-2), 0x1.9e3779b97f4a8p-1, 2) && within(sinpi(0x1.b333333333333p0), -0x1.9e3779b97f4a8p-1, 2) && within(sinpi(-0x1.4333333333333p4), -0x1.2cf2304755a4ep-1, 2) && sinpi(one) == 0 && isnan(sinpi(infinity)), "sinpi is the sine of pi times its argument, off by at most 2 ulp; of whole numbers it is 0, of infinity NaN");
  check(within(cospi(0x1.3333333333333p-2), 0x1.2cf2304755a5ep-1, 2) && within(cospi(0x1.b333333333333p0), 0x1.2cf2304755a5dp-1, 2) && within(cospi(-0x1.4333333333333p4), 0x1.9e3779b97f4b4p-1, 2) && cospi(zero) == 1 && isnan(cospi(infinity)), "cospi is the cosine of pi times its argument, off by at most 2 ulp; of 0 it is 1, of infinity NaN");
  check(within(erfcx(-0x1.8p0), 0x1.2a76516f5f3cbp4, 4) && within(erfcx(0x1.6666666666666p-1), 0x1.0d46bdbdc7babp-1, 4) && within(erfcx(0x1.4p2), 0x1.c57239e943d1ap-4, 4) && within(erfcx(0x1.ep4), 0x1.33f3abfd60d6fp-6, 4) && erfcx(-infinity) == infinity && erfcx(infinity) == 0, "erfcx is the scaled complementary error function, off by at most 4 ulp; of infinity it is 0, of the negative one infinity");
  check(within(erfinv(-0x1.ccccccccccccdp-1), -0x1.29c0146770651p0, 5) && within(erfinv(0x1.999999999999ap-4), 0x1.6bf442539fd74p-4, 5) && within(erfinv(0x1.6666666666666p-1), 0x1.773a9da42b44fp-1, 5) && erfinv(zero) == 0 && erfinv(one) == infinity && erfinv(-one) == -infinity && isnan(erfinv(one + one)), "erfinv is the inverse error function, off by at most 5 ulp; of 1 it is infinity, of -1 the negative one, beyond NaN");
  check(within(erfcinv(0x1.999999999999ap-5), 0x1.62ca97d0fbb2bp0, 6) && within(erfcinv(0x1.3333333333333p-1), 0x1.7bb4df2d20c9p-2, 6) && within(erfcinv(0x1.8p0), -0x1.e861fbb24c00ap-2, 6) && erfcinv(zero) == infinity && erfcinv(one + one) == -infinity && isnan(erfcinv(-one)), "erfcinv is the inverse complementary error function, off by at most 6 ulp; of 0 it is infinity, of 2 the negative one, beyond NaN");
  check(within(normcdf(-0x1.4p1), 0x1.96f4e57e49ce4p-8, 5) && within(normcdf(0x1.3333333333333p-2), 0x1.3c5ee2cc40b79p-1, 5) && within(normcdf(0x1.8p0), 0x1.ddcb724ed3702p-1, 5) && normcdf(infinity) == 1 && normcdf(-infinity) == 0, "normcdf is the standard normal distribution, off by at most 5 ulp; of infinity it is 1, of the negative one 0");
  check(within(normcdfinv(0x1.999999999999ap-5), -0x1.a515209676abdp0, 8) && within(normcdfinv(0x1.3333333333333p-2), -0x1.0c7e39582c5fbp-1, 8) && within(normcdfinv(0x1.8p-1), 0x1.5956b87528a49p-1, 8) && normcdfinv(zero) == -infinity && normcdfinv(one) == infinity && isnan(normcdfinv(-one)), "normcdfinv is the inverse of the standard normal distribution, off by at most 8 ulp; of 0 it is negative infinity, of 1 infinity, beyond NaN");
  check(within(cyl_bessel_i0(0x1p-1), 0x1.104072392c8p0, 6) && within(cyl_bessel_i0(-0x1.8p1), 0x1.385ee7ddb65f1p2, 6) && within(cyl_bessel_i0(0x1.8p3), 0x1.2813b38ec4141p14, 6) && cyl_bessel_i0(zero) == 1 && cyl_bessel_i0(infinity) == infinity, "cyl_bessel_i0 is the modified Bessel function of order 0, off by at most 6 ulp; of 0 it is 1, of infinity infinity");
  check(within(cyl_bessel_i1(0x1p-1), 0x1.081571ddea056p-2, 6) && within(cyl_bessel_i1(-0x1.8p1), -0x1.fa0809085cc04p1, 6) && within(cyl_bessel_i1(0x1.8p3), 0x1.1b7565270390fp14, 6) && cyl_bessel_i1(zero) == 0 && cyl_bessel_i1(-infinity) == -infinity, "cyl_bessel_i1 is the modified Bessel function of order 1, off by at most 6 ulp; of 0 it is 0, of negative infinity the same");
  check(within(exp10(-0x1.a666666666666p1), 0x1.06c4363887513p-11, 1) && within(exp10(0x1.6666666666666p-1), 0x1.40c28430012e6p2, 1) && within(exp10(0x1.9p3), 0x1.702337e304309p41, 1) && exp10(zero) == 1 && exp10(-infinity) == 0 && exp10(infinity) == infinity, "exp10 is 10 to the power, off by at most 1 ulp; of 0 it is 1, of negative infinity 0");
  check(within(rhypot(0x1.8p1, 0x1p2), 0x1.999999999999ap-3, 1) && within(rhypot(0x1.3333333333333p-2, -0x1.b333333333333p0), 0x1.2897f8906ce28p-1, 1) && rhypot(infinity, zero) == 0 && rhypot(zero, zero) == infinity, "rhypot is the reciprocal of the length of two components, off by at most 1 ulp; of an infinity it is 0, of zeros infinity");
  check(within(norm3d(0x1p1, 0x1.8p1, 0x1.8p2), 0x1.cp2, 2) && within(norm3d(0x1.3333333333333p-2, -0x1.b333333333333p0, 0x1.4p2), 0x1.528902b563a38p2, 2) && norm3d(infinity, zero, zero) == infinity && norm3d(zero, zero, zero) == 0, "norm3d is the length of three components, off by at most 2 ulp; of an infinity it is infinity, of zeros 0");
  check(within(norm4d(0x1p0, 0x1p0, 0x1p0, 0x1p0), 0x1p1, 2) && within(norm4d(0x1.3333333333333p-2, -0x1.b333333333333p0, 0x1.4p2, 0x1p1), 0x1.69eceeb1f6fe3p2, 2) && norm4d(infinity, zero, zero, zero) == infinity && norm4d(zero, zero, zero, zero) == 0, "norm4d is the length of four components, off by at most 2 ulp; of an infinity it is infinity, of zeros 0");
  check(within(rnorm3d(0x1p1, 0x1.8p1, 0x1.8p2), 0x1.2492492492492p-3, 1) && within(rnorm3d(0x1.3333333333333p-2, -0x1.b333333333333p0, 0x1.4p2), 0x1.832c861df3b14p-3, 1) && rnorm3d(infinity, zero, zero) == 0 && rnorm3d(zero, zero, zero) == infinity, "rnorm3d is the reciprocal of the length of three components, off by at most 1 ulp; of an infinity it is 0, of zeros infinity");
  check(within(rnorm4d(0x1p0, 0x1p0, 0x1p0, 0x1p0), 0x1p-1, 1) && within(rnorm4d(0x1.3333333333333p-2, -0x1.b333333333333p0, 0x1.4p2, 0x1p1), 0x1.6a26e06f7978p-3, 1) && rnorm4d(infinity, zero, zero, zero) == 0 && rnorm4d(zero, zero, zero, zero) == infinity, "rnorm4d is the reciprocal of the length of four components, off by at most 1 ulp; of an infinity it is 0, of zeros infinity");
  check(within(fma(0x1.199999999999ap0, 0x1.199999999999ap0, -0x1.35c28f5c28f5cp0), 0x1.0a3d70a3d70a4p-52, 0) && within(fma(0x1.8p1, 0x1.4p2, 0x1.12e0be826d695p-30), 0x1.e000000089706p3, 0) && isnan(fma(infinity, zero, one)) && fma(infinity, one, one) == infinity, "fma is a product and a sum with one rounding, which is exact; of infinity times 0 it is NaN");
  int exponent, quotient;
  double whole, sine, cosine;
  check(frexp(12.0, &exponent) == 0.75 && exponent == 4 && frexp(zero, &exponent) == 0 && exponent == 0, "frexp takes a number apart: a fraction from 0.5 to 1 and a power of two; of 0 both are 0");
  check(ldexp(0.75, 4) == 12 && isinf(ldexp(one, 5000)), "ldexp multiplies by a power of two, and becomes infinite where that is too large");
  check(scalbn(0.75, 4) == 12 && scalbn(zero, 7) == 0, "scalbn multiplies by a power of two; 0 stays 0");
  check(scalbln(0.75, 4l) == 12 && scalbln(infinity, -3l) == infinity, "scalbln multiplies by a power of two given as a long; infinity stays");
  check(ilogb(8.0) == 3 && ilogb(0.75) == -1 && ilogb(infinity) == 2147483647, "ilogb is the exponent as an int, of infinity INT_MAX");
  check(modf(2.25, &whole) == 0.25 && whole == 2 && modf(-infinity, &whole) == 0 && isinf(whole), "modf parts a number into a fraction and a whole number, infinity into 0 and itself");
  check(remquo(7.0, 2.0, &quotient) == -1 && (quotient & 7) == 4 && isnan(remquo(one, zero, &quotient)), "remquo is the remainder and the lower three bits of the quotient; divided by 0 it is NaN");
  check(isnan(nan("")) && isnan(nan("1")), "nan is a NaN");
  check(lrint(2.5) == 2 && lrint(-3.5) == -4, "lrint rounds to a long, ties to even");
  check(llrint(2.5) == 2 && llrint(-0x1p40) == -(1ll << 40), "llrint rounds to a long long, ties to even");
  check(lround(2.5) == 3 && lround(-2.5) == -3, "lround rounds to a long, ties away from zero");
  check(llround(2.5) == 3 && llround(0x1p40) == 1ll << 40, "llround rounds to a long long, ties away from zero");
  sincos(one, &sine, &cosine);
  check(within(sine, 0x1.aed548f090ceep-1, 2) && within(cosine, 0x1.14a280fb5068cp-1, 2), "sincos is the sine and the cosine, off by at most 2 ulp");
  sincospi(one / 2, &sine, &cosine);
  check(sine == 1 && cosine == 0, "sincospi is the sine and the cosine of pi times its argument, exact for halves");
  check(fdivide(one, 8) == 0.125 && within(fdivide(one, 3), 0x1.5555555555555p-2, 2), "fdivide divides, off by at most 2 ulp");
  check(near(norm(4, vector), 5), "norm is the length of a vector of any number of components");
  check(near(rnorm(4, vector), 0.2), "rnorm is the reciprocal of the length of a vector of any number of components");
  check(near(jn(2, one), 0x1.d6a5095fa9be6p-4) && jn(0, one) == j0(one), "jn is the Bessel function of the first kind of order n");
  check(near(yn(2, one), -0x1.a69322a45a122p0) && yn(2, zero) == -infinity, "yn is the Bessel function of the second kind of order n, of 0 negative infinity");
}

int main() {
  singles<<<1, 1>>>(0, 1, INFINITY);
  doubles<<<1, 1>>>(0, 1, INFINITY);
  check(cudaDeviceSynchronize() == cudaSuccess, "Mathematical functions are functions of each thread alone");
}
