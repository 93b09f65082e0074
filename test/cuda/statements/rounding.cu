// Arithmetic and conversions with the rounding mode in the name (CUDA Math API, "Type Casting Intrinsics", "Single
// Precision Intrinsics", "Double Precision Intrinsics"): rn to nearest, rz towards zero, ru up, rd down.
__global__ void floats() {
  check(__fadd_rn(0x1p0f, 0x1p-30f) == 0x1p0f && __fadd_rn(-0x1p0f, -0x1p-30f) == -0x1p0f && __fadd_rn(0x1.555556p-2f, 0x1.99999ap-4f) == 0x1.bbbbbcp-2f, "__fadd_rn adds in single precision, rounded to nearest, ties to even");
  check(__fadd_rz(0x1p0f, 0x1p-30f) == 0x1p0f && __fadd_rz(-0x1p0f, -0x1p-30f) == -0x1p0f && __fadd_rz(0x1.555556p-2f, 0x1.99999ap-4f) == 0x1.bbbbbcp-2f, "__fadd_rz adds in single precision, rounded towards zero");
  check(__fadd_ru(0x1p0f, 0x1p-30f) == 0x1.000002p0f && __fadd_ru(-0x1p0f, -0x1p-30f) == -0x1p0f && __fadd_ru(0x1.555556p-2f, 0x1.99999ap-4f) == 0x1.bbbbbep-2f, "__fadd_ru adds in single precision, rounded up");
  check(__fadd_rd(0x1p0f, 0x1p-30f) == 0x1p0f && __fadd_rd(-0x1p0f, -0x1p-30f) == -0x1.000002p0f && __fadd_rd(0x1.555556p-2f, 0x1.99999ap-4f) == 0x1.bbbbbcp-2f, "__fadd_rd adds in single precision, rounded down");
  check(__fsub_rn(0x1p0f, 0x1p-30f) == 0x1p0f && __fsub_rn(-0x1p0f, 0x1p-30f) == -0x1p0f, "__fsub_rn subtracts in single precision, rounded to nearest, ties to even");
  check(__fsub_rz(0x1p0f, 0x1p-30f) == 0x1.fffffep-1f && __fsub_rz(-0x1p0f, 0x1p-30f) == -0x1p0f, "__fsub_rz subtracts in single precision, rounded towards zero");
  check(__fsub_ru(0x1p0f, 0x1p-30f) == 0x1p0f && __fsub_ru(-0x1p0f, 0x1p-30f) == -0x1p0f, "__fsub_ru subtracts in single precision, rounded up");
  check(__fsub_rd(0x1p0f, 0x1p-30f) == 0x1.fffffep-1f && __fsub_rd(-0x1p0f, 0x1p-30f) == -0x1.000002p0f, "__fsub_rd subtracts in single precision, rounded down");
  check(__fmul_rn(0x1.555556p-2f, 0x1.99999ap-4f) == 0x1.111112p-5f && __fmul_rn(-0x1.555556p-2f, 0x1.555556p-2f) == -0x1.c71c74p-4f, "__fmul_rn multiplies in single precision, rounded to nearest, ties to even");
  check(__fmul_rz(0x1.555556p-2f, 0x1.99999ap-4f) == 0x1.11111p-5f && __fmul_rz(-0x1.555556p-2f, 0x1.555556p-2f) == -0x1.c71c72p-4f, "__fmul_rz multiplies in single precision, rounded towards zero");
  check(__fmul_ru(0x1.555556p-2f, 0x1.99999ap-4f) == 0x1.111112p-5f && __fmul_ru(-0x1.555556p-2f, 0x1.555556p-2f) == -0x1.c71c72p-4f, "__fmul_ru multiplies in single precision, rounded up");
  check(__fmul_rd(0x1.555556p-2f, 0x1.99999ap-4f) == 0x1.11111p-5f && __fmul_rd(-0x1.555556p-2f, 0x1.555556p-2f) == -0x1.c71c74p-4f, "__fmul_rd multiplies in single precision, rounded down");
  check(__fdiv_rn(0x1p0f, 0x1.8p1f) == 0x1.555556p-2f && __fdiv_rn(-0x1p1f, 0x1.8p1f) == -0x1.555556p-1f, "__fdiv_rn divides in single precision, rounded to nearest, ties to even");
  check(__fdiv_rz(0x1p0f, 0x1.8p1f) == 0x1.555554p-2f && __fdiv_rz(-0x1p1f, 0x1.8p1f) == -0x1.555554p-1f, "__fdiv_rz divides in single precision, rounded towards zero");
  check(__fdiv_ru(0x1p0f, 0x1.8p1f) == 0x1.555556p-2f && __fdiv_ru(-0x1p1f, 0x1.8p1f) == -0x1.555554p-1f, "__fdiv_ru divides in single precision, rounded up");
  check(__fdiv_rd(0x1p0f, 0x1.8p1f) == 0x1.555554p-2f && __fdiv_rd(-0x1p1f, 0x1.8p1f) == -0x1.555556p-1f, "__fdiv_rd divides in single precision, rounded down");
  check(__frcp_rn(0x1.8p1f) == 0x1.555556p-2f && __frcp_rn(-0x1.4p3f) == -0x1.99999ap-4f, "__frcp_rn is the reciprocal in single precision, rounded to nearest, ties to even");
  check(__frcp_rz(0x1.8p1f) == 0x1.555554p-2f && __frcp_rz(-0x1.4p3f) == -0x1.999998p-4f, "__frcp_rz is the reciprocal in single precision, rounded towards zero");
  check(__frcp_ru(0x1.8p1f) == 0x1.555556p-2f && __frcp_ru(-0x1.4p3f) == -0x1.999998p-4f, "__frcp_ru is the reciprocal in single precision, rounded up");
  check(__frcp_rd(0x1.8p1f) == 0x1.555554p-2f && __frcp_rd(-0x1.4p3f) == -0x1.99999ap-4f, "__frcp_rd is the reciprocal in single precision, rounded down");
  check(__fsqrt_rn(0x1p1f) == 0x1.6a09e6p0f && __fsqrt_rn(0x1.8p1f) == 0x1.bb67aep0f && __fsqrt_rn(0x1.2p1f) == 0x1.8p0f, "__fsqrt_rn is the square root in single precision, rounded to nearest, ties to even");
  check(__fsqrt_rz(0x1p1f) == 0x1.6a09e6p0f && __fsqrt_rz(0x1.8p1f) == 0x1.bb67aep0f && __fsqrt_rz(0x1.2p1f) == 0x1.8p0f, "__fsqrt_rz is the square root in single precision, rounded towards zero");
  check(__fsqrt_ru(0x1p1f) == 0x1.6a09e8p0f && __fsqrt_ru(0x1.8p1f) == 0x1.bb67bp0f && __fsqrt_ru(0x1.2p1f) == 0x1.8p0f, "__fsqrt_ru is the square root in single precision, rounded up");
  check(__fsqrt_rd(0x1p1f) == 0x1.6a09e6p0f && __fsqrt_rd(0x1.8p1f) == 0x1.bb67aep0f && __fsqrt_rd(0x1.2p1f) == 0x1.8p0f, "__fsqrt_rd is the square root in single precision, rounded down");
  check(__fmaf_rn(0x1.000002p0f, 0x1.000002p0f, -0x1p0f) == 0x1p-22f && __fmaf_rn(0x1.555556p-2f, 0x1.555556p-2f, -0x1.99999ap-4f) == 0x1.6c16ccp-7f, "__fmaf_rn multiplies and adds with one rounding in single precision, rounded to nearest, ties to even");
  check(__fmaf_rz(0x1.000002p0f, 0x1.000002p0f, -0x1p0f) == 0x1p-22f && __fmaf_rz(0x1.555556p-2f, 0x1.555556p-2f, -0x1.99999ap-4f) == 0x1.6c16ccp-7f, "__fmaf_rz multiplies and adds with one rounding in single precision, rounded towards zero");
  check(__fmaf_ru(0x1.000002p0f, 0x1.000002p0f, -0x1p0f) == 0x1.000002p-22f && __fmaf_ru(0x1.555556p-2f, 0x1.555556p-2f, -0x1.99999ap-4f) == 0x1.6c16cep-7f, "__fmaf_ru multiplies and adds with one rounding in single precision, rounded up");
  check(__fmaf_rd(0x1.000002p0f, 0x1.000002p0f, -0x1p0f) == 0x1p-22f && __fmaf_rd(0x1.555556p-2f, 0x1.555556p-2f, -0x1.99999ap-4f) == 0x1.6c16ccp-7f, "__fmaf_rd multiplies and adds with one rounding in single precision, rounded down");
}
__global__ void doubles() {
  check(__dadd_rn(0x1p0, 0x1p-59) == 0x1p0 && __dadd_rn(-0x1p0, -0x1p-59) == -0x1p0 && __dadd_rn(0x1.5555555555555p-2, 0x1.999999999999ap-4) == 0x1.bbbbbbbbbbbbcp-2, "__dadd_rn adds in double precision, rounded to nearest, ties to even");
  check(__dadd_rz(0x1p0, 0x1p-59) == 0x1p0 && __dadd_rz(-0x1p0, -0x1p-59) == -0x1p0 && __dadd_rz(0x1.5555555555555p-2, 0x1.999999999999ap-4) == 0x1.bbbbbbbbbbbbbp-2, "__dadd_rz adds in double precision, rounded towards zero");
  check(__dadd_ru(0x1p0, 0x1p-59) == 0x1.0000000000001p0 && __dadd_ru(-0x1p0, -0x1p-59) == -0x1p0 && __dadd_ru(0x1.5555555555555p-2, 0x1.999999999999ap-4) == 0x1.bbbbbbbbbbbbcp-2, "__dadd_ru adds in double precision, rounded up");
  check(__dadd_rd(0x1p0, 0x1p-59) == 0x1p0 && __dadd_rd(-0x1p0, -0x1p-59) == -0x1.0000000000001p0 && __dadd_rd(0x1.5555555555555p-2, 0x1.999999999999ap-4) == 0x1.bbbbbbbbbbbbbp-2, "__dadd_rd adds in double precision, rounded down");
  check(__dsub_rn(0x1p0, 0x1p-59) == 0x1p0 && __dsub_rn(-0x1p0, 0x1p-59) == -0x1p0, "__dsub_rn subtracts in double precision, rounded to nearest, ties to even");
  check(__dsub_rz(0x1p0, 0x1p-59) == 0x1.fffffffffffffp-1 && __dsub_rz(-0x1p0, 0x1p-59) == -0x1p0, "__dsub_rz subtracts in double precision, rounded towards zero");
  check(__dsub_ru(0x1p0, 0x1p-59) == 0x1p0 && __dsub_ru(-0x1p0, 0x1p-59) == -0x1p0, "__dsub_ru subtracts in double precision, rounded up");
  check(__dsub_rd(0x1p0, 0x1p-59) == 0x1.fffffffffffffp-1 && __dsub_rd(-0x1p0, 0x1p-59) == -0x1.0000000000001p0, "__dsub_rd subtracts in double precision, rounded down");
  check(__dmul_rn(0x1.5555555555555p-2, 0x1.999999999999ap-4) == 0x1.1111111111111p-5 && __dmul_rn(-0x1.5555555555555p-2, 0x1.5555555555555p-2) == -0x1.c71c71c71c71cp-4, "__dmul_rn multiplies in double precision, rounded to nearest, ties to even");
  check(__dmul_rz(0x1.5555555555555p-2, 0x1.999999999999ap-4) == 0x1.1111111111111p-5 && __dmul_rz(-0x1.5555555555555p-2, 0x1.5555555555555p-2) == -0x1.c71c71c71c71bp-4, "__dmul_rz multiplies in double precision, rounded towards zero");
  check(__dmul_ru(0x1.5555555555555p-2, 0x1.999999999999ap-4) == 0x1.1111111111112p-5 && __dmul_ru(-0x1.5555555555555p-2, 0x1.5555555555555p-2) == -0x1.c71c71c71c71bp-4, "__dmul_ru multiplies in double precision, rounded up");
  check(__dmul_rd(0x1.5555555555555p-2, 0x1.999999999999ap-4) == 0x1.1111111111111p-5 && __dmul_rd(-0x1.5555555555555p-2, 0x1.5555555555555p-2) == -0x1.c71c71c71c71cp-4, "__dmul_rd multiplies in double precision, rounded down");
  check(__ddiv_rn(0x1p0, 0x1.8p1) == 0x1.5555555555555p-2 && __ddiv_rn(-0x1p1, 0x1.8p1) == -0x1.5555555555555p-1, "__ddiv_rn divides in double precision, rounded to nearest, ties to even");
  check(__ddiv_rz(0x1p0, 0x1.8p1) == 0x1.5555555555555p-2 && __ddiv_rz(-0x1p1, 0x1.8p1) == -0x1.5555555555555p-1, "__ddiv_rz divides in double precision, rounded towards zero");
  check(__ddiv_ru(0x1p0, 0x1.8p1) == 0x1.5555555555556p-2 && __ddiv_ru(-0x1p1, 0x1.8p1) == -0x1.5555555555555p-1, "__ddiv_ru divides in double precision, rounded up");
  check(__ddiv_rd(0x1p0, 0x1.8p1) == 0x1.5555555555555p-2 && __ddiv_rd(-0x1p1, 0x1.8p1) == -0x1.5555555555556p-1, "__ddiv_rd divides in double precision, rounded down");
  check(__drcp_rn(0x1.8p1) == 0x1.5555555555555p-2 && __drcp_rn(-0x1.4p3) == -0x1.999999999999ap-4, "__drcp_rn is the reciprocal in double precision, rounded to nearest, ties to even");
  check(__drcp_rz(0x1.8p1) == 0x1.5555555555555p-2 && __drcp_rz(-0x1.4p3) == -0x1.9999999999999p-4, "__drcp_rz is the reciprocal in double precision, rounded towards zero");
  check(__drcp_ru(0x1.8p1) == 0x1.5555555555556p-2 && __drcp_ru(-0x1.4p3) == -0x1.9999999999999p-4, "__drcp_ru is the reciprocal in double precision, rounded up");
  check(__drcp_rd(0x1.8p1) == 0x1.5555555555555p-2 && __drcp_rd(-0x1.4p3) == -0x1.999999999999ap-4, "__drcp_rd is the reciprocal in double precision, rounded down");
  check(__dsqrt_rn(0x1p1) == 0x1.6a09e667f3bcdp0 && __dsqrt_rn(0x1.8p1) == 0x1.bb67ae8584caap0 && __dsqrt_rn(0x1.2p1) == 0x1.8p0, "__dsqrt_rn is the square root in double precision, rounded to nearest, ties to even");
  check(__dsqrt_rz(0x1p1) == 0x1.6a09e667f3bccp0 && __dsqrt_rz(0x1.8p1) == 0x1.bb67ae8584caap0 && __dsqrt_rz(0x1.2p1) == 0x1.8p0, "__dsqrt_rz is the square root in double precision, rounded towards zero");
  check(__dsqrt_ru(0x1p1) == 0x1.6a09e667f3bcdp0 && __dsqrt_ru(0x1.8p1) == 0x1.bb67ae8584cabp0 && __dsqrt_ru(0x1.2p1) == 0x1.8p0, "__dsqrt_ru is the square root in double precision, rounded up");
  check(__dsqrt_rd(0x1p1) == 0x1.6a09e667f3bccp0 && __dsqrt_rd(0x1.8p1) == 0x1.bb67ae8584caap0 && __dsqrt_rd(0x1.2p1) == 0x1.8p0, "__dsqrt_rd is the square root in double precision, rounded down");
  check(__fma_rn(0x1.0000000000001p0, 0x1.0000000000001p0, -0x1p0) == 0x1p-51 && __fma_rn(0x1.5555555555555p-2, 0x1.5555555555555p-2, -0x1.999999999999ap-4) == 0x1.6c16c16c16c0cp-7, "__fma_rn multiplies and adds with one rounding in double precision, rounded to nearest, ties to even");
  check(__fma_rz(0x1.0000000000001p0, 0x1.0000000000001p0, -0x1p0) == 0x1p-51 && __fma_rz(0x1.5555555555555p-2, 0x1.5555555555555p-2, -0x1.999999999999ap-4) == 0x1.6c16c16c16c0cp-7, "__fma_rz multiplies and adds with one rounding in double precision, rounded towards zero");
  check(__fma_ru(0x1.0000000000001p0, 0x1.0000000000001p0, -0x1p0) == 0x1.0000000000001p-51 && __fma_ru(0x1.5555555555555p-2, 0x1.5555555555555p-2, -0x1.999999999999ap-4) == 0x1.6c16c16c16c0dp-7, "__fma_ru multiplies and adds with one rounding in double precision, rounded up");
  check(__fma_rd(0x1.0000000000001p0, 0x1.0000000000001p0, -0x1p0) == 0x1p-51 && __fma_rd(0x1.5555555555555p-2, 0x1.5555555555555p-2, -0x1.999999999999ap-4) == 0x1.6c16c16c16c0cp-7, "__fma_rd multiplies and adds with one rounding in double precision, rounded down");
}
__global__ void conversions() {
  check(__double2float_rn(0x1.00000004p0) == 0x1p0f && __double2float_rn(-0x1.000003p0) == -0x1.000004p0f, "__double2float_rn makes a float of a double, rounded to nearest, ties to even");
  check(__double2float_rz(0x1.00000004p0) == 0x1p0f && __double2float_rz(-0x1.000003p0) == -0x1.000002p0f, "__double2float_rz makes a float of a double, rounded towards zero");
  check(__double2float_ru(0x1.00000004p0) == 0x1.000002p0f && __double2float_ru(-0x1.000003p0) == -0x1.000002p0f, "__double2float_ru makes a float of a double, rounded up");
  check(__double2float_rd(0x1.00000004p0) == 0x1p0f && __double2float_rd(-0x1.000003p0) == -0x1.000004p0f, "__double2float_rd makes a float of a double, rounded down");
  check(__int2float_rn(16777217) == 0x1p24f && __int2float_rn(-16777219) == -0x1.000004p24f, "__int2float_rn makes a float of an int, rounded to nearest, ties to even");
  check(__int2float_rz(16777217) == 0x1p24f && __int2float_rz(-16777219) == -0x1.000002p24f, "__int2float_rz makes a float of an int, rounded towards zero");
  check(__int2float_ru(16777217) == 0x1.000002p24f && __int2float_ru(-16777219) == -0x1.000002p24f, "__int2float_ru makes a float of an int, rounded up");
  check(__int2float_rd(16777217) == 0x1p24f && __int2float_rd(-16777219) == -0x1.000004p24f, "__int2float_rd makes a float of an int, rounded down");
  check(__uint2float_rn(0xffffffffu) == 0x1p32f && __uint2float_rn(0x1000003u) == 0x1.000004p24f, "__uint2float_rn makes a float of an unsigned int, rounded to nearest, ties to even");
  check(__uint2float_rz(0xffffffffu) == 0x1.fffffep31f && __uint2float_rz(0x1000003u) == 0x1.000002p24f, "__uint2float_rz makes a float of an unsigned int, rounded towards zero");
  check(__uint2float_ru(0xffffffffu) == 0x1p32f && __uint2float_ru(0x1000003u) == 0x1.000004p24f, "__uint2float_ru makes a float of an unsigned int, rounded up");
  check(__uint2float_rd(0xffffffffu) == 0x1.fffffep31f && __uint2float_rd(0x1000003u) == 0x1.000002p24f, "__uint2float_rd makes a float of an unsigned int, rounded down");
  check(__ll2float_rn(1099511627777ll) == 0x1p40f && __ll2float_rn(-1152921573326323713ll) == -0x1.000002p60f, "__ll2float_rn makes a float of a long long, rounded to nearest, ties to even");
  check(__ll2float_rz(1099511627777ll) == 0x1p40f && __ll2float_rz(-1152921573326323713ll) == -0x1p60f, "__ll2float_rz makes a float of a long long, rounded towards zero");
  check(__ll2float_ru(1099511627777ll) == 0x1.000002p40f && __ll2float_ru(-1152921573326323713ll) == -0x1p60f, "__ll2float_ru makes a float of a long long, rounded up");
  check(__ll2float_rd(1099511627777ll) == 0x1p40f && __ll2float_rd(-1152921573326323713ll) == -0x1.000002p60f, "__ll2float_rd makes a float of a long long, rounded down");
  check(__ull2float_rn(0x8000000000000001ull) == 0x1p63f && __ull2float_rn(0xffffffffffffffffull) == 0x1p64f, "__ull2float_rn makes a float of an unsigned long long, rounded to nearest, ties to even");
  check(__ull2float_rz(0x8000000000000001ull) == 0x1p63f && __ull2float_rz(0xffffffffffffffffull) == 0x1.fffffep63f, "__ull2float_rz makes a float of an unsigned long long, rounded towards zero");
  check(__ull2float_ru(0x8000000000000001ull) == 0x1.000002p63f && __ull2float_ru(0xffffffffffffffffull) == 0x1p64f, "__ull2float_ru makes a float of an unsigned long long, rounded up");
  check(__ull2float_rd(0x8000000000000001ull) == 0x1p63f && __ull2float_rd(0xffffffffffffffffull) == 0x1.fffffep63f, "__ull2float_rd makes a float of an unsigned long long, rounded down");
  check(__ll2double_rn(1152921504606846977ll) == 0x1p60 && __ll2double_rn(-1152921504606847360ll) == -0x1.0000000000002p60, "__ll2double_rn makes a double of a long long, rounded to nearest, ties to even");
  check(__ll2double_rz(1152921504606846977ll) == 0x1p60 && __ll2double_rz(-1152921504606847360ll) == -0x1.0000000000001p60, "__ll2double_rz makes a double of a long long, rounded towards zero");
  check(__ll2double_ru(1152921504606846977ll) == 0x1.0000000000001p60 && __ll2double_ru(-1152921504606847360ll) == -0x1.0000000000001p60, "__ll2double_ru makes a double of a long long, rounded up");
  check(__ll2double_rd(1152921504606846977ll) == 0x1p60 && __ll2double_rd(-1152921504606847360ll) == -0x1.0000000000002p60, "__ll2double_rd makes a double of a long long, rounded down");
  check(__ull2double_rn(0x8000000000000001ull) == 0x1p63 && __ull2double_rn(0xffffffffffffffffull) == 0x1p64, "__ull2double_rn makes a double of an unsigned long long, rounded to nearest, ties to even");
  check(__ull2double_rz(0x8000000000000001ull) == 0x1p63 && __ull2double_rz(0xffffffffffffffffull) == 0x1.fffffffffffffp63, "__ull2double_rz makes a double of an unsigned long long, rounded towards zero");
  check(__ull2double_ru(0x8000000000000001ull) == 0x1.0000000000001p63 && __ull2double_ru(0xffffffffffffffffull) == 0x1p64, "__ull2double_ru makes a double of an unsigned long long, rounded up");
  check(__ull2double_rd(0x8000000000000001ull) == 0x1p63 && __ull2double_rd(0xffffffffffffffffull) == 0x1.fffffffffffffp63, "__ull2double_rd makes a double of an unsigned long long, rounded down");
  check(__int2double_rn(-2147483647) == -2147483647.0, "__int2double_rn makes a double of an int, which is exact");
  check(__uint2double_rn(4294967295u) == 4294967295.0, "__uint2double_rn makes a double of an unsigned int, which is exact");
  check(__frsqrt_rn(4.0f) == 0.5f && __frsqrt_rn(2.0f) == 0x1.6a09e6p-1f, "__frsqrt_rn is the reciprocal of the square root, rounded to nearest");
}

int main() {
  floats<<<1, 1>>>();
  doubles<<<1, 1>>>();
  conversions<<<1, 1>>>();
  check(cudaDeviceSynchronize() == cudaSuccess, "A rounding mode belongs to the operation, not to the machine");
}
