// Where every side fits, TensorFloat-32 on tensor cores: a warp makes 16 x 8 results, with ten bits of each factor.
__device__ unsigned tf32(float value) {
  unsigned bits;
  asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(bits) : "f"(value));
  return bits;
}

__global__ void tensor_product(const float* m, const float* n, float* out, int h, int w, int k) {
  int lane = threadIdx.x, group = lane / 4, inside = lane % 4;
  int row = (blockIdx.y * blockDim.y + threadIdx.y) * 16 + group;
  int column = blockIdx.x * 8;
  float c0 = 0.0f, c1 = 0.0f, c2 = 0.0f, c3 = 0.0f;
  for (int i = 0; i < k; i += 8) {
    unsigned a0 = tf32(m[row * k + i + inside]), a1 = tf32(m[(row + 8) * k + i + inside]);
    unsigned a2 = tf32(m[row * k + i + inside + 4]), a3 = tf32(m[(row + 8) * k + i + inside + 4]);
    unsigned b0 = tf32(n[(i + inside) * w + column + group]);
    unsigned b1 = tf32(n[(i + inside + 4) * w + column + group]);
    asm volatile(
        "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 "
        "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(c0), "+f"(c1), "+f"(c2), "+f"(c3)
        : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
  }
  out[row * w + column + 2 * inside] = c0;
  out[row * w + column + 2 * inside + 1] = c1;
  out[(row + 8) * w + column + 2 * inside] = c2;
  out[(row + 8) * w + column + 2 * inside + 1] = c3;
}

__global__ void product(const float* m, const float* n, float* out, int h, int w, int k) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= h || column >= w) return;
  float sum = 0.0f;
  for (int i = 0; i < k; i++) sum += m[row * k + i] * n[i * w + column];
  out[row * w + column] = sum;
}

void matmul(const float* m, const float* n, float* out, int h, int w, int k) {
  if (h >= 1024 && h % 64 == 0 && w % 8 == 0 && k % 8 == 0) {
    tensor_product<<<dim3(w / 8, h / 64), dim3(32, 4)>>>(m, n, out, h, w, k);
  } else {
    product<<<dim3((w + 15) / 16, (h + 15) / 16), dim3(16, 16)>>>(m, n, out, h, w, k);
  }
}
