// The pipeline primitives, and nvcuda::experimental::pipeline, which came before cuda::pipeline.
#include <cuda_pipeline.h>
using nvcuda::experimental::memcpy_async;
using nvcuda::experimental::pipeline;
using nvcuda::experimental::segment;

constexpr int THREADS = 64, ROUNDS = 4;

// The next round is fetched while the last one is used.
__global__ void doubled(const float *in, float *out) {
  __shared__ float stage[2][THREADS];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&stage[0][t], in + t, sizeof(float));
  __pipeline_commit();
  for (int round = 0; round < ROUNDS; round++) {
    if (round + 1 < ROUNDS)
      __pipeline_memcpy_async(&stage[(round + 1) % 2][t], in + (round + 1) * THREADS + t, sizeof(float));
    __pipeline_commit();
    __pipeline_wait_prior(1);
    out[round * THREADS + t] = 2 * stage[round % 2][t];
  }
}

__global__ void filled(const int *in, int *out) {
  __shared__ alignas(16) int stage[4];
  __shared__ alignas(8) short pair[4];
  if (threadIdx.x == 0) {
    __pipeline_memcpy_async(stage, in, 16, 8);
    __pipeline_memcpy_async(pair, in, 8, 6);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    for (int i = 0; i < 4; i++) out[i] = stage[i], out[4 + i] = pair[i];
  }
}

struct Pixel {
  float r, g, b;
};

__global__ void older(const Pixel *in, const int *numbers, float *out) {
  __shared__ Pixel stage[THREADS];
  __shared__ alignas(16) int four[4];
  pipeline pipe;
  memcpy_async(stage[threadIdx.x], in[threadIdx.x], pipe);
  const size_t batch = pipe.commit();
  pipe.wait(batch);
  out[threadIdx.x] = stage[threadIdx.x].r + stage[threadIdx.x].b;
  if (threadIdx.x == 0) {
    memcpy_async(segment<4>(four), segment<2>(numbers), pipe);
    pipe.commit_and_wait();
    out[THREADS] = four[0] + 10 * four[1] + 100 * four[2] + 100 * four[3];
  }
}

int main() {
  float host[ROUNDS * THREADS], got[ROUNDS * THREADS];
  for (int i = 0; i < ROUNDS * THREADS; i++) host[i] = i + 1;
  float *in, *out;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  doubled<<<1, THREADS>>>(in, out);
  cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost);
  bool right = true;
  for (int i = 0; i < ROUNDS * THREADS; i++) right = right && got[i] == 2 * host[i];
  check(right, "__pipeline_memcpy_async copies 4, 8 or 16 bytes");
  check(right, "__pipeline_commit makes a batch of the copies before it");
  check(right, "__pipeline_wait_prior waits for all batches but the last ones");

  const int numbers[4] = {0x20001, 2, 3, 4};
  int words[8];
  cudaMemcpy(in, numbers, sizeof numbers, cudaMemcpyHostToDevice);
  filled<<<1, 32>>>((const int *)in, (int *)out);
  cudaMemcpy(words, out, sizeof words, cudaMemcpyDeviceToHost);
  check(words[0] == 0x20001 && words[1] == 2 && words[2] == 0 && words[3] == 0, "zfill: the last bytes are zero");
  check(words[4] == 1 && words[5] == 0 && words[7] == 0, "zfill: any number of bytes up to the size");

  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  int *ints;
  cudaMalloc(&ints, sizeof numbers);
  const int two[2] = {1, 2};
  cudaMemcpy(ints, two, sizeof two, cudaMemcpyHostToDevice);
  older<<<1, THREADS>>>((const Pixel *)in, ints, out);
  cudaMemcpy(got, out, (THREADS + 1) * sizeof(float), cudaMemcpyDeviceToHost);
  right = true;
  for (int i = 0; i < THREADS; i++) right = right && got[i] == host[3 * i] + host[3 * i + 2];
  check(right, "experimental::memcpy_async copies an object");
  check(got[THREADS] == 21, "segment makes an array of elements: those that the source lacks are zero in a copy");
  cudaFree(in);
  cudaFree(out);
  cudaFree(ints);
  return 0;
}
