// Views with a constructor and operators hide the arithmetic of indices.
namespace linear {
struct Shape {
  int rows, columns;
};
template <typename T>
class View {
 public:
  __host__ __device__ View(T* data, Shape shape) : data_(data), shape_(shape) {}
  __device__ T get(int r, int c) const { return r < shape_.rows && c < shape_.columns ? data_[r * shape_.columns + c] : T(0); }
  __device__ void set(int r, int c, float value) {
    if (r < shape_.rows && c < shape_.columns) data_[r * shape_.columns + c] = value;
  }
  __host__ __device__ Shape shape() const { return shape_; }

 private:
  T* data_;
  Shape shape_;
};
template <int T>
struct Tile {
  float values[T][T];
  __device__ float* operator[](int row) { return values[row]; }
};
}  // namespace linear
template <int T>
__global__ void product(linear::View<const float> a, linear::View<const float> b, linear::View<float> c) {
  __shared__ linear::Tile<T> x, y;
  const int row = blockIdx.y * T + threadIdx.y, col = blockIdx.x * T + threadIdx.x;
  float sum = 0;
  for (int s = 0; s < a.shape().columns; s += T) {
    x[threadIdx.y][threadIdx.x] = a.get(row, s + threadIdx.x);
    y[threadIdx.y][threadIdx.x] = b.get(s + threadIdx.y, col);
    __syncthreads();
    for (int i = 0; i < T; ++i) sum += x[threadIdx.y][i] * y[i][threadIdx.x];
    __syncthreads();
  }
  c.set(row, col, sum);
}
void matmul(const float* m, const float* n, float* out, int h, int w, int k) {
  using namespace linear;
  constexpr int T = 8;
  View<float> c(out, {h, w});
  product<T><<<dim3((w + T - 1) / T, (h + T - 1) / T), dim3(T, T)>>>({m, {h, k}}, {n, {k, w}}, c);
}
