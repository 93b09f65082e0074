// Chunks in two streams, with events before a buffer is used again.
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <algorithm>
#define CK(x) { cudaError_t err = x; if (err != cudaSuccess) { fprintf(stderr, "%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(err)); exit(EXIT_FAILURE); } }

__global__ void k(const float* a, const float* b, float* c, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i >= n) return;
  c[i] = a[i] + b[i];
}

void vector_add(const float* a, const float* b, float* out, int n) {
  enum { S = 2, CHUNKS = 7 };
  int per = (n + CHUNKS - 1) / CHUNKS;
  cudaStream_t st[S]; cudaEvent_t done[S];
  float *ha[S], *hb[S], *hc[S], *da[S], *db[S], *dc[S];
  for (int s = 0; s < S; ++s) {
    CK(cudaStreamCreateWithFlags(&st[s], cudaStreamNonBlocking));
    CK(cudaEventCreateWithFlags(&done[s], cudaEventDisableTiming));
    CK(cudaMallocHost((void**)&ha[s], per * sizeof(float)));
    CK(cudaMallocHost((void**)&hb[s], per * sizeof(float)));
    CK(cudaHostAlloc((void**)&hc[s], per * sizeof(float), cudaHostAllocDefault));
    CK(cudaMalloc((void**)&da[s], per * sizeof(float)));
    CK(cudaMalloc((void**)&db[s], per * sizeof(float)));
    CK(cudaMalloc((void**)&dc[s], per * sizeof(float)));
  }
  int pending_off[S] = {0}, pending_len[S] = {0};
  int c = 0;
  for (int off = 0; off < n; off += per, ++c) {
    int s = c % S, len = std::min(per, n - off);
    if (pending_len[s]) {
      CK(cudaEventSynchronize(done[s]));
      memcpy(out + pending_off[s], hc[s], pending_len[s] * sizeof(float));
    }
    memcpy(ha[s], a + off, len * sizeof(float));
    memcpy(hb[s], b + off, len * sizeof(float));
    CK(cudaMemcpyAsync(da[s], ha[s], len * sizeof(float), cudaMemcpyHostToDevice, st[s]));
    CK(cudaMemcpyAsync(db[s], hb[s], len * sizeof(float), cudaMemcpyHostToDevice, st[s]));
    k<<<(len + 255) / 256, 256, 0, st[s]>>>(da[s], db[s], dc[s], len);
    CK(cudaGetLastError());
    CK(cudaMemcpyAsync(hc[s], dc[s], len * sizeof(float), cudaMemcpyDeviceToHost, st[s]));
    CK(cudaEventRecord(done[s], st[s]));
    pending_off[s] = off; pending_len[s] = len;
  }
  for (int s = 0; s < S; ++s) {
    if (pending_len[s]) {
      CK(cudaEventSynchronize(done[s]));
      memcpy(out + pending_off[s], hc[s], pending_len[s] * sizeof(float));
    }
    CK(cudaStreamDestroy(st[s])); CK(cudaEventDestroy(done[s]));
    CK(cudaFreeHost(ha[s])); CK(cudaFreeHost(hb[s])); CK(cudaFreeHost(hc[s]));
    CK(cudaFree(da[s])); CK(cudaFree(db[s])); CK(cudaFree(dc[s]));
  }
}
