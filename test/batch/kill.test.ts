import { spawn } from 'node:child_process';
import { once } from 'node:events';
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
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readJournal } from '../../grader/batch/index.ts';
import { packageRoot } from '../../grader/platform/root.ts';
import { Random } from '../../grader/spec/index.ts';

const BIN = join(packageRoot, 'dist', 'grader', 'cli', 'bin.js');
const KILLS = 30;
/** Longer than a batch of this size takes on a machine that has nothing else to do. */
const LONGEST_MS = 6000;

let root: string;
beforeAll(() => {
  expect(existsSync(BIN), 'npm run build comes first').toBe(true);
  root = mkdtempSync(join(tmpdir(), 'grade-kill-'));
  mkdirSync(join(root, 'class'));
  for (const [id, files] of Object.entries({
    grayscale: ['accepted/lecture-256', 'rejected/guard-missing', 'rejected/blue-first', 'rejected/missing-semicolon'],
    'matmul-2d': ['rejected/floor-division', 'rejected/host-computed'],
  })) {
    for (const file of files) {
      const name = `${id}-${file.split('/')[1]}.cu`;
      copyFileSync(join(packageRoot, 'assignments', id, 'submissions', `${file}.cu`), join(root, 'class', name));
    }
  }
  // Headers are kept with their source, and a file that is no text fails.
  mkdirSync(join(root, 'class', 'c'));
  writeFileSync(join(root, 'class', 'c', 'gray.cu'), '#include "k.cuh"\n');
  const source = readFileSync(join(packageRoot, 'assignments/grayscale/submissions/accepted/lecture-256.cu'));
  writeFileSync(join(root, 'class', 'c', 'k.cuh'), source);
  writeFileSync(join(root, 'class', 'grayscale-none.cu'), '');
  const files = readdirSync(join(root, 'class')).filter((file) => file.endsWith('.cu'));
  const lines = files.flatMap((file) => {
    const assignment = file.startsWith('grayscale') ? 'grayscale' : 'matmul-2d';
    return [`a-${file},class/${file},${assignment}`, `b-${file},class/${file},${assignment}`];
  });
  lines.push('c,class/c/gray.cu,grayscale');
  writeFileSync(join(root, 'manifest.csv'), `student,file,assignment\n${lines.join('\n')}\n`);
  // Two files that can be the source, an archive that is damaged, no source, and two attempts.
  const put = (path: string, content: string | Buffer): void => {
    mkdirSync(dirname(join(root, 'folder', path)), { recursive: true });
    writeFileSync(join(root, 'folder', path), content);
  };
  const wrong = readFileSync(join(packageRoot, 'assignments/grayscale/submissions/rejected/guard-missing.cu'));
  put('ada/one.cu', source);
  put('ada/two.cu', wrong);
  put('ben/hw.zip', Buffer.from('PK\u0003\u0004 is no archive'));
  put('cem/answer.txt', 'I could not do it.');
  put('dan/1/gray.cu', wrong);
  put('dan/2/gray.cu', source);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** The inputs of batches: a manifest for two assignments, and a folder with hand-ins that stay open. */
const INPUTS = [['manifest.csv'], ['grayscale', 'folder']] as const;

/** Begins or goes on with a batch; those with an even number take the manifest. */
function start(out: string, number: number) {
  const argv = [
    'batch',
    'run',
    ...(INPUTS[number % 2] ?? []),
    '--out',
    out,
    '--resume',
    '--seed',
    '7',
    '--nvcc',
    'off',
    '--jobs',
    '2',
  ];
  const env = { ...process.env, GRADE_CACHE_DIR: join(root, 'cache') };
  const child = spawn(process.execPath, [BIN, ...argv], { cwd: root, env, detached: true });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  child.stdout.resume();
  const ended = once(child, 'close').then(([status, signal]) => ({ status, signal, stderr }));
  return { child, ended };
}

/** Everything that a class and its staff are given, except times and keys, which a batch's own secret decides. */
function grades(out: string): Record<string, unknown> {
  const students = join(root, out, 'students');
  return Object.fromEntries(
    readdirSync(students)
      .sort()
      .flatMap((student) =>
        readdirSync(join(students, student)).map((attempt) => {
          const folder = join(students, student, attempt);
          const { problem } = JSON.parse(readFileSync(join(folder, 'submission.json'), 'utf8'));
          const isOpen = problem !== null && problem.kind !== 'no-source';
          if (isOpen) return [`${student}/${attempt}`, { problem, files: readdirSync(folder).sort() }];
          const staff = join(root, out, 'staff', student, attempt);
          const { environment: _, ...result } = JSON.parse(readFileSync(join(folder, 'result.json'), 'utf8'));
          const { environment, ...whole } = JSON.parse(readFileSync(join(staff, 'result.json'), 'utf8'));
          const { seed } = environment;
          const files = [folder, staff].map((path) => readdirSync(path).sort());
          return [`${student}/${attempt}`, { result, whole, seed, files }];
        }),
      ),
  );
}

it(`gives the grades of an undisturbed run, killed at ${KILLS} random moments`, { timeout: 600_000 }, async () => {
  const expected: Record<string, unknown>[] = [];
  for (const number of [0, 1]) {
    expect(await start(`undisturbed-${number}`, number).ended).toMatchObject({ status: 0 });
    expected.push(grades(`undisturbed-${number}`));
  }
  expect(expected.map((one) => Object.keys(one).length)).toEqual([15, 5]);
  expect(expected[1]).toMatchObject({
    'ada/1': { problem: { kind: 'undecided' } },
    'ben/1': { problem: { kind: 'lost' } },
  });

  const random = new Random(20261121);
  let round = 1;
  let completed = 0;
  for (let kills = 0; kills < KILLS; ) {
    const out = `killed-${round}`;
    const { child, ended } = start(out, round);
    const clock = new AbortController();
    const wait = sleep(random.integer(50, LONGEST_MS), 'kill', { signal: clock.signal }).catch(() => 'kill' as const);
    const first = await Promise.race([ended, wait]);
    if (first === 'kill') {
      // The grader alone, and, every other time, all of its processes at once, as when the power fails.
      process.kill(kills % 2 === 0 ? (child.pid ?? 0) : -(child.pid ?? 0), 'SIGKILL');
      await ended;
      kills += 1;
      continue;
    }
    clock.abort();
    expect(first).toMatchObject({ status: 0 });
    expect(grades(out)).toEqual(expected[round % 2]);
    completed += 1;
    round += 1;
  }
  const last = await start(`killed-${round}`, round).ended;
  expect(last).toMatchObject({ status: 0 });
  expect(grades(`killed-${round}`)).toEqual(expected[round % 2]);
  const { events: journal } = await readJournal(join(root, `killed-${round}`, 'journal.jsonl'));
  expect(journal.findLast(({ event }) => event === 'closed')).toMatchObject({ event: 'closed', faults: 0 });
  console.log(`killed ${KILLS} times; ${completed + 1} batches were completed`);
});
