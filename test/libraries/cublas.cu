// cuBLAS against plain loops: matrices lie column after column, with leading dimensions that are larger than they need be.
#include <cmath>
#include <cstring>
#include <vector>

#include <cublas_v2.h>

#include "check.h"

template <class T>
struct Device {
  T *data;
  size_t count;
  Device(const std::vector<T> &from) : count(from.size()) {
    cudaMalloc(&data, count * sizeof(T));
    cudaMemcpy(data, from.data(), count * sizeof(T), cudaMemcpyHostToDevice);
  }
  ~Device() { cudaFree(data); }
  operator T *() const { return data; }
  std::vector<T> back() const {
    std::vector<T> here(count);
    cudaMemcpy(here.data(), data, count * sizeof(T), cudaMemcpyDeviceToHost);
    return here;
  }
};

template <class T>
static std::vector<T> numbers(int count, int seed) {
  std::vector<T> values(count);
  for (int i = 0; i < count; i++) values[i] = (T)((i * 37 + seed * 11) % 17 - 8) / 4;
  return values;
}
template <class T>
static bool near(const std::vector<T> &got, const std::vector<T> &want) {
  for (size_t i = 0; i < want.size(); i++)
    if (!(std::fabs(got[i] - want[i]) <= 1e-4)) return false;
  return got.size() == want.size();
}

static void products(cublasHandle_t handle) {
  const int m = 5, n = 4, k = 3, ld = 7;
  const float alpha = 2, beta = 0.5f, none = 0;
  for (int ta = 0; ta < 2; ta++)
    for (int tb = 0; tb < 2; tb++) {
      const std::vector<float> a = numbers<float>(ld * 7, 1), b = numbers<float>(ld * 7, 2), c = numbers<float>(ld * n, 3);
      std::vector<float> want = c;
      for (int j = 0; j < n; j++)
        for (int i = 0; i < m; i++) {
          float sum = 0;
          for (int l = 0; l < k; l++) sum += (ta ? a[i * ld + l] : a[l * ld + i]) * (tb ? b[l * ld + j] : b[j * ld + l]);
          want[j * ld + i] = alpha * sum + beta * c[j * ld + i];
        }
      Device<float> da(a), db(b), dc(c);
      HOLDS(cublasSgemm(handle, (cublasOperation_t)ta, (cublasOperation_t)tb, m, n, k, &alpha, da, ld, db, ld, &beta, dc, ld) == 0);
      HOLDS(near(dc.back(), want));
    }
  // With beta 0 what C holds does not matter.
  Device<double> a(numbers<double>(2 * 4, 1)), b(numbers<double>(2 * 4, 2)), c(std::vector<double>(2 * 4, NAN));
  const double one = 1, zero = 0;
  HOLDS(cublasDgemmStridedBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &one, a, 2, 4, b, 2, 4, &zero, c, 2, 4, 2) == 0);
  const std::vector<double> x = a.back(), y = b.back(), z = c.back();
  for (int s = 0; s < 8; s += 4) HOLDS(std::fabs(z[s + 2] - (x[s] * y[s + 2] + x[s + 2] * y[s + 3])) < 1e-12);
  HOLDS(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 4, 4, 4, &alpha, nullptr, 3, nullptr, 4, &none, nullptr, 4) ==
        CUBLAS_STATUS_INVALID_VALUE);
  HOLDS(cublasSgemm(nullptr, CUBLAS_OP_N, CUBLAS_OP_N, 0, 0, 0, &alpha, nullptr, 1, nullptr, 1, &none, nullptr, 1) ==
        CUBLAS_STATUS_NOT_INITIALIZED);
}

template <class A, class C, class S>
static void mixed(cublasHandle_t handle, cudaDataType typeA, cudaDataType typeC, cublasComputeType_t compute, int m = 3, int k = 5) {
  const int n = 4, batches = 2;
  std::vector<A> a, b;
  std::vector<C> c;
  std::vector<float> x, y;
  for (int i = 0; i < m * k * batches; i++) x.push_back((float)(i * 7 % 9 - 4)), a.push_back((A)x[i]);
  for (int i = 0; i < n * k * batches; i++) y.push_back((float)(i * 5 % 7 - 3)), b.push_back((A)y[i]);
  for (int i = 0; i < m * n * batches; i++) c.push_back((C)(float)(i % 5));
  Device<A> da(a), db(b);
  Device<C> dc(c);
  const S alpha = (S)2.0f, beta = (S)3.0f;
  HOLDS(cublasGemmStridedBatchedEx(handle, CUBLAS_OP_N, CUBLAS_OP_T, m, n, k, &alpha, da, typeA, m, m * k, db, typeA, n, n * k, &beta,
                                   dc, typeC, m, m * n, batches, compute, CUBLAS_GEMM_DEFAULT) == CUBLAS_STATUS_SUCCESS);
  const std::vector<C> got = dc.back();
  for (int batch = 0; batch < batches; batch++)
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++) {
        float sum = 0;
        for (int l = 0; l < k; l++) sum += x[batch * m * k + l * m + i] * y[batch * n * k + l * n + j];
        const int at = batch * m * n + j * m + i;
        HOLDS((float)got[at] == 2 * sum + 3 * (at % 5));
      }
  Device<C> once(c);
  HOLDS(cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_T, m, n, k, &alpha, da, typeA, m, db, typeA, n, &beta, once, typeC, m, compute,
                     CUBLAS_GEMM_DEFAULT_TENSOR_OP) == CUBLAS_STATUS_SUCCESS);
  HOLDS((float)once.back()[1] == (float)got[1]);
}

