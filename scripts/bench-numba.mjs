// Numba's CUDA simulator and the emulator on the same programs, sizes and inputs: processor time, and what each of them
// finds in wrong programs. Prints Markdown. Needs Debian's python3-numba, and a build. With more than one core, the time of
// the emulator is elapsed time, which only a machine without other work measures.
//   node scripts/bench-numba.mjs [--python /usr/bin/python3] [--runs 9] [--cores 1] [--only speed|findings]
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { at, fail, say } from './lib/project.mjs';

const { values } = parseArgs({
  options: {
    python: { type: 'string', default: '/usr/bin/python3' },
    runs: { type: 'string', default: '9' },
    cores: { type: 'string', default: '1' },
    only: { type: 'string' },
  },
});
// Helper threads would hide what one processor does.
process.env.GRADE_CORES = values.cores;
const isElapsed = values.cores !== '1';
const load = (path) => import(at('dist', 'modules', 'grader', path));
const { parseSubmissions } = await load('authoring/submissions.js');
const { readHandIn } = await load('handin/index.js');
const { openEngine } = await load('pipeline/engine/index.js');
const { entryOptions, makeCase, planCases, runRequest } = await load('pipeline/grade/index.js');
const { encodeElements, extents, loadAssignment, passedParameters } = await load('spec/index.js');

/** The programs whose time is compared, and sizes for which the simulator takes seconds. */
const SPEED = [
  ['grayscale', 'flat.py', { height: 240, width: 400 }],
  ['grayscale', 'blocks-2d.py', { height: 240, width: 400 }],
  ['matmul-2d', 'one-thread-per-element.py', { h: 256, w: 256, k: 256 }],
  ['matmul-tiled', 'documentation.py', { h: 128, w: 128, k: 128 }],
  [
    'strided-map',
    'minitorch.py',
    {
      ...{ x_size: 210, x_height: 1, x_width: 210, x_row_stride: 210, x_column_stride: 1 },
      ...{ out_size: 63000, height: 300, width: 210, row_stride: 210, column_stride: 1 },
    },
  ],
  ['monte-carlo-pi', 'atomic-add.py', { generators: 1000, rounds: 4, samples: 10, seed: 7 }],
];
/** Cases in which wrong programs are run: ragged, and small. */
const FINDINGS = {
  grayscale: { height: 17, width: 19 },
  'matmul-2d': { h: 19, w: 21, k: 7 },
  'matmul-tiled': { h: 19, w: 21, k: 18 },
  'strided-map': {
    ...{ x_size: 19, x_height: 1, x_width: 19, x_row_stride: 19, x_column_stride: 1 },
    ...{ out_size: 460, height: 23, width: 19, row_stride: 20, column_stride: 1 },
  },
  'monte-carlo-pi': { generators: 300, rounds: 2, samples: 3, seed: 7 },
};

const BYTES = { uint8: 1, int32: 4, float32: 4 };
const ARRAYS = { uint8: Uint8Array, int32: Int32Array, float32: Float32Array };

const version = spawnSync(values.python, ['-c', 'import numba; print(numba.__version__)'], { encoding: 'utf8' });
if (version.status !== 0) fail(`${values.python} has no Numba: apt-get install python3-numba`);
const local = await openEngine({ dir: 'off', maxMiB: null }, { cases: 1 });
const folder = mkdtempSync(join(tmpdir(), 'grade-bench-numba-'));
try {
  console.log(
    `Numba ${version.stdout.trim()}, Node ${process.versions.node}, ${cpus().length} cores, ${cpus()[0]?.model ?? 'unknown processor'}, ` +
      `load average ${loadavg()[0]?.toFixed(1)}.\n`,
  );
  if (values.only !== 'findings') await speed();
  if (values.only !== 'speed') await findings();
} finally {
  await local.dispose();
  rmSync(folder, { recursive: true, force: true });
}

