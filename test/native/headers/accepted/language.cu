// Nothing is included: what nvcc knows by itself.
struct __align__(16) Particle {
  float x, y;
};
__constant__ float weights[9];
__device__ int counter;
__device__ __constant__ const float scale = 2.0f;
static __device__ __forceinline__ float twice(float v) { return 2.0f * v; }
__device__ __noinline__ float thrice(float v) { return 3.0f * v; }
__host__ __device__ constexpr int square(int v) { return v * v; }
template <int TILE, typename T>
__global__ void __launch_bounds__(256, 2) templated(T *__restrict__ out, const T *__restrict__ in, int n) {
  __shared__ T tile[TILE][TILE + 1];
  extern __shared__ unsigned char dynamic[];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.y][threadIdx.x] = i < n ? in[i] : T(0);
  dynamic[threadIdx.x] = 1;
  __syncthreads();
  if (i < n) out[i] = tile[threadIdx.x % TILE][threadIdx.y % TILE] + dynamic[0];
}
__global__ void indexes(float *out, Particle p, const __grid_constant__ int n) {
  dim3 block = blockDim;
  uint3 thread = threadIdx;
  auto copy = threadIdx;
  int total = gridDim.x * gridDim.y * gridDim.z * warpSize;
  auto f = [=](float v) { return v * p.x; };
  out[thread.x + block.y * copy.z + blockIdx.z] = twice(weights[n]) + thrice(scale) + f(total) + square(n) + counter;
}
int main() {
  dim3 grid(4, 2), block = 16, whole = {1, 2, 3};
  float *out = (float *)malloc(64);
  memset(out, 0, 64);
  size_t length = strlen("grid");
  double root = sqrt(2.0) + ceil(2.5) + pow(2.0, 0.5) + fabs(-1.0) + abs(-2) + INT_MAX;
  clock_t start = clock();
  templated<16, float><<<grid, block, 256>>>(out, out, (int)length);
  indexes<<<dim3(1, 1), 32>>>(out, Particle{1.0f, 2.0f}, (int)root + (int)start + whole.z);
  free(out);
  exit(0);
}
