// As the template of Visual Studio, with an entry point of C++ linkage.
#include "cuda_runtime.h"
#include "device_launch_parameters.h"
#include <sys/time.h>
#include <time.h>
#include <stdio.h>
#include <math.h>

static double seconds() { struct timeval tp; struct timezone tzp; gettimeofday(&tp, &tzp); return (double)tp.tv_sec + (double)tp.tv_usec * 1.e-6; }

cudaError_t addWithCuda(float *c, const float *a, const float *b, unsigned int size);

__global__ void addKernel(float *c, const float *a, const float *b, unsigned int size)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < size) c[i] = a[i] + b[i];
}

extern "C++" void vector_add(const float* a, const float* b, float* out, int n)
{
    int dev = 0;
    cudaDeviceProp deviceProp;
    cudaGetDeviceProperties(&deviceProp, dev);
    printf("Using Device %d: %s, %d SMs\n", dev, deviceProp.name, deviceProp.multiProcessorCount);
    double iStart = seconds();
    cudaError_t cudaStatus = addWithCuda(out, a, b, n);
    if (cudaStatus != cudaSuccess) {
        fprintf(stderr, "addWithCuda failed!");
        return;
    }
    printf("Time elapsed %f sec, clock %ld\n", seconds() - iStart, (long)clock());
    cudaStatus = cudaDeviceReset();
    if (cudaStatus != cudaSuccess) fprintf(stderr, "cudaDeviceReset failed!");
}

cudaError_t addWithCuda(float *c, const float *a, const float *b, unsigned int size)
{
    float *dev_a = 0;
    float *dev_b = 0;
    float *dev_c = 0;
    cudaError_t cudaStatus;
    unsigned grid = (unsigned)ceil(size / 256.0);

    cudaStatus = cudaSetDevice(0);
    if (cudaStatus != cudaSuccess) { fprintf(stderr, "cudaSetDevice failed!"); goto Error; }
    cudaStatus = cudaMalloc((void**)&dev_c, size * sizeof(float));
    if (cudaStatus != cudaSuccess) { fprintf(stderr, "cudaMalloc failed!"); goto Error; }
    cudaStatus = cudaMalloc((void**)&dev_a, size * sizeof(float));
    if (cudaStatus != cudaSuccess) { goto Error; }
    cudaStatus = cudaMalloc((void**)&dev_b, size * sizeof(float));
    if (cudaStatus != cudaSuccess) { goto Error; }
    cudaStatus = cudaMemcpy(dev_a, a, size * sizeof(float), cudaMemcpyHostToDevice);
    if (cudaStatus != cudaSuccess) { goto Error; }
    cudaStatus = cudaMemcpy(dev_b, b, size * sizeof(float), cudaMemcpyHostToDevice);
    if (cudaStatus != cudaSuccess) { goto Error; }
    addKernel<<<grid, 256>>>(dev_c, dev_a, dev_b, size);
    cudaStatus = cudaGetLastError();
    if (cudaStatus != cudaSuccess) { fprintf(stderr, "addKernel launch failed: %s\n", cudaGetErrorString(cudaStatus)); goto Error; }
    cudaStatus = cudaDeviceSynchronize();
    if (cudaStatus != cudaSuccess) { goto Error; }
    cudaStatus = cudaMemcpy(c, dev_c, size * sizeof(float), cudaMemcpyDeviceToHost);
Error:
    cudaFree(dev_c);
    cudaFree(dev_a);
    cudaFree(dev_b);
    return cudaStatus;
}
