__global__ void k(unsigned long long* a) {
  unsigned __int128 p = (unsigned __int128)a[0] * a[1] + 7; a[2] = p >> 64; a[3] = (unsigned long long)(p / 1000003) ; a[4] = p % a[5]; a[6] = (unsigned long long)(p << a[7]);
}
