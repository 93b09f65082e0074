import type { Worker, WorkerOptions } from 'node:worker_threads';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { Grader } from '../../../grader/cli/grader.ts';
import { createGrader } from '../../../grader/cli/local-grader.ts';
import { InfrastructureError } from '../../../grader/platform/errors.ts';
import type { GradeResult } from '../../../grader/result/index.ts';
import { graded, gradeIt } from '../support.ts';

/** Every worker thread that this program starts, and what else is done to it. */
const workers: { readonly stage: string; readonly worker: Worker }[] = [];
let onStart: (stage: string, worker: Worker) => void = () => undefined;
let memoryOf: (stage: string) => WorkerOptions['resourceLimits'] = () => undefined;

vi.mock('../../../grader/platform/threads/worker.ts', async (original) => {
  const { startWorker } = await original<typeof import('../../../grader/platform/threads/worker.ts')>();
  return {
    startWorker: (url: URL, options: WorkerOptions = {}) => {
      const stage = /grader\/(\w+)\//.exec(url.pathname)?.[1] ?? '';
      const resourceLimits = memoryOf(stage) ?? options.resourceLimits;
      const worker = startWorker(url, { ...options, ...(resourceLimits && { resourceLimits }) });
      workers.push({ stage, worker });
      onStart(stage, worker);
      return worker;
    },
  };
});

let grader: Grader;
let undisturbed: GradeResult;
beforeAll(async () => {
  grader = await createGrader({ dir: 'off', maxMiB: null }, { cases: 2 });
  undisturbed = await gradeIt(grader);
});
afterEach(() => {
  onStart = () => undefined;
  memoryOf = () => undefined;
});
afterAll(() => grader.dispose());

/** Ends the threads of a stage, as a crash of them would. */
function end(stage: string): void {
  for (const one of workers) if (one.stage === stage) void one.worker.terminate();
}

it('is undisturbed at first', () => {
  expect(undisturbed).toMatchObject({ verdict: 'failed', responsible: 'student' });
  expect(new Set(workers.map(({ stage }) => stage))).toEqual(new Set(['compile', 'host']));
});

it.each([0, 40, 250])('the compiler may end %d ms after it was asked: nobody sees it', async (ms) => {
  let isEnded = false;
  const grading = gradeIt(grader, ({ activity }) => {
    if (activity === 'compiling' && !isEnded) setTimeout(() => end('compile'), ms);
    isEnded = true;
  });
  expect(graded(await grading)).toEqual(graded(undisturbed));
});

it('the compiler may end while cases run: lines are looked up all the same', async () => {
  let isEnded = false;
  const grading = gradeIt(grader, ({ activity }) => {
    if (activity === 'running the cases' && !isEnded) end('compile');
    isEnded ||= activity === 'running the cases';
  });
  expect(graded(await grading)).toEqual(graded(undisturbed));
  expect(isEnded).toBe(true);
});

it('the compiler that ends again and again is the machine’s fault', async () => {
  end('compile');
  onStart = (stage, worker) => {
    if (stage === 'compile') setTimeout(() => void worker.terminate(), 20);
  };
  const fault: unknown = await gradeIt(grader).catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(InfrastructureError);
  expect(fault).toMatchObject({ exitCode: 3, details: [expect.stringContaining('grade it again')] });
  onStart = () => undefined;
  expect(graded(await gradeIt(grader))).toEqual(graded(undisturbed));
});

it('the threads that run cases may end once: nobody sees it', async () => {
  let isEnded = false;
  const result = await gradeIt(grader, ({ done }) => {
    if (done > 0 && !isEnded) end('host');
    isEnded ||= done > 0;
  });
  expect(isEnded).toBe(true);
  expect(graded(result)).toEqual(graded(undisturbed));
});

it('threads that run cases and end again and again are the machine’s fault', async () => {
  end('host');
  onStart = (stage, worker) => {
    if (stage === 'host') setTimeout(() => void worker.terminate(), 20);
  };
  const fault: unknown = await gradeIt(grader).catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(InfrastructureError);
  expect((fault as InfrastructureError).details.join(' ')).toContain('grade it again');
  onStart = () => undefined;
  expect(graded(await gradeIt(grader))).toEqual(graded(undisturbed));
});

it('reports a thread without memory as a fault of the machine', async () => {
  end('host');
  memoryOf = (stage) => (stage === 'host' ? { maxOldGenerationSizeMb: 4, maxYoungGenerationSizeMb: 1 } : undefined);
  const fault: unknown = await gradeIt(grader).catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(InfrastructureError);
  expect(fault).toMatchObject({ exitCode: 3, message: expect.stringContaining('memory') });
  expect((fault as InfrastructureError).details.join(' ')).toContain('too little memory');
  memoryOf = () => undefined;
  expect(graded(await gradeIt(grader))).toEqual(graded(undisturbed));
});
