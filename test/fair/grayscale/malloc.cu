// device-side new, virtual functions, recursion
#include <cuda_runtime.h>
#include <new>
struct Filter { __device__ virtual float at(const unsigned char* x, int i, int n) const = 0; __device__ virtual ~Filter() {} };
struct Plane final : Filter { float w; int p; __device__ Plane(float w, int p) : w(w), p(p) {} __device__ float at(const unsigned char* x, int i, int n) const override { return w * x[p * n + i]; } };
struct Sum final : Filter { Filter *a, *b; __device__ Sum(Filter* a, Filter* b) : a(a), b(b) {} __device__ ~Sum() override { delete a; delete b; } __device__ float at(const unsigned char* x, int i, int n) const override { return a->at(x, i, n) + b->at(x, i, n); } };
__global__ void k(const unsigned char* x, unsigned char* o, int n) {
  __shared__ Filter* f;
  if (threadIdx.x == 0) f = new Sum(new Plane(0.2989f, 0), new Sum(new Plane(0.5870f, 1), new Plane(0.1140f, 2)));
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) o[i] = f->at(x, i, n) + 0.5f;
  __syncthreads();
  if (threadIdx.x == 0) delete f;
}
void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
  int n = height * width; k<<<(n + 255) / 256, 256>>>(x, out, n);
}
