import { describe, expect, it } from 'vitest';
import { causesOf, wordAlso, worded } from '../../grader/explain/index.ts';
import type { DetailOf, Finding, FindingDetail, FindingFacts, Spot } from '../../grader/result/index.ts';

const element: Spot = { buffer: { role: 'shared', name: 'tile' }, unit: 'element', index: 3 };

/** A race of a store with a read of another line. */
const raceDetail: DetailOf<'race'> = { kind: 'race', spot: element, access: 'write', order: 'one-block' };

function end(line: number, access: 'read' | 'write', column = 5): FindingFacts['related'] {
  return [{ detail: { kind: 'other-access', access }, file: 'mine.cu', line, column }];
}

function race(
  line: number,
  other: number,
  missingBarrier: DetailOf<'race'>['missingBarrier'],
  change: Partial<FindingFacts> = {},
): Finding {
  return worded({
    ...{ rule: 'shared-race', severity: 'error', file: 'mine.cu', line, column: 3, kernel: 'k' },
    related: end(other, 'read', 1),
    detail: { ...raceDetail, ...(missingBarrier && { missingBarrier }) },
    ...change,
  });
}

const sizes = (findings: readonly Finding[]) => causesOf(findings).map(({ also }) => 1 + also.length);

describe('races of one cause', () => {
  it('are one problem where one barrier ends them', () => {
    const both = [race(16, 21, 'before-next'), race(17, 21, 'before-next')];
    expect(sizes(both)).toEqual([2]);
    const [cause] = causesOf(both);
    expect(cause && wordAlso(cause)).toBe('The same barrier is missing for line 17 with line 21.');
    const sameLines = causesOf([race(14, 10, 'between'), race(14, 10, 'between', { column: 9 })]);
    expect(sameLines.map((one) => [one.also.length, wordAlso(one)])).toEqual([[1, null]]);
    expect(sizes([race(20, 10, 'between'), race(21, 12, 'between'), race(20, 13, 'between')])).toEqual([3]);
  });

  it('are several where no place lies between the ends of all', () => {
    expect(sizes([race(20, 10, 'between'), race(30, 20, 'between')])).toEqual([1, 1]);
    // The third meets each of the others, but nothing lies between the ends of all three.
    expect(sizes([race(20, 10, 'between'), race(25, 15, 'between'), race(30, 21, 'between')])).toEqual([2, 1]);
  });

  it('are separate in other kernels, of other kinds, and without a barrier', () => {
    const one = race(16, 21, 'before-next');
    const blocks: FindingDetail = { ...raceDetail, order: 'two-blocks', missingBarrier: 'before-next' };
    expect(sizes([one, race(16, 21, 'between')])).toEqual([1, 1]);
    expect(sizes([one, race(16, 21, 'before-next', { kernel: 'other' })])).toEqual([1, 1]);
    expect(sizes([one, race(16, 21, 'before-next', { severity: 'warning' })])).toEqual([1, 1]);
    expect(sizes([one, race(16, 21, 'before-next', { detail: blocks })])).toEqual([1, 1]);
    expect(sizes([one, race(16, 21, 'before-next', { related: end(21, 'write') })])).toEqual([1, 1]);
    expect(sizes([one, race(16, 21, 'before-next', { related: [] })])).toEqual([1, 1]);
  });

  it('stay apart in a result without details, whatever their sentences say', () => {
    const without = ({ detail: _, ...finding }: Finding): Finding => finding;
    const both = [race(16, 21, 'before-next'), race(17, 21, 'before-next')].map(without);
    expect(both[0]?.message).toContain('A __syncthreads() is missing');
    expect(sizes(both)).toEqual([1, 1]);
  });
});

