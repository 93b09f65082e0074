// Every line that ends in the mark must be an error, with our headers and with nvcc; no other line may be one.
#include <vector>
void helper() {}
__global__ void kernel(float *f) {
  helper();                     // refused
  std::vector<int> dynamic(3);  // refused
  f[0] = rand();                // refused
  f[0] = atof("1");             // refused
  memmove(f, f + 1, 4);         // refused
}
int main() {}
