// Longer than others: all that may happen between a batch and Slurm, played by one fixture, whose state it shares.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { courseSchema } from '../../../grader/batch/course-schema.ts';
import type { Graders, Outcome, WorkerSettings } from '../../../grader/batch/grading/index.ts';
import type { EngineIdentity } from '../../../grader/batch/key.ts';
import { appendOutcome, type OutcomeLine } from '../../../grader/batch/slurm/outcomes.ts';
import { SlurmPool } from '../../../grader/batch/slurm/pool.ts';
import { Round } from '../../../grader/batch/slurm/round.ts';
import { FakeSlurm } from './fake.ts';
import { entriesOf } from './tasks.ts';

const IDENTITY: EngineIdentity = {
  ...{ engine: 'e1', clang: '22', nvcc: null, image: null, gpu: null, driver: null, sanitize: false },
  target: 'emulator',
};
const GPU: EngineIdentity = { ...IDENTITY, target: 'gpu', nvcc: '12.8', gpu: 'NVIDIA H200', driver: '570' };
const DOWN = { stderr: 'slurm_load_jobs error: Unable to contact slurm controller (connect failure)', code: 1 };

let out: string;
let slurm: FakeSlurm;
beforeEach(() => {
  out = mkdtempSync(join(tmpdir(), 'grade-slurm-out-'));
  slurm = new FakeSlurm();
  slurm.says('sbatch', { stdout: '7\n' });
});
afterEach(() => {
  rmSync(out, { recursive: true, force: true });
  slurm.remove();
});

interface Given {
  readonly course?: object;
  readonly cache?: string;
  readonly target?: WorkerSettings['machine']['target'];
  readonly signal?: AbortSignal;
  readonly patienceMs?: number;
  readonly onSubmitted?: (job: string) => Promise<void>;
}

function open(given: Given = {}) {
  const notes: string[] = [];
  const told: Outcome[] = [];
  const local = (): Graders => ({
    skipped: ['no nvcc'],
    identity: async () => IDENTITY,
    grade: () => Promise.reject(new Error('this machine grades nothing')),
    dispose: () => undefined,
  });
  const pool = new SlurmPool({
    out,
    slurm: courseSchema.parse({ schemaVersion: 1, slurm: given.course ?? {} }).slurm,
    program: ['/usr/bin/node', '/shared/grade/bin.js'],
    settings: {
      cache: { dir: given.cache ?? null, maxMiB: null },
      machine: { target: given.target ?? 'auto', nvcc: 'auto', sandbox: 'auto', gpu: '3' },
      sanitize: false,
    },
    ...{ secondsPerSubmission: 900, workerMiB: 1536, local, env: slurm.env },
    onSubmitted: async (job) => given.onSubmitted?.(job),
    note: (text) => notes.push(text),
    signal: given.signal ?? new AbortController().signal,
    pace: { leastMs: 5, mostMs: 20, settleMs: 30, patienceMs: given.patienceMs ?? 20_000 },
  });
  const grade = (count: number) =>
    pool.grade(
      entriesOf(count, 1, out).map(({ task }) => task),
      async (outcome) => void told.push(outcome),
    );
  return { pool, grade, notes, told };
}

/** What a node would write down. */
async function graded(round: string, task: number, ...submissions: number[]): Promise<void> {
  for (const index of submissions) {
    const summary = {
      key: `key-${index}`,
      verdict: 'passed',
      responsible: null,
      score: 90,
      maxScore: 90,
      durationMs: 1,
    } as const;
    const path = join(out, 'slurm', round, `${task}.jsonl`);
    await appendOutcome(path, { kind: 'graded', attempt: `students/s${index}/1`, summary });
  }
}

const attempts = (told: readonly Outcome[]) =>
  told.map(({ kind, task }) => `${kind} ${task.attempt.split('/')[1]}`).sort();
const files = (round: string) => readdirSync(join(out, 'slurm', round));
const planOf = (round: string) =>
  JSON.parse(readFileSync(join(out, 'slurm', round, 'plan.json'), 'utf8')) as Round['plan'];
const queue = (...lines: string[]) => ({ stdout: lines.map((line) => `${line}\n`).join('') });

