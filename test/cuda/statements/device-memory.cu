#include <new>

// Memory that device code allocates, and what it can ask about addresses.
struct Node {
  int value;
  Node *next;
};
struct Counted {
  int *live;
  int values[3];
  __device__ Counted(int *counter, int first) : live(counter), values{first, first + 1, first + 2} { atomicAdd(live, 1); }
  __device__ ~Counted() { atomicSub(live, 1); }
};

__device__ Node *head;
__device__ int *kept;
__device__ int live, failed;
__device__ __constant__ int constant = 4;
__device__ int global_variable = 5;

__global__ void build() {
  Node *list = nullptr;
  for (int i = 0; i < 10; i++) {
    Node *node = (Node *)malloc(sizeof(Node));
    node->value = i;
    node->next = list;
    list = node;
  }
  head = list;
}
__global__ void use(int *sum) {
  for (Node *node = head; node != nullptr;) {
    *sum += node->value;
    Node *next = node->next;
    free(node);
    node = next;
  }
}
__global__ void each_its_own(int *out) {
  int i = threadIdx.x;
  int *mine = new int[8];
  for (int at = 0; at < 8; at++) mine[at] = i * at;
  int sum = 0;
  for (int at = 0; at < 8; at++) sum += mine[at];
  out[i] = sum;
  delete[] mine;
}
__global__ void objects(int *out) {
  Counted *a = new Counted(&live, 5);
  Counted *b = new Counted(&live, 8);
  out[0] = live * 100 + a->values[2] + b->values[0];
  delete a;
  delete b;
  out[1] = live;
  alignas(Counted) unsigned char place[sizeof(Counted)];
  Counted *there = new (place) Counted(&live, 1);
  out[2] = there->values[1] + live;
  there->~Counted();
}
__global__ void keep() {
  if (threadIdx.x == 0) {
    kept = (int *)malloc(blockDim.x * sizeof(int));
    memset(kept, 0, blockDim.x * sizeof(int));
  }
  __syncthreads();
  kept[threadIdx.x] += (int)threadIdx.x;
}
__global__ void find(int *out) {
  out[threadIdx.x] = kept[threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) free(kept);
}
__global__ void exhaust() {
  if (malloc((size_t)1 << 29) == nullptr) failed = 1;
  free(nullptr);
}
__global__ void reuse(int *out) {
  int good = 1;
  for (int i = 0; i < 100; i++) {
    char *block = (char *)malloc(1 << 18);
    if (block == nullptr || (unsigned long long)block % 16 != 0) good = 0;
    else block[(1 << 18) - 1] = 1;
    free(block);
  }
  *out = good;
}
__global__ void where(int *out, const int *in) {
  __shared__ int tile[4];
  int local[4];
  for (int i = 0; i < 4; i++) local[i] = in[i];
  tile[threadIdx.x] = local[threadIdx.x];
  __syncthreads();
  if (threadIdx.x != 0) return;
  const int *pointers[4] = {in, tile, local, &global_variable};
  int answer = 0;
  for (int i = 0; i < 4; i++)
    answer = answer * 8 + (__isGlobal(pointers[i]) ? 1 : 0) + (__isShared(pointers[i]) ? 2 : 0) + (__isLocal(pointers[i]) ? 4 : 0);
  out[0] = answer;
  size_t offset = __cvta_generic_to_shared(&tile[2]) - __cvta_generic_to_shared(&tile[0]);
  out[1] = (int)offset;
  out[2] = *(int *)__cvta_shared_to_generic(__cvta_generic_to_shared(&tile[0])) == tile[0];
  out[3] = *(int *)__cvta_global_to_generic(__cvta_generic_to_global(in)) == in[0];
}
__global__ void copies(int *out, const int *in) {
  int local[4];
  memcpy(local, in, sizeof local);
  memcpy(out, local, sizeof local);
  memset(out + 4, 0xff, 2 * sizeof(int));
  out[6] = __ldg(in) + __ldcg(in + 1) + __ldca(in + 2) + __ldcs(in + 3) + __ldlu(in) + __ldcv(in);
  __stwb(out + 7, 1);
  __stcg(out + 8, 2);
  __stcs(out + 9, 3);
  __stwt(out + 10, 4);
  *(int4 *)(out + 12) = __ldg((const int4 *)in);
}

int main() {
  int *out, host[32] = {}, in[4] = {1, 2, 3, 4}, *from;
  size_t limit = 0;
  check(cudaDeviceGetLimit(&limit, cudaLimitMallocHeapSize) == cudaSuccess && limit == 8 << 20,
        "the heap of device code has 8 MiB where nobody asks for more");
  cudaMalloc(&out, sizeof host);
  cudaMalloc(&from, sizeof in);
  cudaMemset(out, 0, sizeof host);
  cudaMemcpy(from, in, sizeof in, cudaMemcpyHostToDevice);
  auto result = [&]() { return cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost) == cudaSuccess; };
  build<<<1, 1>>>();
  use<<<1, 1>>>(out);
  check(result() && host[0] == 45, "what one kernel allocates with malloc, a later one can use and free");
  each_its_own<<<1, 32>>>(out);
  bool right = result();
  for (int i = 0; i < 32; i++) right = right && host[i] == 28 * i;
  check(right, "each thread allocates memory of its own with new");
  objects<<<1, 1>>>(out);
  check(result() && host[0] == 215 && host[1] == 0, "new calls constructors and delete destructors");
  check(host[2] == 3, "placement new makes an object in memory that is there already");
  keep<<<1, 32>>>();
  find<<<1, 32>>>(out);
  check(result() && host[31] == 31, "one thread may allocate for its block, and any thread free");
  exhaust<<<1, 1>>>();
  cudaMemcpyFromSymbol(host, failed, sizeof(int));
  check(host[0] == 1, "malloc answers a null pointer where the heap is too small; free of it does nothing");
  reuse<<<1, 1>>>(out);
  check(result() && host[0] == 1, "freed memory is given out again, at multiples of 16 bytes");
  where<<<1, 4>>>(out, from);
  check(result() && host[0] == ((1 * 8 + 2) * 8 + 4) * 8 + 1, "__isGlobal, __isShared and __isLocal tell what memory a pointer leads to");
  check(host[1] == 8 && host[2] == 1 && host[3] == 1, "__cvta functions lead from generic addresses to those of one memory, and back");
  copies<<<1, 1>>>(out, from);
  check(result() && host[0] == 1 && host[1] == 2 && host[2] == 3 && host[3] == 4 && host[4] == -1 && host[5] == -1,
        "memcpy and memset work in device code");
  check(host[6] == 12 && host[7] == 1 && host[8] == 2 && host[9] == 3 && host[10] == 4 && host[15] == 4,
        "loads and stores with a cache hint load and store");
  check(cudaFree(out) == cudaSuccess && cudaFree(from) == cudaSuccess, "host memory functions do not see the heap of device code");
}
