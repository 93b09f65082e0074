// Four pixels at once where rows allow it, the rest one at a time.
__device__ unsigned char gray(unsigned char r, unsigned char g, unsigned char b) {
  return (unsigned char)(0.2989f * r + 0.5870f * g + 0.1140f * b);
}
__global__ void convert(const unsigned char* x, unsigned char* out, int count, bool wide) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (wide) {
    if (4 * i >= count) return;
    uchar4 r = reinterpret_cast<const uchar4*>(x)[i], g = reinterpret_cast<const uchar4*>(x + count)[i],
           b = reinterpret_cast<const uchar4*>(x + 2 * count)[i];
    reinterpret_cast<uchar4*>(out)[i] =
        make_uchar4(gray(r.x, g.x, b.x), gray(r.y, g.y, b.y), gray(r.z, g.z, b.z), gray(r.w, g.w, b.w));
  } else if (i < count) {
    out[i] = gray(x[i], x[i + count], x[i + 2 * count]);
  }
}
void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
  int count = height * width;
  bool wide = count % 4 == 0;
  int items = wide ? count / 4 : count;
  convert<<<(items + 127) / 128, 128>>>(x, out, count, wide);
}