describe('a batch on Slurm', () => {
  it('is one array job that reports its outcomes as they arrive', async () => {
    slurm.says('squeue', queue('7_0|RUNNING|None|n1', '7_1|PENDING|Resources|'));
    const jobs: string[] = [];
    const { grade, told, pool } = open({
      course: { submissionsPerTask: 2, partition: 'short' },
      onSubmitted: async (job) => {
        jobs.push(job);
        await graded('0001', 1, 2);
        setTimeout(() => void graded('0001', 0, 0, 1), 100);
      },
    });
    await grade(3);
    expect(attempts(told)).toEqual(['graded s0', 'graded s1', 'graded s2']);
    expect(jobs).toEqual(['7']);
    expect(slurm.calls('sbatch')).toHaveLength(1);
    expect(slurm.calls('sbatch')[0]).toEqual(
      expect.arrayContaining(['--parsable', '--array=0-1', '--partition=short']),
    );
    expect(slurm.calls('sbatch')[0]?.at(-1)).toBe(join(out, 'slurm', '0001', 'task.sh'));
    expect(pool.skipped).toEqual(['no nvcc']);
    expect(files('0001')).toEqual(
      expect.arrayContaining(['plan.json', '0.json', '1.json', 'task.sh', 'job.json', 'closed']),
    );
    // What this machine has found out holds for every node; its GPU's number does not.
    expect(planOf('0001').settings.machine).toEqual({ target: 'emulator', nvcc: 'off', sandbox: 'auto' });
  });

  it.each([
    ['off', 'off'],
    ['cache', join(process.cwd(), 'cache')],
  ])('has the cache that the command has, wherever its tasks run: %s', async (cache, dir) => {
    slurm.says('squeue', queue('7_0|RUNNING|None|n1'));
    await open({ cache, onSubmitted: () => graded('0001', 0, 0) }).grade(1);
    expect(planOf('0001').settings.cache.dir).toBe(dir);
  });

  it('gives Slurm again what it lost, and only that, in smaller chunks', async () => {
    slurm.says('sbatch', { stdout: '7\n' }, { stdout: '8;cluster\n' });
    slurm.says('squeue', queue('7_0|NODE_FAIL|None|n1'));
    slurm.says('scontrol', { stdout: 'JobState=NODE_FAIL Reason=None ExitCode=0:0 BatchHost=n1' });
    const { grade, told, notes } = open({
      course: { submissionsPerTask: 8 },
      onSubmitted: async (job) => {
        if (job === '7') return graded('0001', 0, 0, 1, 2);
        slurm.says('squeue', queue('8_0|RUNNING|None|n2', '8_1|RUNNING|None|n2', '8_2|RUNNING|None|n2'));
        await graded('0002', 0, 3, 4);
        await graded('0002', 1, 5, 6);
        await graded('0002', 2, 7);
      },
    });
    await grade(8);
    expect(attempts(told)).toEqual(Array.from({ length: 8 }, (_, index) => `graded s${index}`));
    expect(slurm.calls('sbatch')[1]).toContain('--array=0-2');
    expect(notes.join('\n')).toContain('5 submissions lost and submitted again');
    expect(notes.join('\n')).toContain('NODE_FAIL');
  });

  it('stops after three times, with what Slurm and the log said', async () => {
    slurm.says('squeue', queue('7_0|OUT_OF_MEMORY|None|n1'));
    slurm.says('scontrol', { stdout: 'JobState=OUT_OF_MEMORY Reason=OutOfMemory ExitCode=0:125 BatchHost=n1' });
    let round = 0;
    const { grade, told } = open({
      onSubmitted: async () =>
        writeFileSync(join(out, 'slurm', `000${++round}`, '0.log'), 'begun\nslurmstepd: oom-kill\n'),
    });
    await grade(1);
    expect(slurm.calls('sbatch')).toHaveLength(3);
    expect(told).toHaveLength(1);
    expect(told[0]).toMatchObject({
      kind: 'fault',
      message:
        'Tried 3 times. Task 0 of Slurm job 7 ended before it was graded: OUT_OF_MEMORY, OutOfMemory, exit code 0:125, on node n1.',
      details: ['begun', 'slurmstepd: oom-kill'],
    });
  });

  it('does not fight with whoever cancels a task', async () => {
    slurm.says('squeue', queue('7_0|CANCELLED|None|n1'));
    const { grade, told } = open();
    await grade(2);
    expect(attempts(told)).toEqual(['fault s0', 'fault s1']);
    expect(slurm.calls('sbatch')).toHaveLength(1);
  });

  it('knows a job that Slurm has forgotten by its results', async () => {
    slurm.says('squeue', { stderr: 'slurm_load_jobs error: Invalid job id specified', code: 1 });
    slurm.says('scontrol', { stderr: 'slurm_load_jobs error: Invalid job id specified', code: 1 });
    const { grade, told } = open({
      onSubmitted: () => graded(readdirSync(join(out, 'slurm')).at(-1) ?? '', 0, slurm.calls('sbatch').length - 1),
    });
    await grade(2);
    // The first round has told of one; of the other, which was lost, the second.
    expect(attempts(told)).toEqual(['graded s0', 'graded s1']);
    expect(slurm.calls('sbatch')).toHaveLength(2);
  });

  it('takes a task that Slurm cannot start and holds for one that is lost', async () => {
    slurm.says('squeue', queue('7_0|PENDING|launch failed requeued held|'));
    const { grade } = open({
      onSubmitted: async () => {
        if (slurm.calls('sbatch').length === 2) await graded('0002', 0, 0);
      },
    });
    await grade(1);
    expect(slurm.calls('scancel')).toContainEqual(['7_0']);
    expect(slurm.calls('sbatch')).toHaveLength(2);
  });

  it('waits for a task that was requeued, and says what it waits for', async () => {
    const { grade, told, notes } = open({
      onSubmitted: async () => {
        slurm.says(
          'squeue',
          queue('7_0|NODE_FAIL|None|n1'),
          ...Array.from({ length: 8 }, () => queue('7_0|PENDING|PartitionDown|')),
          queue('7_0|RUNNING|None|n2'),
        );
        void vi.waitFor(() => expect(notes.join()).toContain('PartitionDown'), 20_000).then(() => graded('0001', 0, 0));
      },
    });
    await grade(1);
    expect(attempts(told)).toEqual(['graded s0']);
    expect(slurm.calls('sbatch')).toHaveLength(1);
    expect(notes.filter((note) => note.includes('PartitionDown'))).toHaveLength(1);
  });
});

