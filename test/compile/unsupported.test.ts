import { describe, expect, it } from 'vitest';
import type { CompileResult } from '../../grader/compile/index.ts';
import { wordDiagnostic } from '../explain/facts.ts';
import { useCompiler } from './harness.ts';

const compile = useCompiler();

/** Each error as its line and the feature, or the rule where it is none. */
function told({ status, diagnostics }: CompileResult): string[] {
  expect(status).toBe('rejected');
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  for (const error of errors) expect(wordDiagnostic(error).message).toContain('this is not your mistake');
  return errors.map(({ line, rule, detail }) => `${line} ${rule === 'unsupported-feature' ? detail?.feature : rule}`);
}

describe('a library that the emulator does not have', () => {
  const libraries: readonly (readonly [header: string, feature: string])[] = [
    ['cublas_v2.h', 'cuBLAS'],
    ['curand_kernel.h', 'cuRAND'],
    ['cufft.h', 'cuFFT'],
    ['cusparse.h', 'cuSPARSE'],
    ['cusolverDn.h', 'cuSOLVER'],
    ['cudnn.h', 'cuDNN'],
    ['nppi.h', 'NPP'],
    ['nccl.h', 'NCCL'],
    ['nvtx3/nvtx3.hpp', 'NVTX'],
    ['thrust/device_vector.h', 'Thrust'],
    ['cub/cub.cuh', 'CUB'],
    ['cutlass/gemm/device/gemm.h', 'CUTLASS'],
    ['cuda/std/span', 'libcu++'],
    ['cuda_awbarrier.h', 'asynchronous copies and barriers'],
    ['tmmintrin.h', 'vector instructions of x86'],
    ['mpi.h', 'MPI'],
    ['opencv2/opencv.hpp', 'OpenCV'],
    ['GL/glew.h', 'OpenGL'],
  ];

  it('is reported once at its #include, without the errors that follow', async () => {
    const includes = libraries.map(([header], index) => `#include ${index % 2 ? `"${header}"` : `<${header}>`}\n`);
    const uses = `
__global__ void draws(curandState* states, float* out) {
  out[threadIdx.x] = curand_uniform(&states[threadIdx.x]);
}
int main() {
  cublasHandle_t handle;
  cublasCreate(&handle);
  thrust::device_vector<float> values(100, 1.0f);
  float sum = thrust::reduce(values.begin(), values.end());
  cv::Mat image = cv::imread("image.png");
  MPI_Init(nullptr, nullptr);
  return sum > 0;
}
`;
    const expected = libraries.map(([, feature], index) => `${index + 1} ${feature}`);
    expect(told(await compile(includes.join('') + uses, null))).toEqual(expected);
  });

  // Programs of `grade run` may use some; in a submission they would do the exercise.
  it.each(['emu_thrust/base.h', 'emu_cublas/gemm.h'])('has no header %s to get at it by', async (header) => {
    const { status, diagnostics } = await compile(`#include <${header}>\nint main() {}\n`, null);
    expect(status).toBe('rejected');
    expect(diagnostics).toMatchObject([{ line: 1, message: expect.stringContaining('file not found') }]);
  });

  it('does not hide a mistake that stands before it', async () => {
    const source = 'int first = undeclared;\n#include <cufft.h>\ncufftHandle plan;\nint main() {}\n';
    const { diagnostics } = await compile(source, null);
    expect(diagnostics.map(({ line, rule }) => `${line} ${rule}`)).toEqual([
      '1 compile-error',
      '2 unsupported-feature',
    ]);
  });
});

it('is reported once at its first use if no header declares it', async () => {
  const source = `texture<float, 2> reference;
__global__ void reads(cudaTextureObject_t image, float* out) {
  out[0] = tex2D<float>(image, 0.5f, 0.5f);
  out[1] = tex2D(reference, 0.5f, 0.5f);
}
__global__ void cluster(int* out) { __cluster_barrier_arrive_relaxed(); }
int main() {
  cluster<<<2, 1>>>(nullptr);
  cudaUserObject_t object;
  cudaGraphDebugDotPrint(nullptr, "graph.dot", 0);
  cudaMemPoolCreate(nullptr, nullptr);
  cudaIpcMemHandle_t shared;
  cudaArray_t array;
}
`;
  expect(told(await compile(source, null))).toEqual([
    '1 texture references',
    '6 a rarer function of thread block clusters',
    '9 a rarer part of CUDA graphs',
    '11 memory pools',
    '12 memory shared between processes',
  ]);
});

it('is also reported by the names of its settings', async () => {
  const source = `int main() {
  int format = cudaResViewFormatFloat1;
  cudaMemAccessDesc access;
  cudaExternalSemaphoreSignalNodeParams node;
}
`;
  expect(told(await compile(source, null))).toEqual(['2 textures', '3 memory pools', '4 a rarer part of CUDA graphs']);
});

it('is reported for a kernel that waits for or starts its neighbor', async () => {
  const source = `__global__ void waits() { cudaGridDependencySynchronize(); }
__global__ void starts() { cudaTriggerProgrammaticLaunchCompletion(); }
int main() {
  starts<<<1, 1>>>();
  waits<<<1, 1>>>();
}
`;
  expect(told(await compile(source, null))).toEqual(['1 programmatic dependent launch']);
});

it('is reported once for tensor maps', async () => {
  const map = '__global__ void copies(const __grid_constant__ CUtensorMap map) {}\nint main() {}\n';
  expect(told(await compile(map, null))).toEqual(['1 the tensor memory accelerator (TMA)']);
});

describe('threads of the host', () => {
  const ways: readonly (readonly [how: string, line: string, told: string])[] = [
    ['a thread', 'std::thread one([] {}); one.join();', '5 std::thread'],
    ['threads in a vector', 'std::vector<std::thread> all; all.emplace_back([] {});', '5 std::thread'],
    ['a thread without its namespace', 'using namespace std; thread one([] {});', '5 std::thread'],
    ['a task', 'auto five = std::async(std::launch::async, [] { return 5; });', '5 std::async'],
    ['a thread of POSIX', 'pthread_t one; pthread_create(&one, nullptr, nullptr, nullptr);', '5 pthread_create'],
  ];
  const program = (line: string) =>
    `#include <future>\n#include <thread>\n#include <vector>\nint main() {\n${line}\n}\n`;

  it.each(ways)('are reported where %s is started', async (_, line, expected) => {
    expect(told(await compile(program(line), null))).toEqual([expected]);
  });

  // Programs in the style of "CUDA by Example" have such functions in a header of their own.
  it('are no matter in functions that nothing calls', async () => {
    const helpers = `#include <pthread.h>
pthread_t starts(void *(*task)(void *), void *data) {
  pthread_t thread;
  pthread_create(&thread, NULL, task, data);
  return thread;
}
void ends(pthread_t thread) { pthread_cancel(thread); }
int main() {
  puts("pthread_create");
  pthread_exit(nullptr);
}
`;
    const { status, diagnostics } = await compile(`#include <cstdio>\n${helpers}`, null);
    expect(diagnostics).toEqual([]);
    expect(status).toBe('compiled');
  });

  it('are no matter where a program only asks for them', async () => {
    const asks =
      'unsigned int thread = std::thread::hardware_concurrency(); std::this_thread::yield(); return thread > 99;';
    const { diagnostics } = await compile(program(asks), null);
    expect(diagnostics).toEqual([]);
  });
});
