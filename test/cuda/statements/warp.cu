// Functions of a warp: shuffles, votes, matches, reductions.
__device__ int agreed[24];
__device__ void say(int statement, bool holds) {
  if (!holds) agreed[statement] = 0;
}

__global__ void exchange() {
  unsigned all = 0xffffffffu, lane = threadIdx.x % 32;
  int warp = threadIdx.x / 32, mine = 100 * warp + (int)lane;
  say(0, __shfl_sync(all, mine, 7) == 100 * warp + 7 && __shfl_sync(all, mine, 39) == 100 * warp + 7);
  say(1, __shfl_up_sync(all, mine, 3) == (lane < 3 ? mine : mine - 3) && __shfl_down_sync(all, mine, 3) == (lane > 28 ? mine : mine + 3));
  say(2, __shfl_xor_sync(all, mine, 5) == 100 * warp + (int)(lane ^ 5));
  say(3, __shfl_sync(all, mine, 2, 8) == 100 * warp + (int)(lane / 8 * 8 + 2) && __shfl_down_sync(all, mine, 1, 4) == (lane % 4 == 3 ? mine : mine + 1));
  say(4, __shfl_sync(all, 1.5 * lane, 4) == 6.0 && __shfl_sync(all, 1ull << lane, 40 % 32) == 256ull && __shfl_xor_sync(all, 0.5f * lane, 1) == 0.5f * (lane ^ 1));
  float sum = (float)lane;
  for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(all, sum, offset);
  say(5, lane != 0 || sum == 496.0f);
  if (lane < 12) {
    int among = __shfl_sync(0xfffu, mine, 11);
    say(6, among == 100 * warp + 11 && __ballot_sync(0xfffu, lane % 2) == 0xaaau && __all_sync(0xfffu, lane < 12));
  }
  __syncwarp();
  say(7, __all_sync(all, lane < 32) && !__all_sync(all, lane < 31) && __any_sync(all, lane == 31) && !__any_sync(all, lane > 31));
  say(8, __ballot_sync(all, lane % 4 == 0) == 0x11111111u && __popc(__ballot_sync(all, lane < 10)) == 10);
  int same;
  say(9, __match_any_sync(all, lane % 4) == 0x11111111u << lane % 4 && __match_any_sync(all, (long long)lane << 33) == 1u << lane);
  say(10, __match_all_sync(all, warp, &same) == all && same && __match_all_sync(all, lane, &same) == 0 && !same);
  say(11, __reduce_add_sync(all, lane) == 496u && __reduce_min_sync(all, -(int)lane) == -31 && __reduce_max_sync(all, lane) == 31u);
  say(12, __reduce_and_sync(all, lane | 64u) == 64u && __reduce_or_sync(all, 1u << lane) == all && __reduce_xor_sync(all, lane) == 0u);
  if (lane % 2) say(13, __activemask() == 0xaaaaaaaau);
  __shared__ int values[64];
  values[threadIdx.x] = mine;
  __syncwarp();
  int next = values[threadIdx.x ^ 1];
  say(14, next == 100 * warp + (int)(lane ^ 1));
}

// Each component of what a thread adds arrives, whatever the type.
struct Sums {
  int i[10];
  unsigned u[10];
  unsigned long long w[8];
  long long l[5];
  float f[2];
  double d;
  unsigned short s;
};
__global__ void atomics(Sums *sums) {
  int t = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  atomicAdd(&sums->i[0], t);
  atomicSub(&sums->i[1], 1);
  atomicMin(&sums->i[2], 10 - t);
  atomicMax(&sums->i[3], t);
  atomicAnd(&sums->i[4], ~(1 << t % 30));
  atomicOr(&sums->i[5], 1 << t % 30);
  atomicXor(&sums->i[6], 5);
  if (t == 0) say(15, atomicExch(&sums->i[7], 70) == 7 && atomicCAS(&sums->i[8], 8, 80) == 8 && atomicCAS(&sums->i[9], 8, 90) == 9);
  atomicAdd(&sums->u[0], 2u);
  atomicInc(&sums->u[1], 9u);
  atomicDec(&sums->u[2], 9u);
  atomicMax(&sums->u[3], 0x80000000u + t);
  atomicAdd_block(&sums->u[4 + blockIdx.x], 1u);
  atomicAdd_system(&sums->u[6], 1u);
  atomicAdd(&sums->w[0], 1ull << 33);
  atomicMax(&sums->w[1], (unsigned long long)t << 40);
  atomicMin(&sums->l[0], -(long long)t);
  atomicAnd(&sums->l[1], ~(1ll << t % 60));
  atomicAdd(&sums->f[0], 0.5f);
  atomicAdd(&sums->d, 0.25);
  if (t == 0) {
    unsigned short before = atomicCAS(&sums->s, (unsigned short)3, (unsigned short)33);
    say(16, before == 3 && atomicExch(&sums->f[1], 2.0f) == 1.0f && atomicCAS(&sums->w[2], 5ull, 6ull) == 5ull && atomicExch(&sums->w[3], 1ull << 50) == 0);
  }
}
// The usual detour for what has no function: a maximum of floats.
__device__ float largest = -1.0f;
__device__ void atomic_max(float *address, float value) {
  int *bits = (int *)address, seen = __float_as_int(-1.0f), expected;
  do {
    expected = seen;
    if (__int_as_float(expected) >= value) break;
    seen = atomicCAS(bits, expected, __float_as_int(value));
  } while (seen != expected);
}
__global__ void find_largest(const float *in) { atomic_max(&largest, in[threadIdx.x]); }

