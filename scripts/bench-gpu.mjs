// `npm run bench:gpu`: what a GPU host is measured for. Needs a built package, a GPU and nvcc; prints Markdown.
//   agreement   every shipped submission: verdicts of the emulator and of the GPU, check by check; with --all those of
//               every assignment, and test/fair
//   repeat      the same submissions timed again and again: tiers, and the spread of the ratio
//   submit      `grade submit --target gpu` as whole processes
//   class       40 distinct submissions as a batch, one at a time and as many at once as the machine takes: verdicts a
//               second, final grades, and grades with another tier than one at a time
//   together    five `grade submit` at once, four times: final grades, and the slowest
//   lecture     the lecture's product and a square one: kernels, a plain loop, the vendor's library (needs cuBLAS)
// --sandbox none|docker as for `grade submit`; --out FOLDER writes each part to a file of its name.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { parseSubmissions } from '../dist/modules/grader/authoring/submissions.js';
import { judge } from '../dist/modules/grader/judge/index.js';
import { openEngine } from '../dist/modules/grader/pipeline/engine/index.js';
import { buildOwn, gradeSubmission, timeSubmission } from '../dist/modules/grader/pipeline/grade/index.js';
import { packageRoot } from '../dist/modules/grader/platform/root.js';
import { resolveAssignment } from '../dist/modules/grader/spec/index.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sandbox: { type: 'string', default: 'none' },
    out: { type: 'string' },
    times: { type: 'string', default: '20' },
    count: { type: 'string', default: '40' },
    jobs: { type: 'string', default: '4' },
    only: { type: 'string' },
    all: { type: 'boolean', default: false },
  },
});
const BIN = join(packageRoot, 'dist', 'grader', 'cli', 'bin.js');
const ASSIGNMENTS = ['grayscale', 'matmul-2d', 'matmul-tiled'];
const machine = { target: 'gpu', nvcc: 'require', sandbox: values.sandbox };
const parts = { agreement, repeat, submit, class: ofClass, together, lecture };
for (const name of positionals.length > 0 ? positionals : Object.keys(parts)) {
  const text = await parts[name]();
  console.log(text);
  if (values.out) {
    mkdirSync(values.out, { recursive: true });
    writeFileSync(join(values.out, `${name}.md`), text);
  }
}

/** Every submission with the manifest that tells its verdict; with --all those of all assignments, and test/fair. */
function shipped() {
  const ids = values.all
    ? readdirSync(join(packageRoot, 'assignments')).filter((id) =>
        existsSync(join(packageRoot, 'assignments', id, 'submissions')),
      )
    : ASSIGNMENTS;
  return ids
    .flatMap((id) => {
      const assignment = resolveAssignment(id);
      const path = join(assignment.folder, 'submissions', 'manifest.yaml');
      const manifest = parseSubmissions(readFileSync(path, 'utf8'), path);
      const own = ['accepted', 'slow', 'rejected'].flatMap((kind) =>
        manifest[kind]
          // Programs in Python promise no speed.
          .filter(({ file }) => file.endsWith('.cu'))
          .map(({ file }) => ({ assignment, kind, file, path: `submissions/${kind}/${file}` })),
      );
      const folder = join(packageRoot, 'test', 'fair', id);
      const fair = values.all && existsSync(folder) ? readdirSync(folder) : [];
      return [...own, ...fair.map((file) => ({ assignment, kind: 'fair', file, path: join(folder, file) }))];
    })
    .filter(({ path, assignment }) => !values.only || `${assignment.spec.id}/${path}`.includes(values.only));
}

async function agreement() {
  const { engine, dispose } = await openEngine({ dir: 'off', maxMiB: null }, { machine });
  const queue = shipped();
  const rows = [];
  const started = performance.now();
  await Promise.all(Array.from({ length: Number(values.jobs) }, () => work(engine, queue, rows)));
  await dispose();
  rows.sort((a, b) => a.name.localeCompare(b.name));
  const differing = rows.filter(({ differs }) => differs.length > 0);
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  return `${rows.length} submissions in ${seconds} s, ${values.jobs} at a time; ${differing.length} with a difference.

| submission | compile | guards | correctness | memory | races | differs |
| --- | --- | --- | --- | --- | --- | --- |
${rows.map(({ name, cells, differs }) => `| ${name} | ${cells.join(' | ')} | ${differs.join(', ')} |`).join('\n')}
`;
}

