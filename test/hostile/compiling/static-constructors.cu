// Not hostile: objects with constructors and destructors, on either side of the entry point.
#include <map>
#include <string>
#include <vector>
struct Table {
    std::vector<float> weights;
    Table() : weights{0.2989f, 0.5870f, 0.1140f} {}
    ~Table() { weights.clear(); }
};
static Table table;
static std::map<std::string, int> blocks = {{"small", 128}, {"large", 256}};
__global__ void gray(const unsigned char* x, unsigned char* out, int n, float r, float g, float b) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = r * x[i] + g * x[n + i] + b * x[2 * n + i];
}
void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
    int n = height * width, block = blocks["large"];
    gray<<<(n + block - 1) / block, block>>>(x, out, n, table.weights[0], table.weights[1], table.weights[2]);
}
