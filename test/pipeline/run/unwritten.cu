// Copies with elements that no thread has written: host code does not read them, unless an argument asks for it.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>
#include <vector>
#include <algorithm>
__global__ void half(int *a, int n, int from) { int i = from + blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] = i; }
__global__ void text(char *s) { const char *t = "hello"; for (int i = 0; i < 6; i++) s[i] = t[i]; }
__global__ void rows(float *m, size_t pitch, int w, int h) { int x = threadIdx.x, y = blockIdx.x; if (x < w && y < h) ((float *)((char *)m + y * pitch))[x] = x + y; }
__global__ void sums(const int *a, int *partial, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) atomicAdd(&partial[blockIdx.x], a[i]); }
struct Node { int value; int next; char name[56]; };
__global__ void nodes(Node *n) { n[threadIdx.x].value = threadIdx.x; n[threadIdx.x].next = -1; }
struct alignas(128) Slot { int v; };
__global__ void slots(Slot *s) { s[threadIdx.x].v = threadIdx.x; }
int main(int count, char **arguments) {
  char line[64] = "";
  if (fgets(line, sizeof line, stdin)) printf("read %s", line);
  srand(time(0));
  int *a; const int n = 1000; cudaMalloc(&a, n * 4);
  half<<<2, 256>>>(a, 512, 0); half<<<2, 256>>>(a, n, 512);
  std::vector<int> h(n); cudaMemcpy(h.data(), a, n * 4, cudaMemcpyDeviceToHost);
  long s = 0; for (int v : h) s += v; printf("%ld\n", s);
  char *t; cudaMalloc(&t, 256); text<<<1, 1>>>(t);
  char ht[256]; cudaMemcpy(ht, t, 256, cudaMemcpyDeviceToHost); printf("%s %zu\n", ht, strlen(ht)); std::string str(ht); printf("%s\n", str.c_str());
  float *m; size_t pitch; cudaMallocPitch(&m, &pitch, 100 * 4, 20); rows<<<20, 128>>>(m, pitch, 100, 20);
  std::vector<float> hm(100 * 20); cudaMemcpy2D(hm.data(), 400, m, pitch, 400, 20, cudaMemcpyDeviceToHost);
  double d = 0; for (float f : hm) d += f; printf("%f\n", d);
  std::vector<char> all(pitch * 20); cudaMemcpy(all.data(), m, pitch * 20, cudaMemcpyDeviceToHost);
  d = 0; for (int y = 0; y < 20; y++) for (int x = 0; x < 100; x++) d += ((float *)(all.data() + y * pitch))[x]; printf("%f\n", d);
  int *p; cudaMalloc(&p, n * 4); cudaMemset(p, 0, 4 * 4); sums<<<4, 256>>>(a, p, n);
  cudaMemcpy(h.data(), p, n * 4, cudaMemcpyDeviceToHost); s = 0; for (int i = 0; i < 4; i++) s += h[i]; printf("%ld\n", s);
  int b[1000]; for (int i = 0; i < n; i++) b[i] = h[i]; printf("%d\n", b[3]);
  std::copy(h.begin(), h.end(), b); printf("%d\n", b[2]);
  Node *nd; cudaMalloc(&nd, 64 * sizeof(Node)); nodes<<<1, 64>>>(nd);
  std::vector<Node> hn(64); cudaMemcpy(hn.data(), nd, 64 * sizeof(Node), cudaMemcpyDeviceToHost);
  std::vector<Node> sorted = hn; std::sort(sorted.begin(), sorted.end(), [](const Node &x, const Node &y) { return x.value > y.value; });
  Node x = sorted[0]; printf("%d %d\n", x.value, x.next);
  Slot *sl; cudaMalloc(&sl, 32 * sizeof(Slot)); slots<<<1, 32>>>(sl);
  std::vector<Slot> hs(32); cudaMemcpy(hs.data(), sl, 32 * sizeof(Slot), cudaMemcpyDeviceToHost);
  std::vector<Slot> c2(hs); std::reverse(c2.begin(), c2.end()); s = 0; for (auto &q : c2) s += q.v; printf("%ld %d\n", s, rand() >= 0);
  FILE *f = fopen("o.bin", "wb"); fwrite(h.data(), 4, n, f); fclose(f);
  int buf[1000]; f = fopen("o.bin", "rb"); size_t got = fread(h.data(), 4, n, f); memcpy(buf, h.data(), sizeof buf); printf("%zu\n", got);
  qsort(h.data(), 4, 4, [](const void *x, const void *y) { return *(const int *)x - *(const int *)y; }); printf("%d\n", h[0]);
  // The first four elements are sums, and cudaMemset wrote them.
  cudaMemcpy(h.data(), p, n * 4, cudaMemcpyDeviceToHost);
  if (count > 1) printf("%d\n", h[atoi(arguments[1])] != 0); // @read
  cudaFree(a); cudaFree(t); cudaFree(m); cudaFree(p); cudaFree(nd); cudaFree(sl);
}
