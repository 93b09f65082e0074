// Inline PTX: floating point, comparisons and conversions (PTX ISA 9.0, "Floating Point Instructions", "Comparison and
// Selection Instructions", "cvt").
#include <math.h>

typedef unsigned u32;
typedef unsigned long long u64;
#define F2(instruction, x, y)                                                              \
  [](float a, float b) {                                                                   \
    float d;                                                                               \
    asm(instruction " %0, %1, %2;" : "=f"(d) : "f"(a), "f"(b));                            \
    return d;                                                                              \
  }(x, y)
#define F1(instruction, x)                                                                 \
  [](float a) {                                                                            \
    float d;                                                                               \
    asm(instruction " %0, %1;" : "=f"(d) : "f"(a));                                        \
    return d;                                                                              \
  }(x)
#define CONVERTED(instruction, to, toLetter, from, fromLetter, x)                          \
  [](from a) {                                                                             \
    to d;                                                                                  \
    asm(instruction " %0, %1;" : "=" toLetter(d) : fromLetter(a));                         \
    return d;                                                                              \
  }(x)
static __device__ bool near(float x, double y) { return fabs(x - y) <= 4e-7 * fmax(1.0, fabs(y)); }

__global__ void arithmetic(float one, float third, float tiny) {
  check(F2("add.f32", 0.1f, 0.2f) == 0.1f + 0.2f && F2("sub.rn.f32", 0.1f, 0.2f) == 0.1f - 0.2f, "add.f32 rounds to the nearest");
  check(F2("add.rz.f32", one, tiny) == 1.0f && F2("add.rp.f32", one, tiny) == 1.0000001f && F2("add.rm.f32", -one, -tiny) == -1.0000001f,
        "add.rz, add.rp and add.rm round as they say");
  check(F2("mul.f32", third, 3.0f) == third * 3.0f && F2("mul.rz.f32", third, third) <= third * third, "mul.f32");
  check(F2("mul.ftz.f32", 1e-20f, 1e-20f) == 0.0f && F2("mul.f32", 1e-20f, 1e-20f) > 0.0f, "mul.ftz flushes what is too small");
  check(F2("add.sat.f32", 0.75f, 0.75f) == 1.0f && F2("sub.sat.f32", 0.25f, 0.75f) == 0.0f, "add.sat.f32 stays between 0 and 1");
  float d;
  asm("fma.rn.f32 %0, %1, %2, %3;" : "=f"(d) : "f"(third), "f"(3.0f), "f"(-1.0f));
  check(d == fmaf(third, 3.0f, -1.0f) && d != 0.0f, "fma.rn rounds once");
  check(F2("div.rn.f32", 1.0f, 3.0f) == 1.0f / 3.0f && F2("div.rz.f32", 2.0f, 3.0f) < 2.0f / 3.0f, "div.rn.f32");
  check(near(F2("div.approx.f32", 1.0f, 3.0f), 1.0 / 3.0) && near(F2("div.full.f32", 1.0f, 3.0f), 1.0 / 3.0), "div.approx.f32");
  check(F1("abs.f32", -2.5f) == 2.5f && F1("neg.f32", -2.5f) == 2.5f, "abs.f32 and neg.f32");
  check(F2("min.f32", NAN, 2.0f) == 2.0f && F2("max.f32", -1.0f, NAN) == -1.0f, "min.f32 prefers a number to NaN");
  check(isnan(F2("max.NaN.f32", 1.0f, NAN)), "max.NaN.f32 is NaN if one is");
  check(F2("copysign.f32", -1.0f, 3.0f) == -3.0f, "copysign takes the sign of the first");
  check(F1("rcp.rn.f32", 3.0f) == 1.0f / 3.0f && F1("sqrt.rn.f32", 2.0f) == sqrtf(2.0f), "rcp.rn and sqrt.rn");
  check(near(F1("rcp.approx.ftz.f32", 3.0f), 1.0 / 3.0) && near(F1("sqrt.approx.f32", 2.0f), sqrt(2.0)) &&
            near(F1("rsqrt.approx.f32", 2.0f), 1.0 / sqrt(2.0)),
        "rcp.approx, sqrt.approx and rsqrt.approx");
  check(near(F1("ex2.approx.f32", 3.5f), exp2(3.5)) && near(F1("lg2.approx.f32", 10.0f), log2(10.0)), "ex2.approx and lg2.approx");
  check(near(F1("sin.approx.f32", 1.0f), sin(1.0)) && near(F1("cos.approx.f32", 1.0f), cos(1.0)), "sin.approx and cos.approx");
  check(fabsf(F1("tanh.approx.f32", 0.5f) - tanhf(0.5f)) < 6e-4f, "tanh.approx");
  double x;
  asm("fma.rn.f64 %0, %1, %1, %2; add.f64 %0, %0, 0d3FF0000000000000;" : "=d"(x) : "d"(1.5), "d"(0.25));
  check(x == 3.5, "fma.rn.f64, and a double by its bits");
  asm("{ .reg .pred p; testp.subnormal.f32 p, %1; selp.f32 %0, 0f40000000, 0f3F800000, p; }" : "=f"(d) : "f"(1e-40f));
  check(d == 2.0f, "testp.subnormal");
}

