__global__ void k(int* a) {
  a[0] = __builtin_wasm_memory_size(0);
}
