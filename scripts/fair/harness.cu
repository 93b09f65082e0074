// Runs one program of test/fair/ on a GPU and compares its outputs with those of plain host code.
// nvcc -DEXERCISE=VECTOR_ADD -DPROGRAM='"…/test/fair/vector-add/reversed.cu"' harness.cu
#include PROGRAM

#include <cmath>
#include <cstdio>
#include <random>
#include <utility>
#include <vector>

// Names that no program has, because they share the file with it.
namespace fair_harness {

constexpr int H = 131, W = 77, K = 93;
std::mt19937 engine(7);
int wrong = 0;

std::vector<float> floats(size_t count, float low, float high) {
  std::uniform_real_distribution<float> draw(low, high);
  std::vector<float> values(count);
  for (float& value : values) value = draw(engine);
  return values;
}

std::vector<unsigned char> pixels(size_t count) {
  std::vector<unsigned char> values(count);
  for (unsigned char& value : values) value = engine() & 255;
  return values;
}

template <typename Type>
Type* upload(const std::vector<Type>& values) {
  Type* device;
  cudaMalloc(&device, values.size() * sizeof(Type));
  cudaMemcpy(device, values.data(), values.size() * sizeof(Type), cudaMemcpyHostToDevice);
  return device;
}

template <typename Type>
Type* output(size_t count) {
  Type* device;
  cudaMalloc(&device, count * sizeof(Type));
  cudaMemset(device, 0xa5, count * sizeof(Type));
  return device;
}

template <typename Type>
std::vector<Type> download(const Type* device, size_t count) {
  cudaDeviceSynchronize();
  std::vector<Type> values(count);
  cudaMemcpy(values.data(), device, count * sizeof(Type), cudaMemcpyDeviceToHost);
  return values;
}

void compare(double got, double wanted, double tolerance) {
  if (std::fabs(got - wanted) <= tolerance) return;
  if (wrong++ < 3) fprintf(stderr, "%g in place of %g\n", got, wanted);
}

}  // namespace fair_harness

#define VECTOR_ADD 1
#define MATMUL 2
#define MATMUL_DYNAMIC 3
#define REDUCTION 4
#define GRAYSCALE 5
#define BOX_BLUR 6
#define FUSED_MAP 7
#define GRID_STRIDE 8
#define THREAD_NAMES 9
#define TRANSFER_COSTS 10

