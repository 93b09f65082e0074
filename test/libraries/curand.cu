// cuRAND. The expected numbers are those of NVIDIA's cuRAND 10.4: of its generators for the host, and of its device functions,
// which a compiler for the host can compile too.
#include <cmath>
#include <vector>

#include <curand.h>
#include <curand_kernel.h>

#include "check.h"

template <class State>
__global__ void first(const unsigned long long *place, unsigned *to, int count) {
  int i = threadIdx.x;
  if (i >= count) return;
  State state;
  curand_init(1234, place[2 * i], place[2 * i + 1], &state);
  to[i] = curand(&state);
}
/** The first numbers after places of a sequence: pairs of a subsequence and an offset. */
template <class State>
static std::vector<unsigned> at(const std::vector<unsigned long long> &places) {
  const int count = (int)places.size() / 2;
  std::vector<unsigned> numbers(count);
  unsigned long long *from;
  unsigned *to;
  cudaMalloc(&from, places.size() * sizeof(places[0]));
  cudaMalloc(&to, count * sizeof(unsigned));
  cudaMemcpy(from, places.data(), places.size() * sizeof(places[0]), cudaMemcpyHostToDevice);
  first<State><<<1, 32>>>(from, to, count);
  cudaMemcpy(numbers.data(), to, count * sizeof(unsigned), cudaMemcpyDeviceToHost);
  cudaFree(from);
  cudaFree(to);
  return numbers;
}

static void subsequences() {
  typedef std::vector<unsigned> numbers;
  HOLDS((at<curandState>({0, 0, 1, 0, 4095, 0, 0, 1, 1, 1, 1, 64}) ==
         numbers{624778773, 3522650202, 3856448218, 1867875844, 3978931785, 2964273078}));
  HOLDS((at<curandStateMRG32k3a>({0, 0, 1, 0, 4096, 0, 49152, 1, 16385, 3}) ==
         numbers{3379073520, 653317650, 2648318237, 4133742769, 2716052427}));
  HOLDS((at<curandStatePhilox4_32_10>({0, 0, 0, 1, 1, 0, 16384, 0, 0, 5}) ==
         numbers{546353992, 3665621163, 3507855656, 3743585837, 482218876}));
}

struct drawn {
  unsigned bits, poisson, skipped;
  float uniform, normal[2], log_normal;
  double uniform_double, normal_double;
};
template <class State>
__global__ void draw(drawn *to) {
  State state;
  curand_init(42, 5, 6, &state);
  to->bits = curand(&state);
  to->uniform = curand_uniform(&state);
  to->uniform_double = curand_uniform_double(&state);
  to->normal[0] = curand_normal(&state);
  to->normal[1] = curand_normal(&state);
  to->normal_double = curand_normal_double(&state);
  to->log_normal = curand_log_normal(&state, 0.5f, 0.25f);
  to->poisson = curand_poisson(&state, 5.5);
  skipahead(1000003, &state);
  skipahead_sequence(7, &state);
  to->skipped = curand(&state);
}
template <class State>
static drawn all() {
  drawn *to, here;
  cudaMalloc(&to, sizeof here);
  draw<State><<<1, 1>>>(to);
  cudaMemcpy(&here, to, sizeof here, cudaMemcpyDeviceToHost);
  cudaFree(to);
  return here;
}
static bool near(double got, double want) { return std::fabs(got - want) <= 1e-6 * (1 + std::fabs(want)); }

static void distributions() {
  const drawn x = all<curandState>(), p = all<curandStatePhilox4_32_10_t>(), m = all<curandStateMRG32k3a_t>();
#define OF(d, bits_, uniform_, uniform_double_, normal0, normal1, normal_double_, log_normal_, poisson_, skipped_)           \
  HOLDS(d.bits == bits_ && d.uniform == uniform_ && d.uniform_double == uniform_double_);                                    \
  HOLDS(near(d.normal[0], normal0) && near(d.normal[1], normal1) && near(d.normal_double, normal_double_));                  \
  HOLDS(near(d.log_normal, log_normal_) && d.poisson == poisson_ && d.skipped == skipped_);
#include "curand-values.h"
}

