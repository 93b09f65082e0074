// Surface objects: reads and writes of CUDA arrays.
#include <initializer_list>
#include <string.h>

static cudaResourceDesc ofArray(cudaArray_t array) {
  cudaResourceDesc resource;
  memset(&resource, 0, sizeof resource);
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  return resource;
}

/** An array of ints, all 0, and a surface over it. */
struct Surface {
  cudaArray_t array = nullptr;
  cudaSurfaceObject_t object = 0;
  cudaExtent extent;

  explicit Surface(cudaExtent extent, unsigned flags = 0) : extent(extent) {
    const cudaChannelFormatDesc desc = cudaCreateChannelDesc<int>();
    cudaMalloc3DArray(&array, &desc, extent, flags | cudaArraySurfaceLoadStore);
    static int zeros[64];
    copy(zeros, true);
    cudaResourceDesc resource = ofArray(array);
    cudaCreateSurfaceObject(&object, &resource);
  }
  ~Surface() {
    cudaDestroySurfaceObject(object);
    cudaFreeArray(array);
  }
  bool copy(int *host, bool to) {
    cudaMemcpy3DParms parameters;
    memset(&parameters, 0, sizeof parameters);
    const size_t rows = extent.height ? extent.height : 1;
    const cudaPitchedPtr memory = make_cudaPitchedPtr(host, extent.width * sizeof(int), extent.width, rows);
    if (to) parameters.srcPtr = memory, parameters.dstArray = array;
    else parameters.dstPtr = memory, parameters.srcArray = array;
    parameters.extent = make_cudaExtent(extent.width, rows, extent.depth ? extent.depth : 1);
    parameters.kind = to ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost;
    return cudaMemcpy3D(&parameters) == cudaSuccess;
  }
  bool holds(std::initializer_list<int> expected) {
    int back[64];
    if (!copy(back, false)) return false;
    int at = 0;
    for (int value : expected)
      if (back[at++] != value) return false;
    return true;
  }
};

// What a thread computes from its number i.
#define VALUE(...) [=] __device__(int i) { return (int)(__VA_ARGS__); }

__device__ int pair(cudaSurfaceObject_t surface, int x) {
  int2 value;
  surf1Dread(&value, surface, x);
  return value.x * 100 + value.y;
}
__device__ int stored(cudaSurfaceObject_t surface, int x, int y) {
  int value;
  surf2Dread(&value, surface, x, y);
  return value;
}

template <class F> __global__ void each(F f) { f(threadIdx.x); }
template <class F> __global__ void yielded(F f, int *out) { out[threadIdx.x] = f(threadIdx.x); }

static int *results;
template <class F> static void run(int threads, F f) { each<<<1, threads>>>(f); }
template <class F> static bool yields(F f, std::initializer_list<int> expected) {
  int back[64];
  yielded<<<1, expected.size()>>>(f, results);
  if (cudaMemcpy(back, results, expected.size() * sizeof(int), cudaMemcpyDeviceToHost) != cudaSuccess) return false;
  int at = 0;
  for (int value : expected)
    if (back[at++] != value) return false;
  return true;
}

static void objects() {
  const cudaChannelFormatDesc desc = cudaCreateChannelDesc<int>();
  cudaArray_t array = nullptr;
  cudaMallocArray(&array, &desc, 4, 4, cudaArraySurfaceLoadStore);
  cudaResourceDesc resource = ofArray(array), back;
  cudaSurfaceObject_t surface = 0;
  check(cudaCreateSurfaceObject(&surface, &resource) == cudaSuccess && surface != 0, "cudaCreateSurfaceObject makes an object over an array");
  check(cudaGetSurfaceObjectResourceDesc(&back, surface) == cudaSuccess && back.resType == cudaResourceTypeArray &&
            back.res.array.array == array,
        "cudaGetSurfaceObjectResourceDesc tells what an object reads");
  check(cudaDestroySurfaceObject(surface) == cudaSuccess, "cudaDestroySurfaceObject ends an object");
  resource.resType = cudaResourceTypeLinear;
  check(cudaCreateSurfaceObject(&surface, &resource) != cudaSuccess, "cudaCreateSurfaceObject refuses linear memory");
  cudaGetLastError();
  cudaFreeArray(array);
}