int main() {
  namespace fh = fair_harness;
  const int H = fh::H, W = fh::W, K = fh::K;
#if EXERCISE == VECTOR_ADD
  const int count = 66013;
  auto a = fh::floats(count, -1, 1), b = fh::floats(count, -1, 1);
  std::vector<float> sums(count, NAN);
  vector_add(a.data(), b.data(), sums.data(), count);
  for (int i = 0; i < count; i++) fh::compare(sums[i], a[i] + b[i], 1e-6);
#elif EXERCISE == MATMUL || EXERCISE == MATMUL_DYNAMIC
  auto a = fh::floats(H * K, -1, 1), b = fh::floats(K * W, -1, 1);
  float *left = fh::upload(a), *right = fh::upload(b), *product = fh::output<float>(H * W);
#if EXERCISE == MATMUL
  matmul(left, right, product, H, W, K);
#else
  matmul(left, right, product, H, W, K, 12);
#endif
  auto got = fh::download(product, H * W);
  for (int r = 0; r < H; r++)
    for (int c = 0; c < W; c++) {
      double sum = 0;
      for (int i = 0; i < K; i++) sum += double(a[r * K + i]) * b[i * W + c];
      fh::compare(got[r * W + c], sum, 1e-4);
    }
#elif EXERCISE == REDUCTION
  const int rows = 37, columns = 1234;
  auto x = fh::floats(rows * columns, -60, -1);
  float *device = fh::upload(x), *sums = fh::output<float>(rows), *maxima = fh::output<float>(rows);
  reduce_rows(device, sums, maxima, rows, columns);
  auto gotSums = fh::download(sums, rows), gotMaxima = fh::download(maxima, rows);
  for (int r = 0; r < rows; r++) {
    double sum = 0, top = -INFINITY;
    for (int c = 0; c < columns; c++) {
      sum += x[r * columns + c];
      top = std::fmax(top, x[r * columns + c]);
    }
    fh::compare(gotSums[r], sum, 0.1);
    fh::compare(gotMaxima[r], top, 0);
  }
#elif EXERCISE == GRAYSCALE
  auto x = fh::pixels(3 * H * W);
  unsigned char *device = fh::upload(x), *picture = fh::output<unsigned char>(H * W);
  rgb_to_grayscale(device, picture, H, W);
  auto got = fh::download(picture, H * W);
  for (int i = 0; i < H * W; i++)
    fh::compare(got[i], 0.2989 * x[i] + 0.5870 * x[i + H * W] + 0.1140 * x[i + 2 * H * W], 1.1);
#elif EXERCISE == BOX_BLUR
  auto x = fh::pixels(H * W);
  unsigned char *device = fh::upload(x), *picture = fh::output<unsigned char>(H * W);
  box_blur(device, picture, H, W);
  auto got = fh::download(picture, H * W);
  for (int r = 0; r < H; r++)
    for (int c = 0; c < W; c++) {
      int sum = 0, count = 0;
      for (int y = r - 1; y <= r + 1; y++)
        for (int z = c - 1; z <= c + 1; z++)
          if (y >= 0 && z >= 0 && y < H && z < W) {
            sum += x[y * W + z];
            count++;
          }
      fh::compare(got[r * W + c], (sum + count / 2) / count, 0);
    }
#elif EXERCISE == FUSED_MAP
  const int count = 10007;
  auto raw = fh::floats(count, 0, 2), dark = fh::floats(count, 0, 1), gain = fh::floats(count, 0, 2);
  float *r = fh::upload(raw), *d = fh::upload(dark), *g = fh::upload(gain), *out = fh::output<float>(count);
  develop(r, d, g, out, count);
  auto got = fh::download(out, count);
  for (int i = 0; i < count; i++) {
    double v = std::fmin(std::fmax((double(raw[i]) - dark[i]) * gain[i], 0), 1);
    fh::compare(got[i], v * v * (3 - 2 * v), 1e-5);
  }
#elif EXERCISE == GRID_STRIDE
  const int count = 10007;
  auto x = fh::floats(count, -1, 1), y = fh::floats(count, -1, 1);
  float *dx = fh::upload(x), *dy = fh::upload(y), *out = fh::output<float>(count);
  const int shapes[][2] = {{(count + 255) / 256, 256}, {4, 128}, {1, 96}, {13, 1}, {(count + 63) / 64 + 5, 128}};
  for (const auto& [blocks, threads] : shapes) {
    cudaMemset(out, 0xa5, count * sizeof(float));
    saxpy<<<blocks, threads>>>(0.7f, dx, dy, out, count);
    auto got = fh::download(out, count);
    for (int i = 0; i < count; i++) fh::compare(got[i], 0.7f * x[i] + y[i], 1e-5);
  }
#elif EXERCISE == THREAD_NAMES
  const int count = 5000, threads = 128;
  int *block = fh::output<int>(count), *thread = fh::output<int>(count), *index = fh::output<int>(count);
  thread_names(block, thread, index, count, threads);
  auto blocks = fh::download(block, count), ids = fh::download(thread, count), indices = fh::download(index, count);
  for (int i = 0; i < count; i++) {
    fh::compare(blocks[i], i / threads, 0);
    fh::compare(ids[i], i % threads, 0);
    fh::compare(indices[i], i, 0);
  }
#elif EXERCISE == TRANSFER_COSTS
  const int rows = 33, columns = 131, steps = 23;
  auto start = fh::floats(rows * columns, 0, 100);
  std::vector<float> got(rows * columns, NAN);
  spread_heat(start.data(), got.data(), rows, columns, steps);
  std::vector<double> now(start.begin(), start.end()), next(now);
  for (int step = 0; step < steps; step++) {
    for (int i = 0; i < rows * columns; i++) {
      const int c = i % columns;
      next[i] = c == 0 || c == columns - 1 ? now[i] : now[i] + 0.25 * (now[i - 1] - 2 * now[i] + now[i + 1]);
    }
    std::swap(now, next);
  }
  for (int i = 0; i < rows * columns; i++) fh::compare(got[i], now[i], 1e-3);
#else
#error no such exercise
#endif
  if (cudaError_t error = cudaDeviceSynchronize()) {
    fprintf(stderr, "%s\n", cudaGetErrorString(error));
    fh::wrong++;
  }
  printf("%s\n", fh::wrong ? "wrong" : "right");
  return fh::wrong != 0;
}