describe('a controller that is slow', () => {
  it('may requeue a task while it describes how the task ended', async () => {
    slurm.says('scontrol', { stdout: 'JobState=NODE_FAIL\n', seconds: 0.2 });
    const { grade, told } = open({
      onSubmitted: async () => {
        slurm.says('squeue', queue('7_0|NODE_FAIL|None|n1'), queue('7_0|RUNNING|None|n2'));
        void vi
          .waitFor(() => expect(slurm.calls('squeue').length).toBeGreaterThan(2), 20_000)
          .then(() => graded('0001', 0, 0));
      },
    });
    await grade(1);
    expect(attempts(told)).toEqual(['graded s0']);
    expect(slurm.calls('sbatch')).toHaveLength(1);
  });
});

describe('a controller that does not answer', () => {
  it.each([
    ['is away', DOWN],
    ['talks nonsense', { stdout: 'slurmctld is being upgraded\n' }],
  ])('and %s is waited for, while results go on being read', async (_, answer) => {
    slurm.says('squeue', answer);
    const { grade, told, notes } = open({ onSubmitted: () => graded('0001', 0, 0, 1) });
    await grade(2);
    expect(attempts(told)).toEqual(['graded s0', 'graded s1']);
    expect(notes.join('\n')).toContain('Slurm does not answer');
  });

  it('is given up after a while, and the job is left alone', async () => {
    slurm.says('squeue', DOWN);
    const { grade } = open({ patienceMs: 100 });
    await expect(grade(1)).rejects.toThrow(/has not answered .* Its jobs go on/);
    expect(slurm.calls('scancel')).toEqual([]);
    expect(await Round.unfinished(out)).toHaveLength(1);
  });

  it('looks for a job that the controller may have taken before a new attempt', async () => {
    slurm.says('sbatch', {
      stderr: 'sbatch: error: Batch job submission failed: Socket timed out on send/recv operation',
      code: 1,
    });
    slurm.says('squeue', DOWN, queue('9'), queue('9_0|RUNNING|None|n1'));
    const jobs: string[] = [];
    const { grade } = open({
      onSubmitted: async (job) => {
        jobs.push(job);
        await graded('0001', 0, 0);
      },
    });
    await grade(1);
    expect(jobs).toEqual(['9']);
    expect(slurm.calls('sbatch')).toHaveLength(1);
    const name = slurm
      .calls('sbatch')[0]
      ?.find((option) => option.startsWith('--job-name='))
      ?.split('=')[1];
    expect(slurm.calls('squeue')[1]).toContain(`--name=${name}`);
  });

  it('that refuses is believed, in its own words', async () => {
    slurm.says('sbatch', { stderr: 'sbatch: error: invalid partition specified: nope', code: 1 });
    const { grade } = open();
    await expect(grade(1)).rejects.toMatchObject({
      exitCode: 2,
      details: ['sbatch: error: invalid partition specified: nope'],
    });
    expect(await Round.unfinished(out)).toEqual([]);
  });

  it('that is nowhere is said to be', async () => {
    slurm.env.PATH = out;
    await expect(open().grade(1)).rejects.toThrow('There is no sbatch on this machine');
  });
});