async function work(engine, queue, rows) {
  for (let next = queue.shift(); next; next = queue.shift()) {
    const { assignment, path } = next;
    const started = performance.now();
    const source = readFileSync(resolve(assignment.folder, path), 'utf8');
    const { evidence } = await gradeSubmission({
      assignment,
      // Speed has its own table.
      untimed: true,
      source,
      fileName: next.file,
      sha256: createHash('sha256').update(source).digest('hex'),
      seed: '1',
      seedIsPublic: true,
      sanitize: true,
      engine,
    });
    const row = compare(`${assignment.spec.id}/${next.kind}/${next.file}`, evidence);
    rows.push(row);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    process.stderr.write(
      `${queue.length} left, ${seconds} s: ${row.name} | ${row.cells.join(' | ')} | ${row.differs.join(', ')}\n`,
    );
  }
}

/** What each machine says by itself. A dash: it did not judge. */
function compare(name, evidence) {
  const alone = judge({ ...evidence, nvcc: null, gpu: null, sanitizer: null, timing: null, timingSkipped: 'no-gpu' });
  const emulator = Object.fromEntries(alone.map(({ id, status }) => [id, status]));
  const gpu = gpuVerdicts(evidence);
  const ids = ['compile', 'guards', 'correctness', 'memory', 'races'];
  const cells = ids.map((id) => `${mark(emulator[id])} ${mark(gpu[id])}`);
  const differs = ids.filter((id) => judged(emulator[id]) && judged(gpu[id]) && emulator[id] !== gpu[id]);
  return { name, cells, differs };
}

function gpuVerdicts({ nvcc, gpu, sanitizer, ...evidence }) {
  const verdicts = { compile: nvcc ? (nvcc.status === 'compiled' ? 'passed' : 'failed') : 'none' };
  if (!gpu || gpu.cases.length === 0) return verdicts;
  const own = {
    ...evidence,
    nvcc: null,
    gpu: null,
    sanitizer,
    timing: null,
    timingSkipped: 'no-gpu',
    cases: gpu.cases,
  };
  const outcome = judge(own).find(({ id }) => id === 'correctness');
  const lost = gpu.cases.some(({ run }) => run.launches.some((launch) => launch.outcome.error !== 0));
  verdicts.correctness = lost ? 'failed' : outcome.status;
  const rules = new Set(sanitizer?.map(({ rule }) => rule) ?? []);
  const has = (...names) => (names.some((rule) => rules.has(rule)) ? 'failed' : 'passed');
  verdicts.guards = has('out-of-bounds-read', 'out-of-bounds-write');
  verdicts.memory = has(
    'uninitialized-read',
    'shared-out-of-bounds',
    'local-out-of-bounds',
    'misaligned-access',
    'double-free',
  );
  verdicts.races = has('shared-race', 'global-race', 'barrier-divergence');
  return verdicts;
}

function judged(status) {
  return status === 'passed' || status === 'failed';
}

function mark(status) {
  return status === 'passed' ? '✓' : status === 'failed' ? '✗' : '–';
}

async function repeat() {
  const { engine, dispose } = await openEngine({ dir: null, maxMiB: null }, { machine });
  const { nvcc, gpu } = engine;
  const lines = [];
  for (const id of ASSIGNMENTS) {
    const assignment = resolveAssignment(id);
    const { file } = shipped().find(({ assignment: { spec }, kind }) => spec.id === id && kind === 'accepted');
    const submission = await buildOwn(assignment, engine, nvcc, `submissions/accepted/${file}`);
    const all = [];
    for (let time = 0; time < Number(values.times); time++) {
      all.push(await timeSubmission({ assignment, engine, nvcc, gpu, submission }));
      process.stderr.write(`${id} ${time} ${all.at(-1).ratio}\n`);
    }
    const ratios = all.map(({ ratio }) => ratio).sort((a, b) => a - b);
    const spread = (ratios.at(-1) - ratios[0]) / ratios[ratios.length >> 1];
    const tiers = new Set(all.map(({ tier }) => tier));
    const rounds = all.map((one) => one.rounds.length);
    lines.push(
      `| ${id} | ${file} | ${all.length} | ${[...tiers].join(', ')} | ${ratios[0].toFixed(4)} to ${ratios.at(-1).toFixed(4)} | ${(100 * spread).toFixed(2)} % | ${Math.min(...rounds)} to ${Math.max(...rounds)} |`,
    );
  }
  await dispose();
  return `| assignment | submission | times | tiers | ratio | spread | rounds |\n| --- | --- | --- | --- | --- | --- | --- |\n${lines.join('\n')}\n`;
}

