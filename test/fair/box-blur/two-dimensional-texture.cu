// Neighbors come from a texture whose border is 0; only their number needs cases.
__global__ void blur(cudaTextureObject_t x, unsigned char* out, int height, int width) {
  int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
  if (c >= width || r >= height) return;
  int sum = 0;
  for (int dr = -1; dr <= 1; dr++)
    for (int dc = -1; dc <= 1; dc++) sum += tex2D<unsigned char>(x, c + dc + 0.5f, r + dr + 0.5f);
  int pixels = (1 + (r > 0) + (r < height - 1)) * (1 + (c > 0) + (c < width - 1));
  out[r * width + c] = (sum + pixels / 2) / pixels;
}
void box_blur(const unsigned char* x, unsigned char* out, int height, int width) {
  cudaArray_t array;
  cudaChannelFormatDesc format = cudaCreateChannelDesc<unsigned char>();
  cudaMallocArray(&array, &format, width, height);
  cudaMemcpy2DToArray(array, 0, 0, x, width, width, height, cudaMemcpyDeviceToDevice);
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc texture{};
  texture.addressMode[0] = texture.addressMode[1] = cudaAddressModeBorder;
  texture.readMode = cudaReadModeElementType;
  cudaTextureObject_t object;
  cudaCreateTextureObject(&object, &resource, &texture, nullptr);
  blur<<<dim3((width + 15) / 16, (height + 15) / 16), dim3(16, 16)>>>(object, out, height, width);
  cudaDeviceSynchronize();
  cudaDestroyTextureObject(object);
  cudaFreeArray(array);
}
