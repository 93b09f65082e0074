// Reads of shared memory that no thread has written yet. Each kernel names what is missing: a barrier, or a write.
__global__ void barrier_for_mirror(const int *in, int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = in[threadIdx.x]; // written
  out[threadIdx.x] = s[63 - threadIdx.x]; // barrier_for_mirror
}
__global__ void barrier_for_bytes(const int *in, int *out) {
  __shared__ char s[64];
  s[threadIdx.x] = (char)in[threadIdx.x];
  out[threadIdx.x] = s[63 - threadIdx.x]; // barrier_for_bytes
}
__global__ void barrier_for_vector(const int *in, int *out) {
  __shared__ int4 s[16];
  reinterpret_cast<int *>(s)[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = s[15 - threadIdx.x / 4].w; // barrier_for_vector
}
__global__ void barrier_for_counter(const int *in, int *out) {
  __shared__ int count;
  if (threadIdx.x == 63) count = 0;
  atomicAdd(&count, in[threadIdx.x]); // barrier_for_counter
  __syncthreads();
  out[threadIdx.x] = count;
}
__global__ void write_of_edge(const int *in, int *out) {
  __shared__ int s[66];
  s[threadIdx.x + 1] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x] + 1; // write_of_edge
}
__global__ void write_before_use(const int *in, int *out) {
  __shared__ int s[64];
  s[threadIdx.x] += in[threadIdx.x]; // write_before_use
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void write_before_barrier(const int *in, int *out) {
  __shared__ int s[64];
  out[threadIdx.x] = s[63 - threadIdx.x]; // write_before_barrier
  __syncthreads();
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] += s[63 - threadIdx.x];
}
__global__ void write_before_syncwarp(const int *in, int *out) {
  __shared__ int s[32];
  if (threadIdx.x >= 32) return;
  out[threadIdx.x] = s[31 - threadIdx.x]; // write_before_syncwarp
  __syncwarp();
  s[threadIdx.x] = in[threadIdx.x];
}
__global__ void barrier_and_write(const int *in, int *out) {
  __shared__ int s[65];
  s[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = s[threadIdx.x + 1]; // barrier_and_write
}
int main(int count, char **arguments) {
  int *in, *out;
  cudaMalloc(&in, 256);
  cudaMalloc(&out, 256);
  cudaMemset(in, 1, 256);
  cudaMemset(out, 1, 256);
  void (*kernels[])(const int *, int *) = {
      barrier_for_mirror, barrier_for_bytes,    barrier_for_vector,    barrier_for_counter, write_of_edge,
      write_before_use,   write_before_barrier, write_before_syncwarp, barrier_and_write};
  kernels[arguments[1][0] - '0']<<<1, 64>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
