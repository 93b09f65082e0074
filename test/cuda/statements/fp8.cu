#include <cuda_fp8.h>
#include <string.h>

// Conversions to and from floating point of 8 bits. What NVIDIA's header of CUDA 13.0 gives for all numbers of 16 bits, and for
// a million floats and doubles, is told by sums; that it is the nearest is worked out here.
typedef unsigned long long u64;
__device__ __host__ u64 part(unsigned number, unsigned code) { return (number + 0x9e3779b97f4a7c15ull) * (2 * code + 1) * 0x100000001b3ull; }

struct Sums {
  u64 half, bfloat, decoded, floats, doubles;
};
template <class T, class From>
__device__ __host__ T as(From from) {
  T to;
  memcpy(&to, &from, sizeof to);
  return to;
}

// Each in its turn of 65,536: whole numbers of 16 bits, and floats and doubles far apart around the format's range.
__device__ __host__ void add(Sums *sums, unsigned i, __nv_saturation_t saturate, __nv_fp8_interpretation_t kind) {
  __half_raw half;
  half.x = (unsigned short)i;
  __nv_bfloat16_raw bfloat;
  bfloat.x = (unsigned short)i;
  sums->half += part(i, __nv_cvt_halfraw_to_fp8(half, saturate, kind));
  sums->bfloat += part(i, __nv_cvt_bfloat16raw_to_fp8(bfloat, saturate, kind));
  if (i < 256) sums->decoded += part(i, ((__half_raw)__nv_cvt_fp8_to_halfraw((unsigned char)i, kind)).x);
  for (unsigned j = 0; j < 16; j++) {
    unsigned bits = (i * 16 + j) * 4099u;
    sums->floats += part(bits, __nv_cvt_float_to_fp8(as<float>(bits), saturate, kind));
    u64 mixed = (i * 16 + j) * 0x9e3779b97f4a7c15ull;
    u64 wide = (mixed & 0x800fffffffffffffull) | (1003 + (mixed >> 52 & 0x7ff) % 40) << 52;
    if (j % 3 == 0) wide &= ~0ull << 48;
    if (j % 6 == 0) wide |= j & 1;
    sums->doubles += part(bits, __nv_cvt_double_to_fp8(as<double>(wide), saturate, kind));
  }
}
__global__ void add_all(Sums *sums, int saturate, int kind) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  Sums own = {};
  add(&own, i, (__nv_saturation_t)saturate, (__nv_fp8_interpretation_t)kind);
  atomicAdd(&sums->half, own.half);
  atomicAdd(&sums->bfloat, own.bfloat);
  atomicAdd(&sums->decoded, own.decoded);
  atomicAdd(&sums->floats, own.floats);
  atomicAdd(&sums->doubles, own.doubles);
}

// A number of the format next to this one in size is not nearer; of two that are as near, the even one is taken.
__global__ void nearest(int *wrong, int kind) {
  auto format = (__nv_fp8_interpretation_t)kind;
  const int largest = format == __NV_E4M3 ? 0x7e : 0x7b;
  __half_raw half;
  half.x = (unsigned short)(blockIdx.x * blockDim.x + threadIdx.x);
  float x = __half2float(__half(half));
  int code = __nv_cvt_halfraw_to_fp8(half, __NV_SATFINITE, format), size = code & 0x7f;
  auto value = [&](int of) { return __half2float(__half(__nv_cvt_fp8_to_halfraw((unsigned char)of, format))); };
  if (x != x) {
    if (code != 0x7f) atomicAdd(wrong, 1);
    return;
  }
  bool good = size <= largest && code >> 7 == half.x >> 15;
  float far = fabsf(x - value(code));
  if (isinf(x)) good = good && size == largest;
  else if (size > 0) good = good && (far < fabsf(x - value(code - 1)) || (far == fabsf(x - value(code - 1)) && size % 2 == 0));
  if (size < largest) good = good && (far < fabsf(x - value(code + 1)) || (far == fabsf(x - value(code + 1)) && size % 2 == 0));
  if (!good) atomicAdd(wrong, 1);
}

