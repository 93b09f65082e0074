// `npm run bench`: whole processes, cold, medians of several runs. Prints Markdown; `--out FILE` writes it too.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { at, ensureDependencies, fail, root, runNpm, say } from './lib/project.mjs';

const { values } = parseArgs({ options: { out: { type: 'string' }, runs: { type: 'string', default: '5' } } });
const runs = Number(values.runs);
if (!Number.isInteger(runs) || runs < 1) fail('--runs takes a number of at least 1', 2);

ensureDependencies();
if (runNpm(['run', '--silent', 'build']) !== 0) fail('the build failed');

const grade = at('dist', 'grader', 'cli', 'bin.js');
const scratch = mkdtempSync(join(tmpdir(), 'grade-bench-'));
// Loaded into the measured process: its peak memory, all threads included, is only known to itself.
const probe = join(scratch, 'probe.mjs');
writeFileSync(
  probe,
  `import { writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
if (isMainThread) process.on('exit', () => writeFileSync(process.env.GRADE_BENCH_RSS, String(process.resourceUsage().maxRSS)));
`,
);

const product = at('scripts', 'bench-product.mjs');
let files = 0;

/** @type {{ name: string; aim: string; args: string[]; status: number; script?: string; env?: Record<string, string>; before?: () => void; warm?: boolean }[]} */
const measurements = [
  { name: 'grade --help', aim: '80 ms', args: ['--help'], status: 0 },
  { name: 'grade list', aim: '', args: ['list'], status: 0 },
  ...['grayscale', 'matmul-2d', 'matmul-tiled'].flatMap((id) =>
    [
      { name: `grade submit ${id}, first run ever`, env: { GRADE_CACHE_DIR: 'off' } },
      { name: `grade submit ${id}, a new file later`, env: { GRADE_CACHE_DIR: join(scratch, 'cache') } },
    ].map(({ name, env }) => ({
      name,
      env,
      aim: '1.3 s, 450 MB',
      args: ['submit', id, join(scratch, `${id}.cu`), '--nvcc', 'off', '--report-dir', join(scratch, id)],
      status: 0,
      // What the cache holds is about the assignment: this very file was never graded.
      before: () =>
        writeFileSync(join(scratch, `${id}.cu`), `${readFileSync(firstAccepted(id), 'utf8')}// ${++files}\n`),
      warm: env.GRADE_CACHE_DIR !== 'off',
    })),
  ),
  { name: '512 × 512 × 512, naive: compile and run', aim: '3 s', script: product, args: ['naive', '512'], status: 0 },
  { name: '512 × 512 × 512, tiled: compile and run', aim: '4 s', script: product, args: ['tiled', '512'], status: 0 },
  ...['naive', 'tiled'].map((style) => ({
    name: `512 × 512 × 512, ${style}, counted: compile and run`,
    aim: '4 times the same without',
    script: product,
    args: [style, '512', '--counters'],
    status: 0,
  })),
];

const rows = [];
for (const measurement of measurements) {
  if (measurement.warm) measure(measurement);
  const samples = Array.from({ length: runs }, () => measure(measurement));
  const ms = median(samples.map((sample) => sample.ms));
  const mib = median(samples.map((sample) => sample.mib));
  say(`${measurement.name}: ${ms.toFixed(0)} ms, ${mib.toFixed(0)} MiB`);
  rows.push(`| ${measurement.name} | ${ms.toFixed(0)} | ${mib.toFixed(0)} | ${measurement.aim} |`);
}
for (const id of ['grayscale', 'matmul-2d', 'matmul-tiled']) {
  const ms = median(await watched(id));
  say(`grade submit ${id} --watch: ${ms.toFixed(0)} ms from save to verdict`);
  rows.push(`| grade submit ${id} --watch, from save to verdict | ${ms.toFixed(0)} | | 800 ms |`);
}
rmSync(scratch, { recursive: true, force: true });
const emulator = spawnSync(process.execPath, [at('scripts', 'bench-emulator.mjs'), '--runs', String(runs)], {
  stdio: ['ignore', 'pipe', 'inherit'],
  encoding: 'utf8',
});
if (emulator.status !== 0) fail('the emulator alone could not be measured');

const table = [
  `Medians of ${runs} whole processes. Node ${process.versions.node}, ${process.platform} ${process.arch}, ${cpus().length} cores, ${cpus()[0]?.model ?? 'unknown processor'}.`,
  '',
  '| what | ms | peak MiB | aim |',
  '| --- | --- | --- | --- |',
  ...rows,
  '',
  emulator.stdout,
].join('\n');
console.log(table);
if (values.out !== undefined) writeFileSync(values.out, table);

function measure({ name, args, status, env, before, script = grade }) {
  before?.();
  const rss = join(scratch, 'rss');
  const started = process.hrtime.bigint();
  const result = spawnSync(process.execPath, ['--import', pathToFileURL(probe).href, script, ...args], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
    env: { ...process.env, ...env, GRADE_BENCH_RSS: rss },
  });
  const ms = Number(process.hrtime.bigint() - started) / 1e6;
  if (result.status !== status) fail(`${name}: exit status ${result.status} instead of ${status}\n${result.stderr}`);
  return { ms, mib: Number(readFileSync(rss, 'utf8')) / 1024 };
}

/** Times from a save to the verdict, milliseconds; each save changes the file. */
async function watched(id) {
  const file = join(scratch, `${id}.cu`);
  copyFileSync(firstAccepted(id), file);
  const args = [grade, 'submit', id, file, '--watch', '--nvcc', 'off', '--report-dir', join(scratch, 'watched', id)];
  const stdio = ['ignore', 'pipe', 'ignore'];
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio,
    env: { ...process.env, NO_COLOR: '1', GRADE_CACHE_DIR: join(scratch, 'cache') },
  });
  let verdict = () => {};
  child.stdout.setEncoding('utf8').on('data', (text) => {
    if (/^(?:Passed|Not passed)/m.test(text)) verdict();
  });
  const next = () =>
    new Promise((resolve, reject) => {
      verdict = resolve;
      child.once('exit', () => reject(new Error(`grade submit ${id} --watch ended`)));
      setTimeout(() => reject(new Error(`grade submit ${id} --watch says nothing`)), 60_000).unref();
    });
  await next();
  const times = [];
  for (let save = 0; save < runs + 1; save++) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    const answer = next();
    const started = performance.now();
    appendFileSync(file, `// save ${save}\n`);
    await answer;
    times.push(performance.now() - started);
  }
  child.removeAllListeners('exit').kill('SIGINT');
  await once(child, 'exit');
  // The first warms the compiler up.
  return times.slice(1);
}

function firstAccepted(id) {
  const manifest = readFileSync(at('assignments', id, 'submissions', 'manifest.yaml'), 'utf8');
  const file = /accepted:\s*\n\s*- (?:\{ *)?file: *['"]?([^'",}\s]+)/.exec(manifest)?.[1];
  if (file === undefined) fail(`assignments/${id}/submissions/manifest.yaml names no accepted submission`);
  return at('assignments', id, 'submissions', 'accepted', file.replace(/^.*\//, ''));
}

function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
