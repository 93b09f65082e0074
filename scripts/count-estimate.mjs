// `node scripts/count-estimate.mjs`: counts, on the emulator, the launches whose times on an H200 are known, and writes them to
// test/fixtures/estimate/launches.json: what grader/timing/estimate/ is held to without a GPU.
import { readFileSync, writeFileSync } from 'node:fs';
import { at, ensureDependencies, fail, runNpm } from './lib/project.mjs';

ensureDependencies();
if (runNpm(['run', '--silent', 'build']) !== 0) fail('the build failed');
const { Compiler } = await import(at('dist', 'modules', 'grader', 'compile', 'index.js'));
const { RunPool } = await import(at('dist', 'modules', 'grader', 'host', 'index.js'));

const fixture = (...path) => readFileSync(at('test', 'fixtures', ...path), 'utf8');
const kernels = fixture('gpu', 'counter-kernels.cu');
const profiled = JSON.parse(fixture('gpu', 'h200-counters.json'));

/** Medians of 31 on an H200 with CUDA 13.0, and the grids that they were measured with. */
const N = 2048;
const product = (name, tile, ms) => ({
  name: `${name}, ${tile} × ${tile}`,
  grid: [N / tile, N / tile, 1],
  scale: (N / tile) ** 2 / 4,
  bufferBytes: 3 * 4 * N * N,
  ms,
});
const gray = (name, grid, ms) => ({ name, grid, scale: 32, bufferBytes: 4 * 8192 * 8192, ms });
const TIMED = [
  product('naive', 16, 3.14),
  product('naive', 32, 2.78),
  product('x and y swapped', 16, 17.7),
  product('x and y swapped', 32, 35.3),
  product('tiled', 16, 2.12),
  product('tiled', 32, 1.86),
  product('tiled, padded', 16, 2.77),
  product('tiled, padded', 32, 2.39),
  product('tiled, bank conflicts', 32, 11.8),
  gray('grayscale, 256 threads', [262_144, 1, 1], 0.189),
  gray('grayscale, 16 × 16', [512, 512, 1], 0.225),
  gray('grayscale, a row a thread', [32, 1, 1], 5.87),
];

const compiler = new Compiler();
const pool = new RunPool({ size: 1 });
const small = await count(kernels);
const large = await count(
  fixture('estimate', 'lecture-kernels.cu').replace(
    '#include "counter-kernels.cuh"',
    kernels.slice(0, kernels.indexOf('static int cdiv')),
  ),
);
await Promise.all([compiler.dispose(), pool.dispose()]);
if (small.length !== profiled.length || large.length !== TIMED.length) fail('other launches than were measured');

const launches = [
  ...TIMED.map(({ name, grid, scale, bufferBytes, ms }, index) => ({
    name,
    source: 'timed',
    measuredMs: ms,
    ...scaled(large[index], scale),
    grid,
    bufferBytes,
  })),
  ...profiled.map(({ kernel, nanoseconds }, index) => ({
    name: `${index} ${kernel.replace(/^void |\(.*$/g, '')}`,
    source: 'profiled',
    measuredMs: nanoseconds / 1e6,
    ...small[index],
  })),
];
const lines = launches.map((launch) => JSON.stringify(launch)).join(',\n');
writeFileSync(at('test', 'fixtures', 'estimate', 'launches.json'), `[\n${lines}\n]\n`);
console.error(`${launches.length} launches in test/fixtures/estimate/launches.json`);

async function count(source) {
  const options = { prototype: null, heapBytes: 64 << 20, timeoutMs: 60_000 };
  const program = await compiler.compile(source, 'kernels.cu', options);
  if (program.status !== 'compiled') fail(JSON.stringify(program.diagnostics));
  const limits = { deviceSteps: 1e9, wallMs: 500_000, hostMemoryBytes: 2 ** 26, outputBytes: 1000, launches: 50 };
  const run = await pool.run(
    { program, entry: 'main', args: [], layoutSeed: 1, counters: true, limits },
    { symbolize: (...request) => compiler.symbolize(...request) },
  );
  if (run.host.status !== 'returned' || run.host.value !== 0) fail(JSON.stringify(run.host));
  return run.launches.map(({ grid, block, outcome }) => ({
    grid,
    block,
    sharedBytes: outcome.sharedBytes,
    ...outcome.cost,
    sites: outcome.siteCounters.map(({ counters }) => counters),
  }));
}

/** As many blocks as were measured, all alike. `stores` is no count. */
function scaled({ steps, sites, ...launch }, by) {
  const site = (counters) =>
    Object.fromEntries(Object.entries(counters).map(([name, count]) => [name, name === 'stores' ? count : count * by]));
  return { ...launch, steps: steps * by, sites: sites.map(site) };
}
