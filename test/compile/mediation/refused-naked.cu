__attribute__((naked)) __device__ int f() { }
__global__ void k(int* a) {
  a[0] = f();
}
