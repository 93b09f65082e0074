// Inline PTX: integers and bits (PTX ISA 9.0, "Integer Arithmetic Instructions" to "Logic and Shift Instructions").

// Each instruction against C++, over these values.
__device__ const unsigned values[] = {0,          1,          2,          3,          31,         32,         0x7f,
                                      0x80,       0xff,       0x8000,     0xffff,     0x12345678, 0x7fffffff, 0x80000000u,
                                      0x80000001, 0xdeadbeef, 0xfffffffe, 0xffffffff, 0x00ff00ff, 0x01020304};
#define COUNT (int)(sizeof values / sizeof values[0])
typedef unsigned u32;
typedef int s32;
typedef unsigned long long u64;
typedef long long s64;

#define OF2(instruction, expression)                                                    \
  [] {                                                                                  \
    for (int i = 0; i < COUNT; i++)                                                     \
      for (int j = 0; j < COUNT; j++) {                                                 \
        u32 a = values[i], b = values[j], d;                                            \
        asm(instruction " %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));                     \
        if (d != (u32)(expression)) return false;                                       \
      }                                                                                 \
    return true;                                                                        \
  }()
#define OF1(instruction, expression)                                                    \
  [] {                                                                                  \
    for (int i = 0; i < COUNT; i++) {                                                   \
      u32 a = values[i], d;                                                             \
      asm(instruction " %0, %1;" : "=r"(d) : "r"(a));                                   \
      if (d != (u32)(expression)) return false;                                         \
    }                                                                                   \
    return true;                                                                        \
  }()
#define OF3(instruction, expression)                                                    \
  [] {                                                                                  \
    for (int i = 0; i < COUNT; i++)                                                     \
      for (int j = 0; j < COUNT; j++)                                                   \
        for (int k = 0; k < COUNT; k++) {                                               \
          u32 a = values[i], b = values[j], c = values[k], d;                           \
          asm(instruction " %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));       \
          if (d != (u32)(expression)) return false;                                     \
        }                                                                               \
    return true;                                                                        \
  }()
#define LONG2(instruction, expression)                                                  \
  [] {                                                                                  \
    for (int i = 0; i < COUNT; i++)                                                     \
      for (int j = 0; j < COUNT; j++) {                                                 \
        u64 a = (u64)values[i] << 32 | values[j], b = (u64)values[j] << 20 | values[i], d; \
        asm(instruction " %0, %1, %2;" : "=l"(d) : "l"(a), "l"(b));                     \
        if (d != (u64)(expression)) return false;                                       \
      }                                                                                 \
    return true;                                                                        \
  }()

static __device__ s64 clamped(s64 x) { return x > 2147483647ll ? 2147483647ll : x < -2147483648ll ? -2147483648ll : x; }

__global__ void arithmetic() {
  check(OF2("add.u32", a + b) && OF2("add.s32", a + b) && LONG2("add.u64", a + b), "add wraps around");
  check(OF2("add.sat.s32", clamped((s64)(s32)a + (s32)b)), "add.sat.s32 stops at the limits");
  check(OF2("sub.u32", a - b) && LONG2("sub.s64", a - b), "sub wraps around");
  check(OF2("sub.sat.s32", clamped((s64)(s32)a - (s32)b)), "sub.sat.s32 stops at the limits");
  check(OF2("mul.lo.u32", a *b) && OF2("mul.lo.s32", a * b), "mul.lo has the lower half");
  check(OF2("mul.hi.u32", (u64)a *b >> 32) && OF2("mul.hi.s32", (s64)(s32)a * (s32)b >> 32), "mul.hi has the upper half");
  check(LONG2("mul.lo.u64", a *b) && LONG2("mul.hi.u64", __umul64hi(a, b)) && LONG2("mul.hi.s64", __mul64hi(a, b)),
        "mul.u64 has the halves of 128 bits");
  check(OF2("mul24.lo.u32", (a & 0xffffff) * (b & 0xffffff)), "mul24.lo multiplies the lower 24 bits");
  check(OF2("mul24.hi.u32", (u64)(a & 0xffffff) * (b & 0xffffff) >> 16), "mul24.hi has bits 16 to 47");
  check(OF3("mad.lo.u32", a *b + c) && OF3("mad.hi.s32", ((s64)(s32)a * (s32)b >> 32) + c), "mad adds to a half of the product");
  check(OF2("min.u32", a < b ? a : b) && OF2("min.s32", (s32)a < (s32)b ? a : b), "min heeds the sign of its type");
  check(OF2("max.u32", a > b ? a : b) && OF2("max.s32", (s32)a > (s32)b ? a : b), "max heeds the sign of its type");
  check(OF1("abs.s32", (s32)a < 0 ? 0 - a : a) && OF1("neg.s32", 0 - a), "abs and neg wrap around at the smallest number");
  check(OF3("sad.u32", c + (a > b ? a - b : b - a)) && OF3("sad.s32", c + ((s32)a > (s32)b ? a - b : b - a)),
        "sad adds the distance");
  check([] {
    for (int i = 0; i < COUNT; i++)
      for (int j = 1; j < COUNT; j++) {
        u32 a = values[i], b = values[j], d, r, e, s;
        asm("div.u32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
        asm("rem.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
        if (d != a / b || r != a % b) return false;
        if (a == 0x80000000u && b == 0xffffffffu) continue;
        asm("div.s32 %0, %1, %2;" : "=r"(e) : "r"(a), "r"(b));
        asm("rem.s32 %0, %1, %2;" : "=r"(s) : "r"(a), "r"(b));
        if (e != (u32)((s32)a / (s32)b) || s != (u32)((s32)a % (s32)b)) return false;
      }
    return true;
  }(), "div and rem round towards zero");
  check([] {
    for (int i = 0; i < COUNT; i++)
      for (int j = 0; j < COUNT; j++) {
        u32 a = values[i], b = values[j];
        u64 w, m;
        s64 v;
        asm("mul.wide.u32 %0, %1, %2;" : "=l"(w) : "r"(a), "r"(b));
        asm("mul.wide.s32 %0, %1, %2;" : "=l"(v) : "r"(a), "r"(b));
        asm("mad.wide.u32 %0, %1, %2, %3;" : "=l"(m) : "r"(a), "r"(b), "l"(w));
        if (w != (u64)a * b || v != (s64)(s32)a * (s32)b || m != 2 * w) return false;
      }
    return true;
  }(), "mul.wide has the whole product");
  check([] {
    unsigned short d, e;
    u32 w;
    asm("add.u16 %0, %1, %2;" : "=h"(d) : "h"((unsigned short)0xffff), "h"((unsigned short)2));
    asm("mul.hi.s16 %0, %1, %2;" : "=h"(e) : "h"((short)-2), "h"((short)0x4000));
    asm("mul.wide.s16 %0, %1, %2;" : "=r"(w) : "h"((short)-2), "h"((short)0x4000));
    return d == 1 && e == 0xffff && w == (u32)-0x8000;
  }(), "add.u16 and mul.hi.s16 compute with 16 bits");
  check(OF3("dp4a.u32.u32", __dp4a(a, b, c)) && OF3("dp4a.s32.s32", __dp4a((s32)a, (s32)b, (s32)c)), "dp4a sums four products");
  check(OF3("dp2a.lo.u32.u32", __dp2a_lo(a, b, c)),
        "dp2a.lo sums two products");
}

__global__ void carries() {
  // 96 bits: the largest number and one.
  u32 a, b, c;
  asm("{\n\t"
      "add.cc.u32  %0, %3, 1;\n\t"
      "addc.cc.u32 %1, %4, 0;\n\t"
      "addc.u32    %2, %5, 0;\n\t"
      "}"
      : "=r"(a), "=r"(b), "=r"(c)
      : "r"(0xffffffffu), "r"(0xffffffffu), "r"(6u));
  check(a == 0 && b == 0 && c == 7, "add.cc hands its carry to addc");
  asm("sub.cc.u32 %0, %3, 1; subc.cc.u32 %1, %4, 0; subc.u32 %2, %5, 0;"
      : "=r"(a), "=r"(b), "=r"(c)
      : "r"(0u), "r"(0u), "r"(6u));
  check(a == 0xffffffffu && b == 0xffffffffu && c == 5, "sub.cc hands its borrow to subc");
  asm("mad.lo.cc.u32 %0, %2, %3, %4; madc.hi.u32 %1, %2, %3, %5;"
      : "=r"(a), "=r"(b)
      : "r"(0xffffffffu), "r"(0xffffffffu), "r"(0xffffffffu), "r"(7u));
  u64 product = 0xffffffffull * 0xffffffffull + 0xffffffffull;
  check(a == (u32)product && b == (u32)(product >> 32) + 7, "mad.lo.cc hands its carry to madc.hi");
  u64 low, high;
  asm("add.cc.u64 %0, %2, %3; addc.u64 %1, %4, %5;" : "=l"(low), "=l"(high) : "l"(~0ull), "l"(5ull), "l"(10ull), "l"(20ull));
  check(low == 4 && high == 31, "add.cc.u64 carries out of 64 bits");
}

static __device__ u32 extracted(u32 a, u32 b, u32 c, bool isSigned) {
  u32 from = b & 255, length = c & 255, out = 0;
  u32 sign = !isSigned || length == 0 ? 0 : a >> (from + length - 1 < 31 ? from + length - 1 : 31) & 1;
  for (u32 i = 0; i < 32; i++) out |= (i < length && from + i < 32 ? a >> (from + i) & 1 : sign) << i;
  return out;
}
static __device__ u32 inserted(u32 a, u32 b, u32 c, u32 d) {
  u32 from = c & 255, length = d & 255;
  for (u32 i = 0; i < length && from + i < 32; i++) b = (b & ~(1u << (from + i))) | ((a >> i & 1) << (from + i));
  return b;
}
static __device__ u32 permuted(u32 a, u32 b, u32 c) {
  u32 out = 0;
  for (int i = 0; i < 4; i++) {
    u32 which = c >> 4 * i & 15, byte = (u32)(((u64)b << 32 | a) >> 8 * (which & 7)) & 255;
    out |= (which < 8 ? byte : byte >> 7 ? 255 : 0) << 8 * i;
  }
  return out;
}

__global__ void bits() {
  check(OF2("and.b32", a & b) && OF2("or.b32", a | b) && OF2("xor.b32", a ^ b) && OF1("not.b32", ~a), "and, or, xor and not");
  check(OF1("cnot.b32", a == 0), "cnot is 1 of nothing else than 0");
  check(OF2("shl.b32", b > 31 ? 0 : a << b) && OF2("shr.u32", b > 31 ? 0 : a >> b), "shl and shr by more than 31 give 0");
  check(OF2("shr.s32", (s32)a >> (b > 31 ? 31 : b)), "shr.s32 fills with the sign");
  check([] {
    for (int i = 0; i < COUNT; i++) {
      u32 a = values[i], b = values[(i + 3) % COUNT], c = values[(i + 7) % COUNT], d, e, f;
      asm("lop3.b32 %0, %1, %2, %3, 0x96;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
      asm("lop3.b32 %0, %1, %2, %3, 0xe8;" : "=r"(e) : "r"(a), "r"(b), "r"(c));
      asm("lop3.b32 %0, %1, %2, %3, (0xF0 & 0xCC) | 0x2;" : "=r"(f) : "r"(a), "r"(b), "r"(c));
      if (d != (a ^ b ^ c) || e != ((a & b) | (a & c) | (b & c)) || f != ((a & b) | (~a & ~b & c))) return false;
    }
    return true;
  }(), "lop3 looks each bit up in its table");
  check(OF1("brev.b32", __brev(a)) && OF1("clz.b32", __clz(a)) && OF1("popc.b32", __popc(a)), "brev, clz and popc");
  check(OF1("bfind.u32", a == 0 ? ~0u : 31 - __clz(a)), "bfind.u32 finds the highest bit that is set");
  check(OF1("bfind.s32", (s32)a < 0 ? (~a == 0 ? ~0u : 31 - __clz(~a)) : a == 0 ? ~0u : 31 - __clz(a)),
        "bfind.s32 finds the highest bit that is not as the sign");
  check(OF1("bfind.shiftamt.u32", a == 0 ? ~0u : __clz(a)), "bfind.shiftamt is how far that is from the top");
  check(OF3("bfe.u32", extracted(a, b, c, false)), "bfe.u32 extracts a field and fills with zeros");
  check(OF3("bfe.s32", extracted(a, b, c, true)), "bfe.s32 fills with the field's highest bit");
  check([] {
    for (int i = 0; i < COUNT; i++)
      for (u32 from = 0; from < 40; from += 3)
        for (u32 length = 0; length < 40; length += 3) {
          u32 a = values[i], b = values[(i + 5) % COUNT], d;
          asm("bfi.b32 %0, %1, %2, %3, %4;" : "=r"(d) : "r"(a), "r"(b), "r"(from), "r"(length));
          if (d != inserted(a, b, from, length)) return false;
        }
    return true;
  }(), "bfi inserts a field");
  check(OF3("prmt.b32", permuted(a, b, c)), "prmt chooses four bytes of eight, or repeats their signs");
  u32 d, e, f, g;
  asm("prmt.b32.f4e %0, %1, %2, %3;" : "=r"(d) : "r"(0x33221100u), "r"(0x77665544u), "r"(1u));
  asm("prmt.b32.b4e %0, %1, %2, %3;" : "=r"(e) : "r"(0x33221100u), "r"(0x77665544u), "r"(1u));
  asm("prmt.b32.rc8 %0, %1, %2, %3;" : "=r"(f) : "r"(0x33221100u), "r"(0x77665544u), "r"(2u));
  asm("prmt.b32.ecr %0, %1, %2, %3;" : "=r"(g) : "r"(0x33221100u), "r"(0x77665544u), "r"(1u));
  check(d == 0x44332211u && e == 0x66770011u && f == 0x22222222u && g == 0x11111100u, "prmt has modes with fixed selectors");
  check(OF3("shf.l.wrap.b32", (((u64)b << 32 | a) << (c & 31)) >> 32), "shf.l.wrap shifts by less than 32");
  check(OF3("shf.l.clamp.b32", c >= 32 ? a : (((u64)b << 32 | a) << c) >> 32), "shf.l.clamp stops at 32");
  check(OF3("shf.r.wrap.b32", ((u64)b << 32 | a) >> (c & 31)), "shf.r.wrap shifts by less than 32");
  check(OF3("shf.r.clamp.b32", c >= 32 ? b : ((u64)b << 32 | a) >> c), "shf.r.clamp stops at 32");
  check(OF3("vabsdiff4.u32.u32.u32.add", __vsadu4(a, b) + c), "vabsdiff4.add sums four distances");
}

int main() {
  arithmetic<<<1, 1>>>();
  carries<<<1, 1>>>();
  bits<<<1, 1>>>();
  cudaDeviceSynchronize();
}