template <class T, class Generate>
static std::vector<T> generated(size_t count, Generate generate) {
  std::vector<T> here(count);
  T *there;
  cudaMalloc(&there, count * sizeof(T));
  HOLDS(generate(there) == CURAND_STATUS_SUCCESS);
  cudaMemcpy(here.data(), there, count * sizeof(T), cudaMemcpyDeviceToHost);
  cudaFree(there);
  return here;
}

static void generators() {
  const struct {
    curandRngType_t type;
    unsigned bits[2], far;
    float uniform, normal[2];
  } known[] = {
      {CURAND_RNG_PSEUDO_DEFAULT, {624778773, 3522650202}, 1867875844, 0.0113022961f, {-0.571309507f, 1.16037154f}},
      {CURAND_RNG_PSEUDO_MRG32K3A, {3379073520, 653317650}, 2648318237, 0.346985787f, {0.148511454f, 0.136854976f}},
      {CURAND_RNG_PSEUDO_PHILOX4_32_10, {546353992, 3665621163}, 2053518784, 0.543999255f, {-1.15551698f, -1.12617815f}},
  };
  for (const auto &one : known) {
    curandGenerator_t generator;
    HOLDS(curandCreateGenerator(&generator, one.type) == CURAND_STATUS_SUCCESS);
    HOLDS(curandSetPseudoRandomGeneratorSeed(generator, 1234ULL) == CURAND_STATUS_SUCCESS);
    const std::vector<unsigned> bits = generated<unsigned>(8, [=](unsigned *to) { return curandGenerate(generator, to, 8); });
    HOLDS(bits[0] == one.bits[0] && bits[1] == one.bits[1]);
    const std::vector<float> uniform = generated<float>(8, [=](float *to) { return curandGenerateUniform(generator, to, 8); });
    HOLDS(uniform[0] == one.uniform);
    const std::vector<float> normal = generated<float>(8, [=](float *to) { return curandGenerateNormal(generator, to, 8, 0, 1); });
    HOLDS(near(normal[0], one.normal[0]) && near(normal[1], one.normal[1]));
    HOLDS(curandSetGeneratorOffset(generator, 4090) == CURAND_STATUS_SUCCESS);
    HOLDS(generated<unsigned>(9, [=](unsigned *to) { return curandGenerate(generator, to, 9); })[6] == one.far);
    HOLDS(curandDestroyGenerator(generator) == CURAND_STATUS_SUCCESS);
  }
  curandGenerator_t generator;
  HOLDS(curandCreateGeneratorHost(&generator, CURAND_RNG_PSEUDO_XORWOW) == CURAND_STATUS_SUCCESS);
  std::vector<float> here(10000);
  HOLDS(curandGenerateNormal(generator, here.data(), 9999, 0, 1) == CURAND_STATUS_LENGTH_NOT_MULTIPLE);
  HOLDS(curandGenerateNormal(generator, here.data(), 10000, 3, 2) == CURAND_STATUS_SUCCESS);
  double sum = 0, squares = 0;
  for (float z : here) sum += z, squares += (z - 3) * (z - 3);
  HOLDS(std::fabs(sum / 10000 - 3) < 0.1 && std::fabs(squares / 10000 - 4) < 0.2);
  std::vector<unsigned> counts(10000);
  HOLDS(curandGeneratePoisson(generator, counts.data(), counts.size(), 100) == CURAND_STATUS_SUCCESS);
  sum = 0;
  for (unsigned count : counts) sum += count;
  HOLDS(std::fabs(sum / 10000 - 100) < 1);
  curandDestroyGenerator(generator);
  HOLDS(curandGenerate(nullptr, counts.data(), 1) == CURAND_STATUS_NOT_INITIALIZED);
}

int main() {
  subsequences();
  distributions();
  generators();
  return broken;
}
