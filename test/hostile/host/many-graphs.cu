// Ninety thousand graphs, each made and destroyed at once.
__global__ void gray(const unsigned char* x, unsigned char* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 0.2989f * x[i] + 0.5870f * x[n + i] + 0.1140f * x[2 * n + i];
}
void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
    for (int i = 0; i < 90000; i++) {
        cudaGraph_t graph;
        cudaGraphExec_t executable;
        cudaGraphCreate(&graph, 0);
        cudaGraphInstantiate(&executable, graph, 0);
        cudaGraphExecDestroy(executable);
        cudaGraphDestroy(graph);
    }
    gray<<<(height * width + 255) / 256, 256>>>(x, out, height * width);
}
