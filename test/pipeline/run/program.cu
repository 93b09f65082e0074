#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include "helper.cuh"

__global__ void store(int* a, int n) { a[threadIdx.x] = n; }

static void readFile(const char* path, const char* mode) {
  FILE* file = fopen(path, mode);
  char text[32] = {};
  if (file) fread(text, 1, 31, file);
  printf("%s %s: %s\n", path, mode, file ? text : "refused");
}

int main(int argc, char** argv) {
  const char* what = argc > 1 ? argv[1] : "";
  printf("%s", argv[0]);
  for (int i = 1; i < argc; i++) printf(" %s", argv[i]);
  puts("");
  int* a;
  cudaMalloc(&a, 32 * sizeof(int));
  if (!strcmp(what, "overrun")) store<<<1, 33>>>(a, 7);
  if (!strcmp(what, "in-header")) helper<<<1, 64>>>(a);
  if (!strcmp(what, "refused")) store<<<1, 2048>>>(a, 7);
  if (!strcmp(what, "count")) store<<<2, 32>>>(a, 7);
  if (!strcmp(what, "assert")) assert(argc == 0);
  if (!strcmp(what, "abort")) abort();
  if (!strcmp(what, "exit")) exit(258);
  if (!strcmp(what, "crash")) *(volatile int*)a = 1;
  if (!strcmp(what, "endless")) for (volatile int i = 0;; i++) {}
  if (!strcmp(what, "flood")) for (;;) puts("printed");
  if (!strcmp(what, "leak")) return 0;
  if (!strcmp(what, "input")) {
    char line[64];
    while (fgets(line, sizeof line, stdin)) printf("read %s", line);
  }
  if (!strcmp(what, "files"))
    for (int i = 3; i < argc; i++) readFile(argv[i], argv[2]);
  cudaDeviceSynchronize();
  cudaFree(a);
  return 5;
}
