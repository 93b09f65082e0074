// `npm run bench:batch [-- 100 300 600]`: batches of so many submissions of the three assignments, none like another to
// the cache, graded from nothing on the emulator; then once more unchanged. Prints Markdown.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { at, ensureDependencies, fail, runNpm, say } from './lib/project.mjs';

const { values, positionals } = parseArgs({
  options: { repeated: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const sizes = positionals.length > 0 ? positionals.map(Number) : [100, 300, 600];
if (!sizes.every((size) => Number.isInteger(size) && size > 0)) fail('sizes are whole numbers, e.g. 100 600', 2);

ensureDependencies();
if (runNpm(['run', '--silent', 'build']) !== 0) fail('the build failed');

const BIN = at('dist', 'grader', 'cli', 'bin.js');
const ASSIGNMENTS = ['grayscale', 'matmul-2d', 'matmul-tiled'];
const shipped = ASSIGNMENTS.flatMap((id) =>
  ['accepted', 'rejected'].flatMap((kind) => {
    const folder = at('assignments', id, 'submissions', kind);
    return readdirSync(folder)
      .filter((name) => name.endsWith('.cu'))
      .sort()
      .map((name) => ({ id, text: readFileSync(join(folder, name), 'utf8') }));
  }),
);

console.log(
  `${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}, ${values.repeated ? 'repeated' : 'distinct'} sources\n`,
);
console.log('| submissions | first run, s | a second | peak memory, MB | unchanged regrade, s | folder, MB |');
console.log('| ---: | ---: | ---: | ---: | ---: | ---: |');
for (const size of sizes) {
  const root = mkdtempSync(join(tmpdir(), 'grade-bench-batch-'));
  try {
    mkdirSync(join(root, 'class'));
    const lines = Array.from({ length: size }, (_, index) => {
      const { id, text } = shipped[index % shipped.length];
      // Another name for everything that the compiler sees of it: neither text nor code is like another's.
      const own = values.repeated
        ? text
        : `${text}\n__device__ int student_${index}(int value) { return value + ${index}; }\n`;
      const file = `class/student-${index}.cu`;
      writeFileSync(join(root, file), own);
      return `student-${index},${file},${id}`;
    });
    writeFileSync(join(root, 'manifest.csv'), `student,file,assignment\n${lines.join('\n')}\n`);
    const first = await measure(root, ['run', 'manifest.csv', '--out', 'out', '--nvcc', 'off']);
    const again = await measure(root, ['run', 'manifest.csv', '--out', 'out', '--resume']);
    const row = [
      size,
      first.seconds.toFixed(1),
      (size / first.seconds).toFixed(2),
      Math.round(first.peakBytes / 1e6),
      again.seconds.toFixed(1),
      Math.round(sizeOf(join(root, 'out')) / 1e6),
    ];
    console.log(`| ${row.join(' | ')} |`);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

async function measure(cwd, argv) {
  const started = performance.now();
  const env = { ...process.env, GRADE_CACHE_DIR: join(cwd, 'cache') };
  const child = spawn(process.execPath, [BIN, 'batch', ...argv], { cwd, env, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk) => {
    said = (said + chunk).slice(-2000);
  });
  let peakBytes = 0;
  const poll = setInterval(() => {
    peakBytes = Math.max(peakBytes, residentBytes(child.pid));
  }, 250);
  const [status] = await once(child, 'close');
  clearInterval(poll);
  if (status !== 0) fail(`grade batch ${argv.join(' ')} ended with ${status}: ${said}`);
  say(said.trim().split('\n').at(-1) ?? '');
  return { seconds: (performance.now() - started) / 1000, peakBytes };
}

/** Of a process and all that it has started; pages that they share count once each (Pss). 0 where there is no /proc. */
function residentBytes(pid) {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
    const pss = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0;
    return Number(pss) * 1024 + children.reduce((sum, child) => sum + residentBytes(Number(child)), 0);
  } catch {
    return 0;
  }
}

function sizeOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + readFileSync(join(parentPath, name)).length, 0);
}
