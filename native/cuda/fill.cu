// Inputs of timed runs, made on the GPU: element `index` of an array depends on the key and the index alone.
// `grader/timing/inputs.ts` gives the same elements on the host, to the bit. fill.ptx is made from this file by
//   nvcc -ptx -arch=compute_75 -fmad=false fill.cu
// with its header lowered (.version 6.4, .target sm_70), so that drivers older than the compiler load it; a test compares.
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
