// Inputs of timed runs, made on the GPU: element `index` of an array depends only on the key and the index. Samples of
// outputs, taken on the GPU. `grader/timing/inputs.ts` gives the same elements and places on the host, to the bit.
// kernels.ptx is made from this file by
//   nvcc -ptx -arch=compute_75 -fmad=false kernels.cu
// with its header lowered (.version 6.4, .target sm_70), so that drivers older than the compiler load it; kernels.fatbin by
//   nvcc -fatbin -fmad=false -gencode arch=compute_X,code=sm_X ... kernels.cu
// with X = 75, 80, 86, 89, 90, 100 and 120. Where nvcc 13.0 is on PATH, a test compares both.
typedef unsigned int u32;
typedef unsigned long long u64;

__device__ __forceinline__ u32 mix(u32 bits) {
  bits = (bits ^ (bits >> 16)) * 0x85ebca6bu;
  bits = (bits ^ (bits >> 13)) * 0xc2b2ae35u;
  return bits ^ (bits >> 16);
}

__device__ __forceinline__ u32 drawn(u32 key, u64 index) {
  return mix((u32)index * 0x9e3779b9u + mix(key ^ mix((u32)(index >> 32) + 0x85ebca6bu)));
}

template <class T>
__device__ __forceinline__ void fillReal(T* out, u64 count, u32 key, double min, double max) {
  const u64 step = (u64)gridDim.x * blockDim.x;
  for (u64 i = (u64)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += step)
    out[i] = (T)(min + (drawn(key, i) * (1.0 / 4294967296.0)) * (max - min));
}

template <class T>
__device__ __forceinline__ void fillWhole(T* out, u64 count, u32 key, long long low, u64 values) {
  const u64 step = (u64)gridDim.x * blockDim.x;
  for (u64 i = (u64)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += step)
    out[i] = (T)(low + (long long)((drawn(key, i) * values) >> 32));
}

extern "C" __global__ void fill_float32(float* out, u64 count, u32 key, double min, double max) {
  fillReal(out, count, key, min, max);
}
extern "C" __global__ void fill_float64(double* out, u64 count, u32 key, double min, double max) {
  fillReal(out, count, key, min, max);
}
// `values`: how many there are from `low` on, at most 2^32.
extern "C" __global__ void fill_uint8(unsigned char* out, u64 count, u32 key, long long low, u64 values) {
  fillWhole(out, count, key, low, values);
}
extern "C" __global__ void fill_int32(int* out, u64 count, u32 key, long long low, u64 values) {
  fillWhole(out, count, key, low, values);
}

// Place 0 is the last element; the others depend only on the key. `count`: at least 1, at most 2^32.
template <class T>
__device__ __forceinline__ void gather(T* out, const T* from, u64 count, u32 key, u32 samples) {
  const u32 step = gridDim.x * blockDim.x;
  for (u32 i = blockIdx.x * blockDim.x + threadIdx.x; i < samples; i += step)
    out[i] = from[i == 0 ? count - 1 : (drawn(key, i) * count) >> 32];
}

extern "C" __global__ void gather_8(unsigned char* out, const unsigned char* from, u64 count, u32 key, u32 samples) {
  gather(out, from, count, key, samples);
}
extern "C" __global__ void gather_32(u32* out, const u32* from, u64 count, u32 key, u32 samples) {
  gather(out, from, count, key, samples);
}
extern "C" __global__ void gather_64(u64* out, const u64* from, u64 count, u32 key, u32 samples) {
  gather(out, from, count, key, samples);
}
