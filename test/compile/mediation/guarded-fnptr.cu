__global__ void k(int* a) {
  ((void (*)(int))1)(a[0]);
}
