// A launch with the attribute of clusters, with one block per cluster.
#include <cuda_runtime.h>
#include <array>
#include <tuple>
template <class T> class Image {
  T* p_; int h_, w_;
 public:
  __host__ __device__ Image(T* p, int h, int w) : p_(p), h_(h), w_(w) {}
  __host__ __device__ T& operator()(int r, int c) const { return p_[r * w_ + c]; }
  __host__ __device__ bool contains(int r, int c) const { return static_cast<unsigned>(r) < static_cast<unsigned>(h_) && static_cast<unsigned>(c) < static_cast<unsigned>(w_); }
  __host__ __device__ int size() const { return h_ * w_; }
};
using In = Image<const unsigned char>; using Out = Image<unsigned char>;
__global__ void gray(In r, In g, In b, Out o) {
  const int col = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x), row = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  if (!o.contains(row, col)) return;
  o(row, col) = static_cast<unsigned char>(r(row, col) * 0.2989f + g(row, col) * 0.5870f + b(row, col) * 0.1140f + 0.5f);
}
static std::tuple<dim3, dim3> shape(int h, int w) {
  dim3 block{32, 8};
  return {dim3((w + block.x - 1) / block.x, (h + block.y - 1) / block.y), block};
}
void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
  std::array<In, 3> planes{In{x, height, width}, In{x + height * width, height, width}, In{x + 2 * height * width, height, width}};
  auto [grid, block] = shape(height, width);
  cudaLaunchConfig_t cfg{};
  cfg.gridDim = grid; cfg.blockDim = block; cfg.dynamicSmemBytes = 0; cfg.stream = nullptr;
  cudaLaunchAttribute attr[1];
  attr[0].id = cudaLaunchAttributePriority; attr[0].val.priority = 0;
  cfg.attrs = attr; cfg.numAttrs = 1;
  cudaLaunchKernelEx(&cfg, gray, planes[0], planes[1], planes[2], Out{out, height, width});
}
