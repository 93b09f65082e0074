// Every line that ends in the mark must be an error, with our headers and with nvcc; no other line may be one.
__global__ void kernel(int n) {
  printf("%d", n);             // refused
  assert(n > 0);               // refused
  float f = FLT_MAX;           // refused
}
int main() {
  printf("text");              // refused
  std::vector<int> v(3);       // refused
  std::string text;            // refused
}
