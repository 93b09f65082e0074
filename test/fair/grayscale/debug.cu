// Graustufen – mit Debug-Ausgaben, Umlaute: äöü ß, 日本語, emoji 🎨
#include <cuda_runtime.h>
#include <cstdio>
#include <cassert>
#ifndef NDEBUG
#define DBG(fmt, ...) do { if (blockIdx.x == 0 && threadIdx.x == 0) printf("[%s:%d] " fmt "\n", __func__, __LINE__, ##__VA_ARGS__); } while (0)
#else
#define DBG(...)
#endif
#define KERNEL_LOOP(i, n) for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < (n); i += blockDim.x * gridDim.x)
__device__ __constant__ const char* const msg = "Gruß aus dem Kernel – 🎨";
__global__ void grau(unsigned char const* const bild, unsigned char* const ergebnis, int const anzahl) {
  DBG("anzahl=%d blockDim=%u", anzahl, blockDim.x);
  KERNEL_LOOP(i, anzahl) {
    float r = bild[i], g = bild[i + anzahl], b = bild[i + 2 * anzahl];
    float y = .2989f * r + .587f * g + .114f * b;
    assert(y >= 0 && y < 256);
    ergebnis[i] = static_cast<unsigned char>(y);
  }
}
extern "C" void hilfe(int) {}
void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
  int const anzahl = height * width;
  std::printf("Höhe %d, Breite %d → %d Pixel\n", height, width, anzahl);
  grau<<<(anzahl + 255) / 256, 256>>>(x, out, anzahl);
  if (auto fehler = cudaDeviceSynchronize(); fehler) std::printf("Fehler: %s\n", cudaGetErrorString(fehler));
}
