// `node scripts/results.mjs --write FILE` grades every shipped submission on the emulator and writes a line per
// submission: verdict, points, the status of each check, and the rule, line and count of each finding.
// `node scripts/results.mjs --against FILE` grades them again and prints the lines that differ; the exit status is 1
// if there are any. Use both around a structural change. Further arguments name assignments; the default is all.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { at, fail } from './lib/project.mjs';

const { values, positionals } = parseArgs({
  options: { write: { type: 'string' }, against: { type: 'string' }, seed: { type: 'string', default: '1' } },
  allowPositionals: true,
});
if (!values.write && !values.against) fail('name a file: --write FILE, or --against FILE', 2);

const lines = grade(positionals.length > 0 ? positionals : readdirSync(at('assignments')).sort());
if (values.write) writeFileSync(values.write, `${lines.join('\n')}\n`);
if (values.against) {
  const before = new Set(readFileSync(values.against, 'utf8').split('\n').filter(Boolean));
  const graded = new Set(lines.map(nameOf));
  const gone = [...before].filter((line) => graded.has(nameOf(line)) && !lines.includes(line));
  const come = lines.filter((line) => !before.has(line));
  for (const line of [...gone.map((text) => `- ${text}`), ...come.map((text) => `+ ${text}`)].sort(byName))
    console.log(line);
  console.log(`${lines.length} submissions, ${come.length} differ`);
  process.exitCode = come.length === 0 ? 0 : 1;
}

function nameOf(line) {
  return line.split(' ', 1)[0];
}

function byName(a, b) {
  return nameOf(a.slice(2)).localeCompare(nameOf(b.slice(2))) || a.localeCompare(b) * -1;
}

function grade(ids) {
  const folder = mkdtempSync(join(tmpdir(), 'grade-results-'));
  try {
    const files = ids.flatMap((id) =>
      ['accepted', 'rejected', 'slow'].flatMap((kind) =>
        entries(at('assignments', id, 'submissions', kind)).map((name) => ({ id, kind, name })),
      ),
    );
    // Copies beside the manifest: a batch takes in no file from outside.
    const rows = files.map(({ id, kind, name }) => {
      const key = keyOf({ id, kind, name });
      const copy = join('handed-in', key, name);
      mkdirSync(join(folder, 'handed-in', key), { recursive: true });
      copyFileSync(at('assignments', id, 'submissions', kind, name), join(folder, copy));
      return `${key},${copy},${id}`;
    });
    writeFileSync(join(folder, 'manifest.csv'), `student,file,assignment\n${rows.join('\n')}\n`);
    const run = spawnSync(
      process.execPath,
      [
        at('dist', 'grader', 'cli', 'bin.js'),
        ...['batch', 'run', 'manifest.csv', '--out', 'out', '--nvcc', 'off', '--seed', values.seed],
      ],
      { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8', maxBuffer: 1 << 28 },
    );
    const found = new Map(
      readdirSync(join(folder, 'out'), { recursive: true })
        // Those of staff, in which hidden cases are.
        .filter((path) => /^staff[\\/].*result\.json$/.test(path))
        .map((path) => [path.split('/').find((part) => part.includes('.')), join(folder, 'out', path)]),
    );
    if (found.size === 0) fail(run.stderr.slice(-2000) || 'nothing was graded');
    return files.map(({ id, kind, name }) => {
      const key = keyOf({ id, kind, name });
      const path = [...found].find(([own]) => own === key)?.[1];
      return path ? `${key} ${summary(JSON.parse(readFileSync(path, 'utf8')))}` : `${key} has no result`;
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the name of a submission: of one in Python with its ending, because a `.cu` file can have the same name. */
function keyOf({ id, kind, name }) {
  return `${id}.${kind}.${name.replace(/\.cu$/, '')}`;
}

function summary({ verdict, responsible, score, maxScore, checks }) {
  const findings = checks.flatMap(({ id, findings: own }) =>
    own.map(({ rule, severity, line, count }) => `${id}:${severity}:${rule}@${line ?? '-'}×${count ?? '-'}`),
  );
  const statuses = checks.map(({ id, status }) => `${id}=${status}`);
  return [`${verdict}/${responsible}`, `${score}/${maxScore}`, ...statuses, ...findings].join(' ');
}

function entries(folder) {
  try {
    return readdirSync(folder)
      .filter((name) => /\.(?:cu|py|ipynb)$/.test(name))
      .sort();
  } catch {
    return [];
  }
}
