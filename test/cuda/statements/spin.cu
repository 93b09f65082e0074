__device__ int lock, total, arrived;
__device__ unsigned next, serving, finished;

__global__ void locked() {
  while (atomicCAS(&lock, 0, 1) != 0);
  __threadfence();
  total += 1;
  __threadfence();
  atomicExch(&lock, 0);
}

__global__ void tickets(int *order) {
  unsigned mine = atomicAdd(&next, 1u);
  while (*(volatile unsigned *)&serving != mine);
  __threadfence();
  order[mine] = 1;
  __threadfence();
  *(volatile unsigned *)&serving = mine + 1;
}

__global__ void handover(volatile int *flag, int *data, int *out, int producer) {
  if (blockIdx.x == producer) {
    data[0] = 42;
    __threadfence();
    *flag = 1;
  } else {
    while (*flag == 0) __nanosleep(20);
    __threadfence();
    out[blockIdx.x] = data[0];
  }
}

__global__ void everybody(int *seen) {
  seen[blockIdx.x] = 1;
  __threadfence();
  atomicAdd(&arrived, 1);
  while (atomicAdd(&arrived, 0) < gridDim.x);
  __threadfence();
  seen[gridDim.x + blockIdx.x] = seen[gridDim.x - 1 - blockIdx.x];
}

__global__ void last_block(int *partial, int *out) {
  partial[blockIdx.x] = blockIdx.x;
  __threadfence();
  if (atomicInc(&finished, gridDim.x - 1) != gridDim.x - 1) return;
  __threadfence();
  int sum = 0;
  for (int i = 0; i < gridDim.x; i++) sum += ((volatile int *)partial)[i];
  out[0] = sum;
}

__global__ void in_warp(int *out) {
  __shared__ volatile int turn;
  if (threadIdx.x == 0) turn = 31;
  __syncthreads();
  while (turn != threadIdx.x);
  out[31 - threadIdx.x] = threadIdx.x;
  turn = threadIdx.x - 1;
}

int main() {
  int *words, got[64];
  cudaMalloc(&words, 64 * sizeof(int));
  auto clear = [&] { cudaMemset(words, 0, 64 * sizeof(int)); };
  auto fetch = [&] { cudaMemcpy(got, words, sizeof got, cudaMemcpyDeviceToHost); };

  locked<<<4, 64>>>();
  int sum = 0;
  cudaMemcpyFromSymbol(&sum, total, sizeof sum);
  check(sum == 256, "threads of one warp, of one block and of several blocks take a spin lock in turn, because each "
                    "thread makes progress on its own (independent thread scheduling)");

  clear();
  tickets<<<2, 32>>>(words);
  fetch();
  bool each = true;
  for (int i = 0; i < 64; i++) each = each && got[i] == 1;
  check(each, "lanes of a warp that wait for their ticket do not keep the lane that is served from going on");

  each = true;
  for (int producer = 0; producer < 8; producer += 7) {
    clear();
    handover<<<8, 1>>>(words, words + 1, words + 2, producer);
    fetch();
    for (int block = 0; block < 8; block++) each = each && got[2 + block] == (block == producer ? 0 : 42);
  }
  check(each, "what was stored before __threadfence() is seen by a thread that saw the flag stored after it, in "
              "whichever block");

  clear();
  everybody<<<32, 1>>>(words);
  fetch();
  each = true;
  for (int block = 0; block < 32; block++) each = each && got[32 + block] == 1;
  check(each, "blocks that are resident at the same time can wait for each other");

  clear();
  last_block<<<32, 1>>>(words, words + 40);
  fetch();
  check(got[40] == 496, "atomicInc that wraps at the number of blocks tells one block that it is the last");

  clear();
  in_warp<<<1, 32>>>(words);
  fetch();
  each = true;
  for (int i = 0; i < 32; i++) each = each && got[i] == 31 - i;
  check(each, "a volatile flag in shared memory hands over from lane to lane of one warp");
  cudaFree(words);
}
