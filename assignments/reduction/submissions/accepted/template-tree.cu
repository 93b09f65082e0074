#include <cuda_runtime.h>

// The block's size is a parameter of the template, so the compiler knows every step of the tree.
template <typename T, typename Combine, int Threads>
__device__ T reduce_block(T mine, T* shared, Combine combine) {
    shared[threadIdx.x] = mine;
    __syncthreads();
#pragma unroll
    for (int step = Threads / 2; step > 0; step /= 2) {
        if (threadIdx.x < step) shared[threadIdx.x] = combine(shared[threadIdx.x], shared[threadIdx.x + step]);
        __syncthreads();
    }
    return shared[0];
}

template <int Threads>
__global__ void reduce_template(const float* x, float* sums, float* maxima, int columns) {
    __shared__ float sum[Threads], top[Threads];
    float s = 0, t = -INFINITY;
    for (int c = threadIdx.x; c < columns; c += Threads) {
        s += x[blockIdx.x * columns + c];
        t = fmaxf(t, x[blockIdx.x * columns + c]);
    }
    auto add = [](float a, float b) { return a + b; };
    auto larger = [](float a, float b) { return fmaxf(a, b); };
    s = reduce_block<float, decltype(add), Threads>(s, sum, add);
    t = reduce_block<float, decltype(larger), Threads>(t, top, larger);
    if (threadIdx.x == 0) {
        sums[blockIdx.x] = s;
        maxima[blockIdx.x] = t;
    }
}

void reduce_rows(const float* x, float* sums, float* maxima, int rows, int columns) {
    reduce_template<128><<<rows, 128>>>(x, sums, maxima, columns);
}
