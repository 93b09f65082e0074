#include <cstdio>
struct Größe { float wert; int zähler; };
template <typename T> struct Färber { T länge; __device__ T färbe(T x) const { return x * länge; } };
__constant__ float gewicht_ß[4];
__device__ int zähler_δ;
__device__ float hilfsfünktion(const float* eingäbe, int größe, int i) { return eingäbe[i + größe]; }
__global__ void grau_färben(const float* eingäbe, float* ausgäbe, int n) {
  __shared__ float kächel[64];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  kächel[threadIdx.x] = i < n ? eingäbe[i] : 0;
  if (threadIdx.x > 0) kächel[threadIdx.x - 1] += 1;
  if (i < n) ausgäbe[i] = hilfsfünktion(eingäbe, 1, i) + kächel[threadIdx.x];
}
template <class F> __global__ void schablöne(F f, float* aüs, int n) { int i = threadIdx.x; if (i < n) aüs[i] = f.färbe(i); }
namespace räume { __global__ void kern(int* p) { atomicAdd(&zähler_δ, 1); p[threadIdx.x + 1000000] = 3; } }
__global__ void グレー(int* p) { p[threadIdx.x] = zähler_δ; }
__global__ void dyn(float* p) { extern __shared__ float geteilt_ä[]; geteilt_ä[threadIdx.x] = 1; __syncthreads(); p[threadIdx.x] = geteilt_ä[63 - threadIdx.x] + geteilt_ä[64]; }
int main() {
  float *eingäbe, *ausgäbe;
  cudaMalloc(&eingäbe, 250 * 4); cudaMalloc(&ausgäbe, 250 * 4); cudaMemset(eingäbe, 0, 1000); cudaMemset(ausgäbe, 0, 1000);
  grau_färben<<<4, 64>>>(eingäbe, ausgäbe, 250);
  printf("1 %s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  schablöne<<<1, 64>>>(Färber<float>{2.0f}, ausgäbe, 64);
  printf("2 %s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  float h[64]; cudaMemcpy(h, ausgäbe, 256, cudaMemcpyDeviceToHost); printf("%g\n", h[10]);
  räume::kern<<<1, 32>>>((int*)ausgäbe);
  printf("3 %s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  グレー<<<1, 32>>>((int*)ausgäbe);
  printf("4 %s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  int z; cudaMemcpyFromSymbol(&z, zähler_δ, 4); printf("%d\n", z);
  float w[4] = {1,2,3,4}; printf("%s\n", cudaGetErrorString(cudaMemcpyToSymbol(gewicht_ß, w, 16)));
  dyn<<<1,64,256>>>(ausgäbe);
  printf("5 %s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
