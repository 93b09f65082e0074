import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeDecoys, resolve, Tracer } from '../../../../grader/host/replay/trace/index.ts';
import { anyStep, arrayOf, compose, type ElementType, type Step } from './compositions.ts';

const ELEMENTS = 700;
const SEED = 20_260_101;

interface Outcome {
  readonly length: number;
  /** Bytes that are wrong with judged data though host code did not compute them and the trace knows them. */
  readonly wrong: number;
  /** Computed bytes that the trace takes for moved. */
  readonly invented: number;
  /** Bytes that host code moved, and the trace does not know. */
  readonly missed: number;
  /** Bytes that the extents and the sums of the trace leave out or count twice. */
  readonly miscounted: number;
}

/** Traces what host code makes of decoys, and compares with what it makes of judged data. */
function outcomeOf(
  type: ElementType,
  runs: number,
  steps: readonly Step[],
  range?: { min: number; max: number },
): Outcome {
  const decoys = [0, 1].map((source) => makeDecoys(type, ELEMENTS, runs, 100 + source, range));
  const tracer = new Tracer();
  for (const { contents, elementBytes } of decoys) tracer.add(contents, elementBytes);
  const contents = Array.from({ length: runs }, (_, run) => {
    const inputs = decoys.map((each) => arrayOf(type, each.contents[run] as Uint8Array));
    return compose(steps, type, inputs).content;
  });
  const traced = tracer.trace(contents);
  const judged = [0, 1].map((source) => makeDecoys(type, ELEMENTS, 1, 900 + source, range).contents[0] as Uint8Array);
  const resolved = resolve(traced, contents[0] as Uint8Array, (source) => judged[source] as Uint8Array);
  const direct = compose(
    steps,
    type,
    judged.map((bytes) => arrayOf(type, bytes)),
  );
  const kinds = new Uint8Array(traced.length);
  const sums = [0, 0, 0, 0];
  for (const { at, bytes, origin, repeat } of traced.extents)
    for (let k = 0; k < (repeat?.count ?? 1); k++)
      for (let i = at + k * (repeat?.step ?? 0); i < at + k * (repeat?.step ?? 0) + bytes; i++) {
        const kind = { untraced: 1, constant: 2, moved: 3 }[origin.kind];
        kinds[i] = kinds[i] === 0 ? kind : 4;
        sums[kind]!++;
      }
  const counted = (test: (i: number) => boolean) => Array.from(kinds).filter((_, i) => test(i)).length;
  const varies = (i: number) => contents.some((bytes) => bytes[i] !== contents[0]![i]);
  const lost = counted((i) => kinds[i] === 0 || kinds[i] === 4);
  return {
    length: traced.length,
    wrong: counted((i) => kinds[i] !== 1 && !direct.computed[i] && resolved[i] !== direct.content[i]),
    invented: counted((i) => kinds[i] === 3 && direct.computed[i] === 1),
    missed: counted((i) => kinds[i] === 1 && !direct.computed[i] && varies(i)),
    miscounted:
      lost +
      Math.abs(sums[1]! - traced.untraced) +
      Math.abs(sums[2]! - traced.constant) +
      Math.abs(sums[3]! - traced.moved),
  };
}

const someSteps = fc.array(anyStep, { minLength: 1, maxLength: 6 });

describe('a composition of moves', () => {
  it.each(['float32', 'float64', 'int32'] as const)('of %s is traced in two runs', (type) => {
    fc.assert(
      fc.property(someSteps, (steps) => {
        const { wrong, invented, missed, miscounted } = outcomeOf(type, 2, steps);
        expect({ wrong, invented, missed, miscounted }).toEqual({ wrong: 0, invented: 0, missed: 0, miscounted: 0 });
      }),
      { numRuns: 150, seed: SEED },
    );
  });

  it.each([
    ['uint8', undefined],
    ['uint8', { min: 0, max: 9 }],
    ['int16', { min: 0, max: 100 }],
  ] as const)('of %s in %o gives no wrong byte in four runs', (type, range) => {
    fc.assert(
      fc.property(someSteps, (steps) => {
        const { wrong, invented, miscounted } = outcomeOf(type, 4, steps, range);
        expect({ wrong, invented, miscounted }).toEqual({ wrong: 0, invented: 0, miscounted: 0 });
      }),
      { numRuns: 150, seed: SEED },
    );
  });

  it('of binary masks gives few wrong bytes in eight runs', () => {
    let [wrong, length] = [0, 0];
    const steps = fc.sample(someSteps, { numRuns: 150, seed: SEED });
    for (const each of steps) {
      const outcome = outcomeOf('uint8', 8, each, { min: 0, max: 1 });
      wrong += outcome.wrong + outcome.invented;
      length += outcome.length;
    }
    // One element says nothing in a run of 128 cases: a stretch can end an element too late.
    expect(wrong / length).toBeLessThan(0.002);
  });
});
