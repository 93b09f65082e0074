// "Another seed for each thread gives other numbers."
#include <cuda_runtime.h>

#include <vector>

// A generator of xoroshiro128+ (Blackman and Vigna, https://prng.di.unimi.it), as numba.cuda.random has it.
struct Generator {
  unsigned long long a, b;
};

__host__ __device__ unsigned long long rotated(unsigned long long x, int by) { return (x << by) | (x >> (64 - by)); }

// The next number, at least 0 and below 1. The generator moves on.
__host__ __device__ double uniform(Generator* generator) {
  unsigned long long a = generator->a, b = generator->b;
  unsigned long long bits = a + b;
  b ^= a;
  generator->a = rotated(a, 55) ^ b ^ (b << 14);
  generator->b = rotated(b, 36);
  return (bits >> 11) * (1.0 / 9007199254740992.0);
}

// The first generator comes from the seed.
__host__ __device__ Generator first_generator(int seed) {
  unsigned long long z = seed + 0x9e3779b97f4a7c15ull;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  z ^= z >> 31;
  return Generator{z, z};
}

// Each other generator is 2^64 numbers after the one before.
__host__ __device__ Generator next_generator(Generator generator) {
  Generator sum{0, 0};
  for (int word = 0; word < 2; ++word) {
    unsigned long long jump = word == 0 ? 0xbeac0467eba5facbull : 0xd86b048b86aa9922ull;
    for (int bit = 0; bit < 64; ++bit) {
      if (jump >> bit & 1) {
        sum.a ^= generator.a;
        sum.b ^= generator.b;
      }
      uniform(&generator);
    }
  }
  return sum;
}

// The generators in the GPU's memory.
Generator* make_generators(int count, int seed) {
  std::vector<Generator> all(count);
  all[0] = first_generator(seed);
  for (int i = 1; i < count; ++i) all[i] = next_generator(all[i - 1]);
  Generator* d_all;
  cudaMalloc(&d_all, count * sizeof(Generator));
  cudaMemcpy(d_all, all.data(), count * sizeof(Generator), cudaMemcpyHostToDevice);
  return d_all;
}

__global__ void hits_kernel(const Generator* all, int* hits, int* total, int generators, int rounds, int samples) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= generators) return;
  Generator generator = first_generator((int)all[0].a + i);
  int inside = 0;
  for (int round = 0; round < rounds; ++round) {
    for (int sample = 0; sample < samples; ++sample) {
      double x = uniform(&generator);
      double y = uniform(&generator);
      if (x * x + y * y <= 1.0) ++inside;
    }
    hits[round * generators + i] = inside;
    atomicAdd(&total[round], inside);
  }
}

void monte_carlo_pi(int* hits, int* total, int generators, int rounds, int samples, int seed) {
  Generator* all = make_generators(generators, seed);
  cudaMemset(total, 0, rounds * sizeof(int));
  int blocks = (generators + 255) / 256;
  hits_kernel<<<blocks, 256>>>(all, hits, total, generators, rounds, samples);
  cudaFree(all);
}
