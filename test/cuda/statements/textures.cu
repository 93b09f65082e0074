// Texture objects and texture fetches: the programming guide's appendix "Texture Fetching".
#include <initializer_list>
#include <math.h>
#include <string.h>

struct Sampling {
  cudaTextureAddressMode mode = cudaAddressModeClamp;
  cudaTextureFilterMode filter = cudaFilterModePoint;
  bool normalized = false;
  cudaTextureReadMode read = cudaReadModeElementType;
  float border = 0;
};

static cudaResourceDesc ofArray(cudaArray_t array) {
  cudaResourceDesc resource;
  memset(&resource, 0, sizeof resource);
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  return resource;
}

static cudaTextureDesc described(Sampling sampling) {
  cudaTextureDesc desc;
  memset(&desc, 0, sizeof desc);
  for (cudaTextureAddressMode &mode : desc.addressMode) mode = sampling.mode;
  desc.filterMode = sampling.filter;
  desc.readMode = sampling.read;
  desc.normalizedCoords = sampling.normalized;
  desc.borderColor[0] = sampling.border;
  return desc;
}

// The error of its creation, where there is one, comes to light in a check of what it reads.
static cudaTextureObject_t textureOf(cudaResourceDesc resource, Sampling sampling) {
  cudaTextureObject_t texture = 0;
  cudaTextureDesc desc = described(sampling);
  cudaCreateTextureObject(&texture, &resource, &desc, nullptr);
  return texture;
}

template <class T> static cudaArray_t arrayOf(std::initializer_list<T> values, int width, int height, unsigned flags = 0) {
  cudaArray_t array = nullptr;
  cudaChannelFormatDesc desc = cudaCreateChannelDesc<T>();
  cudaMallocArray(&array, &desc, width, height, flags);
  cudaMemcpy2DToArray(array, 0, 0, values.begin(), width * sizeof(T), width * sizeof(T), height ? height : 1, cudaMemcpyHostToDevice);
  return array;
}

// Counts from 0 on through rows and slices.
static cudaArray_t counting(cudaExtent extent, unsigned flags = 0) {
  static float values[256];
  for (int i = 0; i < 256; i++) values[i] = i;
  cudaArray_t array = nullptr;
  cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
  cudaMalloc3DArray(&array, &desc, extent, flags);
  cudaMemcpy3DParms parameters;
  memset(&parameters, 0, sizeof parameters);
  const size_t rows = extent.height ? extent.height : 1;
  parameters.srcPtr = make_cudaPitchedPtr(values, extent.width * sizeof(float), extent.width, rows);
  parameters.dstArray = array;
  parameters.extent = make_cudaExtent(extent.width, rows, extent.depth ? extent.depth : 1);
  parameters.kind = cudaMemcpyHostToDevice;
  cudaMemcpy3D(&parameters);
  return array;
}

// What a thread computes from its number i.
#define VALUE(...) [=] __device__(int i) { return (float)(__VA_ARGS__); }

template <class F> __global__ void each(F f, float *out) { out[threadIdx.x] = f(threadIdx.x); }

static float *results;
static float got[32];
/** Does the device compute these values, up to `tolerance`, for 0, 1, 2 and so on? */
template <class F> static bool yields(F f, std::initializer_list<float> expected, float tolerance = 0) {
  each<<<1, expected.size()>>>(f, results);
  if (cudaMemcpy(got, results, expected.size() * sizeof(float), cudaMemcpyDeviceToHost) != cudaSuccess) return false;
  int at = 0;
  for (float value : expected)
    if (!(fabsf(got[at++] - value) <= tolerance)) return false;
  return true;
}