describe('a batch that another login has left', () => {
  /** A command that dies as soon as its job is submitted. */
  async function abandoned(course: object = { submissionsPerTask: 2 }): Promise<void> {
    const dying = open({ course, onSubmitted: () => Promise.reject(new Error('killed')) });
    await expect(dying.grade(3)).rejects.toThrow('killed');
  }

  it('is followed, not submitted twice', async () => {
    await abandoned();
    slurm.says('squeue', queue('7_0|RUNNING|None|n1', '7_1|RUNNING|None|n1'));
    await graded('0001', 0, 0, 1);
    setTimeout(() => void graded('0001', 1, 2), 100);
    const { grade, told, notes } = open();
    await grade(3);
    expect(attempts(told)).toEqual(['graded s0', 'graded s1', 'graded s2']);
    expect(slurm.calls('sbatch')).toHaveLength(1);
    expect(notes.join('\n')).toContain('Slurm job 7 goes on: 3 submissions');
  });

  it('is found by its name where the login died before it could note the job', async () => {
    await abandoned();
    rmSync(join(out, 'slurm', '0001', 'job.json'));
    slurm.says('squeue', queue('7', '7'), queue('7_0|RUNNING|None|n1', '7_1|RUNNING|None|n1'));
    await graded('0001', 0, 0, 1);
    await graded('0001', 1, 2);
    await open().grade(3);
    expect(slurm.calls('sbatch')).toHaveLength(1);
  });

  it('is submitted where the login died before it could', async () => {
    await abandoned();
    rmSync(join(out, 'slurm', '0001', 'job.json'));
    slurm.says('squeue', {});
    const { grade, told } = open({ onSubmitted: () => graded('0002', 0, 0, 1, 2) });
    await grade(3);
    expect(told).toHaveLength(3);
    expect(slurm.calls('sbatch')).toHaveLength(2);
  });

  it('and that is for another engine is cancelled', async () => {
    await abandoned();
    const path = join(out, 'slurm', '0001', 'plan.json');
    writeFileSync(path, readFileSync(path, 'utf8').replace('"e1"', '"e0"'));
    slurm.says('squeue', queue('7_0|RUNNING|None|n1'));
    const { grade, told } = open({ onSubmitted: () => graded('0002', 0, 0, 1, 2) });
    await grade(3);
    expect(slurm.calls('scancel')).toEqual([['7']]);
    expect(told).toHaveLength(3);
  });

  it('ignores reports about an earlier version of a submission', async () => {
    slurm.says('squeue', queue('7_0|RUNNING|None|n1'));
    const { grade, told } = open({
      onSubmitted: async () => {
        const old = {
          key: 'old',
          verdict: 'failed',
          responsible: 'student',
          score: 0,
          maxScore: 90,
          durationMs: 1,
        } as const;
        await appendOutcome(join(out, 'slurm', '0001', '0.jsonl'), {
          kind: 'graded',
          attempt: 'students/s0/1',
          summary: old,
        });
        await graded('0001', 0, 0);
      },
    });
    await grade(1);
    expect(told).toMatchObject([{ kind: 'graded', summary: { key: 'key-0' } }]);
  });
});

describe('an interrupt', () => {
  it('cancels what runs, and says how to go on', async () => {
    slurm.says('squeue', queue('7_0|RUNNING|None|n1'));
    const controller = new AbortController();
    const onSubmitted = async () => void setTimeout(() => controller.abort(), 100);
    const { grade, notes } = open({ signal: controller.signal, onSubmitted });
    const grading = grade(1);
    await expect(grading).rejects.toThrow();
    expect(slurm.calls('scancel')).toEqual([['7']]);
    expect(await Round.unfinished(out)).toEqual([]);
    expect(notes.at(-1)).toContain('--resume goes on');
  });
});

