import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fitsAnyLaunch } from '../../../grader/authoring/mutate/any-launch.ts';
import { makeMutants } from '../../../grader/authoring/mutate/mutants.ts';
import { OPERATORS } from '../../../grader/authoring/mutate/operators/index.ts';
import { Compiler } from '../../../grader/compile/index.ts';
import { buildTree } from '../../../grader/syntax/build-tree.ts';
import type { SyntaxNode } from '../../../grader/syntax/tree.ts';

/** Every operator on its own few lines: what each of its bugs makes of the lines that it changes. */
const CASES: readonly { operator: string; source: string; bugs: readonly string[] }[] = [
  {
    operator: 'drop-guard',
    source: `__device__ void f(const float* x, float* y, int n, int i) {
      if (i < n) y[i] = 2.0f;
      if (i >= n) return;
      y[i] = i > 0 ? x[i - 1] : 0.0f;
    }
    void onHost(int n) { if (n > 0) cudaDeviceSynchronize(); }`,
    bugs: ['y[i] = 2.0f;', '', 'y[i] = x[i - 1];'],
  },
  {
    operator: 'weaken-guard',
    source: '__device__ void f(float* y, int r, int c, int h, int w) {\nif (r < h && (c < w)) y[r * w + c] = 0;\n}',
    bugs: ['if (r < h) y[r * w + c] = 0;', 'if ((c < w)) y[r * w + c] = 0;'],
  },
  {
    operator: 'confuse-and-or',
    source: '__device__ bool f(int r, int c, int h, int w) {\nreturn r >= h || c >= w;\n}',
    bugs: ['return r >= h && c >= w;'],
  },
  {
    operator: 'shift-bound',
    source: `__device__ void f(float* y, int n) {
      for (int i = 0; i < n; i++) if (i >= 3) y[i] = 0;
    }
    bool onHost(int n) { return n < 3; }`,
    bugs: ['for (int i = 0; i <= n; i++) if (i >= 3) y[i] = 0;', 'for (int i = 0; i < n; i++) if (i > 3) y[i] = 0;'],
  },
  {
    operator: 'swap-axis',
    source: '__global__ void f(int* y) {\n*y = blockIdx . x + threadIdx.y + blockDim.z;\n}',
    bugs: ['*y = blockIdx.y + threadIdx.y + blockDim.z;', '*y = blockIdx . x + threadIdx.x + blockDim.z;'],
  },
  {
    operator: 'swap-axes',
    source: `__global__ void f(int* y, int w) {
      y[threadIdx.y * w + threadIdx.x] = 1;
    }
    __global__ void flat(int* y) { y[threadIdx.x] = 1; }`,
    bugs: ['y[threadIdx.x * w + threadIdx.y] = 1;'],
  },
  {
    operator: 'swap-dimensions',
    source: 'void f(int w, int h) {\ndim3 grid(w, h / 2), block(16, 16);\n(void)grid, (void)block;\n}',
    bugs: ['dim3 grid(h / 2, w), block(16, 16);'],
  },
  {
    operator: 'swap-indices',
    source: '__device__ float f(const float (*a)[8], int i, int j) {\nreturn a[i][j];\n}',
    bugs: ['return a[j][i];'],
  },
  {
    operator: 'swap-arguments',
    source: `__global__ void f(float* y, int h, int w) {}
    void launch(float* y, int h, int w) {
      f<<<1, 32>>>(y, h, w);
    }`,
    bugs: ['f<<<1, 32>>>(y, w, h);'],
  },
  {
    operator: 'shift-index',
    source: '__global__ void f(float* y) {\nint i = blockIdx.x * 32 + threadIdx.x;\ny[i] = 0;\n}',
    bugs: ['int i = blockIdx.x * 32 + threadIdx.x + 1;', 'y[i + 1] = 0;'],
  },
  {
    operator: 'shift-loop',
    source:
      '__device__ void f(float* y, int n) {\nfor (int i = 0; i < n; i++) y[i] = 0;\nfor (int i = n; i > 0; i--) y[i] = 0;\n}',
    bugs: [
      'for (int i = 1; i < n; i++) y[i] = 0;',
      'for (int i = 0; i < n - 1; i++) y[i] = 0;',
      'for (int i = n + 1; i > 0; i--) y[i] = 0;',
      'for (int i = n; i > 0 + 1; i--) y[i] = 0;',
    ],
  },
  {
    operator: 'wrong-step',
    source:
      '__device__ void f(float* y, int n) {\nfor (int i = 0; i < n; i += 32) y[i] = 0;\nfor (int i = n; i > 0; i >>= 1) y[i] = 0;\n}',
    bugs: ['for (int i = 0; i < n; i++) y[i] = 0;', 'for (int i = n; i > 0; i--) y[i] = 0;'],
  },
  {
    operator: 'drop-term',
    source: '__device__ float f(const float* x, int i, int n) {\nreturn x[i + n];\n}',
    bugs: ['return x[i];', 'return x[n];'],
  },
  {
    operator: 'drop-factor',
    source: '__device__ float f(const float* x, int r, int w, int n) {\nreturn x[r * w] + x[2 * n];\n}',
    bugs: ['return x[r] + x[2 * n];', 'return x[r * w] + x[n];'],
  },
  {
    operator: 'wrong-stride',
    source: '__device__ float f(const float* x, int r, int h, int w) {\nreturn r < h ? x[r * w] : 0;\n}',
    bugs: [
      'return h < h ? x[r * w] : 0;',
      'return r < w ? x[r * w] : 0;',
      'return r < h ? x[h * w] : 0;',
      'return r < h ? x[r * r] : 0;',
    ],
  },
  {
    operator: 'plus-minus',
    source: '__device__ float f(const float* x, int i, int n) {\nreturn x[i + 1] - x[(n - 1) / 2];\n}',
    bugs: ['return x[i + 1] + x[(n - 1) / 2];', 'return x[i - 1] - x[(n - 1) / 2];'],
  },
  {
    operator: 'floor-division',
    source: `#define CUT 16
    int up(int n, int b) {
      int one = (n + b - 1) / b;
      int two = (n - 1) / b + 1;
      int three = (n + 15) / 16;
      int four = n / b + (n % b != 0);
      int five = (n + CUT - 1) / CUT;
      int six = (n + 3) / b;
      return one + two + three + four + five + six;
    }`,
    bugs: ['int one = n / b;', 'int two = n / b;', 'int three = n / 16;', 'int four = n / b;', 'int five = n / CUT;'],
  },
  {
    operator: 'fixed-grid',
    source: `__global__ void f() {}
    void launch(int n, int w) {
      dim3 block(16, 8), grid((w + 15) / 16, (n + 7) / 8), flat((n + 127) / 128, 1), four(2, 2);
      int blocks = (n + 255) / 256;
      f<<<grid, block>>>();
      f<<<flat, 128>>>();
      f<<<blocks, 256>>>();
      f<<<(n - 1) / 64 + 1, 64>>>();
      f<<<dim3(w, n), 1>>>();
      f<<<four, 256>>>();
      f<<<1024, 256>>>();
    }`,
    bugs: [
      'f<<<dim3(16, 16), block>>>();',
      'f<<<256, 128>>>();',
      'f<<<256, 256>>>();',
      'f<<<256, 64>>>();',
      'f<<<dim3(16, 16), 1>>>();',
    ],
  },
  {
    operator: 'halve-block',
    source: `#define SIDE 16
    __global__ void f() {}
    void launch(int n) {
      dim3 block(SIDE, 8);
      f<<<n, block>>>();
      f<<<n, 256>>>();
    }
    void launchTwice(int n) {
      dim3 block(16, 16);
      f<<<(n + block.x - 1) / block.x, block>>>();
    }`,
    bugs: ['dim3 block(SIDE / 2, 8);', 'dim3 block(SIDE, 4);', 'f<<<n, 128>>>();'],
  },
  {
    operator: 'smaller-tile',
    source: `#define SIDE 16
    __global__ void f(float* y) {
      __shared__ float a[SIDE][SIDE + 1];
      for (int i = 0; i < SIDE; i++) a[i][0] = y[i];
      *y = a[1][0];
    }`,
    bugs: [
      '__shared__ float a[SIDE - 1][SIDE + 1];',
      '__shared__ float a[SIDE][SIDE + 1 - 1];',
      'for (int i = 0; i < SIDE / 2; i++) a[i][0] = y[i];',
    ],
  },
  {
    operator: 'drop-barrier',
    source: '__global__ void f() {\n__syncthreads();\n__syncwarp();\n}',
    bugs: ['', ''],
  },
  {
    operator: 'move-barrier',
    source: `__global__ void f(float* y, int n) {
      for (int i = 0; i < n; i++) {
        y[0] = 1;
        __syncthreads();
        if (n) y[1] = 2;
      }
    }`,
    bugs: [
      '__syncthreads();\ny[0] = 1;',
      'if (n) y[1] = 2;\n__syncthreads();',
      'if (n) { y[1] = 2; __syncthreads(); }',
      'if (n) y[1] = 2;\n}\n__syncthreads();',
    ],
  },
  {
    operator: 'drop-atomic',
    source: `__global__ void f(int* y, int* at) {
      atomicAdd(&y[0], 2);
      int old = atomicAdd(at, 1);
      atomicMax(y, old);
    }`,
    bugs: ['y[0] += 2;', 'int old = (*(at) += 1) - (1);', '*(y) = max(*(y), old);'],
  },
  {
    operator: 'drop-start',
    source: `__global__ void f(float* y) {
      float sum = 0.0f, all[2] = {0, 0};
      y[0] = 0;
      for (int i = 0; i < 2; i++) sum += all[i];
    }`,
    bugs: ['float sum, all[2] = {0, 0};', 'float sum = 0.0f, all[2];', ''],
  },
  {
    operator: 'drop-fill',
    source: '__global__ void f(const float* x, float* y, int n) {\ny[0] = (n > 3) ? x[3] : 0.0f;\n}',
    bugs: ['if (n > 3) y[0] = x[3];'],
  },
  { operator: 'overwrite-sum', source: '__device__ void f(float* y) {\n*y += 2;\n}', bugs: ['*y = 2;'] },
  {
    operator: 'subtract-sum',
    source: '__device__ void f(float* y, float a, int i) {\n*y += a * a;\ny[i * 2] = a;\n}',
    bugs: ['*y -= a * a;', '*y += a + a;'],
  },
  {
    operator: 'wrong-constant',
    source:
      '__device__ float f(float r, float g) {\nreturn 0.5f * r + 0.25f * g;\n}\n__constant__ float c[1] = {2.0f};',
    bugs: [
      'return 0.45f * r + 0.25f * g;',
      'return 0.25f * r + 0.5f * g;',
      'return 0.5f * r + 0.225f * g;',
      '__constant__ float c[1] = {1.8f};',
    ],
  },
  {
    operator: 'wrong-identity',
    source: '__device__ float f(const float* x, int n) {\nfloat best = -INFINITY;\nreturn n ? x[0] : -INFINITY;\n}',
    bugs: ['float best = 0.0f;', 'return n ? x[0] : 0;'],
  },
  {
    operator: 'wrong-type',
    source: '__device__ float f() {\nconst float a = 0.5f; int b = 1;\nfloat c = b;\nreturn a + c;\n}',
    bugs: ['const int a = 0.5f; int b = 1;'],
  },
  {
    operator: 'drop-cast',
    source: 'int f(int n, int b) {\nreturn ceil(n / (float)b);\n}',
    bugs: ['return ceil(n / b);'],
  },
  {
    operator: 'confuse-min-max',
    source: '__device__ int f(int a, int b) {\nreturn min(a, b);\n}',
    bugs: ['return max(a, b);'],
  },
  {
    operator: 'drop-copy',
    source: `#define CHECK(call) do { cudaError_t e = (call); if (e) return; } while (0)
    void f(float* d, const float* h) {
      CHECK(cudaMemcpy(d, h, 4, cudaMemcpyHostToDevice));
      cudaMemset(d, 0, 4);
    }`,
    bugs: ['', ''],
  },
  {
    operator: 'reverse-copy',
    source: 'void f(float* d, const float* h) {\ncudaMemcpy(d, h, 4, cudaMemcpyHostToDevice);\n}',
    bugs: ['cudaMemcpy(d, h, 4, cudaMemcpyDeviceToHost);'],
  },
  {
    operator: 'bytes-or-elements',
    source: 'void f(float** d, int n) {\ncudaMalloc(d, n * sizeof(float));\n}',
    bugs: ['cudaMalloc(d, n);'],
  },
  {
    operator: 'drop-synchronize',
    source: 'float f(float* d) {\ncudaMallocManaged(&d, 4);\ncudaDeviceSynchronize();\nreturn *d;\n}',
    bugs: [''],
  },
];

