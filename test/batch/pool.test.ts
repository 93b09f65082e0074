import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GradingTask, Outcome, PoolOptions } from '../../grader/batch/grading/index.ts';
import { GradingPool } from '../../grader/batch/index.ts';

let root: string;
let program: string;
/** While it exists, the machine has nvcc. */
let nvcc: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'grade-pool-'));
  program = join(root, 'worker.cjs');
  nvcc = join(root, 'nvcc');
  // Does what the task's source says, and writes down each task that it was given.
  writeFileSync(
    program,
    `const { appendFileSync, existsSync, readFileSync } = require('node:fs');
    process.on('disconnect', () => process.exit(0));
    const identity = { target: 'emulator', engine: 'e', clang: 'c', nvcc: null, image: null, gpu: null, driver: null, sanitize: false };
    let settingsOf;
    process.on('message', ({ kind, task, settings }) => {
      if (kind === 'start') {
        settingsOf = settings.machine.gpu && settings;
        if (settings.sanitize) return process.send({ kind: 'unusable', message: 'There is no GPU.', details: ['none'] });
        const nvcc = existsSync(${JSON.stringify(nvcc)}) ? '13.0.88' : null;
        return process.send({ kind: 'ready', identity: { ...identity, nvcc }, skipped: [] });
      }
      if (kind === 'control') {
        if (process.env.POOL_TEST_UNSOUND) return process.exit(7);
        return process.send({ kind: 'sound' });
      }
      if (kind === 'grade' && settingsOf) appendFileSync(task.source.split('|')[1] + '.gpu', settingsOf.machine.gpu + '\\n');
      const [what, log] = task.source.split('|');
      appendFileSync(log, process.pid + ' ' + task.attempt + '\\n');
      const summary = { key: task.key, verdict: 'passed', responsible: null, score: 1, maxScore: 1, durationMs: 1 };
      if (kind === 'end') return process.send({ kind: 'graded', summary: { ...summary, verdict: 'failed' }, residentMiB: 100 });
      const graded = () => process.send({ kind: 'graded', summary, residentMiB: what === 'grows' ? 5000 : 100 });
      if (what === 'loses nvcc') require('node:fs').rmSync(${JSON.stringify(nvcc)}, { force: true });
      if (what === 'dies' || what === 'loses nvcc') return process.kill(process.pid, 'SIGKILL');
      if (what === 'dies once' && readFileSync(log, 'utf8').split('a0').length === 2) return process.kill(process.pid, 'SIGKILL');
      if (what === 'hangs') return;
      if (what === 'runs out') { process.stderr.write('FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory'); return setTimeout(() => process.exit(134), 50); }
      if (what === 'fails') return process.send({ kind: 'fault', message: 'The disk is full.', details: ['ENOSPC'] });
      graded();
    });`,
  );
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

let logs = 0;
const newLog = (): string => {
  logs += 1;
  const log = join(root, `log-${logs}`);
  writeFileSync(log, '');
  return log;
};

function tasks(log: string, ...what: string[]): GradingTask[] {
  const rest = { assignment: '', sha256: '', seed: '1', into: '', reports: [], at: '2026-10-14T00:00:00.000Z' };
  return what.map((one, index) => ({ ...rest, attempt: `a${index}`, source: `${one}|${log}`, key: `k${index}` }));
}

function poolOf(options: Partial<PoolOptions>): GradingPool {
  return new GradingPool({
    jobs: 2,
    cores: 2,
    settings: {
      cache: { dir: 'off', maxMiB: null },
      machine: { target: 'emulator', nvcc: 'off', sandbox: 'auto' },
      sanitize: false,
    },
    secondsPerSubmission: 30,
    workerMiB: 1000,
    signal: new AbortController().signal,
    program,
    ...options,
  });
}

async function graded(list: readonly GradingTask[], options: Partial<PoolOptions> = {}) {
  const pool = poolOf(options);
  const outcomes: Outcome[] = [];
  try {
    await pool.grade(list, async (outcome) => void outcomes.push(outcome));
  } finally {
    pool.dispose();
  }
  return outcomes
    .map((outcome) => [
      outcome.task.attempt,
      outcome.kind === 'fault' ? outcome.message : outcome.summary.verdict === 'failed' ? 'failed' : outcome.kind,
    ])
    .sort(([a = ''], [b = '']) => (a < b ? -1 : 1));
}

