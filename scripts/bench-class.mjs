/**
 * Measures commands in the folder of a large batch: `node scripts/bench-class.mjs [--students 1000] [--runs 3]`. One
 * submission of each assignment is graded; its result and reports are the result of all students, with keys and hashes of
 * their own, written by the batch's own writers. Prints a table of seconds, and of memory in MB.
 */
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const root = join(import.meta.dirname, '..');
const modules = join(root, 'dist', 'modules', 'grader');
const { values } = parseArgs({
  options: {
    students: { type: 'string', default: '1000' },
    runs: { type: 'string', default: '3' },
    keep: { type: 'boolean', default: false },
  },
});
const students = Number(values.students);
const runs = Number(values.runs);
const IDS = ['grayscale', 'matmul-2d', 'reduction'];

const { BatchStore, Journal, journalKey, GradingPool, planBatch, FileRecord, writeHead } = await import(
  join(modules, 'batch', 'index.js')
);
const { assignmentRoots, resolveAssignment } = await import(join(modules, 'spec', 'index.js'));

const work = mkdtempSync(join(tmpdir(), 'grade-bench-class-'));
const bin = join(root, 'dist', 'grader', 'cli', 'bin.js');

/** Runs a command and returns its time and its memory. */
function grade(...argv) {
  const began = performance.now();
  const { status, stderr } = spawnSync(
    '/usr/bin/env',
    ['time', '-f', '%U %S %M', process.execPath, bin, 'batch', ...argv],
    {
      cwd: work,
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    },
  );
  if (status !== 0 && status !== 1) throw new Error(`${argv.join(' ')} ended with ${status}: ${stderr.slice(0, 2000)}`);
  const [user, system, kib] = stderr.trim().split('\n').at(-1).split(' ').map(Number);
  return { seconds: (performance.now() - began) / 1000, cpu: user + system, mb: kib / 1024 };
}

/** Grades a submission of each assignment. @returns the files of each, by assignment */
function gradeOne() {
  mkdirSync(join(work, 'one'));
  const lines = IDS.map((id) => {
    const folder = join(root, 'assignments', id, 'submissions', 'rejected');
    const file = readdirSync(folder).find((name) => name.endsWith('.cu'));
    copyFileSync(join(folder, file), join(work, 'one', `${id}.cu`));
    return `one,one/${id}.cu,${id}`;
  });
  writeFileSync(join(work, 'one.csv'), `student,file,assignment\n${lines.join('\n')}\n`);
  grade('run', 'one.csv', '--out', 'graded', '--nvcc', 'off', '--seed', '7');
  const filesOf = (folder) =>
    Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]));
  return Object.fromEntries(
    IDS.map((id) => [
      id,
      {
        source: readFileSync(join(work, 'one', `${id}.cu`), 'utf8'),
        students: filesOf(join(work, 'graded', 'students', 'one', `${id}-1`)),
        staff: filesOf(join(work, 'graded', 'staff', 'one', `${id}-1`)),
      },
    ]),
  );
}

