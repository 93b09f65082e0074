// "First make it work on the CPU": but these pointers point into the GPU.
void matmul(const float* m, const float* n, float* out, int h, int w, int k) {
    for (int row = 0; row < h; row++) {
        for (int col = 0; col < w; col++) {
            float sum = 0.0f;
            for (int i = 0; i < k; i++) {
                sum += m[row * k + i] * n[i * w + col];
            }
            out[row * w + col] = sum;
        }
    }
}