async function submit() {
  const scratch = mkdtempSync(join(tmpdir(), 'grade-bench-'));
  const lines = [];
  for (const id of ASSIGNMENTS) {
    const { assignment, path, file } = shipped().find(
      ({ assignment: { spec }, kind }) => spec.id === id && kind === 'accepted',
    );
    const seconds = [];
    for (let run = 0; run < 5; run++) {
      const copy = join(scratch, file);
      writeFileSync(copy, `${readFileSync(join(assignment.folder, path), 'utf8')}// ${run}\n`);
      const started = performance.now();
      const args = [
        'submit',
        id,
        copy,
        '--target',
        'gpu',
        '--sandbox',
        values.sandbox,
        '--report-dir',
        join(scratch, id),
      ];
      const { status } = spawnSync(process.execPath, [join(packageRoot, 'dist', 'grader', 'cli', 'bin.js'), ...args]);
      seconds.push(((performance.now() - started) / 1000).toFixed(1));
      if (status !== 0) throw new Error(`${file} ends with ${status}`);
    }
    lines.push(`| ${id} | ${file} | ${seconds.join(', ')} |`);
  }
  return `| assignment | submission | seconds from the command to the verdict |\n| --- | --- | --- |\n${lines.join('\n')}\n`;
}

/** Distinct timed submissions of the three assignments in turn. */
function timedSubmissions(count) {
  const all = shipped().filter(({ kind }) => kind === 'accepted' || kind === 'slow');
  const byAssignment = ASSIGNMENTS.map((id) => all.filter(({ assignment }) => assignment.spec.id === id));
  const folder = mkdtempSync(join(tmpdir(), 'grade-bench-'));
  return Array.from({ length: count }, (_, index) => {
    const files = byAssignment[index % byAssignment.length];
    const { assignment, path } = files[Math.floor(index / byAssignment.length) % files.length];
    const file = `student-${index}.cu`;
    // Another name of a device function: neither text nor code is like another's.
    const own = `\n__device__ int student_${index}(int value) { return value + ${index}; }\n`;
    writeFileSync(join(folder, file), readFileSync(join(assignment.folder, path), 'utf8') + own);
    return { student: `student-${index}`, id: assignment.spec.id, folder, file };
  });
}

/** The tier that a result's speed has earned, `none`, or `open` if the grade is not final. */
function tierOf(result) {
  const speed = result.checks.find(({ id }) => id === 'speedup');
  const isFinal = result.verdict !== 'error' && (speed.status === 'passed' || speed.status === 'failed');
  return isFinal ? (result.timing.tier ?? 'none') : `open: ${speed.summary}`;
}

async function ofClass() {
  const submissions = timedSubmissions(Number(values.count));
  const alone = await batch(submissions, ['--jobs', '1']);
  const together = await batch(submissions, []);
  const batches = [
    ['one at a time', alone],
    ['as many as fit', together],
  ];
  const rows = batches.map(([name, { seconds, tiers }]) => {
    const final = [...tiers.values()].filter((tier) => !tier.startsWith('open')).length;
    const changed = [...tiers].filter(([student, tier]) => alone.tiers.get(student) !== tier);
    for (const [student, tier] of changed) console.error(`${student}: ${alone.tiers.get(student)}, then ${tier}`);
    const rate = (submissions.length / seconds).toFixed(2);
    return `| ${name} | ${final} of ${submissions.length} | ${seconds.toFixed(0)} | ${rate} | ${changed.length} |`;
  });
  return `| submissions | final | seconds | a second | another tier than one at a time |\n| --- | ---: | ---: | ---: | ---: |\n${rows.join('\n')}\n\n${partsTable(batches)}`;
}

async function batch(submissions, flags) {
  const [{ folder }] = submissions;
  const lines = submissions.map(({ student, id, file }) => `${student},${file},${id}`);
  writeFileSync(join(folder, 'manifest.csv'), `student,file,assignment\n${lines.join('\n')}\n`);
  const scratch = mkdtempSync(join(tmpdir(), 'grade-bench-'));
  const out = join(scratch, 'out');
  const argv = ['batch', 'run', join(folder, 'manifest.csv'), '--out', out, '--target', 'gpu', ...flags];
  const started = performance.now();
  await graded(argv, scratch);
  const seconds = (performance.now() - started) / 1000;
  const results = new Map(submissions.map(({ student }) => [student, resultIn(join(out, 'staff', student))]));
  const tiers = new Map(
    [...results].map(([student, result]) => [student, result ? tierOf(result) : 'open: no result']),
  );
  const parts = [...results.values()].flatMap((result) => (result?.timing?.parts ? [result.timing.parts] : []));
  return { seconds, tiers, parts };
}