async function makeClass(graded) {
  const out = join(work, 'class');
  const settings = { target: 'emulator', nvcc: 'off', sandbox: 'auto', sanitize: false, reports: ['html'] };
  const store = await BatchStore.create(out, { assignment: null, seed: '7', settings });
  const names = Array.from({ length: students }, (_, at) => `s${String(at + 1).padStart(5, '0')}`);
  const rows = names.map((id, at) => `${id},"Name ${at}, First",${id}@school.example,${1000 + at}`);
  const due = 'due: 2026-10-14T23:59:00+02:00';
  await store.keep({
    'course.yaml': `schemaVersion: 1\ntitle: A class\nroster: roster.csv\nassignments:\n${IDS.map((id, at) => `  ${id}: { ${due}, canvasId: '${at}' }\n`).join('')}`,
    'roster.csv': `id,name,email,canvas_id\n${rows.join('\n')}\n`,
  });
  const key = journalKey('the key of the batch', await store.secret());
  const journal = await Journal.open(store.path('journal.jsonl'), key, 'bench');
  const record = new FileRecord(out, journal);
  await record.begin('batch run');
  const at = '2026-10-14T12:00:00.000Z';
  const empty = {
    isNumbered: false,
    attempt: '1',
    lastAt: null,
    otherTimes: [],
    byStaff: false,
    further: [],
    problem: null,
  };
  for (const student of names) {
    for (const assignment of IDS) {
      const bytes = Buffer.from(`${graded[assignment].source}// ${student}\n`);
      const source = { name: `${assignment}.cu`, bytes };
      const added = await store.add(
        { ...empty, student, assignment, submittedAt: at, source, handedIn: [], candidates: [] },
        at,
      );
      await journal.write({
        event: 'added',
        attempt: added.folder,
        sha256: added.sha256,
        submittedAt: at,
        reason: 'bench',
      });
    }
  }
  const assignments = new Map(IDS.map((id) => [id, resolveAssignment(id, assignmentRoots([]))]));
  const signal = new AbortController().signal;
  const machine = { target: 'emulator', nvcc: 'off', sandbox: 'auto' };
  const pool = new GradingPool({
    ...{ jobs: 1, cores: 1, secondsPerSubmission: 900, workerMiB: 1536, signal },
    settings: { cache: { dir: null, maxMiB: null }, machine, sanitize: false },
  });
  const engine = await pool.identity();
  pool.dispose();
  await store.decideDraws(assignments.keys(), () => 'grade');
  const planned = await planBatch(store, { assignments, engine, secret: await store.secret(), reports: ['html'] });
  for (const { attempt, task } of planned) {
    const files = graded[attempt.assignment];
    for (const [folder, from] of [
      [task.staff, files.staff],
      [task.into, files.students],
    ]) {
      mkdirSync(folder, { recursive: true });
      for (const name of ['report.html', 'result.json']) {
        const text = from[name].toString('utf8');
        const own = name === 'result.json' ? withKey(text, task.key) : text;
        writeFileSync(join(folder, name), own);
      }
    }
    store.touched.add(attempt.folder);
    const { verdict, score, maxScore } = JSON.parse(files.students['result.json']);
    const result = await store.resultHash(attempt);
    await journal.write({
      event: 'graded',
      attempt: attempt.folder,
      key: task.key,
      verdict,
      score,
      maxScore,
      durationMs: 1,
      result,
    });
  }
  await record.changed(store.touched);
  await record.end();
  await writeHead(store, await journal.head(), key);
  await journal.close();
}

function withKey(text, key) {
  const result = JSON.parse(text);
  return `${JSON.stringify({ ...result, environment: { ...result.environment, key } }, null, 2)}\n`;
}

function median(numbers) {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
}

try {
  await makeClass(gradeOne());
  const all = readdirSync(join(work, 'class'), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  console.log(`${students} students, ${IDS.length} assignments: ${all.length} files`);
  const steps = [
    ['status', ['status', 'class']],
    ['status --verify', ['status', 'class', '--verify']],
    ['override of one student', ['override', 'class', '--student', 's00001', '--add', '1', '--reason', 'bench']],
    ['regrade of one student', ['regrade', 'class', '--student', 's00001', '--reason', 'bench']],
    ['apply', ['apply', 'class', '--student', 's00001']],
    ['run --resume, nothing new', ['run', '--resume', '--out', 'class']],
    ['export --format csv,canvas', ['export', 'class', '--format', 'csv,canvas']],
    ['export --format feedback', ['export', 'class', '--format', 'feedback']],
    ['review', ['review', 'class']],
  ];
  console.log('| command | seconds | of processors | MB |\n| --- | ---: | ---: | ---: |');
  for (const [name, argv] of steps) {
    const measured = Array.from({ length: runs }, () => grade(...argv));
    const of = (what) => median(measured.map((one) => one[what]));
    console.log(`| \`${name}\` | ${of('seconds').toFixed(1)} | ${of('cpu').toFixed(1)} | ${of('mb').toFixed(0)} |`);
  }
} finally {
  if (values.keep) console.log(work);
  else if (existsSync(work)) rmSync(work, { recursive: true, force: true });
}
