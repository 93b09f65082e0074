// The lecture's product, and a square one, by a plain loop on the processor and by the vendor's library: what
// `npm run bench:gpu` sets beside the kernels of a course. nvcc -O2 vendor-product.cu -lcublas
#include <cublas_v2.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

static void check(int error, const char* what) {
  if (error == 0) return;
  std::fprintf(stderr, "%s failed with %d\n", what, error);
  std::exit(1);
}

static double loopMs(const std::vector<float>& m, const std::vector<float>& n, int h, int w, int k, int rows) {
  std::vector<float> out(static_cast<size_t>(rows) * w);
  const auto start = std::chrono::steady_clock::now();
  for (int r = 0; r < rows; r++)
    for (int c = 0; c < w; c++) {
      float sum = 0;
      for (int i = 0; i < k; i++) sum += m[static_cast<size_t>(r) * k + i] * n[static_cast<size_t>(i) * w + c];
      out[static_cast<size_t>(r) * w + c] = sum;
    }
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
  volatile float kept = out[rows / 2];
  (void)kept;
  return took.count() * h / rows;
}

static double libraryMs(const std::vector<float>& m, const std::vector<float>& n, int h, int w, int k) {
  float *dm, *dn, *out;
  check(cudaMalloc(&dm, m.size() * 4), "cudaMalloc");
  check(cudaMalloc(&dn, n.size() * 4), "cudaMalloc");
  check(cudaMalloc(&out, static_cast<size_t>(h) * w * 4), "cudaMalloc");
  check(cudaMemcpy(dm, m.data(), m.size() * 4, cudaMemcpyHostToDevice), "cudaMemcpy");
  check(cudaMemcpy(dn, n.data(), n.size() * 4, cudaMemcpyHostToDevice), "cudaMemcpy");
  cublasHandle_t handle;
  check(cublasCreate(&handle), "cublasCreate");
  check(cublasSetMathMode(handle, CUBLAS_PEDANTIC_MATH), "cublasSetMathMode");
  const float one = 1, zero = 0;
  std::vector<float> times;
  cudaEvent_t start, end;
  check(cudaEventCreate(&start), "cudaEventCreate");
  check(cudaEventCreate(&end), "cudaEventCreate");
  for (int run = 0; run < 31; run++) {
    check(cudaEventRecord(start), "cudaEventRecord");
    // Column-major: the transposed product of the transposed factors is the row-major one.
    check(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, w, h, k, &one, dn, w, dm, k, &zero, out, w), "cublasSgemm");
    check(cudaEventRecord(end), "cudaEventRecord");
    check(cudaEventSynchronize(end), "cudaEventSynchronize");
    float ms = 0;
    check(cudaEventElapsedTime(&ms, start, end), "cudaEventElapsedTime");
    if (run > 0) times.push_back(ms);
  }
  std::sort(times.begin(), times.end());
  cudaFree(dm), cudaFree(dn), cudaFree(out);
  return times[times.size() / 2];
}

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  const int h = std::atoi(argv[1]), w = std::atoi(argv[2]), k = std::atoi(argv[3]);
  std::vector<float> m(static_cast<size_t>(h) * k), n(static_cast<size_t>(k) * w);
  for (float& value : m) value = std::rand() / (RAND_MAX + 1.0f) - 0.5f;
  for (float& value : n) value = std::rand() / (RAND_MAX + 1.0f) - 0.5f;
  const double all = 2.0 * h * w * k;
  const int rows = std::max(1, static_cast<int>(std::min<double>(h, h * 1e9 / all)));
  std::printf("%g %g\n", loopMs(m, n, h, w, k, rows), libraryMs(m, n, h, w, k));
}
