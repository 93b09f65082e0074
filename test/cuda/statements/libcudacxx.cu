// Of libcu++: atomics, barriers whose arriving and waiting are apart, and pipelines of asynchronous copies.
#include <cooperative_groups.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/pipeline>
namespace cg = cooperative_groups;

constexpr int THREADS = 64;

__global__ void arrivals(int *out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ int data[THREADS];
  if (threadIdx.x == 0) init(&bar, THREADS);
  __syncthreads();
  for (int round = 0; round < 3; round++) {
    data[threadIdx.x] = round + threadIdx.x;
    auto token = bar.arrive();
    bar.wait(static_cast<decltype(token) &&>(token));
    out[round * THREADS + threadIdx.x] = data[THREADS - 1 - threadIdx.x];
    bar.arrive_and_wait();
  }
}

// The second warp only arrives, and never waits.
__global__ void specialised(int *out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ int data[THREADS];
  if (threadIdx.x == 0) init(&bar, THREADS);
  __syncthreads();
  data[threadIdx.x] = threadIdx.x;
  auto token = bar.arrive();
  if (threadIdx.x >= 32) return;
  bar.wait(static_cast<decltype(token) &&>(token));
  out[threadIdx.x] = data[threadIdx.x + 32];
}

__global__ void dropping(int *out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  if (threadIdx.x == 0) init(&bar, THREADS);
  __syncthreads();
  if (threadIdx.x >= 32) {
    bar.arrive_and_drop();
    return;
  }
  bar.arrive_and_wait();
  bar.arrive_and_wait();
  out[threadIdx.x] = 1;
}

__global__ void copied(const int *in, int *out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ alignas(16) int tile[THREADS];
  auto block = cg::this_thread_block();
  if (threadIdx.x == 0) init(&bar, THREADS);
  block.sync();
  cuda::memcpy_async(block, tile, in, sizeof tile, bar);
  bar.arrive_and_wait();
  out[threadIdx.x] = tile[THREADS - 1 - threadIdx.x];
}

__global__ void alone(const int *in, int *out) {
  __shared__ int stages[2][THREADS];
  auto pipe = cuda::make_pipeline();
  const auto bytes = cuda::aligned_size_t<sizeof(int)>(sizeof(int));
  for (int round = 0, ahead = 0; round < 4; round++) {
    for (; ahead < 4 && ahead < round + 2; ahead++) {
      pipe.producer_acquire();
      cuda::memcpy_async(&stages[ahead % 2][threadIdx.x], &in[ahead * THREADS + threadIdx.x], bytes, pipe);
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    __syncthreads();
    out[round * THREADS + threadIdx.x] = stages[round % 2][THREADS - 1 - threadIdx.x];
    __syncthreads();
    pipe.consumer_release();
  }
}

// The first warp copies, the second one reads.
__global__ void divided(const int *in, int *out) {
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  __shared__ int stages[2][32];
  auto block = cg::this_thread_block();
  bool produces = threadIdx.x < 32;
  auto pipe = cuda::make_pipeline(block, &state, produces ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer);
  int lane = threadIdx.x % 32;
  for (int round = 0; round < 6; round++) {
    if (produces) {
      pipe.producer_acquire();
      cuda::memcpy_async(&stages[round % 2][lane], &in[round * 32 + lane], sizeof(int), pipe);
      pipe.producer_commit();
    } else {
      pipe.consumer_wait();
      out[round * 32 + lane] = stages[round % 2][31 - lane];
      pipe.consumer_release();
    }
  }
}

__global__ void counted(cuda::atomic<int, cuda::thread_scope_device> *count, int *plain, int *out) {
  count->fetch_add(2, cuda::memory_order_relaxed);
  cuda::atomic_ref<int, cuda::thread_scope_device> reference(*plain);
  reference.fetch_max((int)threadIdx.x);
  __shared__ cuda::atomic<int, cuda::thread_scope_block> turn;
  if (threadIdx.x == 0) turn.store(0, cuda::memory_order_relaxed);
  __syncthreads();
  while (turn.load(cuda::memory_order_acquire) != threadIdx.x) {
  }
  out[0] += 1;
  turn.store(threadIdx.x + 1, cuda::memory_order_release);
}

int main() {
  int *in, *out, host[256], got[256];
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof got);
  for (int i = 0; i < 256; i++) host[i] = i * 3;
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  auto fetch = [&] { cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost); };
  cudaMemset(out, 0, sizeof got);

  arrivals<<<1, THREADS>>>(out);
  fetch();
  bool right = true;
  for (int i = 0; i < 3 * THREADS; i++) right = right && got[i] == i / THREADS + THREADS - 1 - i % THREADS;
  check(right, "cuda::barrier: who has waited for a phase sees what all threads stored before they arrived, phase after phase");

  specialised<<<1, THREADS>>>(out);
  fetch();
  right = true;
  for (int i = 0; i < 32; i++) right = right && got[i] == i + 32;
  check(right, "cuda::barrier: a thread may arrive and never wait");

  dropping<<<1, THREADS>>>(out);
  fetch();
  right = true;
  for (int i = 0; i < 32; i++) right = right && got[i] == 1;
  check(right, "cuda::barrier: arrive_and_drop takes the thread out of all later phases");

  copied<<<1, THREADS>>>(in, out);
  fetch();
  right = true;
  for (int i = 0; i < THREADS; i++) right = right && got[i] == host[THREADS - 1 - i];
  check(right, "cuda::memcpy_async with a barrier: the copy is complete where the phase ends");

  alone<<<1, THREADS>>>(in, out);
  fetch();
  right = true;
  for (int i = 0; i < 4 * THREADS; i++) right = right && got[i] == host[i / THREADS * THREADS + THREADS - 1 - i % THREADS];
  check(right, "cuda::pipeline of a thread: consumer_wait waits for the oldest stage");

  divided<<<1, THREADS>>>(in, out);
  fetch();
  right = true;
  for (int i = 0; i < 6 * 32; i++) right = right && got[i] == host[i / 32 * 32 + 31 - i % 32];
  check(right, "cuda::pipeline of a block: producers fill stages that consumers have emptied");

  cuda::atomic<int, cuda::thread_scope_device> *count;
  cudaMallocManaged(&count, sizeof *count);
  new (count) cuda::atomic<int, cuda::thread_scope_device>(5);
  cudaMemset(out, 0, sizeof got);
  cudaMemset(in, 0, sizeof(int));
  counted<<<1, THREADS>>>(count, in, out);
  fetch();
  check(*count == 5 + 2 * THREADS, "cuda::atomic: fetch_add of all threads, read by the host");
  check(got[0] == THREADS, "cuda::atomic: a store that releases hands over to a load that acquires");
  cudaMemcpy(got, in, sizeof(int), cudaMemcpyDeviceToHost);
  check(got[0] == THREADS - 1, "cuda::atomic_ref works on memory that is plain otherwise");
  volatile cuda::atomic<int, cuda::thread_scope_device> &same = *count;
  same = 3;
  same++;
  check(same.load() == 4, "cuda::atomic has its methods for a volatile object too");
  cudaFree(in);
  cudaFree(out);
  cudaFree(count);
  return 0;
}
