// Warp matrix functions (CUDA C++ Programming Guide, "Warp Matrix Functions"; of values, "Element Types and Matrix Sizes").
#include <math.h>
#include <mma.h>
#include <type_traits>
using namespace nvcuda;

// Tiles lie in matrices that are wider than they are: what lies beside a tile is neither read nor written.
const int LDM = 48;

template <int m, int n, int k, class T, class Storage, class RowsA, class RowsB, class Added, class Sum>
__global__ void product(const Storage *a, const Storage *b, const Added *c, Sum *d, wmma::layout_t layout) {
  wmma::fragment<wmma::matrix_a, m, n, k, T, RowsA> x;
  wmma::fragment<wmma::matrix_b, m, n, k, T, RowsB> y;
  wmma::fragment<wmma::accumulator, m, n, k, Added> added;
  wmma::fragment<wmma::accumulator, m, n, k, Sum> sum;
  wmma::load_matrix_sync(x, a, LDM);
  wmma::load_matrix_sync(y, b, LDM);
  wmma::load_matrix_sync(added, c, LDM, layout);
  wmma::mma_sync(sum, x, y, added);
  wmma::store_matrix_sync(d, sum, LDM, layout);
}

static unsigned seed = 1;
static int next(int most) {
  seed = seed * 1664525u + 1013904223u;
  return (int)(seed >> 16) % most;
}
static double value(__half x) { return (double)__half2float(x); }
static double value(__nv_bfloat16 x) { return (double)__bfloat162float(x); }
template <class T>
static double value(T x) { return (double)x; }
static void set(__half &x, double value) { x = __float2half((float)value); }
static void set(__nv_bfloat16 &x, double value) { x = __float2bfloat16((float)value); }
template <class T>
static void set(T &x, double value) { x = (T)value; }

// Products of whole numbers are exact; those of fractions as near as a sum of that type is.
template <int m, int n, int k, class T, class Storage, class RowsA, class RowsB, class Added, class Sum>
static bool multiplies(wmma::layout_t layout, double scale, double tolerance) {
  static Storage a[32 * LDM], b[32 * LDM];
  static Added c[32 * LDM];
  static Sum d[32 * LDM];
  bool rowsA = std::is_same<RowsA, wmma::row_major>::value, rowsB = std::is_same<RowsB, wmma::row_major>::value;
  bool rows = layout == wmma::mem_row_major, bytes = sizeof(Storage) == 1, isSigned = std::is_same<Storage, signed char>::value;
  for (int i = 0; i < 32 * LDM; i++) {
    set(a[i], bytes ? next(isSigned ? 256 : 250) - (isSigned ? 128 : 0) : (next(2001) - 1000) * scale);
    set(b[i], bytes ? next(isSigned ? 256 : 250) - (isSigned ? 128 : 0) : (next(2001) - 1000) * scale);
    set(c[i], bytes ? next(20001) - 10000 : (next(2001) - 1000) * scale);
    set(d[i], -1.0);
  }
  Storage *da, *db;
  Added *dc;
  Sum *dd;
  cudaMalloc((void **)&da, sizeof a);
  cudaMalloc((void **)&db, sizeof b);
  cudaMalloc((void **)&dc, sizeof c);
  cudaMalloc((void **)&dd, sizeof d);
  cudaMemcpy(da, a, sizeof a, cudaMemcpyHostToDevice);
  cudaMemcpy(db, b, sizeof b, cudaMemcpyHostToDevice);
  cudaMemcpy(dc, c, sizeof c, cudaMemcpyHostToDevice);
  cudaMemcpy(dd, d, sizeof d, cudaMemcpyHostToDevice);
  product<m, n, k, T, Storage, RowsA, RowsB, Added, Sum><<<1, 32>>>(da, db, dc, dd, layout);
  bool right = cudaMemcpy(d, dd, sizeof d, cudaMemcpyDeviceToHost) == cudaSuccess;
  cudaFree(da), cudaFree(db), cudaFree(dc), cudaFree(dd);
  for (int i = 0; i < 32 * LDM; i++) {
    int row = rows ? i / LDM : i % LDM, column = rows ? i % LDM : i / LDM;
    if (row >= m || column >= n) {
      right = right && value(d[i]) == -1.0;
      continue;
    }
    double sum = value(c[i]), all = fabs(sum);
    for (int l = 0; l < k; l++) {
      double term = value(a[rowsA ? row * LDM + l : l * LDM + row]) * value(b[rowsB ? l * LDM + column : column * LDM + l]);
      sum += term;
      all += fabs(term);
    }
    right = right && fabs(value(d[i]) - sum) <= all * tolerance;
  }
  return right;
}
template <int m, int n, int k, class T, class Storage, class Added, class Sum>
static bool in_every_layout(double scale, double tolerance) {
  typedef wmma::row_major rows;
  typedef wmma::col_major columns;
  return multiplies<m, n, k, T, Storage, rows, rows, Added, Sum>(wmma::mem_row_major, scale, tolerance) &&
         multiplies<m, n, k, T, Storage, rows, columns, Added, Sum>(wmma::mem_col_major, scale, tolerance) &&
         multiplies<m, n, k, T, Storage, columns, rows, Added, Sum>(wmma::mem_col_major, scale, tolerance) &&
         multiplies<m, n, k, T, Storage, columns, columns, Added, Sum>(wmma::mem_row_major, scale, tolerance);
}
template <class T, class Storage, class Added, class Sum>
static bool in_every_shape(double scale, double tolerance) {
  return in_every_layout<16, 16, 16, T, Storage, Added, Sum>(scale, tolerance) &&
         in_every_layout<32, 8, 16, T, Storage, Added, Sum>(scale, tolerance) &&
         in_every_layout<8, 32, 16, T, Storage, Added, Sum>(scale, tolerance);
}

