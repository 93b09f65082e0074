// An #error and a static_assert with control characters, markup and commands for GitHub.
#error [31m <b>x</b> ::error file=a::b ]]> ‮ `c` | d
static_assert(false, "\x1b]0;t\x07 [2J <script>1</script> ‮");
__global__ void k(const unsigned char* x, unsigned char* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 0.2989f * x[i] + 0.5870f * x[i + n] + 0.1140f * x[i + 2 * n];
}
void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
    int n = height * width;
    k<<<(n + 255) / 256, 256>>>(x, out, n);
}
