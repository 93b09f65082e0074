import { type Index3, showNumber, type TraceEvent } from '../../simulator/index.ts';
import { type ArrayShapes, arraysOf, flatIndex, type ShownArray } from './arrays.ts';
import type { RecordedLaunch, Recording } from './recorder.ts';

/** A step as the page's script reads it: its kind, then what belongs to it. It is short, because there are thousands. */
export type ShownStep =
  | readonly ['launch', number]
  /** Its number in the grid, x fastest. */
  | readonly ['block', number]
  /** Its number in the block, x fastest; 1 where it goes on after a barrier. */
  | readonly ['thread', number, 0 | 1]
  | readonly ['watch', readonly (readonly [string, string])[]]
  | readonly ['guard', string, 0 | 1]
  /** Number of the array, flat index, value. */
  | readonly ['load' | 'store', number, number, string]
  | readonly ['barrier', string]
  | readonly ['wait' | 'exit' | 'block-end']
  | readonly ['end', number, number]
  | readonly ['error', string];

export interface PageData {
  readonly launches: readonly RecordedLaunch[];
  readonly arrays: readonly ShownArray[];
  readonly steps: readonly ShownStep[];
}

/** @param error - what ended the simulation early, as it is told; null where it came to its end */
export function pageData(recording: Recording, shapes: ArrayShapes, error: string | null): PageData {
  const { launches } = recording;
  const arrays = arraysOf(recording, shapes);
  const numbers = new Map(arrays.map(({ space, name }, number) => [`${space} ${name}`, number]));
  let launch = -1;
  const shown = (event: TraceEvent): ShownStep => {
    switch (event.step) {
      case 'launch':
        launch++;
        return ['launch', launch];
      case 'block':
        return ['block', numberOf(event.block, launches[launch]?.grid)];
      case 'thread':
        return ['thread', numberOf(event.thread, launches[launch]?.block), event.resumed ? 1 : 0];
      case 'watch':
        return ['watch', Object.entries(event.values).map(([name, value]) => [name, showNumber(value)] as const)];
      case 'guard':
        return ['guard', event.condition, event.inside ? 1 : 0];
      case 'access': {
        const number = numbers.get(`${event.space} ${event.array}`) ?? 0;
        return [event.access, number, flatIndex(event.index, arrays[number]?.extents ?? []), showNumber(event.value)];
      }
      case 'barrier':
        return ['barrier', event.what];
      case 'end':
        return ['end', event.blocks, event.threads];
      default:
        return [event.step];
    }
  };
  const steps = recording.steps.map(shown);
  return { launches, arrays, steps: error === null ? steps : [...steps, ['error', error]] };
}

function numberOf({ x, y, z }: Index3, within: Index3 = { x: 1, y: 1, z: 1 }): number {
  return (z * within.y + y) * within.x + x;
}
