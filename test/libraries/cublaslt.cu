// cuBLASLt against plain loops: orders, transpositions, batches, types and what follows the product.
#include <cmath>
#include <vector>

#include <cublasLt.h>

#include "check.h"

static const int M = 5, N = 4, K = 3, LD = 7;

/** Element i of a matrix whose numbers are short enough for half precision. */
static float number(int i, int seed) { return (float)((i * 37 + seed * 11) % 17 - 8) / 4; }

template <class T>
static T *filled(int count, int seed) {
  T *data;
  cudaMallocManaged(&data, count * sizeof(T));
  for (int i = 0; i < count; i++) data[i] = (T)number(i, seed);
  return data;
}
static bool near(float got, float want) { return std::fabs(got - want) <= 1e-3f + 0.01f * std::fabs(want); }

static float gelu(float x) { return 0.5f * x * (1 + std::tanh(0.7978845608f * (x + 0.044715f * x * x * x))); }

template <class T>
static bool set(cublasLtMatmulDesc_t desc, cublasLtMatmulDescAttributes_t name, T value) {
  return cublasLtMatmulDescSetAttribute(desc, name, &value, sizeof value) == CUBLAS_STATUS_SUCCESS;
}
template <class T>
static bool set(cublasLtMatrixLayout_t layout, cublasLtMatrixLayoutAttribute_t name, T value) {
  return cublasLtMatrixLayoutSetAttribute(layout, name, &value, sizeof value) == CUBLAS_STATUS_SUCCESS;
}

template <class T>
static void products(cublasLtHandle_t handle, cudaDataType type, cublasLtOrder_t order) {
  const float alpha = 2, beta = 0.5f;
  for (int ta = 0; ta < 2; ta++)
    for (int tb = 0; tb < 2; tb++) {
      const int batches = 2, stride = LD * LD;
      T *a = filled<T>(stride * batches, 1), *b = filled<T>(stride * batches, 2), *c = filled<T>(stride * batches, 3);
      T *d = filled<T>(stride * batches, 4);
      cublasLtMatmulDesc_t desc;
      HOLDS(cublasLtMatmulDescCreate(&desc, CUBLAS_COMPUTE_32F, CUDA_R_32F) == 0);
      HOLDS(set(desc, CUBLASLT_MATMUL_DESC_TRANSA, ta ? CUBLAS_OP_T : CUBLAS_OP_N));
      HOLDS(set(desc, CUBLASLT_MATMUL_DESC_TRANSB, tb ? CUBLAS_OP_T : CUBLAS_OP_N));
      cublasLtMatrixLayout_t la, lb, lc;
      HOLDS(cublasLtMatrixLayoutCreate(&la, type, ta ? K : M, ta ? M : K, LD) == 0);
      HOLDS(cublasLtMatrixLayoutCreate(&lb, type, tb ? N : K, tb ? K : N, LD) == 0);
      HOLDS(cublasLtMatrixLayoutCreate(&lc, type, M, N, LD) == 0);
      for (cublasLtMatrixLayout_t layout : {la, lb, lc})
        HOLDS(set(layout, CUBLASLT_MATRIX_LAYOUT_ORDER, order) && set(layout, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, batches) &&
              set(layout, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, (int64_t)stride));
      HOLDS(cublasLtMatmul(handle, desc, &alpha, a, la, b, lb, &beta, c, lc, d, lc, nullptr, nullptr, 0, 0) == 0);
      cudaDeviceSynchronize();
      const auto at = [&](bool turned, int row, int column) {
        return turned == (order == CUBLASLT_ORDER_COL) ? row * LD + column : column * LD + row;
      };
      bool right = true;
      for (int batch = 0; batch < batches; batch++)
        for (int i = 0; i < M; i++)
          for (int j = 0; j < N; j++) {
            float sum = 0;
            const int from = batch * stride;
            for (int l = 0; l < K; l++) sum += (float)a[from + at(ta, i, l)] * (float)b[from + at(tb, l, j)];
            right &= near((float)d[from + at(false, i, j)], alpha * sum + beta * (float)c[from + at(false, i, j)]);
          }
      HOLDS(right);
      for (cublasLtMatrixLayout_t layout : {la, lb, lc}) HOLDS(cublasLtMatrixLayoutDestroy(layout) == 0);
      HOLDS(cublasLtMatmulDescDestroy(desc) == 0);
      for (T *data : {a, b, c, d}) cudaFree(data);
    }
}