/** The type of the computation as a type of data, which programs for CUDA 10 give. */
static void olderForm(cublasHandle_t handle) {
  const float alpha = 2, beta = 0;
  Device<float> a(std::vector<float>{3}), c(std::vector<float>{NAN});
  HOLDS(cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 1, &alpha, a, CUDA_R_32F, 1, a, CUDA_R_32F, 1, &beta, c, CUDA_R_32F, 1,
                     CUDA_R_32F, CUBLAS_GEMM_DFALT) == CUBLAS_STATUS_SUCCESS);
  HOLDS(c.back()[0] == 18);
}

static void types(cublasHandle_t handle) {
  olderForm(handle);
  mixed<float, float, float>(handle, CUDA_R_32F, CUDA_R_32F, CUBLAS_COMPUTE_32F_FAST_TF32);
  mixed<__half, float, float>(handle, CUDA_R_16F, CUDA_R_32F, CUBLAS_COMPUTE_32F_FAST_TF32);
  mixed<double, double, double>(handle, CUDA_R_64F, CUDA_R_64F, CUBLAS_COMPUTE_64F);
  mixed<__half, __half, __half>(handle, CUDA_R_16F, CUDA_R_16F, CUBLAS_COMPUTE_16F);
  mixed<__half, float, float>(handle, CUDA_R_16F, CUDA_R_32F, CUBLAS_COMPUTE_32F);
  mixed<__nv_bfloat16, __nv_bfloat16, float>(handle, CUDA_R_16BF, CUDA_R_16BF, CUBLAS_COMPUTE_32F);
  mixed<signed char, int, int>(handle, CUDA_R_8I, CUDA_R_32I, CUBLAS_COMPUTE_32I, 4, 8);
  const int unit = 1, nothing = 0;
  HOLDS(cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_T, 3, 4, 5, &unit, nullptr, CUDA_R_8I, 3, nullptr, CUDA_R_8I, 4, &nothing, nullptr,
                     CUDA_R_32I, 3, CUBLAS_COMPUTE_32I, CUBLAS_GEMM_DEFAULT) == CUBLAS_STATUS_NOT_SUPPORTED);
  const float one = 1, zero = 0;
  HOLDS(cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 1, &one, nullptr, CUDA_R_32F, 1, nullptr, CUDA_R_16F, 1, &zero, nullptr,
                     CUDA_R_32F, 1, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT) == CUBLAS_STATUS_NOT_SUPPORTED);
  HOLDS(cublasSetMathMode(handle, CUBLAS_TF32_TENSOR_OP_MATH) == CUBLAS_STATUS_SUCCESS);
  cublasMath_t mode;
  HOLDS(cublasGetMathMode(handle, &mode) == CUBLAS_STATUS_SUCCESS && mode == CUBLAS_TF32_TENSOR_OP_MATH);
  // (1 + 2i)(3 - i) is 5 + 5i, and with the conjugate of the first factor 1 - 7i.
  Device<cuComplex> a(std::vector<cuComplex>{{1, 2}}), b(std::vector<cuComplex>{{3, -1}}), c(std::vector<cuComplex>{{NAN, NAN}});
  const cuComplex by{1, 0}, none{0, 0}, turn{0, 1};
  HOLDS(cublasCgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 1, &by, a, 1, b, 1, &none, c, 1) == CUBLAS_STATUS_SUCCESS);
  HOLDS(c.back()[0].x == 5 && c.back()[0].y == 5);
  HOLDS(cublasCgemm(handle, CUBLAS_OP_C, CUBLAS_OP_N, 1, 1, 1, &by, a, 1, b, 1, &turn, c, 1) == CUBLAS_STATUS_SUCCESS);
  HOLDS(c.back()[0].x == 1 - 5 && c.back()[0].y == -7 + 5);
}

