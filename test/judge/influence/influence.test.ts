import { describe, expect, it } from 'vitest';
import type { RunResult } from '../../../grader/host/index.ts';
import { isConstant, measureInfluence, type Subject, toldApart } from '../../../grader/judge/influence/index.ts';
import { type AssignmentSpec, type ElementArrays, Random } from '../../../grader/spec/index.ts';
import { run } from '../builders.ts';

type Entry = AssignmentSpec['entry'];
/** Computes the one output, element by element. */
type Program = (inputs: ElementArrays, index: number) => number;

const LENGTH = 1303;

function entryOf(inputs: readonly string[], outputs: readonly string[] = ['out']): Entry {
  const array = (role: 'input' | 'output') => (name: string) => ({
    ...{ name, role, type: 'float32' as const, shape: ['n'] },
  });
  const parameters = [...inputs.map(array('input')), ...outputs.map(array('output'))];
  return { style: 'device-pointers', function: 'f', parameters };
}

function filled(seed: number, length = LENGTH): Float32Array {
  const random = new Random(seed);
  return Float32Array.from({ length }, () => random.fraction());
}

/** A run in which kernels wrote everything. */
function runOf(arrays: Readonly<Record<string, Float32Array>>, change: Partial<RunResult> = {}): RunResult {
  const outputs = Object.entries(arrays).map(([name, values]) => {
    const bytes = new Uint8Array(values.buffer);
    return { name, bytes, state: new Uint8Array(bytes.length).fill(6), stores: [] };
  });
  return run({ outputs, ...change });
}

interface Model extends Subject {
  /** Runs with altered inputs. */
  readonly runs: () => number;
}

function subjectOf(
  inputs: ElementArrays,
  expected: Program,
  program: Program,
  { length = LENGTH, change = {} as Partial<RunResult> } = {},
): Model {
  const compute = (own: ElementArrays, by: Program) => Float32Array.from({ length }, (_, index) => by(own, index));
  let runs = 0;
  return {
    ...{ spec: { entry: entryOf(Object.keys(inputs)) }, inputs, seed: 5 },
    expected: async (own) => ({ out: Float64Array.from(compute(own, expected)) }),
    before: runOf({ out: compute(inputs, program) }),
    runWith: async (own) => {
      runs += 1;
      return runOf({ out: compute(own, program) }, change);
    },
    runs: () => runs,
  };
}

const at = (inputs: ElementArrays, name: string, index: number) => inputs[name]?.[index % LENGTH] ?? Number.NaN;
const sum: Program = (inputs, index) => at(inputs, 'a', index) + at(inputs, 'b', index);
/** The sum of all of a. */
const all: Program = ({ a }) => Array.from(a ?? []).reduce((total, value) => total + value, 0);
const AB = { a: filled(1), b: filled(2) };

const ENOUGH = 0.45;
const measure = (subject: Subject) => measureInfluence(subject, ENOUGH);
const shareOf = async (subject: Subject) => (await measure(subject)).share;

