_Pragma("clang attribute push (__attribute__((target(\"simd128\"))), apply_to = function)")
__global__ void k(float* a) {
  a[1] = a[0];
}
_Pragma("clang attribute pop")
