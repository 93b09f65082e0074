// 16 x 16 blocks in a one-dimensional grid: the thread's number in its block is worked out by hand.
__global__ void k(const unsigned char* x, unsigned char* out, int n)
{
    int threads_in_block = blockDim.x * blockDim.y;
    int in_block = threadIdx.y * blockDim.x + threadIdx.x;
    int p = blockIdx.x * threads_in_block + in_block;
    if (p < n)
    {
        const unsigned char *px = x + p;
        out[p] = (unsigned char)(.2989f * px[0] + .587f * px[n] + .114f * px[2 * n]);
    }
}

void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width)
{
    int n = height * width;
    dim3 threads(16, 16);
    k<<<(n + 255) / 256, threads>>>(x, out, n);
}