describe('measureInfluence', () => {
  it('gives a right program a share of 1, after 14 runs for each array', async () => {
    const subject = subjectOf(AB, sum, sum);
    expect(await shareOf(subject)).toBe(1);
    expect(subject.runs()).toBe(28);
  });

  it('gives half to a program that ignores one of two arrays', async () => {
    const squares: Program = (inputs, index) => at(inputs, 'a', index) ** 2;
    expect(await measure(subjectOf(AB, sum, squares))).toMatchObject({ share: 0.5, least: { array: 'b', changed: 0 } });
  });

  it('ignores where a change goes', async () => {
    const shifted: Program = (inputs, index) => sum(inputs, index + 7);
    expect(await shareOf(subjectOf(AB, sum, shifted))).toBeGreaterThan(0.99);
  });

  it('finds less than enough in one plane of three, and more in two', async () => {
    const x = { x: filled(3, 3 * LENGTH) };
    const planes =
      (count: number): Program =>
      (inputs, index) =>
        Array.from({ length: count }, (_, plane) => inputs['x']?.[plane * LENGTH + index] ?? 0).reduce((a, b) => a + b);
    const [one, two] = [1, 2].map((count) => subjectOf(x, planes(3), planes(count))) as [Model, Model];
    expect(await shareOf(one)).toBeLessThan(ENOUGH - 0.02);
    expect(await shareOf(two)).toBeGreaterThan(ENOUGH + 0.15);
  });

  it('does not take one element that reaches every output for the whole array', async () => {
    const first: Program = (own) => at(own, 'a', 0);
    for (let seed = 0; seed < 8; seed++) {
      expect(await shareOf({ ...subjectOf({ a: filled(4) }, all, first), seed })).toBeLessThan(ENOUGH);
    }
  });

  it('finds what rounding or a factor of 0 hides', async () => {
    const rounded: Program = (inputs, index) => Math.min(1, Math.trunc(at(inputs, 'a', index)));
    expect(await shareOf(subjectOf({ a: filled(4) }, (inputs, i) => Math.min(1, at(inputs, 'a', i)), rounded))).toBe(1);
    const kept: Program = (inputs, index) => at(inputs, 'a', index) + 0 * at(inputs, 'a', index + 1);
    const blurred: Program = (inputs, index) => at(inputs, 'a', index) + at(inputs, 'a', index + 1);
    expect(await shareOf(subjectOf({ a: filled(4) }, blurred, kept))).toBe(1);
  });

  it('gives nothing to a copy, or to a multiple of an input', async () => {
    for (const factor of [1, 0.5]) {
      const copy: Program = (inputs, index) => factor * at(inputs, 'b', index);
      expect(await measure(subjectOf(AB, sum, copy))).toMatchObject({ share: 0, copied: 'b' });
    }
  });

  it('tells a mix-up of inputs from a copy', async () => {
    const twice: Program = (inputs, index) => 2 * at(inputs, 'a', index);
    expect(await measure(subjectOf(AB, sum, twice))).toMatchObject({ share: 0.5, copied: null });
  });

  it('finds no copy where a copy is right', async () => {
    const same: Program = (inputs, index) => at(inputs, 'a', index);
    expect(await measure(subjectOf(AB, same, same))).toMatchObject({ share: 1, copied: null });
  });

  it('leaves out an array on which nothing depends', async () => {
    const own: Program = (inputs, index) => (at(inputs, 'a', index) > -1 ? 7 : 7);
    expect(await measure(subjectOf({ a: filled(4) }, own, own))).toEqual({
      share: 1,
      least: null,
      copied: null,
      spread: null,
      changes: true,
    });
  });

  it('takes the side of a program that fails with other values', async () => {
    const nothing: Program = () => 3;
    const change = { host: { status: 'exited', code: 1 } } as const;
    const subject = subjectOf(AB, sum, nothing, { change });
    expect(await measure(subject)).toEqual({ share: 1, least: null, copied: null, spread: null, changes: true });
  });

  it('takes the side of what is written if nothing can be run again', async () => {
    const { before, ...subject } = subjectOf(AB, sum, () => 3);
    const unwritten = before.outputs.map((output) => ({ ...output, state: output.state.map(() => 2) }));
    expect(await shareOf({ ...subject, before, runWith: null })).toBe(1);
    expect(await shareOf({ ...subject, before: { ...before, outputs: unwritten }, runWith: null })).toBe(0);
  });
});

