import { describe, expect, it } from 'vitest';
import {
  copiedInput,
  isIdle,
  LEAST_INFLUENCE,
  measureInfluence,
  type RunOutputs,
  type Subject,
  toldApart,
} from '../../grader/influence/index.ts';
import { type AssignmentSpec, type ElementArrays, Random } from '../../grader/spec/index.ts';

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

/** The outputs of a run in which kernels wrote everything. */
function outputsOf(arrays: Readonly<Record<string, Float32Array>>, finished = true): RunOutputs {
  const outputs = Object.entries(arrays).map(([name, values]) => {
    const bytes = new Uint8Array(values.buffer);
    return { name, bytes, state: new Uint8Array(bytes.length).fill(6), stores: [] };
  });
  return { outputs, finished };
}

interface Model extends Subject {
  /** Runs with altered inputs. */
  readonly runs: () => number;
}

function subjectOf(
  inputs: ElementArrays,
  expected: Program,
  program: Program,
  { length = LENGTH, run = (outputs: RunOutputs, _: number): RunOutputs | null => outputs } = {},
): Model {
  const compute = (own: ElementArrays, by: Program) => Float32Array.from({ length }, (_, index) => by(own, index));
  let runs = 0;
  return {
    ...{ spec: { entry: entryOf(Object.keys(inputs)) }, inputs, seed: 5 },
    expected: async (own) => ({ out: Float64Array.from(compute(own, expected)) }),
    before: outputsOf({ out: compute(inputs, program) }),
    runWith: async (own) => run(outputsOf({ out: compute(own, program) }), runs++),
    runs: () => runs,
  };
}

const at = (inputs: ElementArrays, name: string, index: number) => inputs[name]?.[index % LENGTH] ?? Number.NaN;
const sum: Program = (inputs, index) => at(inputs, 'a', index) + at(inputs, 'b', index);
/** The sum of all of a. */
const all: Program = ({ a }) => Array.from(a ?? []).reduce((total, value) => total + value, 0);
const AB = { a: filled(1), b: filled(2) };

const shareOf = async (subject: Subject): Promise<number> =>
  Math.min(
    ...(await measureInfluence(subject)).map((one) =>
      one.status === 'measured' ? one.changed / one.depending : Number.NaN,
    ),
  );

describe('measureInfluence', () => {
  it('gives a right program a share of 1 for each array', async () => {
    const measured = await measureInfluence(subjectOf(AB, sum, sum));
    expect(measured.map(({ array }) => array)).toEqual(['a', 'b']);
    expect(await shareOf(subjectOf(AB, sum, sum))).toBe(1);
  });

  it('gives 0 to an array that is ignored, after one run for it', async () => {
    const subject = subjectOf(AB, sum, (inputs, index) => 2 * at(inputs, 'a', index));
    expect(await shareOf(subject)).toBe(0);
    expect(subject.runs()).toBe(4);
  });

  it('ignores where a change goes', async () => {
    const shifted: Program = (inputs, index) => sum(inputs, index + 7);
    expect(await shareOf(subjectOf(AB, sum, shifted))).toBeGreaterThan(0.99);
  });

  it('finds one plane of three idle and two of three not', async () => {
    const x = { x: filled(3, 3 * LENGTH) };
    const planes =
      (count: number): Program =>
      (inputs, index) =>
        Array.from({ length: count }, (_, plane) => inputs['x']?.[plane * LENGTH + index] ?? 0).reduce((a, b) => a + b);
    const [one, two] = [1, 2].map((count) => subjectOf(x, planes(3), planes(count))) as [Model, Model];
    expect(await shareOf(one)).toBeLessThan(LEAST_INFLUENCE - 0.02);
    expect(await shareOf(two)).toBeGreaterThan(LEAST_INFLUENCE + 0.15);
  });

  it('does not take one element that reaches every output for the whole array', async () => {
    const inputs = { a: filled(4) };
    const first: Program = (own) => at(own, 'a', 0);
    for (let seed = 0; seed < 8; seed++) {
      expect((await measureInfluence({ ...subjectOf(inputs, all, first), seed })).some(isIdle)).toBe(true);
    }
  });

  it('draws as often as a single output needs', async () => {
    const inputs = { a: filled(4) };
    const subject = subjectOf(inputs, all, all, { length: 1 });
    expect(await shareOf(subject)).toBe(1);
    expect(subject.runs()).toBe(8);
  });

  it('leaves out an array on which nothing depends', async () => {
    const own: Program = (inputs, index) => at(inputs, 'a', index);
    expect(await measureInfluence(subjectOf({ a: new Float32Array(LENGTH).fill(3) }, own, own))).toEqual([]);
  });

  it('draws again if an altered run ends early', async () => {
    const subject = subjectOf(AB, sum, sum, {
      run: (outputs, count) => ({ ...outputs, finished: count !== 0 }),
    });
    expect(await shareOf(subject)).toBe(1);
    expect(subject.runs()).toBe(7);
  });

  it('stops at a program that ends early with all other values', async () => {
    const subject = subjectOf(AB, sum, sum, { run: (outputs) => ({ ...outputs, finished: false }) });
    const measured = await measureInfluence(subject);
    expect(measured).toEqual([{ status: 'unfinished', array: 'a' }]);
    expect(measured.some(isIdle)).toBe(true);
    expect(subject.runs()).toBe(3);
  });

  it('compares what is there if the program never finishes', async () => {
    const subject = subjectOf(AB, sum, sum, { run: (outputs) => ({ ...outputs, finished: false }) });
    expect(await shareOf({ ...subject, before: { ...subject.before, finished: false } })).toBe(1);
  });

  it('takes the side of a program that cannot be run again', async () => {
    const measured = await measureInfluence(subjectOf(AB, sum, sum, { run: () => null }));
    expect(measured.map(({ status }) => status)).toEqual(['unknown', 'unknown']);
    expect(measured.some(isIdle)).toBe(false);
  });

  it('ignores changes that no kernel stored', async () => {
    const subject = subjectOf(AB, sum, sum);
    const unwritten = (run: RunOutputs): RunOutputs => ({
      ...run,
      outputs: run.outputs.map((output) => ({ ...output, state: new Uint8Array(output.state.length).fill(2) })),
    });
    const runWith = async (inputs: ElementArrays) => {
      const after = await subject.runWith(inputs);
      return after && unwritten(after);
    };
    expect(await shareOf({ ...subject, before: unwritten(subject.before), runWith })).toBe(0);
  });
});

