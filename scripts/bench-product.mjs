// Compiles one product of square matrices and runs it once with every check on, outside any assignment:
//   node scripts/bench-product.mjs naive|tiled SIZE [--counters]
import { PROTOTYPE, productSource } from './lib/products.mjs';
import { at, fail } from './lib/project.mjs';

const [style, size, flag] = process.argv.slice(2);
const n = Number(size);
const source = productSource(style);
if (source === null || !Number.isInteger(n) || n < 1) fail('naive or tiled, and a size of at least 1', 2);

const { Compiler } = await import(at('dist', 'modules', 'grader', 'compile', 'index.js'));
const { RunPool } = await import(at('dist', 'modules', 'grader', 'host', 'index.js'));
const compiler = new Compiler();
const pool = new RunPool({ size: 1 });
// As grading does: its worker loads while Clang works.
pool.start();
const program = await compiler.compile(source, 'product.cu', {
  prototype: PROTOTYPE,
  heapBytes: 16 << 20,
  timeoutMs: 60_000,
});
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
    counters: flag === '--counters',
    limits: { deviceSteps: 1e10, wallMs: 60_000, hostMemoryBytes: 2 ** 26, outputBytes: 1000, launches: 1 },
  },
  { symbolize: (...request) => compiler.symbolize(...request) },
);
const out = new Float32Array(run.outputs[0]?.bytes.slice().buffer ?? new ArrayBuffer(0));
if (run.faults.length > 0 || out.length !== n * n || out.some((value) => value !== n)) fail('the product is wrong');
await Promise.all([compiler.dispose(), pool.dispose()]);