// Elements of a fragment, one by one; a tile in shared memory; saturated sums.
__device__ float rounded[4];
__device__ int told[8];
__global__ void elements(float *out, int *sums) {
  __shared__ __align__(32) float tile[16 * 16];
  __shared__ __align__(32) signed char bytes[16 * 16];
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
  wmma::fill_fragment(sum, 1.5f);
  bool all = true;
  for (int i = 0; i < sum.num_elements; i++) all = all && sum.x[i] == 1.5f;
  for (int i = 0; i < sum.num_elements; i++) sum.x[i] *= 2.0f;
  wmma::store_matrix_sync(tile, sum, 16, wmma::mem_row_major);
  for (int i = threadIdx.x; i < 256; i += 32) bytes[i] = 127;
  __syncthreads();
  for (int i = threadIdx.x; i < 256; i += 32) out[i] = tile[i];
  wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major> a;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, signed char, wmma::col_major> b;
  wmma::fragment<wmma::accumulator, 16, 16, 16, int> most;
  wmma::load_matrix_sync(a, bytes, 16);
  wmma::load_matrix_sync(b, bytes, 16);
  wmma::fill_fragment(most, 2147483647);
  wmma::mma_sync(most, a, b, most, true);
  wmma::store_matrix_sync(sums, most, 16, wmma::mem_row_major);
  wmma::fill_fragment(most, 2147483647);
  wmma::mma_sync(most, a, b, most);
  wmma::store_matrix_sync(sums + 256, most, 16, wmma::mem_row_major);
  if (threadIdx.x != 0) return;
  const float values[4] = {1.00048828125f, -1.00048828125f, 1.0004882f, 3.0f};
  for (int i = 0; i < 4; i++) rounded[i] = wmma::__float_to_tf32(values[i]);
  told[0] = all;
  told[1] = a.num_elements == 8 && b.num_elements == 8 && most.num_elements == 8;
}

int main() {
  using wmma::precision::tf32;
  const double exact = 0.0, of_float = ldexp(1.0, -21), of_half = ldexp(1.0, -10);
  float *out, tile[256];
  int *sums, ends[512], flags[8];
  float tf[4];
  cudaMalloc((void **)&out, sizeof tile);
  cudaMalloc((void **)&sums, sizeof ends);
  elements<<<1, 32>>>(out, sums);
  cudaMemcpy(tile, out, sizeof tile, cudaMemcpyDeviceToHost);
  cudaMemcpy(ends, sums, sizeof ends, cudaMemcpyDeviceToHost);
  cudaMemcpyFromSymbol(flags, told, sizeof flags);
  cudaMemcpyFromSymbol(tf, rounded, sizeof tf);
  bool doubled = true, saturated = true, wrapped = true;
  for (int i = 0; i < 256; i++) {
    doubled = doubled && tile[i] == 3.0f;
    saturated = saturated && ends[i] == 2147483647;
    wrapped = wrapped && ends[256 + i] == (int)(2147483647u + 16 * 127 * 127);
  }
  check(flags[0] && doubled, "fill_fragment sets every element of a fragment, which can be changed one by one as x[i]");
  check(flags[1], "num_elements is how many elements of a fragment a thread has");
  check(tf[0] == 1.0009765625f && tf[1] == -1.0009765625f && tf[2] == 1.0f && tf[3] == 3.0f,
        "__float_to_tf32 rounds to 11 significant bits, to nearest, ties away from zero");
  check((in_every_layout<16, 16, 16, __half, __half, float, float>(1.0, exact)),
        "load_matrix_sync loads a tile of 16 x 16 elements, by rows or by columns, with a stride from one to the next");
  check((in_every_layout<16, 16, 16, __half, __half, __half, __half>(0.001, of_half)),
        "store_matrix_sync stores the tile of an accumulator by rows or by columns, and nothing beside it");
  check((in_every_shape<__half, __half, float, float>(0.001, of_float)),
        "mma_sync multiplies tiles of halves in each of three shapes, and sums in float");
  check((in_every_shape<__half, __half, __half, __half>(0.001, of_half)), "mma_sync sums in half, too");
  check((in_every_layout<16, 16, 16, __half, __half, float, __half>(0.001, of_half)) &&
            (in_every_layout<16, 16, 16, __half, __half, __half, float>(0.001, of_float)),
        "mma_sync takes an addend in float and answers in half, and the other way round");
  check((in_every_shape<__nv_bfloat16, __nv_bfloat16, float, float>(0.001, of_float)),
        "mma_sync multiplies tiles of bfloat16 in each of three shapes");
  check((in_every_shape<signed char, signed char, int, int>(1.0, exact)),
        "mma_sync multiplies tiles of signed char in each of three shapes, exactly");
  check((in_every_shape<unsigned char, unsigned char, int, int>(1.0, exact)),
        "mma_sync multiplies tiles of unsigned char in each of three shapes, exactly");
  check(wrapped, "mma_sync lets sums of integers wrap around");
  check(saturated, "mma_sync with satf keeps sums of integers at the ends of their range");
  check((in_every_layout<16, 16, 8, tf32, float, float, float>(1.0, exact)),
        "mma_sync multiplies floats of tf32 precision in tiles of 16 x 16 x 8");
  check((in_every_layout<8, 8, 4, double, double, double, double>(0.001, ldexp(1.0, -51))),
        "mma_sync multiplies doubles in tiles of 8 x 8 x 4");
  check(cudaFree(out) == cudaSuccess && cudaFree(sums) == cudaSuccess && cudaGetLastError() == cudaSuccess,
        "warp matrix functions are no error");
}
