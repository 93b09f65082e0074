// A range of indices with iterators, for a loop over it.
class grid_stride {
 public:
  struct iterator {
    int at, step;
    __device__ int operator*() const { return at; }
    __device__ iterator& operator++() {
      at += step;
      return *this;
    }
    __device__ bool operator!=(const iterator& end) const { return at < end.at; }
  };
  __device__ explicit grid_stride(int n) : n_(n) {}
  __device__ iterator begin() const { return {int(blockIdx.x * blockDim.x + threadIdx.x), int(gridDim.x * blockDim.x)}; }
  __device__ iterator end() const { return {n_, 0}; }

 private:
  int n_;
};
__global__ void saxpy(float a, const float* x, const float* y, float* out, int n) {
  for (int i : grid_stride(n)) out[i] = a * x[i] + y[i];
}
