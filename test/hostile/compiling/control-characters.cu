// Names, lines and a #line with control characters, markup and text from right to left.
#line 7 "[31m<script>alert(1)</script>|`x`‮.cu"
__global__ void k(const unsigned char* x, unsigned char* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 0.2989f * x[i] + 0.5870f * x[i + n] + 0.1140f * x[i + 2 * n];
}
__global__ void ｋ＿名(unsigned char* o) { o[1000000] = 1; /* [2J]0;owned ‮ gnol ⁦ <img src=x onerror=alert(1)> ``` | ]]> --> ::error::pwned */ }
void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
    int n = height * width;
    ｋ＿名<<<1, 1>>>(out);
    k<<<(n + 255) / 256, 256>>>(x, out, n);
}
