// The compiler's own atomic functions (programming guide, "Built-in atomic functions"; since CUDA 12.8).
__device__ unsigned word;
__device__ int number;
__device__ float real, other;

__global__ void singles() {
  word = 5;
  check(__nv_atomic_load_n(&word, __NV_ATOMIC_RELAXED) == 5, "__nv_atomic_load_n gives the value");
  __nv_atomic_store_n(&word, 7u, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE);
  check(word == 7, "__nv_atomic_store_n stores the value");
  check(__nv_atomic_exchange_n(&word, 9u, __NV_ATOMIC_ACQ_REL) == 7 && word == 9, "__nv_atomic_exchange_n stores a value and gives the one before");
  unsigned compare = 8;
  check(!__nv_atomic_compare_exchange_n(&word, &compare, 1u, false, __NV_ATOMIC_ACQ_REL, __NV_ATOMIC_RELAXED) && compare == 9 && word == 9,
        "__nv_atomic_compare_exchange_n leaves another value as it is, and tells it");
  check(__nv_atomic_compare_exchange_n(&word, &compare, 1u, false, __NV_ATOMIC_ACQ_REL, __NV_ATOMIC_RELAXED) && word == 1,
        "__nv_atomic_compare_exchange_n exchanges the expected value");
  real = 1.5f;
  __nv_atomic_load(&real, &other, __NV_ATOMIC_ACQUIRE);
  check(other == 1.5f, "__nv_atomic_load puts the value of any type where a pointer says");
  other = 2.5f;
  __nv_atomic_store(&real, &other, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK);
  check(real == 2.5f, "__nv_atomic_store stores what a pointer leads to");
  float value = 4, before = 0;
  __nv_atomic_exchange(&real, &value, &before, __NV_ATOMIC_SEQ_CST);
  check(real == 4 && before == 2.5f, "__nv_atomic_exchange exchanges by way of pointers");
  float wanted = 4, made = 8;
  check(__nv_atomic_compare_exchange(&real, &wanted, &made, true, __NV_ATOMIC_RELAXED, __NV_ATOMIC_RELAXED) && real == 8,
        "__nv_atomic_compare_exchange compares and exchanges by way of pointers");
  number = 12;
  check(__nv_atomic_fetch_add(&number, 3, __NV_ATOMIC_RELAXED) == 12 && number == 15, "__nv_atomic_fetch_add adds and gives the value before");
  check(__nv_atomic_fetch_sub(&number, 5, __NV_ATOMIC_RELAXED) == 15 && number == 10, "__nv_atomic_fetch_sub subtracts and gives the value before");
  check(__nv_atomic_fetch_and(&number, 6, __NV_ATOMIC_RELAXED) == 10 && number == 2, "__nv_atomic_fetch_and keeps common bits and gives the value before");
  check(__nv_atomic_fetch_or(&number, 5, __NV_ATOMIC_RELAXED) == 2 && number == 7, "__nv_atomic_fetch_or adds bits and gives the value before");
  check(__nv_atomic_fetch_xor(&number, 3, __NV_ATOMIC_RELAXED) == 7 && number == 4, "__nv_atomic_fetch_xor flips bits and gives the value before");
  check(__nv_atomic_fetch_min(&number, -2, __NV_ATOMIC_RELAXED) == 4 && number == -2, "__nv_atomic_fetch_min keeps the smaller and gives the value before");
  check(__nv_atomic_fetch_max(&number, 6, __NV_ATOMIC_RELAXED) == -2 && number == 6, "__nv_atomic_fetch_max keeps the larger and gives the value before");
  __nv_atomic_add(&number, 4, __NV_ATOMIC_RELAXED);
  check(number == 10, "__nv_atomic_add adds");
  __nv_atomic_sub(&number, 3, __NV_ATOMIC_RELAXED);
  check(number == 7, "__nv_atomic_sub subtracts");
  __nv_atomic_and(&number, 5, __NV_ATOMIC_RELAXED);
  check(number == 5, "__nv_atomic_and keeps common bits");
  __nv_atomic_or(&number, 8, __NV_ATOMIC_RELAXED);
  check(number == 13, "__nv_atomic_or adds bits");
  __nv_atomic_xor(&number, 1, __NV_ATOMIC_RELAXED);
  check(number == 12, "__nv_atomic_xor flips bits");
  __nv_atomic_min(&number, 3, __NV_ATOMIC_RELAXED);
  check(number == 3, "__nv_atomic_min keeps the smaller");
  __nv_atomic_max(&number, 11, __NV_ATOMIC_RELAXED);
  check(number == 11, "__nv_atomic_max keeps the larger");
}

// Block 1 waits for what block 0 releases.
__global__ void message(int *flag, int *data, int *out) {
  if (blockIdx.x == 0) {
    *data = 42;
    __nv_atomic_thread_fence(__NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_store_n(flag, 1, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_store_n(flag + 1, 1, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE);
  } else {
    while (__nv_atomic_load_n(flag + threadIdx.x, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE) == 0) {
    }
    out[threadIdx.x] = *data;
  }
}

int main() {
  singles<<<1, 1>>>();
  int *words, got[2] = {};
  cudaMalloc(&words, 5 * sizeof(int));
  cudaMemset(words, 0, 5 * sizeof(int));
  message<<<2, 1>>>(words, words + 2, words + 3);
  cudaMemcpy(got, words + 3, sizeof(int), cudaMemcpyDeviceToHost);
  check(got[0] == 42, "__nv_atomic_thread_fence hands over what was stored before it, by the next atomic store");
  cudaFree(words);
  return 0;
}
