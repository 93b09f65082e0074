#include <string.h>

__managed__ int total = 5;
__managed__ float table[4] = {1, 2, 3, 4};

struct Node {
  int value;
  Node *next;
};
struct Image {
  int width, height;
  float *pixels;
};

__global__ void addTo(int *data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] += i;
}
__global__ void useVariables() {
  atomicAdd(&total, 1);
  table[threadIdx.x] *= 2;
}
__global__ void sumList(Node *first, int *sum) {
  *sum = 0;
  for (Node *node = first; node; node = node->next) *sum += node->value;
}
__global__ void scale(Image *image) {
  int i = threadIdx.x;
  if (i < image->width * image->height) image->pixels[i] *= 3;
}
__global__ void scaleByValue(Image image) { image.pixels[threadIdx.x] += 1; }
__global__ void fillBytes(char *bytes) { bytes[threadIdx.x] = 'a' + threadIdx.x; }
__global__ void copyStruct(Image *to, const Image *from) { *to = *from; }
__global__ void countDown(int *counter) { atomicSub(counter, 1); }

int main() {
  const int n = 1000;
  int *data;
  check(cudaMallocManaged(&data, n * sizeof(int)) == cudaSuccess, "cudaMallocManaged allocates memory for host and device");
  for (int i = 0; i < n; i++) data[i] = 1;
  addTo<<<4, 256>>>(data, n);
  cudaDeviceSynchronize();
  bool right = true;
  for (int i = 0; i < n; i++) right = right && data[i] == i + 1;
  check(right, "After a synchronisation the host sees what a kernel wrote to managed memory");
  data[10] = 100;
  addTo<<<4, 256>>>(data, n);
  addTo<<<4, 256>>>(data, n);
  cudaDeviceSynchronize();
  check(data[10] == 120 && data[11] == 34 && data[999] == 2998, "A kernel sees what the host wrote to managed memory before it");
  addTo<<<4, 256>>>(data + 500, 500);
  cudaDeviceSynchronize();
  check(data[499] == 1498 && data[501] == 1505, "A pointer into managed memory can be given to a kernel");

  int host[8];
  check(cudaMemcpy(host, data + 8, sizeof host, cudaMemcpyDeviceToHost) == cudaSuccess && host[2] == 120,
        "cudaMemcpy takes managed memory for device memory");
  memset(host, 0, sizeof host);
  check(cudaMemcpy(host, data + 8, sizeof host, cudaMemcpyDefault) == cudaSuccess && host[2] == 120,
        "cudaMemcpyDefault takes managed memory");
  host[0] = 77;
  check(cudaMemcpy(data, host, sizeof(int), cudaMemcpyHostToDevice) == cudaSuccess && data[0] == 77,
        "cudaMemcpy writes to managed memory");
  cudaMemset(data, 0, 4 * sizeof(int));
  cudaDeviceSynchronize();
  check(data[0] == 0 && data[3] == 0 && data[4] != 0, "cudaMemset sets managed memory");

  int *counter;
  cudaMallocManaged(&counter, sizeof(int));
  *counter = 0;
  countDown<<<3, 5>>>(counter);
  cudaDeviceSynchronize();
  check(*counter == -15, "Atomic functions work on managed memory");

  *counter = 0;
  countDown<<<3, 5>>>(counter);
  for (int i = 0; i < 100; i++) __sync_fetch_and_add(counter, 1);
  cudaDeviceSynchronize();
  check(*counter == 85, "Host code and a kernel add to one element at the same time, both by atomic functions");

  Node *nodes;
  cudaMallocManaged(&nodes, 10 * sizeof(Node));
  for (int i = 0; i < 10; i++) nodes[i] = Node{i, i < 9 ? &nodes[i + 1] : nullptr};
  sumList<<<1, 1>>>(nodes, counter);
  cudaDeviceSynchronize();
  check(*counter == 45, "A pointer means the same on host and device: a list in managed memory can be followed");
  Image *image, *second;
  cudaMallocManaged(&image, sizeof(Image));
  cudaMallocManaged(&second, sizeof(Image));
  image->width = 4;
  image->height = 2;
  cudaMallocManaged(&image->pixels, 8 * sizeof(float));
  for (int i = 0; i < 8; i++) image->pixels[i] = i;
  scale<<<1, 32>>>(image);
  scaleByValue<<<1, 8>>>(*image);
  cudaDeviceSynchronize();
  check(image->pixels[7] == 22, "A structure in managed memory can hold pointers to managed memory");
  copyStruct<<<1, 1>>>(second, image);
  cudaDeviceSynchronize();
  check(second->pixels == image->pixels && second->width == 4, "A kernel can copy structures in managed memory");
  char *letters;
  cudaMallocManaged(&letters, 27);
  letters[26] = 0;
  fillBytes<<<1, 26>>>(letters);
  cudaDeviceSynchronize();
  check(!strcmp(letters, "abcdefghijklmnopqrstuvwxyz"), "Single bytes of managed memory can be written");

  useVariables<<<1, 4>>>();
  cudaDeviceSynchronize();
  check(total == 9 && table[3] == 8, "Host code reads __managed__ variables by their name");
  total = 100;
  table[0] = 50;
  useVariables<<<1, 4>>>();
  cudaDeviceSynchronize();
  check(total == 104 && table[0] == 100 && table[3] == 16, "Host code writes __managed__ variables by their name");
  addTo<<<1, 1>>>(&total, 1);
  check(cudaDeviceSynchronize() == cudaSuccess && total == 104, "The address of a __managed__ variable is that of both sides");

  cudaPointerAttributes attributes;
  check(cudaPointerGetAttributes(&attributes, data) == cudaSuccess && attributes.type == cudaMemoryTypeManaged &&
            attributes.devicePointer == data && attributes.hostPointer == data,
        "cudaPointerGetAttributes knows managed memory, which has one address");
  cudaMemLocation gpu = {}, cpu = {};
  gpu.type = cudaMemLocationTypeDevice;
  cpu.type = cudaMemLocationTypeHost;
  check(cudaMemPrefetchAsync(data, n * sizeof(int), gpu, 0) == cudaSuccess &&
            cudaMemPrefetchAsync(data, n * sizeof(int), cpu, 0) == cudaSuccess,
        "cudaMemPrefetchAsync moves managed memory to where it will be used");
  check(cudaMemAdvise(data, n * sizeof(int), cudaMemAdviseSetReadMostly, gpu) == cudaSuccess,
        "cudaMemAdvise tells how managed memory is used");
  int attribute = 0;
  check(cudaDeviceGetAttribute(&attribute, cudaDevAttrManagedMemory, 0) == cudaSuccess && attribute == 1,
        "cudaDevAttrManagedMemory tells that there is managed memory");
  check(cudaDeviceGetAttribute(&attribute, cudaDevAttrConcurrentManagedAccess, 0) == cudaSuccess && attribute == 1,
        "cudaDevAttrConcurrentManagedAccess tells that host code may use managed memory while kernels run");
  int *empty;
  check(cudaMallocManaged(&empty, 0) == cudaSuccess, "cudaMallocManaged of no bytes is none, and no error");
  cudaGetLastError();
  cudaDeviceSynchronize();
  check(cudaFree(image->pixels) == cudaSuccess && cudaFree(image) == cudaSuccess && cudaFree(second) == cudaSuccess &&
            cudaFree(letters) == cudaSuccess && cudaFree(nodes) == cudaSuccess && cudaFree(counter) == cudaSuccess &&
            cudaFree(data) == cudaSuccess,
        "cudaFree frees managed memory");
}