describe('copiedInput', () => {
  const twice: Program = (inputs, index) => 2 * at(inputs, 'a', index);
  const copyOf = (program: Program, expected = twice): Promise<string | null> => {
    const subject = subjectOf(AB, expected, program);
    return subject.expected(subject.inputs).then((want) => copiedInput(subject, want));
  };

  it('names the input that the outputs are a copy of', async () => {
    expect(await copyOf((inputs, index) => at(inputs, 'b', index))).toBe('b');
  });

  it('finds no copy in another value, another place or half of the elements', async () => {
    expect(await copyOf((inputs, index) => at(inputs, 'a', index) / 2)).toBeNull();
    expect(await copyOf((inputs, index) => at(inputs, 'a', index + 1))).toBeNull();
    expect(await copyOf((inputs, index) => (index % 2 ? twice(inputs, index) : at(inputs, 'a', index)))).toBeNull();
  });

  it('finds no copy where a copy is right', async () => {
    const same: Program = (inputs, index) => at(inputs, 'a', index);
    expect(await copyOf(same, same)).toBeNull();
  });
});

describe('toldApart', () => {
  const spec = { entry: entryOf([], ['group', 'member']) };
  const of = (value: (index: number) => number) => Float32Array.from({ length: LENGTH }, (_, index) => value(index));
  const group = of((index) => Math.floor(index / 50));
  const member = of((index) => index % 50);
  const expected = { group: Float64Array.from(group), member: Float64Array.from(member) };
  const shareOfRun = (run: RunOutputs) => toldApart(spec, run, expected, 5);

  it('gives 1 to right outputs, and to outputs that are renumbered or exchanged', () => {
    expect(shareOfRun(outputsOf({ group, member }))).toBe(1);
    expect(shareOfRun(outputsOf({ group: member, member: group }))).toBe(1);
    expect(shareOfRun(outputsOf({ group: group.map((value) => value + 1), member }))).toBe(1);
  });

  it('gives little to constants and to one number in place of both', () => {
    expect(shareOfRun(outputsOf({ group: of(() => 3), member: of(() => 4) }))).toBe(0);
    expect(shareOfRun(outputsOf({ group: of((index) => index), member: of((index) => index) }))).toBe(0);
    expect(shareOfRun(outputsOf({ group: member, member }))).toBe(0.5);
  });

  it('counts what kernels did not write as missing', () => {
    const { outputs, finished } = outputsOf({ group, member });
    const half = outputs.map((output) => ({
      ...output,
      state: output.state.map((flags, at) => (at % 8 < 4 ? flags : 2)),
    }));
    expect(shareOfRun({ outputs: half, finished })).toBeCloseTo(0.5, 2);
  });
});
