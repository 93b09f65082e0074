// "Everything in this picture is an unsigned char", the products in between too.
#include <cuda_runtime.h>

__global__ void gray_int(const unsigned char* x, unsigned char* out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
	{
		unsigned char r = x[i] * 30;
		unsigned char g = x[i + n] * 59;
		unsigned char b = x[i + 2 * n] * 11;
		out[i] = (r + g + b) / 100;
	}
}

void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width)
{
	int n = height * width;
	gray_int<<<(n + 255) / 256, 256>>>(x, out, n);
}