template <class One, class Two, class Four>
__global__ void types(int *right, float *out) {
  float4 four = float4(Four(make_float4(0.5f, -2.0f, 3.0f, 1e9f)));
  *right = four.x == 0.5f && four.y == -2.0f && four.z == 3.0f;
  out[0] = four.w;
  out[1] = float(Four(__floats2half2_rn(1.0f, 1.5f), __floats2half2_rn(2.0f, -4.0f)).__x == Four(make_float4(1.0f, 1.5f, 2.0f, -4.0f)).__x);
  out[2] = float(Four(__floats2bfloat162_rn(1.0f, 1.5f), __floats2bfloat162_rn(2.0f, -4.0f)).__x == Four(make_double4(1.0, 1.5, 2.0, -4.0)).__x);
  Two two(make_float2(6.0f, -0.25f));
  out[3] = float(float2(two).x == 6.0f && float2(two).y == -0.25f && __high2float(__half2(two)) == -0.25f &&
                 two.__x == Two(make_double2(6.0, -0.25)).__x && two.__x == Two(__floats2half2_rn(6.0f, -0.25f)).__x &&
                 two.__x == Two(__floats2bfloat162_rn(6.0f, -0.25f)).__x);
  One one(-2.75f), big(1e9), same(__float2half(-2.75f));
  out[4] = float(int(one) == -2 && (unsigned)one == 0u && (long long)one == -2 && (short)one == -2 && bool(one) && !bool(One(0)) &&
                 float(__half(one)) == float(__nv_bfloat16(one)) && double(one) == double(same) && float(One(12u)) == 12.0f &&
                 float(One((short)-3)) == -3.0f && float(One(__float2bfloat16(3.0f))) == 3.0f && (signed char)big == 127);
}

