// The vectors become rows of pitched memory.
__global__ void add(const float* a, const float* b, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = a[i] + b[i];
}

__global__ void addRows(const float* a, const float* b, float* out, size_t pitch, int width, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x < width && y * width + x < n) {
    const float* ra = (const float*)((const char*)a + y * pitch);
    const float* rb = (const float*)((const char*)b + y * pitch);
    float* ro = (float*)((char*)out + y * pitch);
    ro[x] = ra[x] + rb[x];
  }
}
void vector_add(const float* a, const float* b, float* out, int n) {
  const int width = 300;
  int rows = n / width, rest = n % width;
  if (rows > 0) {
    size_t pitch, same;
    float *da, *db, *dout;
    cudaMallocPitch(&da, &pitch, width * sizeof(float), rows);
    cudaMallocPitch(&db, &same, width * sizeof(float), rows);
    cudaMallocPitch(&dout, &same, width * sizeof(float), rows);
    cudaMemcpy2D(da, pitch, a, width * sizeof(float), width * sizeof(float), rows, cudaMemcpyHostToDevice);
    cudaMemcpy2D(db, pitch, b, width * sizeof(float), width * sizeof(float), rows, cudaMemcpyHostToDevice);
    addRows<<<dim3((width + 127) / 128, rows), 128>>>(da, db, dout, pitch, width, rows * width);
    cudaMemcpy2D(out, width * sizeof(float), dout, pitch, width * sizeof(float), rows, cudaMemcpyDeviceToHost);
    cudaFree(da); cudaFree(db); cudaFree(dout);
  }
  if (rest > 0) {
    float *da, *db, *dout;
    size_t bytes = rest * sizeof(float);
    int from = rows * width;
    cudaMalloc(&da, bytes); cudaMalloc(&db, bytes); cudaMalloc(&dout, bytes);
    cudaMemcpy(da, a + from, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(db, b + from, bytes, cudaMemcpyHostToDevice);
    add<<<1, 320>>>(da, db, dout, rest);
    cudaMemcpy(out + from, dout, bytes, cudaMemcpyDeviceToHost);
    cudaFree(da); cudaFree(db); cudaFree(dout);
  }
}
