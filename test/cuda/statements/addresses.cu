// What device code can ask about addresses, loads and stores with a cache hint, and the C library's functions there
// (CUDA C++ Programming Guide, "Address Space Predicate Functions", "Address Space Conversion Functions", "Load Functions
// Using Cache Hints", "Dynamic Global Memory Allocation", "Formatted Output").
__device__ int variable = 5;
__constant__ int constant = 6;
struct Parameters {
  int first, second;
};

__global__ void spaces(const int *global, const __grid_constant__ Parameters parameters) {
  __shared__ int tile[4];
  int own[4];
  for (int i = 0; i < 4; i++) own[i] = tile[i] = global[i];
  check(__isGlobal(global) && __isGlobal(&variable) && !__isGlobal(tile), "__isGlobal says whether an address is one of global memory");
  check(__isShared(tile) && !__isShared(global), "__isShared says whether an address is one of shared memory");
  check(__isConstant(&constant) && !__isConstant(tile), "__isConstant says whether an address is one of constant memory");
  check(__isLocal(own) && !__isLocal(tile), "__isLocal says whether an address is one of local memory");
  check(__isGridConstant(&parameters) && !__isGridConstant(tile), "__isGridConstant says whether an address is one of a parameter that is __grid_constant__");
  size_t shared = __cvta_generic_to_shared(&tile[2]), local = __cvta_generic_to_local(&own[2]);
  check(shared - __cvta_generic_to_shared(tile) == 2 * sizeof(int), "__cvta_generic_to_shared is the address inside shared memory");
  check(__cvta_shared_to_generic(shared) == &tile[2], "__cvta_shared_to_generic leads back from an address inside shared memory");
  check(local - __cvta_generic_to_local(own) == 2 * sizeof(int), "__cvta_generic_to_local is the address inside local memory");
  check(*(int *)__cvta_local_to_generic(local) == own[2], "__cvta_local_to_generic leads back from an address inside local memory");
  check(__cvta_generic_to_global(global + 1) - __cvta_generic_to_global(global) == sizeof(int), "__cvta_generic_to_global is the address inside global memory");
  check(__cvta_global_to_generic(__cvta_generic_to_global(global)) == global, "__cvta_global_to_generic leads back from an address inside global memory");
  size_t inConstant = __cvta_generic_to_constant(&constant);
  check(inConstant == __cvta_generic_to_constant(&constant), "__cvta_generic_to_constant is the address inside constant memory");
  check(*(int *)__cvta_constant_to_generic(inConstant) == 6, "__cvta_constant_to_generic leads back from an address inside constant memory");
}
__global__ void hints(const int *in, int *out) {
  check(__ldg(in) == 1 && __ldg((const int4 *)in).w == 4, "__ldg loads through the read-only data cache");
  check(__ldcg(in + 1) == 2, "__ldcg loads through the L2 cache alone");
  check(__ldca(in + 2) == 3, "__ldca loads through all caches");
  check(__ldcs(in + 3) == 4, "__ldcs loads what is likely to be used once");
  check(__ldlu(in) == 1, "__ldlu loads what is used for the last time");
  check(__ldcv(in + 1) == 2, "__ldcv loads without a cached value");
  __stwb(out, 1);
  check(out[0] == 1, "__stwb stores through all levels of the cache");
  __stcg(out + 1, 2);
  check(out[1] == 2, "__stcg stores through the L2 cache alone");
  __stcs((int4 *)out + 1, make_int4(3, 4, 5, 6));
  check(out[4] == 3 && out[7] == 6, "__stcs stores what is likely to be used once");
  __stwt(out + 2, 7);
  check(out[2] == 7, "__stwt stores through the L2 cache to memory");
}
__global__ void library() {
  int *block = (int *)malloc(4 * sizeof(int));
  check(block != nullptr && memset(block, 0x11, 4 * sizeof(int)) == block && block[3] == 0x11111111, "memset sets each byte to a value, and answers the address");
  free(nullptr);
  free(block);
  check(malloc((size_t)1 << 30) == nullptr, "free gives memory of malloc back, and does nothing with a null pointer");
  check(printf("%s", "") == 1 && printf("") == 0, "printf answers the number of its arguments");
}

int main() {
  int values[4] = {1, 2, 3, 4}, *in, *out;
  cudaMalloc(&in, sizeof values);
  cudaMalloc(&out, 2 * sizeof values);
  cudaMemcpy(in, values, sizeof values, cudaMemcpyHostToDevice);
  spaces<<<1, 1>>>(in, Parameters{1, 2});
  hints<<<1, 1>>>(in, out);
  library<<<1, 1>>>();
  check(cudaFree(in) == cudaSuccess && cudaFree(out) == cudaSuccess, "Addresses lead to what they name");
}
