import { describe, expect, it } from 'vitest';
import { causesOf, wordAlso } from '../../grader/explain/index.ts';
import { type CaseEvidence, type CheckOutcome, judge } from '../../grader/judge/index.ts';
import { score } from '../../grader/judge/score/index.ts';
import { resultSchema } from '../../grader/result/index.ts';
import { caseOf, evidence, FILE, fault, launch, outcome, output, run } from './builders.ts';

type Faults = CaseEvidence['run']['faults'];

const STORE = { file: FILE, line: 15, column: 9 };
const OTHER = { file: FILE, line: 16, column: 9 };
const out = (offset: number) => ({ label: 'out', role: 'output', bytes: 4 * 60 * 60, offset }) as const;

/** A launch of 64 × 64 threads over 60 × 60 elements: some have none. */
function ragged(faults: Faults, stores = [{ position: STORE, count: 3600, kernel: 'kernel' }], threads = 3600) {
  return caseOf({
    name: 'ragged',
    run: run({
      launches: [launch({ outcome: outcome({ outputThreads: threads }) })],
      faults,
      outputs: [{ name: 'out', bytes: new Uint8Array(), state: new Uint8Array(), stores }],
    }),
    outputs: [output({ shape: [60, 60], elements: 3600, writtenByKernels: Math.min(threads, 3600) })],
  });
}

const end = (thread: readonly [number, number], block: readonly [number, number], position = STORE) =>
  ({ position, access: 'write', block: [...block, 0], thread: [...thread, 0] }) as const;

/** Thread (15, 15) of block (3, 3) is in row 63 and column 63; thread (0, 0) of block (0, 0) has an element. */
const extra = end([15, 15], [3, 3]);
const own = end([0, 0], [0, 0]);
const otherOwn = end([1, 0], [0, 0]);

const outside = (at: typeof own | typeof extra, count = 1) =>
  fault({ rule: 'out-of-bounds-write', at, buffer: out(4 * 60 * 60), count });
const racing = (at: typeof own | typeof extra, other: typeof own | typeof extra) =>
  fault({ rule: 'global-race', at, other, detail: 'between-blocks', buffer: out(0) });

const races = (cases: readonly CaseEvidence[]): CheckOutcome => {
  const found = judge(evidence({ cases, techniqueCase: 'exact' })).find(({ id }) => id === 'races');
  if (!found) throw new Error('no races');
  return found;
};
const raceOf = (cases: readonly CaseEvidence[]) => races(cases).findings.find(({ rule }) => rule === 'global-race');

describe('a race of a thread without an element', () => {
  it('follows from its store out of bounds, and costs no points', () => {
    const cases = [caseOf(), ragged([outside(extra), racing(extra, own)])];
    expect(raceOf(cases)?.follows).toEqual({ rule: 'out-of-bounds-write', ...STORE });
    const { checks, verdict } = score(judge(evidence({ cases, techniqueCase: 'exact' })));
    expect(checks.find(({ id }) => id === 'races')).toMatchObject({
      status: 'passed',
      score: 10,
      summary: 'The errors here follow from an error of another check, so they cost no points.',
      summaryDetail: { problems: 0, reason: 'follows' },
    });
    expect(checks.find(({ id }) => id === 'guards')).toMatchObject({ status: 'failed', score: 0 });
    expect(verdict).toBe('failed');
    expect(() => resultSchema.shape.checks.parse(checks)).not.toThrow();
  });

  it('is shown under that store', () => {
    const cases = [caseOf(), ragged([outside(extra), racing(extra, own)])];
    const findings = judge(evidence({ cases, techniqueCase: 'exact' })).flatMap((check) => check.findings);
    const [cause, ...others] = causesOf(findings);
    expect(others).toEqual([]);
    expect(cause && wordAlso(cause)).toBe('This also causes: data races (line 15).');
  });

  it('stands by itself if two threads with elements race there too', () => {
    const cases = [caseOf(), ragged([outside(extra), racing(extra, own)]), ragged([racing(own, otherOwn)])];
    expect(races(cases).status).toBe('failed');
    expect(raceOf(cases)?.follows).toBeUndefined();
  });

  it('stands by itself if the kernel never ran without such threads', () => {
    expect(races([ragged([outside(extra), racing(extra, own)])]).status).toBe('failed');
  });

  it('stands by itself if its store is in another line', () => {
    const elsewhere = { ...extra, position: OTHER };
    expect(races([caseOf(), ragged([outside(extra), racing(elsewhere, own)])]).status).toBe('failed');
  });

  it('shields no race of another line', () => {
    const other = racing({ ...own, position: OTHER }, { ...otherOwn, position: OTHER });
    const cases = [caseOf(), ragged([outside(extra), racing(extra, own), other])];
    const { status, findings, summaryDetail } = races(cases);
    expect(status).toBe('failed');
    expect(summaryDetail).toMatchObject({ problems: 1 });
    expect(findings.filter(({ follows }) => !follows)).toMatchObject([{ rule: 'global-race', line: 16 }]);
  });
});

