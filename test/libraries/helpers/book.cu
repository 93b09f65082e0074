// A program in the style of "CUDA by Example": a histogram of random bytes, and a picture.
#include "book.h"
#include "cpu_bitmap.h"

#define SIZE 10000
#define DIM 16

__global__ void histo_kernel(unsigned char *buffer, long size, unsigned int *histo) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  int stride = blockDim.x * gridDim.x;
  while (i < size) {
    atomicAdd(&histo[buffer[i]], 1);
    i += stride;
  }
}
__global__ void fill(float *values) {
  int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y;
  values[x + y * blockDim.x * gridDim.x] = y / (float)DIM;
}

struct DataBlock {
  unsigned char *dev_bitmap;
};
static void cleanup(void *data) {
  HANDLE_ERROR(cudaFree(((DataBlock *)data)->dev_bitmap));
  printf("cleaned up\n");
}

int main(void) {
  unsigned char *buffer = (unsigned char *)big_random_block(SIZE), *dev_buffer;
  int *numbers = big_random_block_int(4);
  HANDLE_NULL(numbers);
  unsigned int *dev_histo, histo[256];
  HANDLE_ERROR(cudaMalloc((void **)&dev_buffer, SIZE));
  HANDLE_ERROR(cudaMemcpy(dev_buffer, buffer, SIZE, cudaMemcpyHostToDevice));
  HANDLE_ERROR(cudaMalloc((void **)&dev_histo, 256 * sizeof(int)));
  HANDLE_ERROR(cudaMemset(dev_histo, 0, 256 * sizeof(int)));
  histo_kernel<<<8, 256>>>(dev_buffer, SIZE, dev_histo);
  HANDLE_ERROR(cudaMemcpy(histo, dev_histo, 256 * sizeof(int), cudaMemcpyDeviceToHost));
  long count = 0;
  for (int i = 0; i < 256; i++) count += histo[i];
  printf("Histogram Sum: %ld\n", count);
  swap(numbers[0], numbers[1]);
  free(numbers);
  free(buffer);
  HANDLE_ERROR(cudaFree(dev_buffer));
  HANDLE_ERROR(cudaFree(dev_histo));

  DataBlock data;
  CPUBitmap bitmap(DIM, DIM, &data);
  float *values;
  HANDLE_ERROR(cudaMalloc((void **)&data.dev_bitmap, bitmap.image_size()));
  HANDLE_ERROR(cudaMalloc((void **)&values, DIM * DIM * sizeof(float)));
  dim3 grids(DIM / 8, DIM / 8), threads(8, 8);
  fill<<<grids, threads>>>(values);
  float_to_color<<<grids, threads>>>(data.dev_bitmap, values);
  HANDLE_ERROR(cudaMemcpy(bitmap.get_ptr(), data.dev_bitmap, bitmap.image_size(), cudaMemcpyDeviceToHost));
  HANDLE_ERROR(cudaFree(values));
  bitmap.display_and_exit(cleanup);
}
