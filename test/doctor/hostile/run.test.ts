import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import {
  type Corpus,
  type HostileCase,
  lineOf,
  type RunOptions,
  reportOf,
  runCorpus,
  summaryOf,
} from '../../../grader/doctor/index.ts';

const program = fileURLToPath(new URL('./programs/fake.ts', import.meta.url));

function submission(name: string, does: string, at: '' | 'OUTSIDE' | 'PORT' = '', seconds = 30): HostileCase {
  return {
    name,
    id: `host/${name}`,
    group: 'host',
    about: 'Does something.',
    fileName: 'mine.cu',
    assignment: 'grayscale',
    seconds,
    expect: { verdict: 'failed', points: 0, rule: 'wrong-output' },
    bytes: (places) => new TextEncoder().encode(JSON.stringify({ does, at: at === '' ? '' : places[at] })),
  };
}

const honest = { assignment: 'grayscale', source: 'honest', cases: ['exact'] };
const corpus = (...cases: HostileCase[]): Corpus => ({ cases, honest });

describe('runCorpus', () => {
  it('reports why each is not contained, in corpus order, and continues', async () => {
    const told: string[] = [];
    const verdicts = await runCorpus(
      corpus(
        submission('dies', 'die'),
        submission('hangs', 'hang', '', 1),
        submission('leaks', 'leak'),
        submission('writes', 'write', 'OUTSIDE'),
        submission('connects', 'connect', 'PORT'),
        submission('passes', 'pass'),
        submission('faults', 'fault'),
        submission('refused', 'refuse'),
        submission('poisons', 'poison'),
      ),
      { jobs: 1, program, onVerdict: ({ id }) => told.push(id) },
    );
    expect(told).toEqual(verdicts.map(({ id }) => id));
    expect(verdicts.map(({ contained }) => contained)).toEqual(verdicts.map(() => false));
    expect(verdicts.map(({ problems }) => problems.join('; '))).toEqual([
      'it brought the grading process down (exit status 9)',
      'it outlived its limits: there was no verdict after 1 s',
      'it read a secret file or the environment',
      expect.stringMatching(/^it changed files outside its sandbox \(.*left-behind\)$/),
      'it reached the network',
      'its verdict is passed, and should be failed',
      'the grader failed: the compiler failed',
      'it was refused: mine.cu is empty.',
      'the next submission, an honest one, did not get its points',
    ]);
    const report = reportOf('emulator', verdicts, 12.34);
    expect(report).toMatchObject({ schemaVersion: 1, contained: 0, notContained: 9, seconds: 12.3 });
    expect(summaryOf(report)).toMatch(/^9 of 9 hostile submissions were NOT contained, in 12 s\./);
    expect(lineOf(verdicts[0] as (typeof verdicts)[0])).toMatch(/^NOT contained +\d+\.\d s {2}host\/dies: it brought/);
  });

  it('asks of a GPU what a GPU is expected to say', async () => {
    const both = {
      ...submission('right', 'pass'),
      gpu: { verdict: 'passed' as const, points: 0 },
    };
    const machine = { target: 'gpu', nvcc: 'require', sandbox: 'none' } as const;
    const problems = async (machine: RunOptions['machine']) =>
      (await runCorpus(corpus(both), { jobs: 1, machine, program }))[0]?.problems;
    expect(await problems(machine)).toEqual([]);
    expect(await problems(null)).toEqual(['its verdict is passed, and should be failed']);
  });

  it('says what is contained, with several at a time', async () => {
    const graded = submission('is-wrong', 'die');
    const wrong = { ...graded, bytes: () => new TextEncoder().encode('{"does":"write","at":"/nowhere/at/all"}') };
    const refused = {
      ...submission('no-text', 'refuse'),
      expect: { verdict: 'refused' as const, points: 0, says: 'is empty' },
    };
    const passed = { ...submission('right', 'pass'), expect: { verdict: 'passed' as const, points: 0 } };
    const verdicts = await runCorpus(corpus(refused, passed, wrong), { jobs: 2, program });
    expect(verdicts.map(({ id, contained }) => [id, contained])).toEqual([
      ['host/no-text', true],
      ['host/right', true],
      // The fake process dies of what it throws.
      ['host/is-wrong', false],
    ]);
    expect(summaryOf(reportOf('emulator', verdicts.slice(0, 2), 61))).toBe(
      'All 2 hostile submissions were contained, in 61 s.',
    );
  });

  it('is a fault of this machine where not even an honest solution is graded', async () => {
    const dying = corpus(submission('any', 'pass'));
    await expect(
      runCorpus({ ...dying, honest: { ...honest, source: '{"does":"die"}' } }, { jobs: 1, program }),
    ).rejects.toMatchObject({ exitCode: 3, message: expect.stringContaining('An honest solution cannot be graded') });
  });

  it('ends on request', async () => {
    const stop = new AbortController();
    const running = runCorpus(corpus(submission('hangs', 'hang')), { jobs: 1, program, signal: stop.signal });
    setTimeout(() => stop.abort(new Error('enough')), 1500);
    await expect(running).rejects.toThrow('enough');
  });
});
