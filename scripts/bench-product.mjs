// Compiles one product of square matrices and runs it once with every check on, outside any assignment:
//   node scripts/bench-product.mjs naive|tiled SIZE
import { at, fail } from './lib/project.mjs';

const [style, size] = process.argv.slice(2);
const n = Number(size);
const BODIES = {
  naive: `
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= n || col >= n) return;
  float sum = 0.0f;
  for (int i = 0; i < n; i++) sum += a[row * n + i] * b[i * n + col];
  out[row * n + col] = sum;`,
  tiled: `
  __shared__ float as[16][16], bs[16][16];
  int x = threadIdx.x, y = threadIdx.y, col = blockIdx.x * 16 + x, row = blockIdx.y * 16 + y;
  float sum = 0.0f;
  for (int first = 0; first < n; first += 16) {
    as[y][x] = row < n && first + x < n ? a[row * n + first + x] : 0.0f;
    bs[y][x] = first + y < n && col < n ? b[(first + y) * n + col] : 0.0f;
    __syncthreads();
    for (int i = 0; i < 16; i++) sum += as[y][i] * bs[i][x];
    __syncthreads();
  }
  if (row < n && col < n) out[row * n + col] = sum;`,
};
const body = BODIES[style];
if (!body || !Number.isInteger(n) || n < 1) fail('naive or tiled, and a size of at least 1', 2);

const { Compiler } = await import(at('dist', 'grader', 'compile', 'index.js'));
const { RunPool } = await import(at('dist', 'grader', 'record', 'index.js'));
const source = `__global__ void product(const float* a, const float* b, float* out, int n) {${body}
}
void multiply(const float* a, const float* b, float* out, int n) {
  dim3 block(16, 16), grid((n + 15) / 16, (n + 15) / 16);
  product<<<grid, block>>>(a, b, out, n);
}
`;
const compiler = new Compiler();
const pool = new RunPool({ size: 1 });
// As grading does: its worker loads while Clang works.
pool.start();
const prototype = 'void multiply(const float* a, const float* b, float* out, int n)';
const program = await compiler.compile(source, 'product.cu', { prototype, heapBytes: 16 << 20, timeoutMs: 60_000 });
if (program.status !== 'compiled') fail(JSON.stringify(program.diagnostics));
const matrix = (value) => new Uint8Array(new Float32Array(n * n).fill(value).buffer);
const run = await pool.run(
  {
    program,
    entry: 'multiply',
    args: [
      { kind: 'input', name: 'a', bytes: matrix(0.5) },
      { kind: 'input', name: 'b', bytes: matrix(2) },
      { kind: 'output', name: 'out', byteLength: 4 * n * n, type: 'f32' },
      { kind: 'scalar', name: 'n', type: 'i32', value: n },
    ],
    layoutSeed: 1,
    counters: false,
    limits: { deviceSteps: 1e10, wallMs: 60_000, hostMemoryBytes: 2 ** 26, outputBytes: 1000, launches: 1 },
  },
  { symbolize: (...request) => compiler.symbolize(...request) },
);
const out = new Float32Array(run.outputs[0]?.bytes.slice().buffer ?? new ArrayBuffer(0));
if (run.faults.length > 0 || out.length !== n * n || out.some((value) => value !== n)) fail('the product is wrong');
await Promise.all([compiler.dispose(), pool.dispose()]);
