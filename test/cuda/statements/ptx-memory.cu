// Inline PTX: loads, stores, atomic operations and asynchronous copies (PTX ISA 9.0, "Data Movement and Conversion
// Instructions", "Parallel Synchronization and Communication Instructions").
#include <cuda_fp16.h>
#include <initializer_list>

typedef unsigned u32;
typedef unsigned long long u64;

static __device__ u32 shared_address(const void *pointer) { return (u32)__cvta_generic_to_shared(pointer); }

__global__ void accesses(u32 *words, unsigned char *bytes, double *numbers) {
  u32 a, b, c, d;
  asm volatile("ld.global.u32 %0, [%1];" : "=r"(a) : "l"(words));
  asm volatile("ld.global.nc.u32 %0, [%1+4];" : "=r"(b) : "l"(words));
  asm volatile("ld.u32 %0, [%1+-4];" : "=r"(c) : "l"(words + 3));
  check(a == 0x80818283u && b == 5 && c == 6, "ld.global reads, at an offset too");
  asm volatile("ld.global.L1::no_allocate.L2::128B.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "l"(words));
  check(a == 0x80818283u && b == 5 && c == 6 && d == 7, "ld.v4 reads four words");
  asm volatile("ld.global.ca.v2.u32 {%0, _}, [%1];" : "=r"(a) : "l"(words + 2));
  check(a == 6, "ld.v2 with a sink reads the first");
  asm volatile("ld.global.u8 %0, [%2]; ld.global.s8 %1, [%2];" : "=r"(a), "=r"(b) : "l"(bytes));
  asm volatile("ld.global.u16 %0, [%1];" : "=h"(*(unsigned short *)&c) : "l"(bytes));
  check(a == 0x83 && b == 0xffffff83u && (c & 0xffff) == 0x8283, "ld.u8 fills with zeros, ld.s8 with the sign");
  asm volatile("st.global.v2.u32 [%0], {%1, %2};" ::"l"(words + 4), "r"(11u), "r"(12u) : "memory");
  asm volatile("st.global.cs.u8 [%0], %1;" ::"l"(bytes + 28), "r"(0x1ffu) : "memory");
  asm volatile("st.volatile.global.u64 [%0], %1;" ::"l"(words + 8), "l"(0x500000004ull) : "memory");
  check(words[4] == 11 && words[5] == 12 && bytes[28] == 255 && words[8] == 4 && words[9] == 5, "st.global writes");
  double x;
  asm volatile("st.global.f64 [%1], %2; ld.global.f64 %0, [%1];" : "=d"(x) : "l"(numbers), "d"(2.5) : "memory");
  check(x == 2.5 && numbers[0] == 2.5, "st.f64 and ld.f64");
  __shared__ u32 tile[8];
  for (int i = 0; i < 8; i++) asm volatile("st.shared.u32 [%0], %1;" ::"r"(shared_address(tile) + 4 * i), "r"(10u * i) : "memory");
  asm volatile("{ .reg .u64 t; .reg .u32 s; cvta.to.shared.u64 t, %1; cvt.u32.u64 s, t; ld.shared.u32 %0, [s+8]; }" : "=r"(a) : "l"(tile));
  check(tile[7] == 70 && a == 20, "st.shared and ld.shared, and an address by cvta.to.shared");
  asm volatile("{ .reg .pred p; isspacep.shared p, %1; selp.u32 %0, 1, 0, p; }" : "=r"(a) : "l"(tile));
  asm volatile("{ .reg .pred p; isspacep.shared p, %1; selp.u32 %0, 1, 0, p; }" : "=r"(b) : "l"(words));
  check(a == 1 && b == 0, "isspacep tells what memory it is");
  asm volatile("{ .reg .pred p; setp.eq.u32 p, %1, 0; @!p st.global.u32 [%0], 99; }" ::"l"(words + 6), "r"(0u) : "memory");
  check(words[6] == 8, "st does not happen where its guard is false");
  asm volatile("st.relaxed.gpu.global.u32 [%1], 41; ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(a) : "l"(words + 6) : "memory");
  asm volatile("st.release.sys.global.v4.b32 [%1], {%2, %3, %2, %3}; ld.acquire.sys.global.u32 %0, [%1+8];" : "=r"(b) : "l"(words + 4), "r"(51u), "r"(52u) : "memory");
  check(a == 41 && b == 51, "ld.acquire and st.release");
  asm volatile("prefetch.global.L2 [%0];" ::"l"(words));
  asm volatile("" ::: "memory");
}

__global__ void atomics(u32 *words, float *number, __half2 *halves) {
  u32 a, b, c;
  asm volatile("atom.global.add.u32 %0, [%1], 3;" : "=r"(a) : "l"(words) : "memory");
  asm volatile("red.relaxed.gpu.global.add.u32 [%0], 4;" ::"l"(words) : "memory");
  check(a == 10 && words[0] == 17, "atom.add gives what was there, red.add nothing");
  asm volatile("atom.global.cas.b32 %0, [%2], 17, 20; atom.acquire.cta.global.cas.b32 %1, [%2], 17, 30;" : "=&r"(a), "=r"(b) : "l"(words) : "memory");
  check(a == 17 && b == 20 && words[0] == 20, "atom.cas stores where the old value is the expected one");
  asm volatile("atom.exch.b32 %0, [%3], 5; atom.max.s32 %1, [%3], -1; atom.global.min.u32 %2, [%3], 2;" : "=&r"(a), "=&r"(b), "=r"(c) : "l"(words) : "memory");
  check(a == 20 && b == 5 && c == 5 && words[0] == 2, "atom.exch, max and min");
  asm volatile("atom.inc.u32 %0, [%2], 2; atom.dec.u32 %1, [%2], 9;" : "=&r"(a), "=r"(b) : "l"(words) : "memory");
  check(a == 2 && b == 0 && words[0] == 9, "atom.inc and dec wrap around");
  asm volatile("red.global.and.b32 [%0], 8; red.global.or.b32 [%0], 3; red.global.xor.b32 [%0], 1;" ::"l"(words) : "memory");
  check(words[0] == 10, "red.and, or and xor");
  u64 wide;
  asm volatile("atom.global.add.u64 %0, [%1], %2;" : "=l"(wide) : "l"(words + 2), "l"(1ull << 33) : "memory");
  check(wide == 7 && words[3] == 2, "atom.add.u64");
  float f;
  asm volatile("atom.global.add.f32 %0, [%1], 0f3F000000;" : "=f"(f) : "l"(number) : "memory");
  check(f == 1.0f && *number == 1.5f, "atom.add.f32");
  asm volatile("red.global.add.noftz.f16x2 [%0], %1;" ::"l"(halves), "r"(0x3c003c00u) : "memory");
  check((float)halves->x == 3.0f && (float)halves->y == 4.0f, "red.add.noftz.f16x2 adds to both halves");
  __shared__ u32 counter;
  counter = 1;
  asm volatile("atom.shared.add.u32 %0, [%1], 1;" : "=r"(a) : "r"(shared_address(&counter)) : "memory");
  check(a == 1 && counter == 2, "atom.shared");
}

__global__ void copies(const u32 *from) {
  __shared__ alignas(16) u32 tile[32 * 4];
  int i = threadIdx.x;
  asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], %2;" ::"r"(shared_address(tile + 4 * i)), "l"(from + 4 * i), "n"(16));
  asm volatile("cp.async.commit_group;\n" ::);
  asm volatile("cp.async.wait_group %0;\n" ::"n"(0) : "memory");
  __syncthreads();
  check(tile[(4 * i + 5) % 128] == (u32)(4 * i + 5) % 128, "cp.async.cg copies 16 bytes");
  __syncthreads();
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" ::"r"(shared_address(tile + i)), "l"(from + i), "r"(i % 2 == 0 ? 4 : 0));
  asm volatile("cp.async.wait_all;" ::: "memory");
  __syncthreads();
  check(tile[(i + 1) % 32] == ((i + 1) % 2 == 0 ? (u32)(i + 1) % 32 : 0u), "cp.async.ca fills up with zeros");
}

int main() {
  u32 first[12] = {0x80818283u, 5, 6, 7, 0, 0, 8, 0, 0, 0, 0, 0}, numbers[128], *words, *counted, *copied;
  double *doubles;
  float *number, one = 1.0f;
  __half2 *halves, start = __halves2half2(__float2half(2.0f), __float2half(3.0f));
  u32 counts[4] = {10, 0, 7, 0};
  for (int i = 0; i < 128; i++) numbers[i] = i;
  cudaMalloc(&words, sizeof first);
  cudaMalloc(&doubles, sizeof(double));
  cudaMalloc(&number, sizeof one);
  cudaMalloc(&halves, sizeof start);
  cudaMalloc(&counted, sizeof counts);
  cudaMalloc(&copied, sizeof numbers);
  cudaMemcpy(words, first, sizeof first, cudaMemcpyHostToDevice);
  cudaMemcpy(number, &one, sizeof one, cudaMemcpyHostToDevice);
  cudaMemcpy(halves, &start, sizeof start, cudaMemcpyHostToDevice);
  cudaMemcpy(counted, counts, sizeof counts, cudaMemcpyHostToDevice);
  cudaMemcpy(copied, numbers, sizeof numbers, cudaMemcpyHostToDevice);
  accesses<<<1, 1>>>(words, (unsigned char *)words, doubles);
  atomics<<<1, 1>>>(counted, number, halves);
  copies<<<1, 32>>>(copied);
  cudaDeviceSynchronize();
  for (void *each : {(void *)words, (void *)doubles, (void *)number, (void *)halves, (void *)counted, (void *)copied})
    cudaFree(each);
}