/** Which process had which task. */
function had(log: string): { pid: string; attempt: string }[] {
  const lines = readFileSync(log, 'utf8').trim().split('\n');
  return lines.map((line) => {
    const [pid = '', attempt = ''] = line.split(' ');
    return { pid, attempt };
  });
}

describe('a grading process', () => {
  it('continues with its last assignment, then takes the next one', async () => {
    const assignments = ['x', 'y', 'x', 'z', 'y'];
    const log = newLog();
    const own = tasks(log, ...assignments.map(() => 'passes'));
    const list = own.map((task, index) => ({ ...task, assignment: assignments[index] ?? '' }));
    await graded(list, { jobs: 1 });
    expect(had(log).map(({ attempt }) => attempt)).toEqual(['a0', 'a2', 'a1', 'a4', 'a3']);
  });

  it('loses one submission if it dies, which gets a second chance', async () => {
    const log = newLog();
    const outcomes = await graded(tasks(log, 'grades', 'dies', 'grades', 'grades', 'grades'));
    expect(outcomes).toEqual([
      ['a0', 'graded'],
      ['a1', 'failed'],
      ['a2', 'graded'],
      ['a3', 'graded'],
      ['a4', 'graded'],
    ]);
    const tried = had(log).filter(({ attempt }) => attempt === 'a1');
    // Twice to grade it, then once to write down how it ended.
    expect(new Set(tried.map(({ pid }) => pid)).size).toBeGreaterThanOrEqual(2);
    const killed = new Set(tried.slice(0, 2).map(({ pid }) => pid));
    expect(had(log).filter(({ pid, attempt }) => killed.has(pid) && attempt !== 'a1').length).toBeLessThanOrEqual(4);
  });

  it('that dies of a submission once gives the result of the second attempt', async () => {
    const lines: string[] = [];
    const outcomes = await graded(tasks(newLog(), 'dies once', 'grades'), { log: (line) => void lines.push(line) });
    expect(outcomes).toEqual([
      ['a0', 'graded'],
      ['a1', 'graded'],
    ]);
    expect(lines).toEqual([expect.stringContaining('killed by SIGKILL'), expect.stringContaining('its result counts')]);
  });

  it('that dies where the control program fails too ends the batch', async () => {
    process.env.POOL_TEST_UNSOUND = '1';
    try {
      await expect(graded(tasks(newLog(), 'dies', 'grades'), { jobs: 1 })).rejects.toThrow(
        'This machine does not grade a program that passes everywhere.',
      );
    } finally {
      delete process.env.POOL_TEST_UNSOUND;
    }
  });

  it('that hangs is ended when its time is over', async () => {
    const lines: string[] = [];
    const log = (line: string) => void lines.push(line);
    const outcomes = await graded(tasks(newLog(), 'hangs', 'grades'), { secondsPerSubmission: 0.5, log });
    expect(lines[0]).toContain('It took longer than 0.5 seconds and was ended.');
    expect(outcomes).toEqual([
      ['a0', 'failed'],
      ['a1', 'graded'],
    ]);
  });

  it('that runs out of memory says so', async () => {
    const lines: string[] = [];
    const outcomes = await graded(tasks(newLog(), 'runs out'), { log: (line) => void lines.push(line) });
    expect(outcomes).toEqual([['a0', 'failed']]);
    expect(lines[0]).toMatch(/The grading process ended \(exit status 134, out of memory\): FATAL ERROR/);
  });

  it('that has grown is replaced after its submission', async () => {
    const log = newLog();
    await graded(tasks(log, 'grows', 'grows', 'grows'), { jobs: 1 });
    expect(new Set(had(log).map(({ pid }) => pid)).size).toBe(3);
    const another = newLog();
    await graded(tasks(another, 'grades', 'grades', 'grades'), { jobs: 1 });
    expect(new Set(had(another).map(({ pid }) => pid)).size).toBe(1);
  });
});