/** A product with one row and one column of K, what follows it, and what is kept beside it. */
static void epilogues(cublasLtHandle_t handle) {
  const float one = 1, zero = 0;
  float *a = filled<float>(K, 1), *b = filled<float>(K, 2), *bias = filled<float>(1, 5), *aux = filled<float>(1, 6);
  float *d = filled<float>(1, 7);
  float sum = 0;
  for (int l = 0; l < K; l++) sum += a[l] * b[l];
  cublasLtMatmulDescOpaque_t desc;
  cublasLtMatrixLayoutOpaque_t row, column, single;
  HOLDS(cublasLtMatmulDescInit(&desc, CUBLAS_COMPUTE_32F, CUDA_R_32F) == 0);
  HOLDS(cublasLtMatrixLayoutInit(&row, CUDA_R_32F, 1, K, 1) == 0);
  HOLDS(cublasLtMatrixLayoutInit(&column, CUDA_R_32F, K, 1, K) == 0);
  HOLDS(cublasLtMatrixLayoutInit(&single, CUDA_R_32F, 1, 1, 1) == 0);
  HOLDS(set(&desc, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, (int64_t)1));
  const auto status = [&](cublasLtEpilogue_t epilogue, const void *itsBias, void *itsAux) {
    HOLDS(set(&desc, CUBLASLT_MATMUL_DESC_EPILOGUE, epilogue));
    HOLDS(set(&desc, CUBLASLT_MATMUL_DESC_BIAS_POINTER, itsBias) && set(&desc, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, itsAux));
    return cublasLtMatmul(handle, &desc, &one, a, &row, b, &column, &zero, d, &single, d, &single, nullptr, nullptr, 0, 0);
  };
  const auto with = [&](cublasLtEpilogue_t epilogue) {
    HOLDS(status(epilogue, epilogue & 4 ? bias : nullptr, epilogue & 128 ? aux : nullptr) == 0);
    cudaDeviceSynchronize();
    return *d;
  };
  HOLDS(near(with(CUBLASLT_EPILOGUE_DEFAULT), sum));
  HOLDS(status(CUBLASLT_EPILOGUE_BIAS, nullptr, nullptr) == CUBLAS_STATUS_INVALID_VALUE);
  HOLDS(status(CUBLASLT_EPILOGUE_RELU, bias, nullptr) == CUBLAS_STATUS_INVALID_VALUE);
  HOLDS(status(CUBLASLT_EPILOGUE_BIAS, bias, aux) == 0);
  HOLDS(status(CUBLASLT_EPILOGUE_RELU_BIAS, bias, aux) == CUBLAS_STATUS_NOT_SUPPORTED);
  HOLDS(status(CUBLASLT_EPILOGUE_GELU_AUX_BIAS, bias, nullptr) == CUBLAS_STATUS_NOT_SUPPORTED);
  HOLDS(near(with(CUBLASLT_EPILOGUE_BIAS), sum + *bias));
  HOLDS(near(with(CUBLASLT_EPILOGUE_RELU), std::fmax(sum, 0.0f)));
  HOLDS(near(with(CUBLASLT_EPILOGUE_RELU_BIAS), std::fmax(sum + *bias, 0.0f)));
  HOLDS(near(with(CUBLASLT_EPILOGUE_GELU), gelu(sum)));
  HOLDS(near(with(CUBLASLT_EPILOGUE_GELU_BIAS), gelu(sum + *bias)));
  HOLDS(near(with(CUBLASLT_EPILOGUE_GELU_AUX_BIAS), gelu(sum + *bias)) && near(*aux, sum + *bias));
  *aux = 0.5f;
  HOLDS(near(with(CUBLASLT_EPILOGUE_DGELU), sum * (gelu(0.501f) - gelu(0.499f)) / 0.002f));
  for (float *data : {a, b, bias, aux, d}) cudaFree(data);
}

static void refusals(cublasLtHandle_t handle) {
  cublasLtMatmulDescOpaque_t desc;
  cublasLtMatrixLayoutOpaque_t a, b, d;
  cublasLtMatmulPreference_t preference;
  cublasLtMatmulHeuristicResult_t result;
  const size_t workspace = 1 << 20;
  int found = -1;
  cublasLtMatmulDescInit(&desc, CUBLAS_COMPUTE_32F, CUDA_R_32F);
  cublasLtMatrixLayoutInit(&a, CUDA_R_32F, M, K, M);
  cublasLtMatrixLayoutInit(&b, CUDA_R_32F, K, N, K);
  cublasLtMatrixLayoutInit(&d, CUDA_R_32F, M, N, M);
  HOLDS(cublasLtMatmulPreferenceCreate(&preference) == 0);
  HOLDS(cublasLtMatmulPreferenceSetAttribute(preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &workspace, sizeof workspace) == 0);
  HOLDS(cublasLtMatmulPreferenceSetAttribute(preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &workspace, 1) ==
        CUBLAS_STATUS_INVALID_VALUE);
  HOLDS(cublasLtMatmulAlgoGetHeuristic(handle, &desc, &a, &b, &d, &d, preference, 1, &result, &found) == 0 && found == 1);
  HOLDS(cublasLtMatmulAlgoGetHeuristic(handle, &desc, &a, &a, &d, &d, preference, 1, &result, &found) == CUBLAS_STATUS_INVALID_VALUE);
  HOLDS(set(&d, CUBLASLT_MATRIX_LAYOUT_TYPE, (uint32_t)CUDA_R_16F));
  HOLDS(cublasLtMatmulAlgoGetHeuristic(handle, &desc, &a, &b, &d, &d, preference, 1, &result, &found) == CUBLAS_STATUS_NOT_SUPPORTED);
  cublasOperation_t operation;
  size_t written = 0;
  HOLDS(cublasLtMatmulDescGetAttribute(&desc, CUBLASLT_MATMUL_DESC_TRANSA, &operation, sizeof operation, &written) == 0);
  HOLDS(operation == CUBLAS_OP_N && written == sizeof operation);
  HOLDS(cublasLtMatmulPreferenceDestroy(preference) == 0);
}

int main() {
  cublasLtHandle_t handle;
  HOLDS(cublasLtCreate(&handle) == 0);
  products<float>(handle, CUDA_R_32F, CUBLASLT_ORDER_COL);
  products<float>(handle, CUDA_R_32F, CUBLASLT_ORDER_ROW);
  products<__half>(handle, CUDA_R_16F, CUBLASLT_ORDER_COL);
  products<__nv_bfloat16>(handle, CUDA_R_16BF, CUBLASLT_ORDER_COL);
  epilogues(handle);
  refusals(handle);
  HOLDS(cublasLtDestroy(handle) == 0);
  return broken;
}