/** All of them as one program, each in a namespace: Clang reads it once. */
const PROGRAM = CASES.map(({ source }, index) => `namespace case${index} {\n${source}\n}\n`);
const whole = PROGRAM.join('');
/** 1-based line on which each begins. */
const firstLines = PROGRAM.map((_, index) => PROGRAM.slice(0, index).join('').split('\n').length + 1);

let compiler: Compiler;
let tree: SyntaxNode;
const treeOf = async (source: string): Promise<SyntaxNode> => {
  const json = await compiler.syntaxTree(source, 'x.cu', { prototype: null });
  if (json === null) throw new Error(`it does not compile: ${source}`);
  return buildTree(json, source, 'x.cu');
};
beforeAll(async () => {
  compiler = new Compiler();
  tree = await treeOf(whole);
}, 120_000);
afterAll(() => compiler.dispose());

test('every operator has a case, a description and the mistake it imitates', () => {
  expect(CASES.map(({ operator }) => operator).sort()).toEqual(OPERATORS.map(({ name }) => name).sort());
  for (const { name, about, imitates } of OPERATORS) {
    expect(name).toMatch(/^[a-z]+(?:-[a-z]+)*$/);
    expect(about.length, name).toBeGreaterThan(10);
    expect(imitates, name).toMatch(/^[a-z].*[^.]$/);
  }
});