__device__ float component(float4 value, int i) { return i == 0 ? value.x : i == 1 ? value.y : i == 2 ? value.z : value.w; }
__device__ float component(uchar4 value, int i) { return i == 0 ? value.x : i == 1 ? value.y : i == 2 ? value.z : value.w; }
__device__ float digits(float2 value) { return value.x * 10 + value.y; }
__device__ float fetched(cudaTextureObject_t texture, int x) {
  float value;
  tex1Dfetch(&value, texture, x);
  return value;
}
__device__ float stored(cudaTextureObject_t texture, float x, float y) {
  float value;
  tex2D(&value, texture, x, y);
  return value;
}
__device__ float resident(cudaTextureObject_t texture, float x, float y) {
  bool isThere = false;
  float value = tex2D<float>(texture, x, y, &isThere);
  return isThere ? value : -1;
}
__device__ float pick(const float *values, int i) { return values[i]; }

struct Coordinates {
  float at[16];
  Coordinates(std::initializer_list<float> values) {
    int i = 0;
    for (float value : values) at[i++] = value;
  }
};

static void objects() {
  cudaArray_t array = arrayOf<float>({10, 11, 12, 13}, 4, 0);
  cudaResourceDesc resource = ofArray(array), resourceBack;
  cudaTextureDesc desc = described({cudaAddressModeBorder, cudaFilterModeLinear}), descBack;
  cudaTextureObject_t texture = 0;
  check(cudaCreateTextureObject(&texture, &resource, &desc, nullptr) == cudaSuccess && texture != 0,
        "cudaCreateTextureObject makes an object over an array");
  check(cudaGetTextureObjectResourceDesc(&resourceBack, texture) == cudaSuccess && resourceBack.resType == cudaResourceTypeArray &&
            resourceBack.res.array.array == array,
        "cudaGetTextureObjectResourceDesc tells what an object reads");
  check(cudaGetTextureObjectTextureDesc(&descBack, texture) == cudaSuccess && descBack.addressMode[0] == cudaAddressModeBorder &&
            descBack.filterMode == cudaFilterModeLinear && descBack.readMode == cudaReadModeElementType && descBack.normalizedCoords == 0,
        "cudaGetTextureObjectTextureDesc tells how an object reads");
  cudaResourceViewDesc view;
  check(cudaGetTextureObjectResourceViewDesc(&view, texture) == cudaSuccess,
        "cudaGetTextureObjectResourceViewDesc answers even where no view was given");
  cudaGetLastError();
  check(cudaDestroyTextureObject(texture) == cudaSuccess, "cudaDestroyTextureObject ends an object");
  cudaArray_t integers = arrayOf<int>({1, 2, 3, 4}, 4, 0);
  resource = ofArray(integers);
  check(cudaCreateTextureObject(&texture, &resource, &desc, nullptr) != cudaSuccess,
        "cudaCreateTextureObject refuses to filter what is read as integers");
  resource = ofArray(array);
  check(cudaCreateTextureObject(nullptr, &resource, &desc, nullptr) == cudaErrorInvalidValue &&
            cudaCreateTextureObject(&texture, nullptr, &desc, nullptr) == cudaErrorInvalidValue,
        "cudaCreateTextureObject refuses null pointers");
  cudaGetLastError();
  cudaFreeArray(array);
  cudaFreeArray(integers);
}

