// A fixed number of blocks that walks over the picture in steps as long as the grid.
#include <cuda_runtime.h>

__global__ void gray(const unsigned char *x, unsigned char *out, size_t pixels)
{
	size_t stride = (size_t)gridDim.x * blockDim.x;

	for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < pixels; i += stride)
	{
		float r = x[i];
		float g = x[i + pixels];
		float b = x[i + 2 * pixels];
		out[i] = (unsigned char)(0.2989f * r + 0.5870f * g + 0.1140f * b);
	}
}

extern "C" void rgb_to_grayscale(const unsigned char *x, unsigned char *out, int height, int width)
{
	/* Several blocks for each of the 132 multiprocessors of an H200. */
	const int blocks = 132 * 16;
	gray<<<blocks, 256>>>(x, out, (size_t)height * width);
}