describe('a race in the only store of a kernel', () => {
  const few = [{ position: STORE, count: 3000, kernel: 'kernel' }];

  it('follows if a thread with an element stores out of bounds there', () => {
    const cases = [ragged([outside(own, 600), racing(own, otherOwn)], few, 3000)];
    expect(raceOf(cases)?.follows).toEqual({ rule: 'out-of-bounds-write', ...STORE });
    expect(races(cases).status).toBe('passed');
  });

  it('stands by itself if threads store twice there', () => {
    expect(races([ragged([outside(own, 600), racing(own, otherOwn)], few, 1500)]).status).toBe('failed');
  });

  it('stands by itself if the kernel has another store', () => {
    const two = [...few, { position: OTHER, count: 600, kernel: 'kernel' }];
    expect(races([ragged([outside(own), racing(own, otherOwn)], two, 3600)]).status).toBe('failed');
  });

  it('stands by itself if the other thread reads', () => {
    const reading = { ...otherOwn, access: 'read' as const };
    const race = fault({ rule: 'global-race', at: own, other: reading, detail: 'between-blocks', buffer: out(0) });
    expect(races([ragged([outside(own, 600), race], few, 3000)]).status).toBe('failed');
  });

  it('stands by itself if only threads without an element are out of bounds', () => {
    expect(races([ragged([outside(extra, 600), racing(own, otherOwn)], few, 3000)]).status).toBe('failed');
  });
});

describe('a read of shared memory that another thread writes later', () => {
  const READ = { file: FILE, line: 20, column: 12 };
  const reads = { ...end([0, 0], [0, 0], READ), access: 'read' } as const;
  const unset = (detail: 'written-later' | null) => fault({ rule: 'uninitialized-read', at: reads, detail });
  const race = fault({ rule: 'shared-race', at: own, other: reads, detail: 'inside-block' });
  const checks = (cases: readonly CaseEvidence[]) =>
    score(judge(evidence({ cases, techniqueCase: 'exact' }))).checks.map(({ id, status }) => [id, status]);

  it('follows from the race, and costs no points', () => {
    const found = checks([caseOf({ run: run({ faults: [race, unset('written-later')] }) })]);
    expect(found).toContainEqual(['races', 'failed']);
    expect(found).toContainEqual(['memory', 'passed']);
  });

  it.each([
    ['it also found nothing written in another case', [race, unset('written-later')], [race, unset(null)]],
    ['no race was seen there', [unset('written-later')], []],
  ] as const)('stands by itself if %s', (_, first, second) => {
    const cases = [first, second].map((faults, at) =>
      caseOf({ name: `case ${at}`, run: run({ faults: [...faults] }) }),
    );
    expect(checks(cases)).toContainEqual(['memory', 'failed']);
  });
});
