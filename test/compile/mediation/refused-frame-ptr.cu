__global__ void k(int* a) {
  int* p = (int*)__builtin_frame_address(0);
  p[0] = 1;
}
