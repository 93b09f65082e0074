// A byte order mark, line ends of Windows, and a launch by cudaLaunchKernelEx.
#include "cuda_runtime.h"
#include "device_launch_parameters.h"
#include <stdio.h>
#ifdef __INTELLISENSE__
#define KERNEL_ARGS2(g, b)
#else
#define KERNEL_ARGS2(g, b) <<< g, b >>>
#endif
#define GRAY(r, g, b) \
	(0.2989f * (r) + \
	 0.5870f * (g) + 0.1140f * (b))
__global__ void grayKernel(const unsigned char *x, unsigned char *out, int height, int width)
{
	int col = threadIdx.x + blockIdx.x * blockDim.x;
	int row = threadIdx.y + blockIdx.y * blockDim.y;
	if (col < width && row < height)
	<%
		int i = row * width + col, n = height * width;
		out<:i:> = (unsigned char)GRAY(x[i], x[i + n], x[i + 2 * n]);
	%>
}
void rgb_to_grayscale(const unsigned char *x, unsigned char *out, int height, int width)
{
	dim3 block(32, 32);
	dim3 grid((width + 31) / 32, (height + 31) / 32);
	grayKernel KERNEL_ARGS2(grid, block)(x, out, height, width);
	cudaError_t cudaStatus = cudaGetLastError();
	if (cudaStatus != cudaSuccess) {
		fprintf(stderr, "grayKernel launch failed: %s\n", cudaGetErrorString(cudaStatus));
	}
}