__global__ void vectors(float4 *four, uchar4 *bytes, double2 *two) {
  float4 v = four[0];
  float2 half = make_float2(v.x, v.w);
  four[1] = make_float4(half.y, half.x, v.z, v.y);
  uchar4 pixel = bytes[0];
  bytes[1] = make_uchar4(pixel.w, pixel.z, 300 & 255, 7);
  two[0] = make_double2(1.5, 2.5);
  int3 triple = {1, 2, 3};
  longlong2 wide = make_longlong2(1ll << 40, -1);
  say(17, sizeof(int3) == 12 && sizeof(float4) == 16 && alignof(float4) == 16 && alignof(float2) == 8 && sizeof(double2) == 16 && sizeof(uchar3) == 3 &&
              triple.z == 3 && wide.x == 1ll << 40 && sizeof(dim3) == 12);
}

int main() {
  int r[24];
  for (int &each : r) each = 1;
  cudaMemcpyToSymbol(agreed, r, sizeof r);
  Sums host = {}, *sums;
  host.i[2] = 1000, host.i[4] = -1, host.i[7] = 7, host.i[8] = 8, host.i[9] = 9, host.w[2] = 5, host.l[1] = -1, host.f[1] = 1.0f, host.s = 3;
  float values[32], *in;
  for (int i = 0; i < 32; i++) values[i] = (float)(i * 7 % 32);
  cudaMalloc(&sums, sizeof host);
  cudaMalloc(&in, sizeof values);
  cudaMemcpy(sums, &host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemcpy(in, values, sizeof values, cudaMemcpyHostToDevice);
  exchange<<<1, 64>>>();
  find_largest<<<1, 32>>>(in);
  atomics<<<2, 50>>>(sums);
  cudaMemcpy(&host, sums, sizeof host, cudaMemcpyDeviceToHost);
  float4 four[4] = {make_float4(1, 2, 3, 4)}, *device;
  uchar4 *bytes = (uchar4 *)&four[2];
  *bytes = make_uchar4(9, 8, 7, 6);
  cudaMalloc(&device, sizeof four);
  cudaMemcpy(device, four, sizeof four, cudaMemcpyHostToDevice);
  vectors<<<1, 1>>>(device, (uchar4 *)(device + 2), (double2 *)(device + 3));
  cudaMemcpy(four, device, sizeof four, cudaMemcpyDeviceToHost);
  float found;
  cudaMemcpyFromSymbol(&found, largest, sizeof found);
  check(cudaMemcpyFromSymbol(r, agreed, sizeof r) == cudaSuccess, "functions of a warp need an explicit mask, and run");
  check(r[0], "__shfl_sync reads the value of a lane, whose number is taken modulo the width");
  check(r[1], "__shfl_up_sync and __shfl_down_sync leave the value where there is no such lane");
  check(r[2], "__shfl_xor_sync exchanges with the lane whose number differs in these bits");
  check(r[3], "a width divides the warp into parts that shuffle on their own");
  check(r[4], "values of 64 bits and floating-point numbers can be shuffled");
  check(r[5], "five shuffles add up a warp");
  check(r[6], "lanes that the mask does not name need not take part");
  check(r[7], "__all_sync and __any_sync ask all lanes of the mask");
  check(r[8], "__ballot_sync has a bit for each lane for which the condition holds");
  check(r[9], "__match_any_sync tells the lanes with the same value");
  check(r[10], "__match_all_sync tells whether all have the same value");
  check(r[11], "__reduce_add_sync, _min and _max combine the numbers of a warp");
  check(r[12], "__reduce_and_sync, _or and _xor combine its bits");
  check(r[13], "__activemask names the lanes that run together");
  check(r[14], "__syncwarp makes what lanes stored visible to the others");
  check(host.i[0] == 4950 && host.i[1] == -100 && host.i[2] == -89 && host.i[3] == 99 && host.i[4] == ~0x3fffffff && host.i[5] == 0x3fffffff && host.i[6] == 0,
        "atomics on int add, subtract, compare and combine bits");
  check(r[15] && host.i[7] == 70 && host.i[8] == 80 && host.i[9] == 9, "atomicExch and atomicCAS answer what was there before");
  check(host.u[0] == 200 && host.u[1] == 0 && host.u[2] == 0 && host.u[3] == 0x80000063u, "atomicInc and atomicDec wrap round at their limit");
  check(host.u[4] == 50 && host.u[5] == 50 && host.u[6] == 100, "atomics have variants for the block and for the system");
  check(host.w[0] == 100ull << 33 && host.w[1] == 99ull << 40 && host.l[0] == -99 && host.l[1] == -(1ll << 60), "atomics work on 64 bits");
  check(host.f[0] == 50.0f && host.d == 25.0, "atomicAdd works on float and double");
  check(r[16] && host.s == 33 && host.w[3] == 1ull << 50, "atomicCAS works on 16 and on 64 bits");
  check(found == 31.0f, "atomicCAS makes any other atomic function, such as a maximum of floats");
  check(r[17] && four[1].x == 4 && four[1].w == 2 && bytes[1].x == 6 && bytes[1].z == 44, "vector types have the layout of their parts, and make functions");
  check(cudaFree(sums) == cudaSuccess && cudaFree(in) == cudaSuccess && cudaFree(device) == cudaSuccess, "all of this runs without an error");
}