describe('measureInfluence of checksums', () => {
  const plus = (own: ElementArrays, index: number) => at(own, 'a', index) + at(own, 'b', index);
  /** A number made from `count` elements of each array, from `from` on. */
  const sample = (
    { a = new Float32Array(), b = a }: ElementArrays,
    count: number,
    { from = 0, length = LENGTH } = {},
  ) => {
    let total = 0;
    for (let j = 0; j < count; j++) {
      const index = (from + Math.floor((j * length) / count)) % LENGTH;
      total += (a[index] ?? 0) + 2 * (b[index] ?? 0);
    }
    return total;
  };
  const blockOf = (index: number) => 256 * Math.floor(index / 256);

  const CHECKSUMS: Readonly<Record<string, Program>> = {
    'of a sample': (own) => sample(own, 50),
    'of a large sample': (own) => sample(own, 300),
    'of all elements': (own) => sample(own, LENGTH),
    'mixed with the index': (own, index) => sample(own, 50) * ((index % 7) + 1) + index,
    'in a part of the outputs': (own, index) => (index < 0.6 * LENGTH ? sample(own, 50) : 0),
    'beside a few right outputs': (own, index) => (index < 0.05 * LENGTH ? plus(own, index) : sample(own, 50)),
    'of a part for each block': (own, index) => sample(own, 20, { from: blockOf(index), length: 256 }),
    'that grow by elements': (own, index) => sample(own, Math.ceil(index / 26), { length: 26 * Math.ceil(index / 26) }),
  };
  it.each(Object.entries(CHECKSUMS))('gives nothing to checksums %s', async (_, program) => {
    const { share, spread } = await measure(subjectOf(AB, sum, program));
    expect(share).toBeLessThan(ENOUGH);
    expect(spread).toMatchObject({ array: 'a', depending: 1, isChecksum: true });
  });

  const MISTAKES: Readonly<Record<string, Program>> = {
    'the same 64 elements everywhere': (own, index) => plus(own, index % 64),
    'the first element of each group': (own, index) => plus(own, 16 * Math.floor(index / 16)),
    'a sum that is never reset': (own, index) => sample(own, index + 1, { length: index + 1 }),
    'a sum that each of 16 threads never resets': (own, index) =>
      sample(own, Math.floor(index / 16) + 1, { from: index % 16, length: index + 16 - (index % 16) }),
    'a sum over the block': (own, index) => sample(own, 256, { from: blockOf(index), length: 256 }),
    'neighbors that do not belong there': (own, index) => sample(own, 9, { from: index + LENGTH - 4, length: 9 }),
    'a dropped half': (own, index) => (index % 2 === 0 ? plus(own, index) : 0),
    'one element beside right ones': (own, index) => plus(own, index) * at(own, 'a', 0),
  };
  it.each(Object.entries(MISTAKES))('does not take for a checksum: %s', async (_, program) => {
    for (let seed = 0; seed < 3; seed++) {
      const { share, spread } = await measure({ ...subjectOf(AB, sum, program), seed });
      expect({ seed, spread, isEnough: share >= ENOUGH }).toEqual({ seed, spread: null, isEnough: true });
    }
  });
});

describe('measureInfluence of rows', () => {
  const [rows, columns] = [40, 60];
  const sumIf = ({ a }: ElementArrays, counts: (index: number) => boolean) =>
    Array.from(a ?? []).reduce((total, value, index) => (counts(index) ? total + value : total), 0);
  const rowSum: Program = (own, row) => sumIf(own, (index) => Math.floor(index / columns) === row);
  const measured = (program: Program) =>
    measure(subjectOf({ a: filled(4, rows * columns) }, rowSum, program, { length: rows }));

  it('does not take one row in place of all for a checksum', async () => {
    expect(await measured((own) => rowSum(own, 3))).toMatchObject({ share: 1, spread: null });
  });

  it('gives nothing to a checksum in place of all rows', async () => {
    const checksum: Program = (own) => sumIf(own, (index) => index % 41 === 0);
    expect(await measured(checksum)).toMatchObject({ share: 0, spread: { array: 'a' } });
  });
});

describe('isConstant', () => {
  it('is true only if no input changes anything', async () => {
    expect(await isConstant(subjectOf(AB, sum, () => 3))).toBe(true);
    expect(await isConstant(subjectOf(AB, sum, (inputs) => at(inputs, 'a', 0)))).toBe(false);
  });
});

describe('toldApart', () => {
  const spec = { entry: entryOf([], ['group', 'member']) };
  const of = (value: (index: number) => number) => Float32Array.from({ length: LENGTH }, (_, index) => value(index));
  const group = of((index) => Math.floor(index / 50));
  const member = of((index) => index % 50);
  const expected = { group: Float64Array.from(group), member: Float64Array.from(member) };
  const shareOfRun = (one: RunResult) => toldApart(spec, one, expected, 5);

  it('gives 1 to right outputs, and to renumbered or swapped ones', () => {
    expect(shareOfRun(runOf({ group, member }))).toBe(1);
    expect(shareOfRun(runOf({ group: member, member: group }))).toBe(1);
    expect(shareOfRun(runOf({ group: group.map((value) => value + 1), member }))).toBe(1);
  });

  it('gives little to constants and to one number in place of both', () => {
    expect(shareOfRun(runOf({ group: of(() => 3), member: of(() => 4) }))).toBe(0);
    expect(shareOfRun(runOf({ group: of((index) => index), member: of((index) => index) }))).toBe(0);
    expect(shareOfRun(runOf({ group: member, member }))).toBe(0.5);
  });

  it('counts what kernels did not write as missing', () => {
    const own = runOf({ group, member });
    const half = own.outputs.map((output) => ({
      ...output,
      state: output.state.map((flags, at) => (at % 8 < 4 ? flags : 2)),
    }));
    expect(shareOfRun({ ...own, outputs: half })).toBeCloseTo(0.5, 2);
  });
});