static void linearMemory() {
  float host[8] = {1, 2, 3, 4, 5, 6, 7, 8}, *memory = nullptr;
  cudaMalloc(&memory, sizeof host);
  cudaMemcpy(memory, host, sizeof host, cudaMemcpyHostToDevice);
  cudaResourceDesc resource;
  memset(&resource, 0, sizeof resource);
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = memory;
  resource.res.linear.desc = cudaCreateChannelDesc<float>();
  resource.res.linear.sizeInBytes = sizeof host;
  cudaTextureObject_t texture = textureOf(resource, {});
  check(yields(VALUE(tex1Dfetch<float>(texture, 7 - i)), {8, 7, 6, 5, 4, 3, 2, 1}),
        "tex1Dfetch reads linear memory at an integer coordinate");
  check(yields(VALUE(fetched(texture, 8 * i)), {1, 0}) &&
            yields(VALUE(tex1Dfetch<float>(texture, i - 2)), {0, 0, 1, 2}),
        "tex1Dfetch reads zeros outside of the memory");
  cudaDestroyTextureObject(texture);
  resource.res.linear.desc = cudaCreateChannelDesc<float2>();
  texture = textureOf(resource, {});
  check(yields(VALUE(digits(tex1Dfetch<float2>(texture, i))), {12, 34, 56, 78}),
        "tex1Dfetch reads vectors");
  cudaDestroyTextureObject(texture);
  cudaFree(memory);

  float *rows = nullptr;
  size_t pitch = 0;
  cudaMallocPitch(&rows, &pitch, 16, 2);
  cudaMemcpy2D(rows, pitch, host, 16, 16, 2, cudaMemcpyHostToDevice);
  memset(&resource, 0, sizeof resource);
  resource.resType = cudaResourceTypePitch2D;
  resource.res.pitch2D.devPtr = rows;
  resource.res.pitch2D.desc = cudaCreateChannelDesc<float>();
  resource.res.pitch2D.width = 4;
  resource.res.pitch2D.height = 2;
  resource.res.pitch2D.pitchInBytes = pitch;
  texture = textureOf(resource, {cudaAddressModeClamp, cudaFilterModeLinear});
  check(yields(VALUE(tex2D<float>(texture, i + 0.5f, 1.5f)), {5, 6, 7, 8}) &&
            yields(VALUE(tex2D<float>(texture, i + 1.f, 1.f)), {3.5f, 4.5f, 5.5f}),
        "tex2D reads and filters pitched memory");
  cudaDestroyTextureObject(texture);
  cudaFree(rows);
}

static void addressing() {
  cudaArray_t array = arrayOf<float>({10, 11, 12, 13}, 4, 0);
  const cudaResourceDesc resource = ofArray(array);
  const Coordinates x{-5.5f, -0.5f, 0, 0.25f, 0.75f, 1, 2.5f, 3.75f, 4, 9.5f};
  auto with = [&](Sampling sampling, std::initializer_list<float> expected, float scale) {
    cudaTextureObject_t texture = textureOf(resource, sampling);
    bool holds = yields(VALUE(tex1D<float>(texture, pick(x.at, i) * scale)), expected);
    cudaDestroyTextureObject(texture);
    return holds;
  };
  check(with({cudaAddressModeClamp}, {10, 10, 10, 10, 10, 11, 12, 13, 13, 13}, 1), "tex1D reads the element in which the coordinate lies");
  check(with({cudaAddressModeClamp, cudaFilterModePoint, true}, {10, 10, 10, 10, 10, 11, 12, 13, 13, 13}, 0.25f),
        "A normalised coordinate goes from 0 to 1 over the whole texture");
  check(with({cudaAddressModeBorder}, {0, 0, 10, 10, 10, 11, 12, 13, 0, 0}, 1) &&
            with({cudaAddressModeBorder, cudaFilterModePoint, true}, {0, 0, 10, 10, 10, 11, 12, 13, 0, 0}, 0.25f),
        "The address mode border reads zeros outside of the texture");
  check(with({cudaAddressModeBorder, cudaFilterModePoint, true, cudaReadModeElementType, 7}, {7, 7, 10, 10, 10, 11, 12, 13, 7, 7}, 0.25f),
        "The address mode border reads the border's colour outside of the texture");
  cudaArray_t integers = arrayOf<int>({10, 11, 12, 13}, 4, 0);
  cudaTextureDesc numbered = described({cudaAddressModeBorder});
  const int minusOne = -1;
  memcpy(numbered.borderColor, &minusOne, sizeof minusOne);
  const cudaResourceDesc ofIntegers = ofArray(integers);
  cudaTextureObject_t numbers = 0;
  cudaCreateTextureObject(&numbers, &ofIntegers, &numbered, nullptr);
  check(yields(VALUE(tex1D<int>(numbers, i - 1)), {-1, 10, 11, 12, 13, -1}), "The border's colour of integers is given by its bits");
  cudaDestroyTextureObject(numbers);
  cudaFreeArray(integers);
  check(with({cudaAddressModeWrap, cudaFilterModePoint, true}, {12, 13, 10, 10, 10, 11, 12, 13, 10, 11}, 0.25f),
        "The address mode wrap repeats the texture");
  check(with({cudaAddressModeMirror, cudaFilterModePoint, true}, {12, 10, 10, 10, 10, 11, 12, 13, 13, 11}, 0.25f),
        "The address mode mirror repeats the texture, and each other time mirrored");
  check(with({cudaAddressModeWrap}, {10, 10, 10, 10, 10, 11, 12, 13, 13, 13}, 1) &&
            with({cudaAddressModeMirror}, {10, 10, 10, 10, 10, 11, 12, 13, 13, 13}, 1),
        "The address modes wrap and mirror clamp where coordinates are not normalised");

  cudaTextureObject_t mirrored = textureOf(resource, {cudaAddressModeMirror, cudaFilterModePoint, true});
  const Coordinates whole{-3, -2, -1, 0, 4, 5, 6, 7};
  check(yields(VALUE(tex1D<float>(mirrored, pick(whole.at, i) * 0.25f)), {12, 11, 10, 10, 13, 12, 11, 10}),
        "The address mode mirror mirrors the index of an element, not the coordinate");
  cudaDestroyTextureObject(mirrored);
  cudaFreeArray(array);
}

