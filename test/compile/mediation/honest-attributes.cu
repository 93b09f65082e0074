#define UNUSED [[maybe_unused]]
struct alignas(16) __attribute__((packed)) pair { char a; float b; };
struct __align__(8) aligned { float a, b; };
template <class T> [[nodiscard]] __device__ __forceinline__ T twice(T x) { return x + x; }
__device__ __noinline__ __attribute__((const)) float half_of(float x) { return x / 2; }
[[gnu::always_inline]] inline __device__ float same(float x) { return x; }
[[something::unknown]] __attribute__((target("avx2"), unknown_to_all, unused)) static float on_host(float x) { return x; }
__attribute__((device)) int counter;
extern "C" __global__ __launch_bounds__(256, 2) void k(float* a, UNUSED int n) {
  __shared__ __attribute__((aligned(16))) float tile[4];
  switch (n) {
    case 0: a[3] = 1; [[fallthrough]];
    default: tile[0] = half_of(twice(same(a[0])));
  }
  if (n > 3) [[likely]] a[1] = tile[0];
}
