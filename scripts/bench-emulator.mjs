// The emulator alone, all checks on: the naive and the tiled product on one core and on several, against Numba's CUDA
// simulator where that is installed (Debian: python3-numba). Prints Markdown.
//   node scripts/bench-emulator.mjs [--runs 5] [--size 512] [--cores 2]
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { PROTOTYPE, productAccesses, productSource } from './lib/products.mjs';
import { at, fail, say } from './lib/project.mjs';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    size: { type: 'string', default: '512' },
    cores: { type: 'string', default: String(availableParallelism()) },
  },
});
const [runs, n, cores] = [Number(values.runs), Number(values.size), Number(values.cores)];
if (![runs, n, cores].every((value) => Number.isInteger(value) && value >= 1) || n % 16 !== 0)
  fail('--runs, --size (a multiple of 16) and --cores take numbers of at least 1', 2);
/** Of the product in Numba's simulator, which takes seconds for 64. */
const NUMBA_SIZE = 48;

const { Compiler } = await import(at('dist', 'modules', 'grader', 'compile', 'index.js'));
const { createEmulator } = await import(at('dist', 'modules', 'grader', 'device', 'emulator', 'index.js'));
const { ThreadHelpers } = await import(at('dist', 'modules', 'grader', 'host', 'helpers.js'));
const { keepBusy, sharedCores } = await import(at('dist', 'modules', 'grader', 'platform', 'threads', 'cores.js'));

const compiler = new Compiler();
const rows = [];
const nsPerAccess = {};
for (const style of ['naive', 'tiled']) {
  const program = await compiled(style);
  const [one, several] = [await measure(program, 1), await measure(program, cores)];
  const ns = (ms) => (ms * 1e6) / productAccesses(style, n);
  nsPerAccess[style] = ns(one.cpuMs);
  for (const [count, { first, wall, cpuMs, busiest }] of [
    [1, one],
    [cores, several],
  ])
    rows.push(
      [
        `${style}, ${count} ${count === 1 ? 'core' : 'cores'}`,
        ...[first, wall, cpuMs, busiest].map((ms) => ms.toFixed(0)),
        ns(cpuMs).toFixed(2),
        (one.wall / wall).toFixed(2),
        (one.busiest / busiest).toFixed(2),
      ].join(' | '),
    );
  say(`${style}: ${one.wall.toFixed(0)} ms on one core, ${several.wall.toFixed(0)} ms on ${cores}`);
}
await compiler.dispose();

console.log(
  [
    `Products of ${n} × ${n} matrices, medians of ${runs} launches in one process. Node ${process.versions.node}, ` +
      `${process.platform} ${process.arch}, ${cpus().length} cores, ${cpus()[0]?.model ?? 'unknown processor'}, ` +
      `load average ${loadavg()[0]?.toFixed(1)}.`,
    '',
    '| product | first launch, ms | launch, ms | processor time of all threads, ms | of the busiest thread, ms | of all an access, ns | times as fast as one core | by the busiest thread |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
    ...rows.map((row) => `| ${row} |`),
    '',
    numbaLine(),
    '',
  ].join('\n'),
);
process.exit();

async function compiled(style) {
  const options = { prototype: PROTOTYPE, heapBytes: 12 * n * n, timeoutMs: 60_000 };
  const result = await compiler.compile(productSource(style), 'product.cu', options);
  if (result.status !== 'compiled') fail(JSON.stringify(result.diagnostics));
  return result.device;
}

/** Launches on so many cores; the first one finds neither optimised code nor helpers. */
async function measure(program, count) {
  const shared = sharedCores(count, 1);
  keepBusy(shared, 1);
  const helpers = new ThreadHelpers(shared);
  const module = await WebAssembly.compile(program.wasm);
  const launch = launcher(program, module, helpers);
  const first = launch();
  // V8 goes on optimising for a moment.
  await sleep(500);
  const samples = [];
  for (let run = 0; run < runs; run++) {
    samples.push(launch());
    await sleep(20);
  }
  await helpers.dispose();
  const middle = (of) => median(samples.map(of));
  return {
    first: first.ms,
    wall: middle(({ ms }) => ms),
    cpuMs: middle(({ cpuMs }) => cpuMs),
    busiest: middle(({ busiest }) => busiest),
  };
}

function launcher(program, module, helpers) {
  const device = createEmulator(program, { layoutSeed: 1, deviceSteps: 1e12, module, partition: { helpers } });
  const matrix = (value) => new Uint8Array(new Float32Array(n * n).fill(value).buffer);
  const [a, b, out] = ['a', 'b', 'out'].map((label) =>
    device.alloc(4 * n * n, label, label === 'out' ? 'output' : 'input'),
  );
  device.write(a, matrix(0.5));
  device.write(b, matrix(2));
  const [kernel] = program.kernels;
  const args = new Uint8Array(kernel.argumentBytes);
  for (const [index, value] of [a, b, out, n].entries())
    new DataView(args.buffer).setUint32(kernel.parameters[index].offset, value, true);
  const grid = [n / 16, n / 16, 1];
  return () => {
    const before = threadTimes();
    const started = performance.now();
    const { error } = device.launch({
      ...{ kernel: kernel.mangled, grid, block: [16, 16, 1], dynamicSharedBytes: 0, args, counters: false },
    });
    const ms = performance.now() - started;
    const worked = [...threadTimes()].map(([thread, time]) => time - (before.get(thread) ?? 0));
    const result = new Uint8Array(4 * n * n);
    device.read(out, result);
    const isRight = new Float32Array(result.buffer).every((value) => value === n);
    if (error !== 0 || !isRight || device.takeFaults().length > 0) fail('the product is wrong');
    return { ms, cpuMs: worked.reduce((sum, time) => sum + time, 0), busiest: Math.max(...worked) };
  };
}

/** Processor time of each of this process's threads, milliseconds; Linux alone tells. */
function threadTimes() {
  const times = new Map();
  for (const thread of existsSync('/proc/self/task') ? readdirSync('/proc/self/task') : []) {
    try {
      times.set(thread, Number(readFileSync(`/proc/self/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e6);
    } catch {
      // It has ended meanwhile.
    }
  }
  return times;
}

/** Accesses a second against Numba's simulator, on one core each. */
function numbaLine() {
  const run = spawnSync('/usr/bin/python3', [at('scripts', 'lib', 'numba-product.py'), String(NUMBA_SIZE)], {
    encoding: 'utf8',
    env: { ...process.env, NUMBA_ENABLE_CUDASIM: '1' },
  });
  if (run.status !== 0) return "Numba's CUDA simulator: skipped, python3-numba is not installed.";
  const numbaNs = (Number(run.stdout) * 1e9) / productAccesses('naive', NUMBA_SIZE);
  const times = Math.round(numbaNs / nsPerAccess.naive);
  return (
    `Numba's CUDA simulator takes ${numbaNs.toFixed(0)} ns an access for the naive product (${NUMBA_SIZE} × ` +
    `${NUMBA_SIZE}, best of 3), which is ${times} times as long as here on one core.`
  );
}

function median(numbers) {
  const sorted = [...numbers].sort((x, y) => x - y);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