static void filtering() {
  cudaArray_t array = arrayOf<float>({10, 11, 12, 20}, 4, 0);
  const Coordinates x{-3, 0, 0.5f, 0.75f, 1, 1.5f, 3, 3.25f, 3.5f, 3.75f, 4};
  auto with = [&](Sampling sampling, std::initializer_list<float> expected, float scale) {
    cudaTextureObject_t texture = textureOf(ofArray(array), sampling);
    bool holds = yields(VALUE(tex1D<float>(texture, pick(x.at, i) * scale)), expected);
    cudaDestroyTextureObject(texture);
    return holds;
  };
  const cudaTextureFilterMode linear = cudaFilterModeLinear;
  check(with({cudaAddressModeClamp, linear}, {10, 10, 10, 10.25f, 10.5f, 11, 16, 18, 20, 20, 20}, 1),
        "Linear filtering weighs the two elements whose centres are next");
  check(with({cudaAddressModeClamp, linear, true}, {10, 10, 10, 10.25f, 10.5f, 11, 16, 18, 20, 20, 20}, 0.25f),
        "Linear filtering takes normalised coordinates");
  check(with({cudaAddressModeWrap, linear, true}, {10.5f, 15, 10, 10.25f, 10.5f, 11, 16, 18, 20, 17.5f, 15}, 0.25f),
        "Linear filtering wraps around");
  check(with({cudaAddressModeMirror, linear, true}, {16, 10, 10, 10.25f, 10.5f, 11, 16, 18, 20, 20, 20}, 0.25f),
        "Linear filtering mirrors");
  check(with({cudaAddressModeBorder, linear, false, cudaReadModeElementType, 8},
             {8, 8.5f, 9, 9.125f, 9.25f, 9.5f, 12, 13, 14, 12.5f, 11}, 1),
        "A texture of one dimension is filtered with the border above it where the second axis has that mode");
  cudaResourceDesc resource = ofArray(array);
  cudaTextureDesc alongOne = described({cudaAddressModeClamp, linear, false, cudaReadModeElementType, 8});
  alongOne.addressMode[0] = cudaAddressModeBorder;
  cudaTextureObject_t bordered = 0;
  cudaCreateTextureObject(&bordered, &resource, &alongOne, nullptr);
  check(yields(VALUE(tex1D<float>(bordered, pick(x.at, i))), {8, 9, 10, 10.25f, 10.5f, 11, 16, 18, 20, 17, 14}),
        "Linear filtering weighs the border's colour in");
  cudaDestroyTextureObject(bordered);
  cudaFreeArray(array);

  array = arrayOf<float>({0, 1}, 2, 0);
  cudaTextureObject_t texture = textureOf(ofArray(array), {cudaAddressModeClamp, linear});
  bool holds = true;
  for (int i = 1; i < 16; i++) {
    const float part = i / 16.f + 0.3f / 256;
    holds = holds && yields(VALUE(tex1D<float>(texture, 0.5f + part)), {part}, 1.f / 256) &&
            got[0] * 256 == floorf(got[0] * 256);
  }
  check(holds, "Weights of linear filtering have 8 bits of fraction");
  cudaDestroyTextureObject(texture);
  cudaFreeArray(array);
}

