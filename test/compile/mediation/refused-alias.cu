extern "C" __device__ int first(int a) { return a; }
extern "C" __device__ int second(int) __attribute__((alias("first")));
__global__ void k(int* a) {
  a[0] = second(1);
}
