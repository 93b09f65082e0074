// A graph of 440 nodes, each after all others, instantiated 500 times.
#include <vector>
__global__ void k(const unsigned char* x, unsigned char* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 0.2989f * x[i] + 0.5870f * x[i + n] + 0.1140f * x[i + 2 * n];
}
void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
    int n = height * width;
    { cudaGraph_t g; cudaGraphCreate(&g, 0); std::vector<cudaGraphNode_t> all; for (int l = 0; l < 440; l++) { cudaGraphNode_t nd; if (cudaGraphAddEmptyNode(&nd, g, all.data(), all.size())) break; all.push_back(nd); }
    for (int q = 0; q < 500; q++) { cudaGraphExec_t e; if (cudaGraphInstantiate(&e, g, 0)) break; cudaGraphLaunch(e, 0); cudaGraphExecDestroy(e); } }
    k<<<(n + 255) / 256, 256>>>(x, out, n);
}