static void reading() {
  const Coordinates x{0.5f, 1.5f, 2.5f, 3.5f};
  auto normalised = [&](cudaArray_t array, std::initializer_list<float> expected) {
    cudaTextureObject_t texture =
        textureOf(ofArray(array), {cudaAddressModeClamp, cudaFilterModePoint, false, cudaReadModeNormalizedFloat});
    bool holds = yields(VALUE(tex1D<float>(texture, pick(x.at, i))), expected, 1e-6f);
    cudaDestroyTextureObject(texture);
    cudaFreeArray(array);
    return holds;
  };
  check(normalised(arrayOf<unsigned char>({0, 51, 128, 255}, 4, 0), {0, 0.2f, 128 / 255.f, 1}),
        "cudaReadModeNormalizedFloat maps 8 unsigned bits to [0, 1]");
  check(normalised(arrayOf<signed char>({-128, -127, 64, 127}, 4, 0), {-1, -1, 64 / 127.f, 1}),
        "cudaReadModeNormalizedFloat maps 8 signed bits to [-1, 1]");
  check(normalised(arrayOf<unsigned short>({0, 13107, 32768, 65535}, 4, 0), {0, 0.2f, 32768 / 65535.f, 1}),
        "cudaReadModeNormalizedFloat maps 16 unsigned bits to [0, 1]");
  check(normalised(arrayOf<short>({-32768, -32767, 16384, 32767}, 4, 0), {-1, -1, 16384 / 32767.f, 1}),
        "cudaReadModeNormalizedFloat maps 16 signed bits to [-1, 1]");

  cudaArray_t bytes = arrayOf<uchar4>({{1, 2, 3, 4}, {5, 6, 7, 255}}, 2, 0);
  cudaTextureObject_t texture = textureOf(ofArray(bytes), {});
  check(yields(VALUE(component(tex1D<uchar4>(texture, 1.5f), i)), {5, 6, 7, 255}),
        "cudaReadModeElementType leaves integers as they are");
  cudaDestroyTextureObject(texture);
  texture = textureOf(ofArray(bytes), {cudaAddressModeClamp, cudaFilterModeLinear, false, cudaReadModeNormalizedFloat});
  check(yields(VALUE(component(tex1D<float4>(texture, 1.f), i)), {3 / 255.f, 4 / 255.f, 5 / 255.f, 129.5f / 255}, 1e-3f),
        "Bytes that are read as floats can be filtered");
  cudaDestroyTextureObject(texture);
  cudaFreeArray(bytes);

  cudaArray_t shorts = arrayOf<short>({-2, 300, 5, 7}, 4, 0);
  texture = textureOf(ofArray(shorts), {});
  check(yields(VALUE((float)tex1D<short>(texture, pick(x.at, i))), {-2, 300, 5, 7}),
        "Signed elements keep their sign");
  cudaDestroyTextureObject(texture);
  cudaFreeArray(shorts);

  const unsigned short halves[4] = {0x3e00, 0xc000, 0x7bff, 0x0400}; // 1.5, -2, 65504, 2^-14
  const cudaChannelFormatDesc half = cudaCreateChannelDescHalf();
  cudaArray_t array = nullptr;
  cudaMallocArray(&array, &half, 4);
  cudaMemcpy2DToArray(array, 0, 0, halves, 8, 8, 1, cudaMemcpyHostToDevice);
  texture = textureOf(ofArray(array), {});
  check(yields(VALUE(tex1D<float>(texture, pick(x.at, i))), {1.5f, -2, 65504, 1 / 16384.f}),
        "Floats of 16 bits are read as floats");
  cudaDestroyTextureObject(texture);
  cudaFreeArray(array);
}

