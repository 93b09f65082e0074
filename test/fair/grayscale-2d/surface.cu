// Red is read through a two-dimensional texture of a CUDA array.
__global__ void convert(cudaTextureObject_t red, const unsigned char* x, unsigned char* out, int height, int width) {
  int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
  if (c >= width || r >= height) return;
  int i = r * width + c, plane = height * width;
  unsigned char level = tex2D<unsigned char>(red, c + 0.5f, r + 0.5f);
  out[i] = 0.2989f * level + 0.5870f * x[i + plane] + 0.1140f * x[i + 2 * plane];
}
void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
  cudaArray_t array;
  cudaChannelFormatDesc format = cudaCreateChannelDesc<unsigned char>();
  cudaMallocArray(&array, &format, width, height);
  cudaMemcpy2DToArray(array, 0, 0, x, width, width, height, cudaMemcpyDeviceToDevice);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc description = {};
  description.addressMode[0] = description.addressMode[1] = cudaAddressModeClamp;
  description.filterMode = cudaFilterModePoint;
  description.readMode = cudaReadModeElementType;
  cudaTextureObject_t red;
  cudaCreateTextureObject(&red, &resource, &description, nullptr);
  convert<<<dim3((width + 15) / 16, (height + 15) / 16), dim3(16, 16)>>>(red, x, out, height, width);
  cudaDeviceSynchronize();
  cudaDestroyTextureObject(red);
  cudaFreeArray(array);
}
