// A program in the style of the CUDA samples: it adds vectors, inverts a picture and checks both.
#include <cuda_runtime.h>
#include <helper_cuda.h>
#include <helper_functions.h>
#include <stdio.h>

__global__ void vectorAdd(const float *a, const float *b, float *c, int n) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}
__global__ void invert(unsigned char *pixels, int n) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i < n) pixels[i] = 255 - pixels[i];
}

int main(int argc, char **argv) {
  int dev = findCudaDevice(argc, (const char **)argv);
  int n = 1000;
  if (checkCmdLineFlag(argc, (const char **)argv, "n")) n = getCmdLineArgumentInt(argc, (const char **)argv, "n");
  char *name = NULL;
  getCmdLineArgumentString(argc, (const char **)argv, "image", &name);
  float scale = getCmdLineArgumentFloat(argc, (const char **)argv, "scale");
  printf("device %d, n %d, image %s, scale %.2f, flag %d\n", dev, n, name ? name : "(none)", scale,
         checkCmdLineFlag(argc, (const char **)argv, "verbose"));

  float *a = (float *)malloc(n * sizeof(float)), *b = (float *)malloc(n * sizeof(float)), *c = (float *)malloc(n * sizeof(float));
  float *sum = (float *)malloc(n * sizeof(float));
  for (int i = 0; i < n; i++) a[i] = i, b[i] = 2 * i, sum[i] = 3 * i;
  float *da, *db, *dc;
  checkCudaErrors(cudaMalloc((void **)&da, n * sizeof(float)));
  checkCudaErrors(cudaMalloc((void **)&db, n * sizeof(float)));
  checkCudaErrors(cudaMalloc((void **)&dc, n * sizeof(float)));
  checkCudaErrors(cudaMemcpy(da, a, n * sizeof(float), cudaMemcpyHostToDevice));
  checkCudaErrors(cudaMemcpy(db, b, n * sizeof(float), cudaMemcpyHostToDevice));
  StopWatchInterface *timer = NULL;
  sdkCreateTimer(&timer);
  sdkStartTimer(&timer);
  vectorAdd<<<(n + 255) / 256, 256>>>(da, db, dc, n);
  getLastCudaError("vectorAdd failed");
  checkCudaErrors(cudaDeviceSynchronize());
  sdkStopTimer(&timer);
  printf("time %d average %d\n", sdkGetTimerValue(&timer) > 0, sdkGetAverageTimerValue(&timer) == sdkGetTimerValue(&timer));
  sdkResetTimer(&timer);
  printf("reset %.1f\n", sdkGetTimerValue(&timer));
  sdkDeleteTimer(&timer);
  checkCudaErrors(cudaMemcpy(c, dc, n * sizeof(float), cudaMemcpyDeviceToHost));
  printf("L2 %d, data %d\n", sdkCompareL2fe(sum, c, n, 1e-6f), compareData(sum, c, n, 1e-5f, 0.0f));
  c[3] += 1;
  printf("wrong: L2 %d, data %d, with a threshold %d\n", sdkCompareL2fe(sum, c, n, 1e-6f), compareData(sum, c, n, 1e-5f, 0.0f),
         compareData(sum, c, n, 1e-5f, 0.15f));

  if (name) {
    char *path = sdkFindFilePath(name, argv[0]);
    if (!path) return 3;
    printf("found %s\n", path);
    unsigned char *pixels = NULL, *gpu;
    unsigned w, h;
    if (!sdkLoadPGM(path, &pixels, &w, &h)) return 4;
    printf("%u x %u, first %d\n", w, h, pixels[0]);
    checkCudaErrors(cudaMalloc((void **)&gpu, w * h));
    checkCudaErrors(cudaMemcpy(gpu, pixels, w * h, cudaMemcpyHostToDevice));
    invert<<<(w * h + 63) / 64, 64>>>(gpu, w * h);
    checkCudaErrors(cudaMemcpy(pixels, gpu, w * h, cudaMemcpyDeviceToHost));
    sdkSavePGM("out.pgm", pixels, w, h);
    float *real = NULL;
    unsigned w2, h2;
    sdkLoadPGM("out.pgm", &real, &w2, &h2);
    printf("saved %u x %u, first %.4f, same %d\n", w2, h2, real[0], sdkComparePGM("out.pgm", path, 0.0f, 0.0f, false));
    unsigned char *wide = NULL;
    sdkLoadPPM4(path, &wide, &w2, &h2);
    printf("four channels %d %d %d %d\n", wide[0], wide[1], wide[2], wide[3]);
    sdkSavePPM4ub("out.ppm", wide, w2, h2);
    unsigned char *colored = NULL;
    sdkLoadPPMub("out.ppm", &colored, &w2, &h2);
    printf("color %d, same %d\n", colored[3] == colored[5], sdkComparePPM("out.ppm", "out.ppm", 0.0f, 0.0f, false));
    free(path); free(pixels); free(real); free(wide); free(colored);
    checkCudaErrors(cudaFree(gpu));
  }
  checkCudaErrors(cudaFree(da));
  checkCudaErrors(cudaFree(db));
  checkCudaErrors(cudaFree(dc));
  free(a); free(b); free(c); free(sum);
  if (checkCmdLineFlag(argc, (const char **)argv, "fail")) checkCudaErrors(cudaSetDevice(7));
  return 0;
}