__global__ void comparisons(int minus) {
  int d, e;
  asm("{\n\t.reg .pred p, q;\n\tsetp.lt.s32 p|q, %2, %3;\n\tselp.s32 %0, 1, 0, p;\n\tselp.s32 %1, 1, 0, q;\n\t}"
      : "=r"(d), "=r"(e)
      : "r"(minus), "r"(1));
  check(d == 1 && e == 0, "setp gives the outcome and its opposite");
  asm("{ .reg .pred p; setp.lo.u32 p, %1, %2; selp.u32 %0, 1, 0, p; }" : "=r"(d) : "r"(minus), "r"(1));
  check(d == 0, "setp.lo compares without sign");
  asm("{ .reg .pred p, q; setp.eq.s32 q, %1, %1; setp.lt.and.s32 p, %1, %2, !q; selp.s32 %0, 1, 0, p; }" : "=r"(d) : "r"(minus), "r"(1));
  check(d == 0, "setp combines with a predicate");
  asm("{ .reg .pred p; setp.neu.f32 p, %1, %1; @p mov.s32 %0, 5; @!p mov.s32 %0, 6; }" : "=r"(d) : "f"(NAN));
  check(d == 5, "setp.neu holds for NaN, and a predicate guards an instruction");
  asm("{ .reg .pred p, q; setp.ne.f32 p, %1, %1; setp.num.f32 q, %1, 0f00000000; or.pred p, p, q; not.pred p, p; selp.b32 %0, 7, 8, p; }"
      : "=r"(d)
      : "f"(NAN));
  check(d == 7, "setp.ne does not hold for NaN; predicates have logic");
  asm("set.gt.u32.f32 %0, %1, %2;" : "=r"(d) : "f"(2.0f), "f"(1.0f));
  float f;
  asm("set.gt.f32.s32 %0, %1, %2;" : "=f"(f) : "r"(2), "r"(1));
  check(d == -1 && f == 1.0f, "set gives all ones, or 1.0");
  asm("slct.s32.s32 %0, 3, 4, %2; slct.s32.f32 %1, 3, 4, %3;" : "=&r"(d), "=&r"(e) : "r"(minus), "f"(0.0f));
  check(d == 4 && e == 3, "slct chooses by a sign");
  asm("{ .reg .pred p;\n"
      "  mov.s32 %0, 0;\n"
      "again:\n"
      "  add.s32 %0, %0, 3;\n"
      "  setp.lt.s32 p, %0, %1;\n"
      "  @p bra again;\n"
      "}"
      : "=&r"(d)
      : "r"(10));
  check(d == 12, "bra leads back to a label");
}

