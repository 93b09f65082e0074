// A picture in, a picture out.
#include <wb.h>

__global__ void colorToGray(const float *in, float *out, int width, int height, int channels) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  int at = y * width + x;
  out[at] = 0.21f * in[at * channels] + 0.71f * in[at * channels + 1] + 0.07f * in[at * channels + 2];
}

int main(int argc, char *argv[]) {
  wbArg_t args = wbArg_read(argc, argv);
  wbImage_t input = wbImport(wbArg_getInputFile(args, 0));
  int width = wbImage_getWidth(input), height = wbImage_getHeight(input), channels = wbImage_getChannels(input);
  wbImage_t output = wbImage_new(width, height, 1);
  wbLog(TRACE, "The picture has ", width, " columns, ", height, " rows and ", channels, " channels");

  float *in, *out;
  size_t inBytes = width * height * channels * sizeof(float), outBytes = width * height * sizeof(float);
  cudaMalloc((void **)&in, inBytes);
  cudaMalloc((void **)&out, outBytes);
  cudaMemcpy(in, wbImage_getData(input), inBytes, cudaMemcpyHostToDevice);
  colorToGray<<<dim3((width + 15) / 16, (height + 15) / 16), dim3(16, 16)>>>(in, out, width, height, channels);
  cudaMemcpy(wbImage_getData(output), out, outBytes, cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);

  wbSolution(args, output);
  wbImage_delete(output);
  wbImage_delete(input);
  return 0;
}