int main() {
  Sums *sums, host = {}, device;
  int *count, result = 0;
  float *numbers, got[5];
  cudaMalloc(&sums, sizeof(Sums));
  cudaMalloc(&count, sizeof(int));
  cudaMalloc(&numbers, sizeof got);
  const Sums want[4] = {
      {0x6f9e8317d0d74280, 0x3bef74dda33789d0, 0xcf896fb066c6ac90, 0xaa0245c3fa2df61c, 0xd8542d381607ba26},
      {0x39dcf7a1377b5100, 0x34dae060c9891520, 0xcf896fb066c6ac90, 0x3aeae79cf359e4b2, 0x88db2d365ffabc82},
      {0x6a7a5240434b8d44, 0x12abf6263ffaa444, 0x66b5f7a9484d5714, 0xcd95f182c7fdf796, 0xdd9e89de806061d2},
      {0xe5353ed9704e3388, 0xb578b9741ab4ec28, 0x66b5f7a9484d5714, 0x7ca7665e4d6a22b6, 0x73db68c7d1aa352e},
  };
  bool same = true, right[5] = {true, true, true, true, true};
  for (int i = 0; i < 4; i++) {
    host = {};
    cudaMemset(sums, 0, sizeof(Sums));
    add_all<<<256, 256>>>(sums, i % 2, i / 2);
    cudaMemcpy(&device, sums, sizeof device, cudaMemcpyDeviceToHost);
    for (unsigned j = 0; j < 65536; j++) add(&host, j, (__nv_saturation_t)(i % 2), (__nv_fp8_interpretation_t)(i / 2));
    same = same && memcmp(&host, &device, sizeof host) == 0;
    right[0] = right[0] && host.half == want[i].half;
    right[1] = right[1] && host.bfloat == want[i].bfloat;
    right[2] = right[2] && host.decoded == want[i].decoded;
    right[3] = right[3] && host.floats == want[i].floats;
    right[4] = right[4] && host.doubles == want[i].doubles;
  }
  check(right[0], "__nv_cvt_halfraw_to_fp8 converts each half");
  check(right[1], "__nv_cvt_bfloat16raw_to_fp8 converts each bfloat16");
  check(right[2], "__nv_cvt_fp8_to_halfraw is exact");
  check(right[3], "__nv_cvt_float_to_fp8 rounds a float once");
  check(right[4], "__nv_cvt_double_to_fp8 rounds a double once");
  check(same, "Host and device convert to the same floating point of 8 bits");
  for (int kind = 0; kind < 2; kind++) {
    cudaMemset(count, 0, sizeof(int));
    nearest<<<256, 256>>>(count, kind);
    int wrong = -1;
    cudaMemcpy(&wrong, count, sizeof wrong, cudaMemcpyDeviceToHost);
    result += wrong;
  }
  check(result == 0, "Floating point of 8 bits is the nearest number that there is, and of two the even one");
  check(__nv_cvt_float_to_fp8(464.0f, __NV_NOSAT, __NV_E4M3) == 0x7e && __nv_cvt_float_to_fp8(465.0f, __NV_NOSAT, __NV_E4M3) == 0x7f &&
            __nv_cvt_float_to_fp8(-1e30f, __NV_SATFINITE, __NV_E4M3) == 0xfe,
        "What is too large for e4m3 is NaN, or with __NV_SATFINITE the largest number");
  check(__nv_cvt_float_to_fp8(61440.0f, __NV_NOSAT, __NV_E5M2) == 0x7c && __nv_cvt_float_to_fp8(61440.0f, __NV_SATFINITE, __NV_E5M2) == 0x7b,
        "What is too large for e5m2 is infinite, or with __NV_SATFINITE the largest number");
  __half2_raw halves;
  halves.x = 0x3c00;
  halves.y = 0xc000;
  __nv_bfloat162_raw bfloats;
  bfloats.x = 0x3f80;
  bfloats.y = 0xc000;
  check(__nv_cvt_halfraw2_to_fp8x2(halves, __NV_SATFINITE, __NV_E4M3) == 0xc038, "__nv_cvt_halfraw2_to_fp8x2 puts the first of two halves below");
  check(__nv_cvt_bfloat16raw2_to_fp8x2(bfloats, __NV_SATFINITE, __NV_E5M2) == 0xc03c, "__nv_cvt_bfloat16raw2_to_fp8x2 converts two bfloat16");
  check(__nv_cvt_float2_to_fp8x2(make_float2(1, -2), __NV_SATFINITE, __NV_E4M3) == 0xc038, "__nv_cvt_float2_to_fp8x2 converts two floats");
  check(__nv_cvt_double2_to_fp8x2(make_double2(1, -2), __NV_SATFINITE, __NV_E5M2) == 0xc03c, "__nv_cvt_double2_to_fp8x2 converts two doubles");
  __half2_raw back = __nv_cvt_fp8x2_to_halfraw2(0xc038, __NV_E4M3);
  check(back.x == 0x3c00 && back.y == 0xc000, "__nv_cvt_fp8x2_to_halfraw2 gives two halves");
  types<__nv_fp8_e4m3, __nv_fp8x2_e4m3, __nv_fp8x4_e4m3><<<1, 1>>>(count, numbers);
  cudaMemcpy(&result, count, sizeof result, cudaMemcpyDeviceToHost);
  cudaMemcpy(got, numbers, sizeof got, cudaMemcpyDeviceToHost);
  check(result && got[0] == 448.0f && got[1] && got[2] && got[3] && got[4], "__nv_fp8_e4m3 and its x2 and x4 convert, and saturate at 448");
  types<__nv_fp8_e5m2, __nv_fp8x2_e5m2, __nv_fp8x4_e5m2><<<1, 1>>>(count, numbers);
  cudaMemcpy(&result, count, sizeof result, cudaMemcpyDeviceToHost);
  cudaMemcpy(got, numbers, sizeof got, cudaMemcpyDeviceToHost);
  check(result && got[0] == 57344.0f && got[1] && got[2] && got[3], "__nv_fp8_e5m2 and its x2 and x4 convert, and saturate at 57,344");
  check(sizeof(__nv_fp8_e4m3) == 1 && sizeof(__nv_fp8x2_e4m3) == 2 && sizeof(__nv_fp8x4_e5m2) == 4, "One value of 8 bits takes a byte");
  cudaFree(sums);
  cudaFree(count);
  cudaFree(numbers);
}
