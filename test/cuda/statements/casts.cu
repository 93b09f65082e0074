// Floating-point numbers to integers and bits (CUDA Math API, "Type Casting Intrinsics").
__global__ void to_integers() {
  check(__float2int_rn(0x1.4p1f) == 2 && __float2int_rn(0x1.bp2f) == 7 && __float2int_rn(-0x1.6p1f) == -3, "__float2int_rn makes an int of a float, rounded to nearest, ties to even");
  check(__float2int_rz(0x1.4p1f) == 2 && __float2int_rz(0x1.bp2f) == 6 && __float2int_rz(-0x1.6p1f) == -2, "__float2int_rz makes an int of a float, rounded towards zero");
  check(__float2int_ru(0x1.4p1f) == 3 && __float2int_ru(0x1.bp2f) == 7 && __float2int_ru(-0x1.6p1f) == -2, "__float2int_ru makes an int of a float, rounded up");
  check(__float2int_rd(0x1.4p1f) == 2 && __float2int_rd(0x1.bp2f) == 6 && __float2int_rd(-0x1.6p1f) == -3, "__float2int_rd makes an int of a float, rounded down");
  check(__float2uint_rn(0x1.4p1f) == 2u && __float2uint_rn(0x1.bp2f) == 7u, "__float2uint_rn makes an unsigned int of a float, rounded to nearest, ties to even");
  check(__float2uint_rz(0x1.4p1f) == 2u && __float2uint_rz(0x1.bp2f) == 6u, "__float2uint_rz makes an unsigned int of a float, rounded towards zero");
  check(__float2uint_ru(0x1.4p1f) == 3u && __float2uint_ru(0x1.bp2f) == 7u, "__float2uint_ru makes an unsigned int of a float, rounded up");
  check(__float2uint_rd(0x1.4p1f) == 2u && __float2uint_rd(0x1.bp2f) == 6u, "__float2uint_rd makes an unsigned int of a float, rounded down");
  check(__float2ll_rn(0x1.4p1f) == 2ll && __float2ll_rn(0x1.bp2f) == 7ll && __float2ll_rn(-0x1.6p1f) == -3ll, "__float2ll_rn makes a long long of a float, rounded to nearest, ties to even");
  check(__float2ll_rz(0x1.4p1f) == 2ll && __float2ll_rz(0x1.bp2f) == 6ll && __float2ll_rz(-0x1.6p1f) == -2ll, "__float2ll_rz makes a long long of a float, rounded towards zero");
  check(__float2ll_ru(0x1.4p1f) == 3ll && __float2ll_ru(0x1.bp2f) == 7ll && __float2ll_ru(-0x1.6p1f) == -2ll, "__float2ll_ru makes a long long of a float, rounded up");
  check(__float2ll_rd(0x1.4p1f) == 2ll && __float2ll_rd(0x1.bp2f) == 6ll && __float2ll_rd(-0x1.6p1f) == -3ll, "__float2ll_rd makes a long long of a float, rounded down");
  check(__float2ull_rn(0x1.4p1f) == 2ull && __float2ull_rn(0x1.bp2f) == 7ull, "__float2ull_rn makes an unsigned long long of a float, rounded to nearest, ties to even");
  check(__float2ull_rz(0x1.4p1f) == 2ull && __float2ull_rz(0x1.bp2f) == 6ull, "__float2ull_rz makes an unsigned long long of a float, rounded towards zero");
  check(__float2ull_ru(0x1.4p1f) == 3ull && __float2ull_ru(0x1.bp2f) == 7ull, "__float2ull_ru makes an unsigned long long of a float, rounded up");
  check(__float2ull_rd(0x1.4p1f) == 2ull && __float2ull_rd(0x1.bp2f) == 6ull, "__float2ull_rd makes an unsigned long long of a float, rounded down");
  check(__double2int_rn(0x1.4p1) == 2 && __double2int_rn(0x1.bp2) == 7 && __double2int_rn(-0x1.6p1) == -3, "__double2int_rn makes an int of a double, rounded to nearest, ties to even");
  check(__double2int_rz(0x1.4p1) == 2 && __double2int_rz(0x1.bp2) == 6 && __double2int_rz(-0x1.6p1) == -2, "__double2int_rz makes an int of a double, rounded towards zero");
  check(__double2int_ru(0x1.4p1) == 3 && __double2int_ru(0x1.bp2) == 7 && __double2int_ru(-0x1.6p1) == -2, "__double2int_ru makes an int of a double, rounded up");
  check(__double2int_rd(0x1.4p1) == 2 && __double2int_rd(0x1.bp2) == 6 && __double2int_rd(-0x1.6p1) == -3, "__double2int_rd makes an int of a double, rounded down");
  check(__double2uint_rn(0x1.4p1) == 2u && __double2uint_rn(0x1.bp2) == 7u, "__double2uint_rn makes an unsigned int of a double, rounded to nearest, ties to even");
  check(__double2uint_rz(0x1.4p1) == 2u && __double2uint_rz(0x1.bp2) == 6u, "__double2uint_rz makes an unsigned int of a double, rounded towards zero");
  check(__double2uint_ru(0x1.4p1) == 3u && __double2uint_ru(0x1.bp2) == 7u, "__double2uint_ru makes an unsigned int of a double, rounded up");
  check(__double2uint_rd(0x1.4p1) == 2u && __double2uint_rd(0x1.bp2) == 6u, "__double2uint_rd makes an unsigned int of a double, rounded down");
  check(__double2ll_rn(0x1.4p1) == 2ll && __double2ll_rn(0x1.bp2) == 7ll && __double2ll_rn(-0x1.6p1) == -3ll, "__double2ll_rn makes a long long of a double, rounded to nearest, ties to even");
  check(__double2ll_rz(0x1.4p1) == 2ll && __double2ll_rz(0x1.bp2) == 6ll && __double2ll_rz(-0x1.6p1) == -2ll, "__double2ll_rz makes a long long of a double, rounded towards zero");
  check(__double2ll_ru(0x1.4p1) == 3ll && __double2ll_ru(0x1.bp2) == 7ll && __double2ll_ru(-0x1.6p1) == -2ll, "__double2ll_ru makes a long long of a double, rounded up");
  check(__double2ll_rd(0x1.4p1) == 2ll && __double2ll_rd(0x1.bp2) == 6ll && __double2ll_rd(-0x1.6p1) == -3ll, "__double2ll_rd makes a long long of a double, rounded down");
  check(__double2ull_rn(0x1.4p1) == 2ull && __double2ull_rn(0x1.bp2) == 7ull, "__double2ull_rn makes an unsigned long long of a double, rounded to nearest, ties to even");
  check(__double2ull_rz(0x1.4p1) == 2ull && __double2ull_rz(0x1.bp2) == 6ull, "__double2ull_rz makes an unsigned long long of a double, rounded towards zero");
  check(__double2ull_ru(0x1.4p1) == 3ull && __double2ull_ru(0x1.bp2) == 7ull, "__double2ull_ru makes an unsigned long long of a double, rounded up");
  check(__double2ull_rd(0x1.4p1) == 2ull && __double2ull_rd(0x1.bp2) == 6ull, "__double2ull_rd makes an unsigned long long of a double, rounded down");
}
__global__ void bits() {
  check(__float_as_int(-0.0f) == (-2147483647 - 1) && __float_as_int(1.0f) == 0x3f800000, "__float_as_int reinterprets the bits of a float as an int");
  check(__float_as_uint(-1.0f) == 0xbf800000u, "__float_as_uint reinterprets the bits of a float as an unsigned int");
  check(__int_as_float(0x40000000) == 2.0f, "__int_as_float reinterprets the bits of an int as a float");
  check(__uint_as_float(0xc0000000u) == -2.0f, "__uint_as_float reinterprets the bits of an unsigned int as a float");
  check(__double_as_longlong(1.0) == 0x3ff0000000000000ll, "__double_as_longlong reinterprets the bits of a double as a long long");
  check(__longlong_as_double(0x4000000000000000ll) == 2.0, "__longlong_as_double reinterprets the bits of a long long as a double");
  check(__double2hiint(-1.5) == (int)0xbff80000u, "__double2hiint is the upper 32 bits of a double");
  check(__double2loint(0x1.00000deadbeefp0) == (int)0xdeadbeefu, "__double2loint is the lower 32 bits of a double");
  check(__hiloint2double(0x40080000, 1) == 0x1.8000000000001p1, "__hiloint2double joins two halves of 32 bits to a double");
}

int main() {
  to_integers<<<1, 1>>>();
  bits<<<1, 1>>>();
  check(cudaDeviceSynchronize() == cudaSuccess, "Conversions are functions of each thread alone");
}