__global__ void conversions(int minus) {
  check(CONVERTED("cvt.rni.s32.f32", int, "r", float, "f", 2.5f) == 2 && CONVERTED("cvt.rzi.s32.f32", int, "r", float, "f", -2.7f) == -2 &&
            CONVERTED("cvt.rmi.s32.f32", int, "r", float, "f", -2.1f) == -3 && CONVERTED("cvt.rpi.s32.f32", int, "r", float, "f", 2.1f) == 3,
        "cvt.rni, rzi, rmi and rpi round to whole numbers");
  check(CONVERTED("cvt.rzi.s32.f32", int, "r", float, "f", 1e20f) == 0x7fffffff && CONVERTED("cvt.rzi.u32.f32", int, "r", float, "f", -5.0f) == 0 &&
            CONVERTED("cvt.rzi.s32.f32", int, "r", float, "f", NAN) == 0,
        "cvt to an integer stops at its limits, and makes 0 of NaN");
  check(CONVERTED("cvt.rn.f32.s32", float, "f", int, "r", 16777217) == 16777216.0f && CONVERTED("cvt.rp.f32.u32", float, "f", int, "r", 16777217) == 16777218.0f,
        "cvt from an integer rounds");
  check(CONVERTED("cvt.f64.f32", double, "d", float, "f", 0.1f) == (double)0.1f && CONVERTED("cvt.rn.f32.f64", float, "f", double, "d", 0.1) == 0.1f &&
            CONVERTED("cvt.rz.f32.f64", float, "f", double, "d", 0.1) < 0.1f,
        "cvt between float and double");
  check(CONVERTED("cvt.rmi.f32.f32", float, "f", float, "f", -1.5f) == -2.0f && CONVERTED("cvt.sat.f32.f32", float, "f", float, "f", 1.5f) == 1.0f,
        "cvt.rmi.f32.f32 and cvt.sat.f32.f32");
  check(CONVERTED("cvt.s32.s8", int, "r", int, "r", 0x180) == -128 && CONVERTED("cvt.u32.u8", int, "r", int, "r", 0x180) == 128, "cvt.s32.s8 reads the low byte");
  check(CONVERTED("cvt.sat.u8.s32", u32, "r", int, "r", minus) == 0 && CONVERTED("cvt.sat.s8.s32", int, "r", int, "r", 300) == 127, "cvt.sat.u8.s32 stops at the limits");
  check(CONVERTED("cvt.s64.s32", long long, "l", int, "r", minus) == minus && CONVERTED("cvt.u64.u32", u64, "l", int, "r", minus) == 0xffffffffull + minus + 1 &&
            CONVERTED("cvt.u32.u64", u32, "r", u64, "l", 0x1234567890ull) == 0x34567890u,
        "cvt widens by the sign of its source, and cuts off");
  u32 low, high;
  u64 both;
  asm("mov.b64 %0, {%1, %2};" : "=l"(both) : "r"(1u), "r"(2u));
  asm("mov.b64 {%0, %1}, %2;" : "=r"(low), "=r"(high) : "l"(both + 5));
  check(both == 0x200000001ull && low == 6 && high == 2, "mov packs and unpacks");
  unsigned short a, b;
  asm("mov.b32 {%0, %1}, %2;" : "=h"(a), "=h"(b) : "r"(0x12345678u));
  check(a == 0x5678 && b == 0x1234, "mov unpacks halfwords");
  int i;
  asm("mov.b32 %0, %1;" : "=r"(i) : "f"(1.0f));
  check(i == 0x3f800000, "mov.b32 takes the bits of a float");
  asm("{ .reg .u32 t<3>; mov.u32 t0, 1; mov.u32 t1, 0x10; mov.u32 t2, 0b11; add.u32 t0, t0, t1; add.u32 %0, t0, t2; }" : "=r"(i));
  check(i == 20, ".reg declares several at once");
  asm("{ .reg .u32 t; mov.u32 t, 4; { .reg .u32 t; mov.u32 t, 5; } mov.u32 %0, t; }" : "=r"(i));
  check(i == 4, ".reg in an inner scope hides the outer one");
}

int main() {
  arithmetic<<<1, 1>>>(1.0f, 1.0f / 3.0f, 1e-10f);
  comparisons<<<1, 1>>>(-1);
  conversions<<<1, 1>>>(-1);
  cudaDeviceSynchronize();
}
