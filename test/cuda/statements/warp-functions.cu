// Functions of a warp, barriers, fences and clocks (CUDA C++ Programming Guide, "Warp Shuffle Functions", "Warp Vote
// Functions", "Warp Reduce Functions", "Synchronization Functions", "Memory Fence Functions", "Time Function").
__global__ void lanes() {
  const unsigned all = 0xffffffffu;
  int lane = threadIdx.x;
  check(__shfl_up_sync(all, lane, 3) == (lane < 3 ? lane : lane - 3), "__shfl_up_sync reads the lane so many below, and leaves the value where there is none");
  check(__shfl_down_sync(all, lane, 3) == (lane > 28 ? lane : lane + 3), "__shfl_down_sync reads the lane so many above, and leaves the value where there is none");
  check(__all_sync(all, lane < 32) && !__all_sync(all, lane < 31), "__all_sync says whether a condition holds for all lanes of the mask");
  check(__any_sync(all, lane == 31) && !__any_sync(all, lane > 31), "__any_sync says whether a condition holds for any lane of the mask");
  check(__reduce_add_sync(all, (unsigned)lane) == 496u && __reduce_add_sync(all, -lane) == -496, "__reduce_add_sync adds up the values of the mask's lanes");
  check(__reduce_min_sync(all, -lane) == -31 && __reduce_min_sync(all, (unsigned)lane) == 0u, "__reduce_min_sync is the least value of the mask's lanes");
  check(__reduce_max_sync(all, -lane) == 0 && __reduce_max_sync(all, (unsigned)lane) == 31u, "__reduce_max_sync is the largest value of the mask's lanes");
  check(__reduce_and_sync(all, lane | 64u) == 64u, "__reduce_and_sync is the bitwise and of the values of the mask's lanes");
  check(__reduce_or_sync(all, 1u << lane) == all, "__reduce_or_sync is the bitwise or of the values of the mask's lanes");
  check(__reduce_xor_sync(all, 1u + lane) == 32u, "__reduce_xor_sync is the bitwise exclusive or of the values of the mask's lanes");
}
__global__ void barrier(int *out) {
  __shared__ int words[64];
  int t = threadIdx.x;
  words[t] = t;
  __syncthreads();
  check(words[63 - t] == 63 - t, "__syncthreads waits for all threads of the block, and makes their stores visible to each other");
  out[t] = words[63 - t];
}
__global__ void time_goes_on() {
  long long begin = clock64();
  __nanosleep(100);
  check(clock64() >= begin, "__nanosleep suspends a thread for about so many nanoseconds");
  int turns = 0;
  for (volatile int i = 0; i < 100; i++) turns += i;
  check(clock64() > begin && turns == 4950, "clock64 is a counter that goes up with every clock cycle");
  __prof_trigger(0);
  check(clock64() > begin, "__prof_trigger counts one of the profiler's counters up, and nothing else");
}

// Thread 0 hands a number over to another thread: its first warp's, its other warp's, the other block's.
__device__ int data, flag;
__global__ void inside_a_block() {
  if (threadIdx.x == 0) {
    data = 7;
    __threadfence_block();
    atomicExch(&flag, 1);
  }
  if (threadIdx.x == 32) {
    while (atomicAdd(&flag, 0) == 0) {
    }
    __threadfence_block();
    if (data != 7) atomicExch(&flag, 2);
  }
}
__global__ void between_blocks() {
  if (blockIdx.x == 0) {
    data = 8;
    __threadfence();
    atomicExch(&flag, 1);
  } else {
    while (atomicAdd(&flag, 0) == 0) {
    }
    __threadfence();
    if (data != 8) atomicExch(&flag, 2);
  }
}
__global__ void for_everybody() {
  if (blockIdx.x == 0) {
    data = 9;
    __threadfence_system();
    atomicExch_system(&flag, 1);
  } else {
    while (atomicAdd_system(&flag, 0) == 0) {
    }
    __threadfence_system();
    if (data != 9) atomicExch_system(&flag, 2);
  }
}
static bool handed_over() {
  int seen = 0, zero = 0;
  bool right = cudaMemcpyFromSymbol(&seen, flag, sizeof seen) == cudaSuccess && seen == 1;
  return cudaMemcpyToSymbol(flag, &zero, sizeof zero) == cudaSuccess && right;
}

int main() {
  int *out;
  cudaMalloc(&out, 64 * sizeof(int));
  lanes<<<1, 32>>>();
  barrier<<<1, 64>>>(out);
  time_goes_on<<<1, 1>>>();
  inside_a_block<<<1, 64>>>();
  check(handed_over(), "__threadfence_block orders a thread's stores before and after it for all threads of its block");
  between_blocks<<<2, 1>>>();
  check(handed_over(), "__threadfence orders a thread's stores before and after it for all threads of the device");
  for_everybody<<<2, 1>>>();
  check(handed_over(), "__threadfence_system orders a thread's stores before and after it for all devices and the host");
  check(cudaFree(out) == cudaSuccess, "Waiting for another thread is no error");
}