describe('a batch', () => {
  it('stops if its machine loses nvcc, and leaves the rest in the queue', async () => {
    writeFileSync(nvcc, '');
    const told: string[] = [];
    const pool = poolOf({ jobs: 1, patience: [1, 1] });
    const log = newLog();
    try {
      const work = pool.grade(tasks(log, 'grades', 'loses nvcc', 'grades', 'grades'), async ({ task }) => {
        told.push(task.attempt);
      });
      await expect(work).rejects.toMatchObject({
        exitCode: 3,
        details: ['nvcc: 13.0.88 before, none now', expect.stringMatching(/--resume/)],
      });
    } finally {
      pool.dispose();
    }
    expect(told).toEqual(['a0']);
    expect(had(log).map(({ attempt }) => attempt)).toEqual(['a0', 'a1']);
  });

  it('goes on if nvcc is back in time', async () => {
    writeFileSync(nvcc, '');
    const pool = poolOf({ jobs: 1, patience: [1, 500, 1_000, 2_000, 4_000] });
    const engineRestarts = setInterval(() => writeFileSync(nvcc, ''), 200);
    const told: string[] = [];
    try {
      await pool.grade(tasks(newLog(), 'loses nvcc', 'grades'), async ({ kind }) => void told.push(kind));
    } finally {
      clearInterval(engineRestarts);
      pool.dispose();
    }
    expect(told).toEqual(['graded', 'graded']);
  });
});

describe('a machine', () => {
  it('is given up if nothing works there, and keeps finished grades', async () => {
    const log = newLog();
    const many = tasks(log, ...Array<string>(40).fill('fails'));
    await expect(graded(many)).rejects.toThrow('8 submissions in a row could not be graded');
    expect(new Set(had(log).map(({ attempt }) => attempt)).size).toBeLessThan(12);
  });

  it('reports before grading that it lacks a required feature', async () => {
    const settings = {
      cache: { dir: 'off', maxMiB: null },
      machine: { target: 'gpu' as const, nvcc: 'require' as const, sandbox: 'auto' as const },
      sanitize: true,
    };
    const log = newLog();
    await expect(graded(tasks(log, 'grades'), { settings })).rejects.toThrow('There is no GPU.');
    expect(readFileSync(log, 'utf8')).toBe('');
  });

  it('reports a missing worker program', async () => {
    const missing = join(root, 'nowhere.cjs');
    await expect(graded(tasks(newLog(), 'grades'), { program: missing })).rejects.toThrow(
      'No grading process could be started.',
    );
  });
});

it('ends with the signal, and leaves no process behind', async () => {
  const controller = new AbortController();
  const log = newLog();
  const grading = graded(tasks(log, 'hangs', 'hangs'), { signal: controller.signal });
  grading.catch(() => undefined);
  await expect.poll(() => readFileSync(log, 'utf8').split('\n').length, { timeout: 20_000 }).toBe(3);
  controller.abort(new Error('enough'));
  await expect(grading).rejects.toThrow('enough');
  for (const { pid } of had(log)) {
    await expect.poll(() => isRunning(Number(pid)), { timeout: 10_000 }).toBe(false);
  }
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe('several GPUs', () => {
  it('are all used, each by as many processes', async () => {
    const log = newLog();
    const list = tasks(log, 'grades', 'grades', 'grades', 'grades', 'grades', 'grades', 'grades', 'grades');
    await graded(list, { jobs: 4, gpus: ['GPU-a', 'GPU-b'] });
    const processes = new Set(had(log).map(({ pid }) => pid));
    expect(processes.size).toBe(4);
    const used = readFileSync(`${log}.gpu`, 'utf8').trim().split('\n');
    expect(new Set(used)).toEqual(new Set(['GPU-a', 'GPU-b']));
  });

  it('have a process that follows one that died', async () => {
    const log = newLog();
    await graded(tasks(log, 'dies once', 'grades', 'grades'), { jobs: 2, gpus: ['GPU-a', 'GPU-b'] });
    const used = readFileSync(`${log}.gpu`, 'utf8').trim().split('\n');
    expect(new Set(used)).toEqual(new Set(['GPU-a', 'GPU-b']));
  });
});
