// Every line that ends in the mark must be an error, with our headers and with nvcc; no other line may be one.
__device__ void on_device() {}
__global__ void kernel(int n) {}
int main() {
  on_device();             // refused
  __syncthreads();         // refused
  float f = __expf(1.0f);  // refused
}
