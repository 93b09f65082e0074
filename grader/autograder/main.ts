import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { readSettings, SECRET_FILE } from './layout.ts';
import { drawnForNow } from './metadata.ts';
import { type GradeEnd, runAutograder } from './run.ts';

/**
 * What Gradescope's `run_autograder` and `setup.sh` start: `main.js /autograder` grades what was handed in,
 * `main.js --check /autograder` grades the starter file, which shows whether grading works and fills the cache.
 */
const SOURCE = 'source';
/** Gradescope stops an autograder after ten minutes, unless staff have set another time, and gives 0 points then. */
const GRADE_MS = 8 * 60_000;

const check = process.argv[2] === '--check';
const root = process.argv[check ? 3 : 2] ?? '/autograder';
const source = join(root, SOURCE);
const log = (line: string): void => {
  process.stderr.write(`${line}\n`);
};

if (check) {
  const reports = mkdtempSync(join(tmpdir(), 'grade-check-'));
  const { status, reason } = await grade(join(source, readSettings(source).starter), reports);
  rmSync(reports, { recursive: true, force: true });
  if (reason !== null) log(reason);
  process.exitCode = status === 0 || status === 1 ? 0 : 1;
} else {
  await runAutograder(root, grade, log);
}

/** In a process of its own: one that is killed for its memory must not take this one along. */
async function grade(file: string, reportDir: string): Promise<GradeEnd> {
  const { assignment, grader } = readSettings(source);
  const machine = ['--target', 'emulator', '--nvcc', 'off'];
  const drawnFor = drawnForNow(join(root, 'submission_metadata.json'), Date.now());
  const drawn = existsSync(join(source, SECRET_FILE)) ? ['--drawn-for', drawnFor] : [];
  const args = [
    'submit',
    assignment,
    file,
    ...machine,
    ...drawn,
    '--format',
    'text,gradescope',
    '--report-dir',
    reportDir,
  ];
  const ended = await execa(process.execPath, [join(source, grader), ...args], {
    cwd: source,
    reject: false,
    timeout: GRADE_MS,
    stdin: 'ignore',
    stdout: 'inherit',
    stderr: 'inherit',
  });
  const reason = ended.timedOut ? `grade was stopped after ${GRADE_MS / 1000} s` : (ended.signalDescription ?? null);
  return { status: ended.exitCode ?? null, reason };
}
