// Inline PTX: special registers, and what threads do together (PTX ISA 9.0, "Special Registers", "Parallel
// Synchronization and Communication Instructions").
typedef unsigned u32;
typedef unsigned long long u64;

#define SPECIAL(name)                               \
  [] {                                              \
    u32 value;                                      \
    asm volatile("mov.u32 %0, %" name ";" : "=r"(value)); \
    return value;                                   \
  }()

__global__ void registers() {
  u32 thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x, lane = thread % 32;
  check(SPECIAL("%tid.x") == threadIdx.x && SPECIAL("%tid.y") == threadIdx.y && SPECIAL("%tid.z") == threadIdx.z, "%tid");
  check(SPECIAL("%ctaid.x") == blockIdx.x && SPECIAL("%ctaid.y") == blockIdx.y && SPECIAL("%ctaid.z") == blockIdx.z, "%ctaid");
  check(SPECIAL("%ntid.x") == blockDim.x && SPECIAL("%ntid.y") == blockDim.y && SPECIAL("%nctaid.x") == gridDim.x, "%ntid and %nctaid");
  check(SPECIAL("%laneid") == lane, "%laneid");
  check(SPECIAL("%smid") < SPECIAL("%nsmid") && SPECIAL("%warpid") < SPECIAL("%nwarpid"), "%smid and %warpid lie below %nsmid and %nwarpid");
  check(SPECIAL("%lanemask_eq") == 1u << lane && SPECIAL("%lanemask_lt") == (1u << lane) - 1 && SPECIAL("%lanemask_le") == (2u << lane) - 1, "%lanemask_lt");
  check(SPECIAL("%lanemask_gt") == ~((2u << lane) - 1) && SPECIAL("%lanemask_ge") == ~((1u << lane) - 1), "%lanemask_gt");
  u32 without;
  asm("mov.u32 %0, %laneid;" : "=r"(without));
  check(without == lane, "%laneid with one sign");
  u64 before, after, time;
  asm volatile("mov.u64 %0, %%clock64;" : "=l"(before)::"memory");
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(time)::"memory");
  asm volatile("mov.u64 %0, %%clock64;" : "=l"(after)::"memory");
  check(after >= before && time > 0, "%clock64 and %globaltimer");
}

__global__ void warps() {
  u32 lane = threadIdx.x, a, b, c;
  asm volatile("shfl.sync.bfly.b32 %0, %1, 1, 0x1f, 0xffffffff;" : "=r"(a) : "r"(lane));
  asm volatile("shfl.sync.down.b32 %0, %1, 4, 0x1f, 0xffffffff;" : "=r"(b) : "r"(lane));
  asm volatile("shfl.sync.idx.b32 %0, %1, 3, 0x181f, 0xffffffff;" : "=r"(c) : "r"(lane));
  check(a == (lane ^ 1) && b == (lane < 28 ? lane + 4 : lane) && c == (lane & 24) + 3, "shfl.sync.bfly, down and idx");
  asm volatile("{ .reg .pred p; shfl.sync.up.b32 %0|p, %2, 1, 0, 0xffffffff; selp.u32 %1, 1, 0, p; }" : "=r"(a), "=r"(b) : "r"(lane));
  check(a == (lane > 0 ? lane - 1 : 0) && b == (lane > 0), "shfl.sync.up tells whether it is another's");
  asm volatile("{ .reg .pred p; setp.lt.u32 p, %1, 5; vote.sync.ballot.b32 %0, p, -1; }" : "=r"(a) : "r"(lane));
  check(a == 31, "vote.sync.ballot");
  asm volatile("{ .reg .pred p, q, r; setp.lt.u32 p, %2, 32; vote.sync.all.pred q, p, -1; selp.u32 %0, 1, 0, q;\n"
               "setp.eq.u32 p, %2, 40; vote.sync.any.pred r, p, -1; selp.u32 %1, 1, 0, r; }"
               : "=r"(a), "=r"(b)
               : "r"(lane));
  check(a == 1 && b == 0, "vote.sync.all and any");
  asm volatile("match.any.sync.b32 %0, %1, -1;" : "=r"(a) : "r"(lane / 16));
  check(a == (lane < 16 ? 0xffffu : 0xffff0000u), "match.any.sync");
  asm volatile("redux.sync.add.u32 %0, %1, 0xffffffff;" : "=r"(a) : "r"(lane));
  check(a == 496, "redux.sync.add");
  asm volatile("activemask.b32 %0;" : "=r"(a));
  check((a >> lane & 1) == 1, "activemask has the own lane");
  asm volatile("{ .reg .pred p; elect.sync %0|p, 0xffffffff; selp.u32 %1, 1, 0, p; }" : "=r"(a), "=r"(b));
  check(__popc(__ballot_sync(~0u, b)) == 1 && (a == lane) == (b == 1), "elect.sync elects one lane");
  asm volatile("bar.warp.sync 0xffffffff;");
}

__global__ void blocks(u32 *out) {
  __shared__ u32 words[64];
  u32 i = threadIdx.x, count, all;
  words[i] = i;
  asm volatile("bar.sync 0;" ::: "memory");
  check(words[63 - i] == 63 - i, "bar.sync lets all threads come together");
  asm volatile("barrier.sync.aligned 0;" ::: "memory");
  asm volatile("{ .reg .pred p; setp.lt.u32 p, %1, 10; bar.red.popc.u32 %0, 0, p; }" : "=r"(count) : "r"(i) : "memory");
  asm volatile("{ .reg .pred p, q; setp.lt.u32 p, %1, 64; bar.red.and.pred q, 0, p; selp.u32 %0, 1, 0, q; }" : "=r"(all) : "r"(i) : "memory");
  check(count == 10 && all == 1, "bar.red counts");
  if (i == 0) {
    out[0] = 5;
    asm volatile("membar.gl;" ::: "memory");
    asm volatile("fence.acq_rel.gpu;" ::: "memory");
    asm volatile("nanosleep.u32 20;");
  }
}

int main() {
  u32 *out;
  cudaMalloc(&out, 4);
  registers<<<dim3(2, 2), dim3(8, 4, 2)>>>();
  warps<<<1, 32>>>();
  blocks<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