static void dimensions() {
  {
    Surface line(make_cudaExtent(4, 0, 0));
    const cudaSurfaceObject_t s = line.object;
    run(4, [=] __device__(int i) { surf1Dwrite(10 + i, s, i * 4); });
    check(line.holds({10, 11, 12, 13}), "surf1Dwrite writes where x, in bytes, says");
    check(yields(VALUE(surf1Dread<int>(s, i * 4)), {10, 11, 12, 13}), "surf1Dread reads where x, in bytes, says");
    check(yields(VALUE(pair(s, i * 8)), {1011, 1213}),
          "surf1Dread reads elements of the asked size");
  }
  {
    Surface rectangle(make_cudaExtent(2, 3, 0));
    const cudaSurfaceObject_t s = rectangle.object;
    run(6, [=] __device__(int i) { surf2Dwrite(i, s, i % 2 * 4, i / 2); });
    check(rectangle.holds({0, 1, 2, 3, 4, 5}), "surf2Dwrite writes to a row");
    check(yields(VALUE(stored(s, 4, i)), {1, 3, 5}), "surf2Dread reads from a row");
    run(1, [=] __device__(int) { surf2Dwrite((signed char)-1, s, 5, 0); });
    check(rectangle.holds({0, 65281}), "surf2Dwrite writes as many bytes as its value has");
    run(3, [=] __device__(int i) { surf2Dwrite(make_int2(7, i), s, 0, i); });
    check(rectangle.holds({7, 0, 7, 1, 7, 2}), "surf2Dwrite writes vectors");
  }
  {
    Surface box(make_cudaExtent(2, 2, 2));
    const cudaSurfaceObject_t s = box.object;
    run(8, [=] __device__(int i) { surf3Dwrite(i, s, i % 2 * 4, i / 2 % 2, i / 4); });
    check(box.holds({0, 1, 2, 3, 4, 5, 6, 7}), "surf3Dwrite writes to a slice");
    check(yields(VALUE(surf3Dread<int>(s, 4, 1, i)), {3, 7}), "surf3Dread reads from a slice");
  }
  {
    Surface layers(make_cudaExtent(2, 0, 3), cudaArrayLayered);
    const cudaSurfaceObject_t s = layers.object;
    run(6, [=] __device__(int i) { surf1DLayeredwrite(i, s, i % 2 * 4, i / 2); });
    check(layers.holds({0, 1, 2, 3, 4, 5}), "surf1DLayeredwrite writes to a layer");
    check(yields(VALUE(surf1DLayeredread<int>(s, 4, i)), {1, 3, 5}), "surf1DLayeredread reads from a layer");
  }
  {
    Surface layers(make_cudaExtent(2, 2, 2), cudaArrayLayered);
    const cudaSurfaceObject_t s = layers.object;
    run(8, [=] __device__(int i) { surf2DLayeredwrite(i, s, i % 2 * 4, i / 2 % 2, i / 4); });
    check(layers.holds({0, 1, 2, 3, 4, 5, 6, 7}), "surf2DLayeredwrite writes to a layer");
    check(yields(VALUE(surf2DLayeredread<int>(s, 0, 1, i)), {2, 6}), "surf2DLayeredread reads from a layer");
  }
  {
    Surface cube(make_cudaExtent(1, 1, 6), cudaArrayCubemap);
    const cudaSurfaceObject_t s = cube.object;
    run(6, [=] __device__(int i) { surfCubemapwrite(i + 1, s, 0, 0, i); });
    check(cube.holds({1, 2, 3, 4, 5, 6}), "surfCubemapwrite writes to a face");
    check(yields(VALUE(surfCubemapread<int>(s, 0, 0, i)), {1, 2, 3, 4, 5, 6}), "surfCubemapread reads from a face");
  }
  {
    Surface cubes(make_cudaExtent(1, 1, 12), cudaArrayCubemap | cudaArrayLayered);
    const cudaSurfaceObject_t s = cubes.object;
    run(12, [=] __device__(int i) { surfCubemapLayeredwrite(i + 1, s, 0, 0, i); });
    check(cubes.holds({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}), "surfCubemapLayeredwrite writes to a face of a layer");
    check(yields(VALUE(surfCubemapLayeredread<int>(s, 0, 0, 6 + i)), {7, 8, 9}),
          "surfCubemapLayeredread reads from a face of a layer");
  }
}

static void boundaries() {
  Surface rectangle(make_cudaExtent(2, 2, 0));
  const cudaSurfaceObject_t s = rectangle.object;
  run(4, [=] __device__(int i) { surf2Dwrite(i + 1, s, i % 2 * 4, i / 2); });
  check(yields(VALUE(surf2Dread<int>(s, i * 4 - 4, 0, cudaBoundaryModeZero)), {0, 1, 2, 0}),
        "cudaBoundaryModeZero reads zeros outside of the surface");
  check(yields(VALUE(surf2Dread<int>(s, i * 4 - 4, 1, cudaBoundaryModeClamp)), {3, 3, 4, 4}) &&
            yields(VALUE(surf2Dread<int>(s, 4, i - 1, cudaBoundaryModeClamp)), {2, 2, 4, 4}),
        "cudaBoundaryModeClamp reads the nearest element");
  run(1, [=] __device__(int) {
    surf2Dwrite(9, s, 8, 0, cudaBoundaryModeZero);
    surf2Dwrite(9, s, 0, -1, cudaBoundaryModeZero);
  });
  check(rectangle.holds({1, 2, 3, 4}), "cudaBoundaryModeZero ignores writes outside of the surface");
  check(yields(VALUE(surf2Dread<int>(s, i * 4, 1, cudaBoundaryModeTrap)), {3, 4}),
        "cudaBoundaryModeTrap reads what lies inside");
}

/** What a launch writes to a surface, a texture reads in the next one. */
static void together() {
  Surface line(make_cudaExtent(4, 0, 0));
  const cudaSurfaceObject_t s = line.object;
  run(4, [=] __device__(int i) { surf1Dwrite(i * i, s, i * 4); });
  cudaTextureDesc desc;
  memset(&desc, 0, sizeof desc);
  cudaResourceDesc resource = ofArray(line.array);
  cudaTextureObject_t texture = 0;
  cudaCreateTextureObject(&texture, &resource, &desc, nullptr);
  check(yields(VALUE(tex1D<int>(texture, i + 0.5f)), {0, 1, 4, 9}),
        "A texture reads what an earlier launch wrote to its array through a surface");
  cudaDestroyTextureObject(texture);
}

int main() {
  cudaMalloc(&results, 64 * sizeof(int));
  objects();
  dimensions();
  boundaries();
  together();
  cudaFree(results);
  return 0;
}