static void dimensions() {
  cudaArray_t array = counting(make_cudaExtent(4, 3, 0), cudaArrayTextureGather);
  cudaTextureObject_t texture = textureOf(ofArray(array), {cudaAddressModeClamp, cudaFilterModeLinear});
  check(yields(VALUE(tex2D<float>(texture, 1.5f + i, 2.5f)), {9, 10, 11, 11}) &&
            yields(VALUE(stored(texture, 1.f + 0.5f * i, 1.f)), {2.5f, 3, 3.5f}),
        "tex2D weighs four elements");
  check(yields(VALUE(resident(texture, 0.5f, 0.5f + i)), {0, 4, 8}),
        "tex2D tells whether memory lies behind what it reads");
  check(yields(VALUE(tex2DLod<float>(texture, i + 0.5f, 1.5f, 0.f)), {4, 5, 6, 7}),
        "tex2DLod reads the one level of an array");
  check(yields(VALUE(tex2DGrad<float>(texture, i + 0.5f, 1.5f, make_float2(0, 0), make_float2(0, 0))), {4, 5, 6, 7}),
        "tex2DGrad reads the one level of an array");
  check(yields(VALUE(component(tex2Dgather<float4>(texture, 2.f, 1.f), i)), {5, 6, 2, 1}),
        "tex2Dgather reads the four elements around, against the clock from the lower left");
  cudaDestroyTextureObject(texture);
  cudaFreeArray(array);

  array = counting(make_cudaExtent(8, 0, 0));
  texture = textureOf(ofArray(array), {});
  check(yields(VALUE(tex1DLod<float>(texture, i + 0.5f, 0.f)), {0, 1, 2, 3}), "tex1DLod reads the one level of an array");
  check(yields(VALUE(tex1DGrad<float>(texture, i + 0.5f, 0.f, 0.f)), {0, 1, 2, 3}), "tex1DGrad reads the one level of an array");
  cudaDestroyTextureObject(texture);
  cudaFreeArray(array);

  array = counting(make_cudaExtent(2, 2, 2));
  texture = textureOf(ofArray(array), {cudaAddressModeClamp, cudaFilterModeLinear});
  check(yields(VALUE(tex3D<float>(texture, 1.f, 1.f, 0.5f + 0.5f * i)), {1.5f, 3.5f, 5.5f}), "tex3D weighs eight elements");
  const float4 none = make_float4(0, 0, 0, 0);
  check(yields(VALUE(tex3DLod<float>(texture, 1.5f, 0.5f, i + 0.5f, 0.f)), {1, 5}), "tex3DLod reads the one level of an array");
  check(yields(VALUE(tex3DGrad<float>(texture, 1.5f, 0.5f, i + 0.5f, none, none)), {1, 5}),
        "tex3DGrad reads the one level of an array");
  cudaDestroyTextureObject(texture);
  cudaFreeArray(array);

  array = counting(make_cudaExtent(4, 0, 3), cudaArrayLayered);
  texture = textureOf(ofArray(array), {cudaAddressModeClamp, cudaFilterModeLinear});
  check(yields(VALUE(tex1DLayered<float>(texture, 1.f, i)), {0.5f, 4.5f, 8.5f}), "tex1DLayered filters inside a layer");
  check(yields(VALUE(tex1DLayeredLod<float>(texture, 0.5f, i, 0.f)), {0, 4, 8}), "tex1DLayeredLod reads the one level of an array");
  check(yields(VALUE(tex1DLayeredGrad<float>(texture, 0.5f, i, 0.f, 0.f)), {0, 4, 8}),
        "tex1DLayeredGrad reads the one level of an array");
  cudaDestroyTextureObject(texture);
  cudaFreeArray(array);

  array = counting(make_cudaExtent(2, 2, 3), cudaArrayLayered);
  texture = textureOf(ofArray(array), {cudaAddressModeClamp, cudaFilterModeLinear});
  const float2 still = make_float2(0, 0);
  check(yields(VALUE(tex2DLayered<float>(texture, 1.f, 1.f, i)), {1.5f, 5.5f, 9.5f}), "tex2DLayered filters inside a layer");
  check(yields(VALUE(tex2DLayered<float>(texture, 0.5f, 0.5f, i - 2)), {8, 8, 0, 4, 8, 8, 8}),
        "A layer that there is not reads as the last, a negative one too");
  check(yields(VALUE(tex2DLayeredLod<float>(texture, 1.5f, 1.5f, i, 0.f)), {3, 7, 11}),
        "tex2DLayeredLod reads the one level of an array");
  check(yields(VALUE(tex2DLayeredGrad<float>(texture, 1.5f, 1.5f, i, still, still)), {3, 7, 11}),
        "tex2DLayeredGrad reads the one level of an array");
  cudaDestroyTextureObject(texture);
  cudaFreeArray(array);
}