static void vectors(cublasHandle_t handle) {
  const int n = 3000;
  const std::vector<double> x = numbers<double>(n, 4), y = numbers<double>(n, 5);
  Device<double> dx(x), dy(y);
  double dot = 0, sum = 0, squares = 0, got;
  int largest = 0, index;
  for (int i = 0; i < n; i++) {
    dot += x[i] * y[i], sum += std::fabs(x[i]), squares += x[i] * x[i];
    if (std::fabs(x[i]) > std::fabs(x[largest])) largest = i;
  }
  HOLDS(cublasDdot(handle, n, dx, 1, dy, 1, &got) == 0 && std::fabs(got - dot) < 1e-9);
  HOLDS(cublasDasum(handle, n, dx, 1, &got) == 0 && std::fabs(got - sum) < 1e-9);
  HOLDS(cublasDnrm2(handle, n, dx, 1, &got) == 0 && std::fabs(got - std::sqrt(squares)) < 1e-9);
  HOLDS(cublasIdamax(handle, n, dx, 1, &index) == 0 && index == largest + 1);
  const double alpha = -2;
  HOLDS(cublasDaxpy(handle, n / 2, &alpha, dx, 2, dy, -1) == 0);
  HOLDS(dy.back()[n / 2 - 1] == y[n / 2 - 1] - 2 * x[0] && dy.back()[0] == y[0] - 2 * x[n - 2]);
  HOLDS(cublasDscal(handle, n, &alpha, dx, 1) == 0 && dx.back()[7] == -2 * x[7]);
  // The result on the device, as the handle says.
  Device<double> result(std::vector<double>{0});
  cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE);
  HOLDS(cublasDasum(handle, n, dx, 1, result) == 0 && std::fabs(result.back()[0] - 2 * sum) < 1e-9);
  cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST);
}

static void matrices(cublasHandle_t handle) {
  const std::vector<float> a{1, 2, 3, 4, 5, 6};
  float here[6] = {};
  Device<float> da(std::vector<float>(8, 0)), x(std::vector<float>{1, 10, 100}), y(std::vector<float>{NAN, NAN});
  HOLDS(cublasSetMatrix(2, 3, sizeof(float), a.data(), 2, da, 2) == 0);
  const float one = 1, zero = 0, two = 2;
  HOLDS(cublasSgemv(handle, CUBLAS_OP_N, 2, 3, &one, da, 2, x, 1, &zero, y, 1) == 0);
  HOLDS(y.back() == (std::vector<float>{531, 642}));
  HOLDS(cublasSgemv(handle, CUBLAS_OP_T, 2, 3, &one, da, 2, y, 1, &two, x, 1) == 0);
  HOLDS(x.back() == (std::vector<float>{531 + 2 * 642 + 2, 3 * 531 + 4 * 642 + 20, 5 * 531 + 6 * 642 + 200}));
  Device<float> turned(std::vector<float>(6, 0));
  HOLDS(cublasSgeam(handle, CUBLAS_OP_T, CUBLAS_OP_N, 3, 2, &one, da, 2, &zero, nullptr, 3, turned, 3) == 0);
  HOLDS(turned.back() == (std::vector<float>{1, 3, 5, 2, 4, 6}));
  HOLDS(cublasSger(handle, 2, 3, &one, y, 1, x, 1, da, 2) == 0);
  HOLDS(cublasGetMatrix(2, 3, sizeof(float), da, 2, here, 2) == 0 && here[0] == 1 + 531 * 1817.0f);
  // L X = 2 B, and back: the rows above the diagonal are not looked at.
  Device<double> l(std::vector<double>{2, 1, 3, NAN, 4, 5, NAN, NAN, 8});
  const std::vector<double> b{2, 9, 41, 4, 2, 6};
  for (int form = 0; form < 4; form++) {
    const bool left = form < 2;
    const cublasOperation_t op = form % 2 ? CUBLAS_OP_T : CUBLAS_OP_N;
    Device<double> solved(b);
    const int m = left ? 3 : 2, n = left ? 2 : 3;
    const double twice = 2;
    HOLDS(cublasDtrsm(handle, left ? CUBLAS_SIDE_LEFT : CUBLAS_SIDE_RIGHT, CUBLAS_FILL_MODE_LOWER, op, CUBLAS_DIAG_NON_UNIT, m,
                      n, &twice, l, 3, solved, m) == 0);
    const double full[3][3] = {{2, 0, 0}, {1, 4, 0}, {3, 5, 8}};
    const std::vector<double> s = solved.back();
    for (int column = 0; column < n; column++)
      for (int row = 0; row < m; row++) {
        double sum = 0;
        for (int i = 0; i < 3; i++) {
          const int r = left ? row : i, c = left ? i : column;
          sum += (op == CUBLAS_OP_T ? full[c][r] : full[r][c]) * (left ? s[column * m + i] : s[i * m + row]);
        }
        HOLDS(std::fabs(sum - 2 * b[column * m + row]) < 1e-9);
      }
  }
}

int main() {
  cublasHandle_t handle;
  HOLDS(cublasCreate(&handle) == CUBLAS_STATUS_SUCCESS);
  cudaStream_t stream, set;
  cudaStreamCreate(&stream);
  HOLDS(cublasSetStream(handle, stream) == 0 && cublasGetStream(handle, &set) == 0 && set == stream);
  HOLDS(!strcmp(cublasGetStatusString(CUBLAS_STATUS_SUCCESS), "success"));
  HOLDS(!strcmp(cublasGetStatusName(CUBLAS_STATUS_INVALID_VALUE), "CUBLAS_STATUS_INVALID_VALUE"));
  products(handle);
  types(handle);
  vectors(handle);
  matrices(handle);
  HOLDS(cublasDestroy(handle) == 0);
  return broken;
}
