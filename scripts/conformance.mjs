// `npm run conformance -- <suite> <folder> [--sample n] [--jobs n] [--seconds n] [--target gpu] [--out results.json]`:
// programs that others wrote, under `grade run`, on the emulator or on a GPU in a container with compute-sanitizer,
// against what their authors say of them. The suites are not part of this repository: fetch them, see
// docs/conformance.md. Prints a table, and every program where the two differ.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { at, ensureDependencies, fail, runNpm } from './lib/project.mjs';
import { SUITES } from './lib/suites.mjs';

const { values, positionals } = parseArgs({
  options: {
    sample: { type: 'string' },
    jobs: { type: 'string' },
    target: { type: 'string', default: 'emulator' },
    only: { type: 'string' },
    seconds: { type: 'string', default: '60' },
    out: { type: 'string' },
  },
  allowPositionals: true,
});
const [name = '', folder = ''] = positionals;
const suite = SUITES[name];
const onGpu = values.target === 'gpu';
if (!onGpu && values.target !== 'emulator') fail('--target is emulator or gpu', 2);
// Programs on a GPU wait for each other.
const jobs = Number(values.jobs ?? (onGpu ? 1 : cpus().length));
if (!suite || folder === '') fail(`npm run conformance -- <${Object.keys(SUITES).join('|')}> <folder>`, 2);

ensureDependencies();
if (runNpm(['run', '--silent', 'build']) !== 0) fail('the build failed');

const BIN = at('dist', 'grader', 'cli', 'bin.js');
const scratch = mkdtempSync(join(tmpdir(), 'grade-conformance-'));
try {
  const only = values.only?.split(',');
  const all = suite(resolve(folder), scratch).filter(({ id }) => !only || only.includes(id));
  if (all.length === 0) fail(`no program of ${name} in ${folder}`, 2);
  const chosen = values.sample ? sample(all, Number(values.sample)) : all;
  const results = await inParallel(chosen, jobs, judge);
  report(all.length, results);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** The same ones each time, spread over the whole list. */
function sample(all, size) {
  return Array.from({ length: Math.min(size, all.length) }, (_, i) => all[Math.floor((i * all.length) / size)]);
}

async function inParallel(items, jobs, work) {
  const results = new Array(items.length);
  let next = 0;
  const lane = async () => {
    while (next < items.length) {
      const index = next++;
      results[index] = await work(items[index]);
      // Suites take long: what was judged is not lost where one is stopped.
      if (values.out) writeFileSync(values.out, `${JSON.stringify(results.filter(Boolean), null, 1)}\n`);
      process.stderr.write(`\r${index + 1}/${items.length} `);
    }
  };
  await Promise.all(Array.from({ length: jobs }, lane));
  process.stderr.write('\n');
  return results;
}

/** A program's answer, and what of it is not as its author says. */
async function judge(program) {
  const { id, file, args = [], options = [], expected, cwd } = program;
  const seconds = Number(values.seconds);
  const started = performance.now();
  const answer = await new Promise((done) => {
    const target = onGpu ? ['--target', 'gpu'] : [];
    const argv = [BIN, 'run', '--json', '--timeout', String(seconds), ...target, ...options, file, ...args];
    const limits = { cwd, maxBuffer: 2 ** 28, timeout: (seconds + 60) * 1000 };
    execFile(process.execPath, argv, limits, (error, stdout, stderr) => {
      try {
        done(JSON.parse(stdout));
      } catch {
        done({ fault: `${error?.message ?? ''} ${stderr}`.slice(-400), findings: [], stdout: '', exitCode: null });
      }
    });
  });
  const told = answer.findings.map(({ rule, severity, line, message }) => ({ rule, severity, line, message }));
  const errors = told.filter(({ severity }) => severity === 'error');
  const outcome = answer.fault ? 'fault' : expected(answer, errors);
  return {
    id,
    kind: program.kind,
    outcome,
    rules: [...new Set(errors.map(({ rule }) => rule))],
    first: errors[0] ? `${errors[0].line}: ${errors[0].message}` : (answer.fault ?? ''),
    exitCode: answer.exitCode,
    printed: `${answer.stdout}\n${answer.stderr ?? ''}`.slice(-600),
    seconds: Math.round((performance.now() - started) / 100) / 10,
  };
}

function report(total, results) {
  const kinds = new Map();
  for (const { kind, outcome } of results) {
    const counts = kinds.get(kind) ?? {};
    counts[outcome] = (counts[outcome] ?? 0) + 1;
    kinds.set(kind, counts);
  }
  console.log(`${results.length} of ${total} programs\n`);
  const outcomes = [...new Set(results.map(({ outcome }) => outcome))].sort();
  console.log(`| programs | in all | ${outcomes.join(' | ')} |`);
  console.log(`| --- | ---: |${' ---: |'.repeat(outcomes.length)}`);
  for (const [kind, counts] of [...kinds].sort(([a], [b]) => a.localeCompare(b))) {
    const sum = Object.values(counts).reduce((a, b) => a + b, 0);
    console.log(`| ${kind} | ${sum} | ${outcomes.map((outcome) => counts[outcome] ?? 0).join(' | ')} |`);
  }
  console.log('');
  for (const { id, outcome, rules, first } of results)
    if (outcome !== 'as expected') console.log(`- ${id}: ${outcome}; ${rules.join(', ')} ${first}`);
}