__device__ float3 direction(int face) {
  const float sign = face % 2 ? -1 : 1;
  // Of the upper left quarter of each face, by the table of the guide.
  switch (face) {
    case 0: return make_float3(1, 0.5f, 0.5f);
    case 1: return make_float3(-1, 0.5f, -0.5f);
    case 2: return make_float3(-0.5f, sign, -0.5f);
    case 3: return make_float3(-0.5f, sign, 0.5f);
    case 4: return make_float3(-0.5f, 0.5f, sign);
    default: return make_float3(0.5f, 0.5f, sign);
  }
}

#define TOWARDS(face, length) direction(face).x *length, direction(face).y *length, direction(face).z *length

static void cubemaps() {
  cudaArray_t array = counting(make_cudaExtent(2, 2, 6), cudaArrayCubemap);
  cudaTextureObject_t texture = textureOf(ofArray(array), {cudaAddressModeClamp, cudaFilterModePoint, true});
  const float4 none = make_float4(0, 0, 0, 0);
  check(yields(VALUE(texCubemap<float>(texture, TOWARDS(i, 1))), {0, 4, 8, 12, 16, 20}),
        "texCubemap reads the face to which a direction points");
  check(yields(VALUE(texCubemap<float>(texture, TOWARDS(i, 3))), {0, 4, 8, 12, 16, 20}),
        "texCubemap does not look at the length of a direction");
  check(yields(VALUE(texCubemapLod<float>(texture, TOWARDS(i, 1), 0.f)), {0, 4, 8, 12, 16, 20}),
        "texCubemapLod reads the one level of an array");
  check(yields(VALUE(texCubemapGrad<float>(texture, TOWARDS(i, 1), none, none)),
               {0, 4, 8, 12, 16, 20}),
        "texCubemapGrad reads the one level of an array");
  cudaDestroyTextureObject(texture);
  cudaFreeArray(array);

  array = counting(make_cudaExtent(2, 2, 12), cudaArrayCubemap | cudaArrayLayered);
  texture = textureOf(ofArray(array), {cudaAddressModeClamp, cudaFilterModePoint, true});
  check(yields(VALUE(texCubemapLayered<float>(texture, TOWARDS(i % 6, 1), i / 6)),
               {0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44}),
        "texCubemapLayered reads a face of a layer");
  check(yields(VALUE(texCubemapLayeredLod<float>(texture, TOWARDS(i, 1), 1, 0.f)),
               {24, 28, 32, 36, 40, 44}),
        "texCubemapLayeredLod reads the one level of an array");
  check(yields(VALUE(texCubemapLayeredGrad<float>(texture, TOWARDS(i, 1), 1, none, none)),
               {24, 28, 32, 36, 40, 44}),
        "texCubemapLayeredGrad reads the one level of an array");
  cudaDestroyTextureObject(texture);
  cudaFreeArray(array);
}

int main() {
  cudaMalloc(&results, sizeof got);
  objects();
  linearMemory();
  addressing();
  filtering();
  reading();
  dimensions();
  cubemaps();
  cudaFree(results);
  return 0;
}
