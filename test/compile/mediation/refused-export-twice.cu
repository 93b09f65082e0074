extern "C" __attribute__((used,
  export_name("malloc"))) int mine(int a) { return a; }
__global__ void k(int* a) {
  a[0] = 1;
}