test.each(CASES.map((one, index) => ({ ...one, first: firstLines[index] ?? 1 })))(
  '$operator',
  ({ operator, source, bugs, first }) => {
    const lines = source.split('\n');
    const own = OPERATORS.filter(({ name }) => name === operator);
    const mutants = makeMutants({ file: 'x.cu', source: whole, tree }, own).filter(
      ({ line }) => line >= first && line < first + lines.length,
    );
    expect(mutants.map(({ after }) => after)).toEqual(bugs);
    for (const { before, line } of mutants) {
      const there = lines.slice(line - first).map((text) => text.trim());
      expect(there.join('\n')).toContain(before);
    }
  },
);

describe('a source', () => {
  const bounds = OPERATORS.filter(({ name }) => name === 'shift-bound');
  const bugsOf = async (source: string): Promise<string[]> =>
    makeMutants({ file: 'x.cu', source, tree: await treeOf(source) }, bounds).map(({ after }) => after);

  test('with letters of more than one byte keeps its places', async () => {
    const source = '// Größe 🙂\n__device__ bool f(int a, int b) { /* für */ return a < b; }';
    expect(await bugsOf(source)).toEqual(['__device__ bool f(int a, int b) { /* für */ return a <= b; }']);
  });

  test('with templates is changed once, as it is written', async () => {
    const source = `template <int N> __device__ bool f(int a) { return a < N; }
    __global__ void k(bool* y) { *y = f<3>(1) && f<4>(2); }`;
    expect(await bugsOf(source)).toEqual(['template <int N> __device__ bool f(int a) { return a <= N; }']);
  });

  test('with macros is changed where something is given to them, not inside them', async () => {
    const source = `#define SMALLER(a, b) ((a) < (b))
    #define SAME(x) (x)
    __device__ bool f(int a, int b) { return SMALLER(a, b); }
    __device__ bool g(int a, int b) { return SAME(a > b); }`;
    expect(await bugsOf(source)).toEqual(['__device__ bool g(int a, int b) { return SAME(a >= b); }']);
  });

  test('with square blocks alone keeps blockDim as it is', async () => {
    const axis = OPERATORS.filter(({ name }) => name === 'swap-axis');
    const source = (block: string): string =>
      `__global__ void k(int* y) { *y = blockDim.x; }\nvoid f(int* y) { dim3 b(${block}); k<<<1, b>>>(y); k<<<1, dim3(8, 8)>>>(y); }`;
    const bugsIn = async (text: string): Promise<number> =>
      makeMutants({ file: 'x.cu', source: text, tree: await treeOf(text) }, axis).length;
    expect(await bugsIn(source('16, 16'))).toBe(0);
    expect(await bugsIn(source('16, 8'))).toBe(1);
  });

  test.each([
    [true, 'for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) y[i] = p[i];'],
    [
      true,
      'for (size_t i = threadIdx.x + (size_t)blockDim.x * blockIdx.x; i < n; i += blockDim.x * gridDim.x) { y[i] = 1; }',
    ],
    [
      true,
      `for (int r = blockIdx.y * blockDim.y + threadIdx.y; r < n; r += gridDim.y * blockDim.y) {
         for (int c = blockIdx.x * blockDim.x + threadIdx.x; c < n; c += gridDim.x * blockDim.x) { y[r * n + c] = 1; }
       }`,
    ],
    [false, 'for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x) y[i] = p[i];'],
    [false, 'for (int i = blockIdx.x * blockDim.x; i < n; i += gridDim.x * blockDim.x) y[i + threadIdx.x] = 1;'],
    [false, 'for (int i = blockIdx.x * blockDim.x + threadIdx.y; i < n; i += gridDim.x * blockDim.x) y[i] = 1;'],
    [false, 'int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) y[i] = p[i];'],
    [
      false,
      'int s = 0; for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) s += p[i]; y[0] = s;',
    ],
    [
      false,
      'for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) { if (y[i]) return; y[i] = 1; }',
    ],
    [
      false,
      'for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) { y[i] = n; n = n - 1; }',
    ],
    [
      false,
      'for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) { y[i] = 1; i += 1; }',
    ],
    [
      false,
      'for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) y[i] = __shfl_sync(~0u, i, 0);',
    ],
  ])('fits launches of any size: %s for %s', async (fits, body) => {
    const source = `__global__ void k(int* y, const int* p, int n) {\n${body}\n}\nvoid f(int* y, int* p, int n) { k<<<64, 256>>>(y, p, n); }`;
    const tree = await treeOf(source);
    expect(fitsAnyLaunch(tree)).toBe(fits);
    const halved = OPERATORS.filter(({ name }) => name === 'halve-block');
    const made = makeMutants({ file: 'x.cu', source, tree }, halved);
    expect(made.map(({ isLaunchOnly }) => isLaunchOnly)).toEqual([fits, fits]);
  });

  test('that includes large headers has a tree', async () => {
    const source = [
      '#include <cooperative_groups/reduce.h>',
      'namespace cg = cooperative_groups;',
      '__global__ void k(int* y) {',
      '  auto warp = cg::tiled_partition<32>(cg::this_thread_block());',
      '  y[0] = cg::reduce(warp, 1, cg::plus<int>());',
      '}',
    ].join('\n');
    expect(await treeOf(source)).toMatchObject({ kind: 'TranslationUnitDecl' });
  });

  test('that does not compile has no tree', async () => {
    expect(await compiler.syntaxTree('__global__ void k( {', 'x.cu', { prototype: null })).toBeNull();
  });
});
