import { describe, expect, it } from 'vitest';
import type { Comparison, Pattern } from '../../grader/compare/index.ts';
import type { Diagnostic } from '../../grader/compile/index.ts';
import type { DeviceFault } from '../../grader/device/index.ts';
import {
  type Words,
  wordCheck,
  wordExtents,
  wordNumber,
  wordPattern,
  wordPlural,
  wordVerdict,
} from '../../grader/explain/index.ts';
import type { ApiError, HostOutcome } from '../../grader/host/index.ts';
import { apiErrorDetail, hostDetail } from '../../grader/judge/host-detail.ts';
import { unwrittenElements, wrongElements } from '../../grader/judge/output-detail.ts';
import { type TechniqueShortfall, withoutCounts } from '../../grader/judge/technique/shortfall.ts';
import { type CheckResult, LAUNCH_REFUSALS, RULES, type Rule, type SummaryDetail } from '../../grader/result/index.ts';
import { caseOf, comparison, evidence, FILE, fault, launch, output, run } from '../judge/builders.ts';
import { type FaultContext, findingOf, wordDetail, wordDiagnostic, wordFault } from './facts.ts';

const context: FaultContext = {
  visible: true,
  launch: launch({ grid: [4, 1, 1], block: [256, 1, 1] }),
};
const word = (change: Partial<DeviceFault>) => wordFault(fault(change), context);

