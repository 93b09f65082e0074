__global__ void k(int* a) {
  __attribute__((address_space(1))) int* p = (__attribute__((address_space(1))) int*)a;
  *p = 1;
}