describe('a GPU partition', () => {
  /** A node answers as soon as its task can run. */
  async function answer(said: object, round = '0001'): Promise<void> {
    const folder = join(out, 'slurm', round);
    await vi.waitFor(() => readFileSync(join(folder, 'job.json')), 20_000);
    writeFileSync(join(folder, 'identity.json'), JSON.stringify(said));
  }

  it('is asked what it has, and each task gets one GPU', async () => {
    slurm.says('squeue', queue('7_0|RUNNING|None|n1'));
    const { pool, grade, told } = open({ target: 'gpu', onSubmitted: () => graded('0002', 0, 0) });
    const asking = pool.identity();
    void answer({ kind: 'ready', identity: GPU, skipped: [] });
    expect(await asking).toEqual(GPU);
    expect(planOf('0001')).toMatchObject({ identity: null, settings: { machine: { target: 'gpu' } } });
    await grade(1);
    expect(told).toHaveLength(1);
    expect(slurm.calls('sbatch')).toHaveLength(2);
    for (const call of slurm.calls('sbatch')) expect(call).toContain('--gres=gpu:1');
    expect(planOf('0002')).toMatchObject({ identity: GPU, settings: { machine: { target: 'gpu', nvcc: 'require' } } });
  });

  it('whose jobs go on is not asked again, but by a grader of another version', async () => {
    const planned = { ...GPU, engine: 'e1' };
    slurm.says('squeue', queue('7_0|RUNNING|None|n1'));
    const dying = open({ target: 'gpu', onSubmitted: () => Promise.reject(new Error('killed')) });
    void answer({ kind: 'ready', identity: planned, skipped: [] });
    await expect(dying.grade(1)).rejects.toThrow('killed');
    expect(await open({ target: 'gpu' }).pool.identity()).toEqual(planned);
    expect(slurm.calls('sbatch')).toHaveLength(2);

    const path = join(out, 'slurm', '0002', 'plan.json');
    writeFileSync(path, readFileSync(path, 'utf8').replace('"e1"', '"e0"'));
    void answer({ kind: 'ready', identity: planned, skipped: [] }, '0003');
    expect(await open({ target: 'gpu' }).pool.identity()).toEqual(planned);
    expect(slurm.calls('sbatch')).toHaveLength(3);
  });

  it('that cannot do what is asked says why', async () => {
    slurm.says('squeue', queue('7_0|RUNNING|None|n1'));
    const { pool } = open({ course: { gres: 'gpu:a100:1' } });
    const asking = pool.identity();
    void answer({ kind: 'unusable', message: 'No nvcc.', details: ['on n1'] });
    await expect(asking).rejects.toMatchObject({ message: 'No nvcc.', details: ['on n1'] });
    expect(slurm.calls('sbatch')[0]).toContain('--gres=gpu:a100:1');
    expect(await Round.unfinished(out)).toEqual([]);
  });

  it('whose task ends without an answer is no GPU partition', async () => {
    slurm.says('squeue', queue('7_0|FAILED|NonZeroExitCode|n1'));
    slurm.says('scontrol', { stdout: 'JobState=FAILED Reason=NonZeroExitCode ExitCode=127:0 BatchHost=n1' });
    await expect(open({ target: 'gpu' }).pool.identity()).rejects.toThrow(
      /FAILED, NonZeroExitCode, exit code 127:0, on node n1/,
    );
  });
});

describe('a node that cannot grade', () => {
  const newest = () => readdirSync(join(out, 'slurm')).sort().at(-1) ?? '';
  const unusable: OutcomeLine = {
    kind: 'unusable',
    ...{ node: 'n9', message: 'Not what was planned.', details: ['gpu: planned A, here B'] },
  };
  const failed = queue('7_0|FAILED|NonZeroExitCode|n9');

  it('is left alone from then on', async () => {
    slurm.says('squeue', failed);
    const { grade, told } = open({
      onSubmitted: async () => {
        if (slurm.calls('sbatch').length === 2) await graded('0002', 0, 0);
        else await appendOutcome(join(out, 'slurm', newest(), '0.jsonl'), unusable);
      },
    });
    await grade(1);
    expect(told).toMatchObject([{ kind: 'graded' }]);
    expect(slurm.calls('sbatch')[1]).toContain('--exclude=n9');
  });

  it('and cannot even say so is left alone too', async () => {
    slurm.says('squeue', failed);
    const { grade } = open({
      onSubmitted: async () => {
        if (slurm.calls('sbatch').length === 2) await graded('0002', 0, 0);
      },
    });
    await grade(1);
    expect(slurm.calls('sbatch')[1]).toContain('--exclude=n9');
  });

  it('is named, with what it is and what was planned, where there is no other', async () => {
    const refused = { stderr: 'sbatch: error: Requested node configuration is not available', code: 1 };
    const taken = { stdout: '7\n' };
    slurm.says('sbatch', taken, refused, taken, refused, taken);
    slurm.says('squeue', failed);
    const { grade, told } = open({
      onSubmitted: () => appendOutcome(join(out, 'slurm', newest(), '0.jsonl'), unusable),
    });
    await grade(1);
    expect(told).toMatchObject([
      {
        kind: 'fault',
        message: 'Tried 3 times. On node n9: Not what was planned.',
        details: ['gpu: planned A, here B'],
      },
    ]);
    expect(
      slurm
        .calls('sbatch')
        .at(-1)
        ?.some((option) => option.startsWith('--exclude')),
    ).toBe(false);
  });
});