/** Whole sentences, with nothing of the program in them. */
function reads({ message, hint }: Words): void {
  expect(message).toMatch(/^(?:[A-Z\d'"]|cuda).*[.!?]$/s);
  for (const text of [message, hint ?? ''])
    expect(text).not.toMatch(
      /(?<!\b(?:is|are) )undefined(?! (?:contents|values|results))|null\b(?! pointer)|NaN|\[object|\s\s/,
    );
}

const OF_DEVICES: readonly Rule[] = [
  ...(['out-of-bounds-read', 'out-of-bounds-write', 'uninitialized-read', 'shared-out-of-bounds'] as const),
  ...(['local-out-of-bounds', 'misaligned-access', 'use-after-free', 'double-free', 'host-device-pointer'] as const),
  ...(['leak', 'shared-race', 'global-race', 'barrier-divergence', 'timeout', 'device-assert'] as const),
  'undefined-arithmetic',
];
const DETAILS: readonly DeviceFault['detail'][] = [
  ...([null, 'same-value', 'between-blocks', 'inside-block', 'warp-lockstep', 'missing-fence'] as const),
  ...(['narrow-scope', 'exited', 'exited-grid', 'different-barriers'] as const),
  ...(['division-by-zero', 'remainder-by-zero', 'division-overflow', 'shift-width'] as const),
];

describe('what a device saw', () => {
  it.each(OF_DEVICES)('%s is a sentence with a hint that asks, whatever the detail', (rule) => {
    expect(RULES).toHaveProperty(rule);
    const place = { label: 'tile', role: 'shared', bytes: 1024, offset: 1024 } as const;
    for (const detail of DETAILS) {
      for (const buffer of [null, place, { ...place, role: 'student', label: 'allocation 1' } as const]) {
        const words = word({ rule, detail, buffer });
        reads(words);
        expect(words.message).not.toContain(rule);
        expect(words.hint).toMatch(/\S/);
      }
    }
  });

  it('names thread and block in the dimensions of the launch', () => {
    expect(word({}).message).toContain('Thread 7 of block 3 ');
    const square = { ...context, launch: launch({ grid: [4, 4, 1], block: [16, 16, 1] }) };
    expect(wordFault(fault(), square).message).toContain('Thread (7, 0) of block (3, 0) ');
  });

  it('distinguishes an extra thread from one with a wrong index', () => {
    const of = (element: 'own' | 'none' | null, change: Partial<DeviceFault> = {}) =>
      wordFault(fault(change), { ...context, elementOf: () => element });
    expect(of('none').message).toContain('Thread 7 of block 3, which has no element of its own, reads just past');
    expect(of('none').hint).toContain('extra threads');
    expect(of('own').message).not.toContain('no element');
    expect(of('own').hint).toContain('Which index does this thread compute here?');
    const short = { label: 'allocation 1', role: 'student', bytes: 1, offset: 0 } as const;
    expect(of('own', { buffer: short }).hint).toContain('cudaMalloc counts bytes');
    const quarter = { label: 'allocation 1', role: 'student', bytes: 64, offset: 64 } as const;
    expect(of('own', { buffer: quarter, bytes: 4, count: 48 }).hint).toContain('cudaMalloc counts bytes');
    expect(of('own', { buffer: quarter, bytes: 4, count: 1 }).hint).toContain('Which index does this thread compute');
    const other = { position: null, access: 'write', block: [3, 0, 0], thread: [2, 0, 0] } as const;
    const at = { ...fault().at, access: 'write' } as const;
    expect(of('none', { rule: 'global-race', at, other }).message).toContain("is that of another thread's element");
  });

  it('says of races what is shared, and never that one block is two', () => {
    const at = { ...fault().at, access: 'write' } as const;
    const race = (change: Partial<DeviceFault>) =>
      word({ rule: 'shared-race', detail: 'inside-block', at, other: { ...at, thread: [2, 0, 0] }, ...change });
    const variable = { label: 'sum', role: 'shared', bytes: 4, offset: 0 } as const;
    expect(race({ buffer: variable }).message).toContain('writes sum, and');
    expect(race({ buffer: variable }).hint).toContain('exists once for the whole block');
    const line99 = { ...at, position: { file: 'mine.cu', line: 99, column: 1 } };
    const twice = race({ buffer: variable, other: line99 });
    expect(twice.hint).toContain('one of its own, or must the block wait between the two stores?');
    expect(race({ buffer: { ...variable, bytes: 400 }, other: line99 }).hint).toContain('Do the arrays');
    expect(race({ buffer: { ...variable, bytes: 400 } }).message).toContain('element 0 of sum');
    const mixed = race({ rule: 'global-race', detail: 'between-blocks', missingBarrier: 'between' }).message;
    expect(mixed).not.toContain('they belong to different blocks');
    expect(mixed).toContain('blocks of one launch have no barrier');
    expect(mixed).not.toContain('__syncthreads');
    const elsewhere = { ...at, block: [1, 0, 0] } as const;
    expect(race({ rule: 'global-race', detail: 'between-blocks', other: elsewhere }).message).toContain(
      'different blocks',
    );
    const below = { ...at, position: { ...(at.position ?? { file: 'mine.cu', column: 1 }), line: 99 } };
    const twoStores = race({ other: below, missingBarrier: 'between' });
    expect(twoStores.hint).toContain('Do the arrays that they fill overlap');
    expect(twoStores.message).not.toContain('is missing');
    const read = { ...below, access: 'read' } as const;
    expect(race({ other: read, missingBarrier: 'between' }).message).toContain('A __syncthreads() is missing between');
    const warpBarrier = { file: 'mine.cu', line: 50, column: 3 };
    const sameLine = { ...read, position: { ...warpBarrier, line: at.position?.line ?? 0, column: 40 } };
    const turns = race({ other: sameLine, missingBarrier: 'in-loop', warpBarrier });
    expect(turns.message).toContain(
      'The __syncwarp() in line 50 waits only for the threads of one warp; these two are in different warps. A __syncthreads() is missing in the loop around line 12.',
    );
    expect(turns.hint).toContain('Which of these barriers does the loop have?');
    expect(race({ other: read, missingBarrier: 'before-next' }).message).toContain(
      'is missing after line 99, before line 12 runs again.',
    );
    const update = race({ rule: 'global-race', other: { ...elsewhere, access: 'read' } });
    expect(update.hint).toContain('atomicAdd');
  });

  it('says how far an access lies outside', () => {
    const at = (offset: number) => word({ buffer: { label: 'm', role: 'input', bytes: 400, offset } }).message;
    expect(at(400)).toContain('just past the end of m');
    expect(at(412)).toContain('12 bytes past the end of m');
    expect(at(-4)).toContain('4 bytes before the start of m');
    expect(at(398)).toContain('2 bytes past it');
    expect(at(400_000_000)).toContain('far from every buffer');
  });

  it('says of a store inside a variable that it is constant', () => {
    const buffer = { label: 'weights', role: 'student', bytes: 12, offset: 0 } as const;
    expect(word({ rule: 'out-of-bounds-write', buffer }).message).toContain('is in constant memory');
  });

  it('says of a budget that no loop has spent that there is too much to do', () => {
    const { at } = fault();
    const { message } = word({ rule: 'timeout', at: { ...at, position: null } });
    expect(message).toContain('was stopped at its step limit while');
    expect(message).not.toContain('loop');
  });

  it('tells both ends of a race, the other with its place', () => {
    const other = {
      position: { file: FILE, line: 9, column: 3 },
      access: 'write',
      block: [3, 0, 0],
      thread: [2, 0, 0],
    } as const;
    const words = word({ rule: 'shared-race', detail: 'inside-block', other });
    expect(words.message).toMatch(/Thread 7 of block 3 .*thread 2 of block 3/);
    expect(words.related).toMatchObject([{ line: 9, column: 3, block: [3, 0, 0], thread: [2, 0, 0] }]);
  });

  it('says of a race only what each order of the two accesses means', () => {
    const { at } = fault();
    const words = (access: 'read' | 'write' | 'atomic', other: 'read' | 'write' | 'atomic') =>
      word({
        ...{ rule: 'global-race', detail: 'between-blocks' },
        ...{ at: { ...at, access }, other: { ...at, block: [1, 0, 0], access: other } },
      }).message;
    const either = 'so it gets the old or the new value.';
    for (const message of [words('read', 'write'), words('write', 'read')])
      expect(message).toContain(`The read can come before or after the write, ${either}`);
    expect(words('atomic', 'read')).toContain(`The read can come before or after the update, ${either}`);
    expect(words('write', 'write')).toContain('Either of the two writes can be the last one, and its value remains.');
    expect(words('write', 'atomic')).toContain('Either of the two can come first.');
  });

  it('reports a write of the same value as a note, or as the mistake it is', () => {
    const race = fault({ rule: 'global-race', detail: 'same-value' });
    expect(wordFault(race, context).message).toContain(
      'Their order does not matter here, but the memory model of CUDA',
    );
    const strict = wordFault(race, { ...context, sameValueIsError: true });
    expect(strict.message).toContain('In this exercise, only one thread may write each element');
    expect(strict.message).not.toContain('still,');
    expect(strict.hint).toMatch(/\?$/);
  });

  it("names the program's own memory by its variable and line, if known", () => {
    const own = { label: 'allocation 1', role: 'student', bytes: 400, offset: 400 } as const;
    const allocatedAt = { file: FILE, line: 12, column: 3 };
    const at = (change: Partial<FaultContext>, buffer: DeviceFault['buffer'] = { ...own, allocatedAt }) =>
      wordFault(fault({ buffer }), { ...context, ...change }).message;
    expect(at({ variable: 'd_a', fileName: FILE })).toContain('of your own buffer d_a (allocated at line 12)');
    expect(at({ variable: null, fileName: FILE })).toContain('of your own buffer (allocated at line 12)');
    expect(at({ variable: null, fileName: 'main.cu' })).toContain(`of your own buffer (allocated at ${FILE}:12)`);
    expect(at({}, own)).toContain('of your own buffer (allocation 1)');
    const twice = fault({ rule: 'double-free', kernel: '', buffer: { ...own, allocatedAt } });
    expect(wordFault(twice, { ...context, variable: 'd_a' }).message).toBe(
      'The buffer d_a (allocated at line 12) is given to cudaFree a second time.',
    );
  });

  it('tells nothing of the size of a hidden case', () => {
    const hidden = { ...context, visible: false };
    const buffer = { label: 'out', role: 'output', bytes: 4936, offset: 2468 } as const;
    for (const rule of OF_DEVICES)
      for (const detail of DETAILS) {
        const waiting = { arrived: 617, alive: 617, threads: 4936 };
        const finding = findingOf(fault({ rule, buffer, detail, waiting, mask: 617 }), hidden);
        // The bytes of a local array do not follow from a case.
        if (rule !== 'local-out-of-bounds') expect(JSON.stringify(finding)).not.toMatch(/617|2,?468|4,?936/);
      }
  });

  it('counts who reached a barrier', () => {
    const waiting = { arrived: 33, alive: 33, threads: 256 };
    expect(word({ rule: 'barrier-divergence', detail: 'exited', waiting }).message).toContain("33 of the block's 256");
    const grid = word({ rule: 'barrier-divergence', detail: 'exited-grid', waiting }).message;
    expect(grid).toContain("33 of the block's 256");
    expect(grid).toContain('All threads of the grid must reach it');
  });

  it('names the values of a number below zero, and none of a hidden case', () => {
    const position = { file: FILE, line: 4, column: 13 };
    const belowZero = { role: 'guard', position, bits: 32, exact: -246, from: 10, taken: 256 } as const;
    const outside = fault({ rule: 'out-of-bounds-write', belowZero });
    const [shown] = findingOf(outside, context).related ?? [];
    expect(shown).toMatchObject({ line: 4, column: 13 });
    expect(shown?.message).toContain('10 - 256 becomes 4,294,967,050 here');
    const [hidden] = findingOf(outside, { ...context, visible: false }).related ?? [];
    expect(hidden?.line).toBe(4);
    expect(JSON.stringify(hidden)).not.toMatch(/246|256|967/);
  });

  it('tells lanes and mask of a warp function, and of hidden cases neither', () => {
    const lanes = {
      rule: 'barrier-divergence',
      mask: 0xffff,
      waiting: { arrived: 7, alive: 32, threads: 64 },
    } as const;
    expect(word({ ...lanes, detail: 'warp-function' }).message).toMatch(/^7 of the warp's 32 lanes.*0x0000ffff/);
    expect(word({ ...lanes, detail: 'not-in-mask' }).message).toContain(
      'with the mask 0x0000ffff, which does not name',
    );
    for (const detail of ['warp-function', 'not-in-mask'] as const) {
      const { message } = wordFault(fault({ ...lanes, detail }), { ...context, visible: false });
      expect(message).not.toMatch(/ffff|\b7\b|32/);
    }
  });
});

describe('what the compiler and the runtime said', () => {
  const diagnostic = (change: Partial<Diagnostic>): Diagnostic => ({
    severity: 'error',
    message: "expected ';' after expression",
    file: FILE,
    line: 1,
    column: 1,
    side: 'device',
    rule: 'compile-error',
    ...change,
  });

  it.each([
    ['missing-semicolon', /semicolon/],
    ['missing-brace', /brace/],
    ['kernel-call-without-launch', /<<<.*>>>/],
    ['host-function-from-kernel', /__device__/],
    ['undeclared-identifier', /spelt|declared/],
    ['removed-warp-function', /_sync .*mask/],
    ['assign-to-const', /const/],
  ])('%s has a hint in plain words', (hint, expected) => {
    const words = wordDiagnostic(diagnostic({ detail: { hint } }));
    reads(words);
    expect(words.hint).toMatch(expected);
  });

  it('shows a signature as expected and got', () => {
    const detail = { expected: 'void f(int)', got: 'int f(float)' };
    const { message } = wordDiagnostic(
      diagnostic({ rule: 'signature-mismatch', message: 'f has another signature', detail }),
    );
    expect(message).toContain('expected void f(int); got int f(float)');
  });

  it('does not blame a student for what only a GPU can run', () => {
    const words = wordDiagnostic(diagnostic({ rule: 'unsupported-feature', detail: { feature: 'cuBLAS' } }));
    expect(words.message).toMatch(/cuBLAS.*this is not your mistake/);
  });

  it('multiplies out a block that is too large', () => {
    const error = { call: 'cudaLaunchKernel', code: 9, position: null, noticed: false, isUsed: false, launch: 0 };
    const big = launch({ block: [33, 33, 1] });
    const wordError = (reason: ApiError['reason']) =>
      wordDetail('launch-error', apiErrorDetail({ ...error, reason }, big, false));
    const words = wordError('threads-per-block');
    expect(words.message).toContain('33 × 33 has 1,089 threads; the maximum is 1,024');
    for (const reason of [...LAUNCH_REFUSALS, null]) reads(wordError(reason));
  });

  it('says of memory that was not to be had what the program does with it', () => {
    const failed = {
      call: 'cudaMalloc',
      code: 2,
      position: null,
      noticed: false,
      isUsed: false,
      launch: null,
      reason: null,
    };
    const words = wordDetail('launch-error', apiErrorDetail(failed, null, false));
    reads(words);
    expect(words.message).toMatch(/cudaMalloc fails: out of memory.*no memory, and the program does not check/);
    const used = wordDetail('launch-error', apiErrorDetail({ ...failed, isUsed: true }, null, false));
    expect(used.message).toMatch(/Its pointer has no memory\.$/);
  });

  it('says how host code ended', () => {
    const wordEnd = (host: Exclude<HostOutcome, { status: 'returned' }>) =>
      wordDetail('host-fault', hostDetail(host, true));
    for (const limit of ['wall', 'memory', 'output', 'launches', 'deviceSteps'] as const)
      reads(wordEnd({ status: 'stopped', limit, position: null }));
    const trap = { status: 'trapped', message: 'integer division by zero', position: null } as const;
    expect(wordEnd({ ...trap, devicePointer: false }).message).toContain('division by zero');
    expect(wordEnd({ ...trap, devicePointer: true }).message).toContain('pointer into GPU memory');
  });
});

describe('outputs', () => {
  const cases = { failing: 1, alike: 1, all: 3 };
  const detailOf = (kind: 'wrong-output' | 'unwritten-output', change: Partial<Comparison>, visible = true) => {
    const seen = caseOf({ visible, run: run({ launches: [launch()] }) });
    const shown = { seen, output: output({ name: 'out', shape: [64, 62] }), comparison: comparison(change) };
    return kind === 'wrong-output'
      ? { ...wrongElements(shown, evidence()), output: 'out', cases }
      : { ...unwrittenElements(shown, evidence(), null), output: 'out', cases };
  };
  const words = (kind: 'wrong-output' | 'unwritten-output', change: Partial<Comparison>, visible = true) =>
    wordDetail(kind, detailOf(kind, change, visible));
  const tail: Pattern = { kind: 'last-partial-block', tails: [{ axis: 1, from: 48, extent: 62, block: 16 }] };

  it('say what was never written and what that has in common', () => {
    const { message } = words('unwritten-output', { unwritten: 896, unwrittenPattern: tail });
    expect(message).toContain('896 of 4,096 elements of out were never written: the last 14 columns');
    expect(words('unwritten-output', { unwritten: 4096 }).message).toMatch(/^No element of out was written/);
  });

  it('tell the largest error only where it is that of a wrong element', () => {
    const said = (change: Partial<Comparison>) => words('wrong-output', { maxError: 7.153e-7, ...change }).message;
    expect(said({ wrong: 34, nan: 34, pattern: { kind: 'not-a-number' } })).toMatch(
      /^34 of 4,096 elements of out are wrong: they are not a number \(NaN\).*\.$/,
    );
    expect(said({ wrong: 34, nan: 30, infinite: 4 })).not.toContain('largest error');
    expect(said({ wrong: 35, nan: 34, maxError: 2.5 })).toContain('The largest error is 2.5.');
  });

  it('tell the first wrong element, with digits enough to see the difference', () => {
    const firstWrong = { index: [2, 3], got: 1.00004, want: 1.00001 };
    const said = (change: Partial<Comparison>, visible = true) =>
      words('wrong-output', { wrong: 34, firstWrong, ...change }, visible).message;
    expect(said({})).toContain('The first of them, in row 2, column 3, is 1.00004 and should be 1.00001.');
    expect(said({ pattern: { kind: 'constant', value: 1 } })).toContain('in row 2, column 3, should be 1.00001.');
    expect(said({ wrong: 1 })).toContain('1 of 4,096 elements of out is wrong (so in 1 case of 3). It is 1.00004');
    expect(said({ wrong: 4096 })).toMatch(/^All 4,096 elements of out are wrong \(/);
    expect(said({}, false)).not.toContain('1.0000');
  });

  it('ask for a count from one only if values are one too large', () => {
    const hint = (pattern: Pattern) => words('wrong-output', { wrong: 34, pattern }).hint;
    expect(hint({ kind: 'constant-offset', offset: 1 })).toContain('start at 1 instead of 0');
    expect(hint({ kind: 'constant-offset', offset: 128 })).not.toContain('start at 1 instead of 0');
    expect(hint({ kind: 'input-copy', input: 'b', plane: 0, planes: 1 })).toContain('A cast to an integer');
  });

  it('tell the exceptions of a place', () => {
    const { tails } = tail as Extract<Pattern, { kind: 'last-partial-block' }>;
    const place = (change: object) => wordPattern({ kind: 'tail', tails, ...change } as Pattern, 2);
    expect(place({})).toBe('the last 14 columns');
    expect(place({ partly: true })).toBe('all of them within the last 14 columns');
    expect(place({ elsewhere: 3 })).toBe('all but 3 of them within the last 14 columns');
    const tiles = { kind: 'whole-blocks', block: 32, failing: 2, blocks: 9 } as const;
    expect(wordPattern(tiles, 1)).toMatch(/each as a whole$/);
    expect(wordPattern({ ...tiles, elsewhere: 1 }, 1)).toBe('all but 1 of them within 2 of 9 blocks of 32 elements');
    const steps = { kind: 'all-but-every-kth', axis: 0, step: 8, phase: 7, partly: true } as const;
    expect(wordPattern(steps, 2)).toBe('all of them outside every 8th row');
    expect(wordPattern({ kind: 'triangle', side: 'upper', partly: true }, 2)).toBe('all of them above the diagonal');
  });

  it('distinguish a grid in the wrong dimension from one that is too small', () => {
    const hint = (uncovered: number, crosswise: boolean, launchedByGrader = false) =>
      wordDetail('unwritten-output', {
        ...{ kind: 'unwritten-elements', output: 'out', cases, dimensions: 2, none: false, pattern: null },
        ...{ launched: true, launchedByGrader, movedByHost: false },
        laid: { uncovered, crosswise, several: false },
      }).hint;
    expect(hint(9, true)).toMatch(
      /long in the dimension in which the data is short.*Which extent of the data belongs to x/,
    );
    expect(hint(9, false)).toContain('Integer division rounds down');
    expect(hint(9, false, true)).toContain('Which elements does a thread take after its first?');
    expect(hint(0, false)).toMatch(/enough threads.*guard/);
  });

  it('tell neither values nor sizes of hidden cases', () => {
    const change = { wrong: 1234, unwritten: 1234, maxError: 0.789 };
    for (const kind of ['wrong-output', 'unwritten-output'] as const) {
      const { message } = words(kind, change, false);
      expect(JSON.stringify(detailOf(kind, change, false))).not.toMatch(/1234|4096|0\.789|\b64\b|\b62\b/);
      reads(words(kind, change, false));
      expect(message).not.toMatch(/1,234|4,096|0\.789/);
    }
  });

  it.each<[Pattern, RegExp]>([
    [{ kind: 'transposed' }, /transposed/],
    [{ kind: 'every-kth', axis: null, step: 4, phase: 0 }, /every 4th element/],
    [{ kind: 'constant-factor', factor: 2 }, /2 times/],
    [{ kind: 'slice', axis: 0, index: 3, extent: 64 }, /row 3, counted from 0/],
    [{ kind: 'ignored-plane', plane: 2, planes: 3 }, /plane 2 of 3/],
    [{ kind: 'not-a-number' }, /NaN/],
    [{ kind: 'partial-sum', terms: 16, of: 31 }, /first 16 of 31 terms/],
  ])('name the pattern %o', (pattern, expected) => {
    expect(wordPattern(pattern, 2)).toMatch(expected);
  });
});

describe('summaries', () => {
  it('say of each check in one line how it ended', () => {
    const judged = { kind: 'judged', cases: 9, problems: 0 } as const;
    const said = (status: CheckResult['status'], summaryDetail: SummaryDetail = judged) =>
      wordCheck({ id: 'guards', status, summaryDetail });
    expect(said('passed')).toContain('9 cases');
    expect(said('skipped', { ...judged, reason: 'no-gpu' })).toMatch(/not affect points/);
    expect(said('error')).toMatch(/not a mistake in the submission/);
    expect(said('failed', { ...judged, problems: 2 })).toMatch(/2 different problems\.$/);
    expect(said('failed', { kind: 'hidden-case' })).toBe('It failed in a case that is not shown.');
    expect(said('error', { kind: 'machine-fault', reason: 'the disk is full' })).toContain('the disk is full');
  });

  it('put the verdict first, and the blame where it belongs', () => {
    const checks = (['guards', 'races'] as const).map((id) => ({
      id,
      status: 'failed' as const,
      score: 0,
      maxScore: 10,
      summary: '',
      findings: [],
    }));
    expect(wordVerdict({ verdict: 'failed', responsible: 'student', checks })).toBe(
      'Not passed yet: look at guards and races.',
    );
    expect(wordVerdict({ verdict: 'error', responsible: 'infrastructure', checks: [] })).toBe(
      'Not judged yet: this machine failed.',
    );
    expect(wordVerdict({ verdict: 'error', responsible: 'assignment', checks: [] })).toMatch(/instructor/);
  });
});

it('writes numbers, plurals and extents as people do', () => {
  expect(wordNumber(1024)).toBe('1,024');
  expect(wordNumber(0.123456)).toBe('0.1235');
  expect([1, 2].map((count) => wordPlural(count, 'thread'))).toEqual(['1 thread', '2 threads']);
  expect(wordExtents([33, 33, 1])).toBe('33 × 33');
});

it('says of too few threads and of too few blocks what is too few', () => {
  const shortfall = { kind: 'parallel-outputs', threads: 1024, blocks: 1, minThreads: 1024, minBlocks: 2 } as const;
  const said = (detail: TechniqueShortfall) => wordDetail('missing-technique', detail).message;
  expect(said(shortfall)).toBe(
    '1,024 threads write outputs, but only in 1 block; the exercise requires at least 2 blocks.',
  );
  expect(said({ ...shortfall, threads: 32 })).toContain('Only 32 threads in 1 block write outputs');
  expect(said(withoutCounts(shortfall))).not.toContain('1,024 threads write');
  expect(withoutCounts(shortfall)).toMatchObject({ threads: null, blocks: null });
});