function resultIn(folder) {
  if (!existsSync(folder)) return null;
  const path = join(folder, readdirSync(folder)[0] ?? '', 'result.json');
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
}

/** Mean milliseconds of each part of a timing, as a table. */
function partsTable(batches) {
  const names = Object.keys(batches[0]?.[1].parts[0] ?? {});
  const mean = (parts, name) => Math.round(parts.reduce((sum, part) => sum + part[name], 0) / parts.length);
  const rows = batches.map(
    ([title, { parts }]) => `| ${[title, ...names.map((name) => mean(parts, name))].join(' | ')} |`,
  );
  return `| mean | ${names.join(' | ')} |\n| --- |${' ---: |'.repeat(names.length)}\n${rows.join('\n')}\n`;
}

/** Ends with what `grade` wrote to stdout; each folder has a cache of its own. */
function graded(argv, folder) {
  const env = { ...process.env, GRADE_CACHE_DIR: join(folder, 'cache') };
  const child = spawn(process.execPath, [BIN, ...argv], { env, cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  let out = '';
  let said = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    said = (said + chunk).slice(-500);
  });
  return new Promise((done) => {
    child.on('close', (status) => {
      if (status !== 0 && status !== 1) process.stderr.write(`grade ${argv[0]} ended with ${status}: ${said}\n`);
      done(out);
    });
  });
}

async function together() {
  const rows = [];
  for (let round = 0; round < 4; round++) {
    const submissions = timedSubmissions(5);
    const ended = await Promise.all(
      submissions.map(async ({ id, folder, file }) => {
        const scratch = mkdtempSync(join(tmpdir(), 'grade-bench-'));
        const started = performance.now();
        const argv = [
          'submit',
          id,
          join(folder, file),
          '--target',
          'gpu',
          '--sandbox',
          values.sandbox,
          '--format',
          'json',
          '--json',
          '-',
        ];
        const out = await graded(argv, scratch);
        return { tier: tierOf(JSON.parse(out)), seconds: (performance.now() - started) / 1000 };
      }),
    );
    for (const { tier } of ended) if (tier.startsWith('open')) process.stderr.write(`${tier}\n`);
    const final = ended.filter(({ tier }) => !tier.startsWith('open')).length;
    const slowest = Math.max(...ended.map(({ seconds }) => seconds)).toFixed(1);
    rows.push(`| ${round + 1} | ${final} of ${ended.length} | ${slowest} |`);
  }
  return `| round | final | slowest, s |\n| --- | ---: | ---: |\n${rows.join('\n')}\n`;
}

async function lecture() {
  const { engine, dispose } = await openEngine({ dir: null, maxMiB: null }, { machine });
  const { nvcc, gpu } = engine;
  const program = join(mkdtempSync(join(tmpdir(), 'grade-bench-')), 'vendor-product');
  const source = join(packageRoot, 'scripts', 'vendor-product.cu');
  const built = spawnSync('nvcc', ['-O2', '-arch', nvcc.architectures[0], source, '-o', program, '-lcublas'], {
    encoding: 'utf8',
  });
  if (built.status !== 0) throw new Error(built.stderr);
  const lines = [];
  for (const [h, w, k] of [
    [50_000, 10, 784],
    [2048, 2048, 2048],
  ]) {
    const [loop, library] = spawnSync(program, [h, w, k].map(String), { encoding: 'utf8' })
      .stdout.trim()
      .split(' ')
      .map(Number);
    const times = [];
    for (const [id, file] of [
      ['matmul-2d', 'one-thread-per-element.cu'],
      ['matmul-tiled', 'lecture-tile.cu'],
    ]) {
      const given = resolveAssignment(id);
      const timing = { ...given.spec.timing, dims: { h, w, k } };
      const assignment = { ...given, spec: { ...given.spec, timing } };
      const submission = await buildOwn(assignment, engine, nvcc, `submissions/accepted/${file}`);
      times.push((await timeSubmission({ assignment, engine, nvcc, gpu, submission })).studentMs);
    }
    lines.push(
      `| ${h} x ${k} by ${k} x ${w} | ${[loop, ...times, library].map((ms) => ms.toPrecision(3)).join(' | ')} |`,
    );
  }
  await dispose();
  return `| product | plain loop, one core, ms | one thread an element, ms | tiles of 16, ms | vendor's library, ms |\n| --- | --- | --- | --- | --- |\n${lines.join('\n')}\n`;
}