describe('findings of one mistake', () => {
  const at = (line: number, detail: FindingDetail, change: Partial<FindingFacts> = {}): Finding =>
    worded({
      ...{ rule: 'out-of-bounds-read', severity: 'error', file: 'mine.cu', line, column: 5, kernel: 'k', case: 'odd' },
      ...{ block: [0, 0, 0], thread: [1, 0, 0] },
      ...change,
      detail,
    });
  type Reason = DetailOf<'out-of-bounds'>['reason'];
  const outside = (name: string, bytes = 0): DetailOf<'out-of-bounds'>['beyond'] => ({
    ...{ buffer: { role: 'input', name }, where: 'past', bytes },
  });
  const read = (line: number, reason: Reason = 'no-element', change: Partial<FindingFacts> = {}) =>
    at(line, { kind: 'out-of-bounds', by: 'thread', beyond: outside('x'), reason }, change);
  const write = (line: number, reason: Reason = 'no-element', change: Partial<FindingFacts> = {}) =>
    at(
      line,
      { kind: 'out-of-bounds', by: 'thread', beyond: outside('out'), reason },
      { rule: 'out-of-bounds-write', thread: [3, 0, 0], ...change },
    );
  const only = (findings: readonly Finding[]) => {
    const causes = causesOf(findings);
    expect(causes).toHaveLength(1);
    return causes[0] ? wordAlso(causes[0]) : null;
  };

  it('are accesses that one guard keeps inside', () => {
    expect(only([read(7), write(9)])).toBe('In the same way, line 9 writes just past the end of out.');
    expect(sizes([read(7), write(9, 'own-element')])).toEqual([1, 1]);
    expect(sizes([read(7), write(9, 'no-element', { kernel: 'other' })])).toEqual([1, 1]);
  });

  it('are accesses of one thread or line, if elements are unknown', () => {
    const first = read(7, 'many-blocks');
    expect(sizes([first, write(9, 'many-blocks')])).toEqual([1, 1]);
    expect(sizes([first, write(9, 'many-blocks', { thread: [1, 0, 0] })])).toEqual([2]);
    expect(sizes([first, write(7, 'many-blocks')])).toEqual([2]);
    expect(
      sizes([
        { ...first, block: undefined },
        { ...write(9, 'many-blocks', { thread: [1, 0, 0] }), block: undefined },
      ]),
    ).toEqual([1, 1]);
  });

  it('are accesses through exchanged arguments, or to buffers that are short', () => {
    const exchanged = { kernel: 'k', line: 3, first: 'h', second: 'w', other: 'w' };
    const swapped = (finding: Finding): Finding => ({
      ...finding,
      detail: { ...(finding.detail as DetailOf<'out-of-bounds'>), exchanged },
    });
    expect(sizes([swapped(read(7)), swapped(write(9, 'own-element'))])).toEqual([2]);
    expect(sizes([swapped(read(7)), write(9, 'own-element')])).toEqual([1, 1]);
    expect(sizes([read(7, 'bytes-for-elements'), write(9, 'bytes-for-elements')])).toEqual([2]);
    expect(sizes([read(7, 'bytes-for-elements'), write(7, 'own-element')])).toEqual([1, 1]);
    // A report gives a hint once, and still says what else belongs to the problem.
    const [cause] = causesOf([read(7, 'bytes-for-elements'), write(9, 'bytes-for-elements')]);
    expect(cause && wordAlso({ ...cause, first: { ...cause.first, hint: undefined } })).toContain('line 9 writes');
  });

  it('are what else is seen where an index leads outside', () => {
    const global: FindingDetail = { ...raceDetail, order: 'two-blocks' };
    const met = (line: number, change: Partial<FindingFacts> = {}) =>
      at(line, global, { rule: 'global-race', related: end(9, 'write'), ...change });
    expect(only([write(9), met(9)])).toContain('can also cause: data races');
    expect(only([write(9), met(9, { severity: 'note' })])).toBeNull();
    expect(sizes([write(9), met(20, { related: [] })])).toEqual([1, 1]);
  });

  it('are outputs that lack the same elements', () => {
    const lacks = (output: string, unwritten = 3) =>
      at(
        13,
        {
          ...{
            kind: 'unwritten-elements',
            output,
            cases: { failing: 1, alike: 1, all: 1 },
            dimensions: 1,
            none: false,
          },
          elements: { unwritten, checked: 9 },
          pattern: { kind: 'tail', tails: [{ axis: null, from: 9 - unwritten, extent: 9 }] },
          ...{ launched: true, launchedByGrader: false, movedByHost: false },
        },
        { rule: 'unwritten-output' },
      );
    expect(only([lacks('a'), lacks('b'), lacks('c')])).toBe('The same is true of b and c.');
    expect(sizes([lacks('a'), lacks('b', 4)])).toEqual([1, 1]);
  });

  it('are uses of one wrong pointer', () => {
    const use = (line: number, variable = 'tmp') =>
      at(
        line,
        {
          ...{ kind: 'use-after-free', by: 'thread', access: line === 7 ? 'read' : 'write', memory: 'buffer' },
          buffer: { role: 'student', name: 'allocation 1', variable },
        },
        { rule: 'use-after-free', thread: [line, 0, 0] },
      );
    expect(only([use(7), use(8), use(9)])).toBe('The same is true of line 8 and line 9.');
    expect(sizes([use(7), use(8, 'other')])).toEqual([1, 1]);
  });

  it('put the write of all threads to one place before the affected reads', () => {
    const reads = (other: number) =>
      at(7, { ...raceDetail, access: 'read' }, { rule: 'shared-race', related: end(other, 'write') });
    const store = at(4, raceDetail, { rule: 'shared-race', related: end(4, 'write') });
    expect(causesOf([reads(4), store])[0]?.first).toBe(store);
    expect(only([reads(4), store])).toBe('The value that line 7 reads is therefore undefined too.');
    expect(sizes([reads(3), store])).toEqual([1, 1]);
  });

  const unfilled = (line: number) => at(line, { kind: 'uninitialized', spot: element }, { rule: 'uninitialized-read' });

  it('are reads of shared memory that a missing barrier leaves unfilled', () => {
    expect(sizes([race(20, 16, 'between', { column: 5 }), unfilled(20)])).toEqual([2]);
    expect(sizes([race(21, 16, 'between', { column: 5 }), unfilled(20)])).toEqual([1, 1]);
  });

  it('merge an out-of-bounds write with the race that it causes', () => {
    const overrun = at(
      14,
      { kind: 'shared-out-of-bounds', access: 'write', beyond: outside('ms'), isDynamic: false },
      { rule: 'shared-out-of-bounds' },
    );
    const meets = (line: number) => at(30, raceDetail, { rule: 'shared-race', related: end(line, 'write') });
    const same = at(14, { ...raceDetail, order: 'same-value' }, { rule: 'shared-race', severity: 'note' });
    expect(only([overrun, meets(14), same])).toBe('This can also cause: data races (line 30).');
    expect(sizes([overrun, meets(15)])).toEqual([1, 1]);
    const barrier = at(
      20,
      { kind: 'block-barrier', reason: 'skipped', waiting: { threads: 128, of: 256 } },
      { rule: 'barrier-divergence' },
    );
    expect(only([barrier, unfilled(22), unfilled(23)])).toBe(
      'This can also cause: reads of memory that is not initialized (lines 22 and 23).',
    );
  });
});

describe('findings of an older result, which have no data', () => {
  it('stay apart where the data would name what they share', () => {
    const old = (line: number): Finding => ({
      ...{ rule: 'order-dependent-output', severity: 'error', file: 'mine.cu', line },
      message: 'It depends on the order of threads.',
    });
    expect(sizes([old(1), old(2)])).toEqual([1, 1]);
  });
});