async function speed() {
  console.log("| exercise | program | sizes | Numba's simulator, s | emulator, s | times as fast | the same results |");
  console.log('| --- | --- | --- | ---: | ---: | ---: | --- |');
  for (const [id, file, dims] of SPEED) {
    const assignment = loadAssignment(at('assignments', id));
    const path = at('assignments', id, 'submissions', 'accepted', file);
    const made = await caseOf(assignment, dims);
    const program = await compiled(assignment, path);
    const times = [];
    let run = null;
    for (let count = 0; count <= Number(values.runs); count++) {
      const [started, before] = [performance.now(), process.cpuUsage()];
      run = await local.engine.run(runRequest(assignment.spec, program, made.plan, made));
      const { user, system } = process.cpuUsage(before);
      // V8 compiles in the first run, and goes on for a moment.
      if (count > 0) times.push(isElapsed ? (performance.now() - started) / 1000 : (user + system) / 1e6);
    }
    const theirs = simulated(assignment, path, made);
    if (theirs.said !== null) fail(`${file}: ${theirs.said}`);
    const isSame = run.outputs.every(({ name, bytes }) =>
      alike(assignment, name, bytes, readFileSync(join(folder, `${name}.out`))),
    );
    const own = median(times);
    const { height, width } = dims;
    const sizes = id === 'strided-map' ? `${height} × ${width}, one row` : wordSizes(dims);
    console.log(
      `| ${id} | ${file} | ${sizes} | ${theirs.seconds.toFixed(2)} | ${own.toFixed(4)} | ${Math.round(theirs.seconds / own)} | ${isSame ? 'yes' : 'no'} |`,
    );
    say(`${id}/${file}`);
  }
}

/** `grade validate` proves what the emulator finds. */
async function findings() {
  console.log("\n| exercise | program | finding of the emulator | Numba's simulator |");
  console.log('| --- | --- | --- | --- |');
  let found = 0;
  let count = 0;
  for (const [id, dims] of Object.entries(FINDINGS)) {
    const assignment = loadAssignment(at('assignments', id));
    const manifest = at('assignments', id, 'submissions', 'manifest.yaml');
    for (const { file, rule, line } of parseSubmissions(readFileSync(manifest, 'utf8'), manifest).rejected) {
      if (!file.endsWith('.py')) continue;
      const path = at('assignments', id, 'submissions', 'rejected', file);
      const made = await caseOf(assignment, dims);
      const { said } = simulated(assignment, path, made);
      count += 1;
      if (said !== null) found += 1;
      console.log(
        `| ${id} | ${file} | \`${rule}\`, line ${line} | ${said === null ? 'nothing' : `\`${said.slice(0, 90)}\``} |`,
      );
    }
  }
  console.log(`\nNumba's simulator reports ${found} of ${count} programs, and the emulator ${count}.`);
}

function caseOf(assignment, dims) {
  const [first] = planCases(assignment.spec, '1');
  return makeCase(assignment, { ...first, dims, files: {}, drawn: true, inputSeed: 7 }, local.engine);
}

async function compiled({ spec }, path) {
  const { source, fileName, headers } = await readHandIn(path, spec);
  const result = await local.engine.compile(source, fileName, {
    ...entryOptions(spec),
    headers,
    heapBytes: spec.limits.deviceMemoryMiB * 2 ** 20,
    timeoutMs: 60_000,
  });
  if (result.status !== 'compiled') fail(JSON.stringify(result.diagnostics));
  return result;
}

/** Runs a program in Numba's simulator, in a process of its own. */
function simulated({ spec }, file, { plan, inputs }) {
  const shapes = extents(spec, plan.dims);
  const args = passedParameters(spec.entry).map(({ name, role, type }) => {
    if (role === 'scalar') return { name, value: plan.dims[name] ?? spec.scalars[name] };
    const size = shapes[name].reduce((product, extent) => product * extent, 1);
    const bytes = inputs[name] ? encodeElements(type, inputs[name]) : new Uint8Array(size * BYTES[type]);
    writeFileSync(join(folder, name), bytes);
    return { name, type, shape: shapes[name], output: role !== 'input' };
  });
  writeFileSync(join(folder, 'call.json'), JSON.stringify({ file, function: spec.entry.function, arguments: args }));
  const run = spawnSync(values.python, [at('scripts', 'lib', 'numba-simulator.py'), folder], {
    encoding: 'utf8',
    timeout: 1_200_000,
  });
  if (run.signal) return { seconds: Number.NaN, said: 'no end after 20 minutes' };
  if (run.status !== 0) fail(run.stderr);
  return JSON.parse(run.stdout.trim().split('\n').at(-1));
}

/** True if outputs of both are the same but for the last bits of float32. */
function alike({ spec }, name, ours, theirs) {
  const { type } = spec.entry.parameters.find((parameter) => parameter.name === name);
  const [a, b] = [ours, theirs].map((bytes) => new ARRAYS[type](Uint8Array.from(bytes).buffer));
  return (
    a.length === b.length &&
    a.every((value, index) => Math.abs(value - b[index]) <= 1e-5 * Math.max(1, Math.abs(b[index])))
  );
}

function wordSizes(dims) {
  return Object.entries(dims)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');
}

function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
}
