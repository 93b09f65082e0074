__global__ void numbers(int *out) {
  int block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  out[block * blockDim.x * blockDim.y * blockDim.z + thread] = block * 1000 + thread;
}

int main() {
  int *out, got[96];
  cudaMalloc(&out, sizeof got);
  numbers<<<dim3(2, 1, 2), dim3(3, 4, 2)>>>(out);
  cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost);
  bool each = true;
  for (int at = 0; at < 96; at++) each = each && got[at] == at / 24 * 1000 + at % 24;
  check(each, "threadIdx, blockIdx, blockDim and gridDim number the threads of a grid of up to three dimensions");
  check(cudaFree(out) == cudaSuccess, "cudaFree frees memory that cudaMalloc returned");
}
