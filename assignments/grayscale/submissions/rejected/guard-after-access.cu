// "Reading does no harm; only the write has to be guarded."
#include <cuda_runtime.h>

__global__ void grayscale(const unsigned char* x, unsigned char* out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	unsigned char r = x[i];
	unsigned char g = x[n + i];
	unsigned char b = x[2 * n + i];
	float value = 0.2989f * r + 0.5870f * g + 0.1140f * b;

	if (i < n)
		out[i] = value;
}

void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width)
{
	int n = height * width;
	grayscale<<<n / 512 + 1, 512>>>(x, out, n);
}
