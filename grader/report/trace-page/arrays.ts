import { showNumber } from '../../simulator/index.ts';
import type { ElementArrays } from '../../spec/index.ts';
import type { Recording } from './recorder.ts';

/** An array up to this size is on the page with all of its values, a larger one with those that the steps touch. */
const VALUES_OF_ALL = 4096;

/** An array as the page draws it. */
export interface ShownArray {
  readonly name: string;
  readonly space: 'global' | 'shared';
  readonly role: 'input' | 'output' | 'other';
  /** Slowest first. */
  readonly extents: readonly number[];
  /** Values before the first step, by flat index; empty where nothing was stored, or where there are too many. */
  readonly values: readonly (string | null)[];
}

export interface ArrayShapes {
  /** Slowest first, by parameter's name. */
  readonly shapes: Readonly<Record<string, readonly number[]>>;
  readonly inputs: ElementArrays;
  readonly outputs: readonly string[];
}

/** The arrays that the steps touch, and the assignment's own: inputs, outputs, others, shared ones. */
export function arraysOf({ steps }: Recording, { shapes, inputs, outputs }: ArrayShapes): ShownArray[] {
  const seen = seenExtents(steps);
  const order = ['input', 'output', 'other'] as const;
  const global = [...new Set([...Object.keys(inputs), ...outputs, ...seen.global.keys()])].map((name): ShownArray => {
    const extents = fitting(shapes[name], seen.global.get(name) ?? 0);
    const given = inputs[name];
    const role = given ? 'input' : outputs.includes(name) ? 'output' : 'other';
    const values = given && given.length <= VALUES_OF_ALL ? Array.from(given, showNumber) : [];
    return { name, space: 'global', role, extents, values };
  });
  const shared = [...seen.shared].map(
    ([name, extents]): ShownArray => ({ name, space: 'shared', role: 'other', extents, values: [] }),
  );
  return [...global.sort((a, b) => order.indexOf(a.role) - order.indexOf(b.role)), ...shared];
}

/** An array of the kernel may have a parameter's name and another size: then it is a row of numbers. */
function fitting(shape: readonly number[] | undefined, touched: number): readonly number[] {
  const size = shape?.reduce((product, extent) => product * extent, 1) ?? 0;
  return shape && size >= touched ? shape : [Math.max(1, touched)];
}

/** Of global arrays the size that the accesses show, of shared ones the extents. */
function seenExtents(steps: Recording['steps']): {
  global: Map<string, number>;
  shared: Map<string, readonly number[]>;
} {
  const global = new Map<string, number>();
  const shared = new Map<string, readonly number[]>();
  for (const event of steps) {
    if (event.step === 'barrier') {
      for (const { name, extents } of event.tiles) shared.set(name, extents);
    } else if (event.step === 'access' && event.space === 'global') {
      global.set(event.array, Math.max(global.get(event.array) ?? 0, (event.index[0] ?? 0) + 1));
    } else if (event.step === 'access') {
      // Before the first barrier nobody has said how large it is.
      const before = shared.get(event.array) ?? [];
      shared.set(
        event.array,
        event.index.map((index, axis) => Math.max(before[axis] ?? 1, index + 1)),
      );
    }
  }
  return { global, shared };
}

/** Where an element lies in its array, row-major. */
export function flatIndex(index: readonly number[], extents: readonly number[]): number {
  return index.length === extents.length
    ? index.reduce((at, position, axis) => at * (extents[axis] ?? 1) + position, 0)
    : (index[0] ?? 0);
}
