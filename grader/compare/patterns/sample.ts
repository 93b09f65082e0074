import { MARK } from '../backend.ts';
import type { Sight } from './sight.ts';

/** Flat indexes of wrong and of right elements, spread evenly, in order. */
export interface Sample {
  readonly wrong: readonly number[];
  readonly right: readonly number[];
}

/** Elements of either kind on which a guess about values is tested. */
const SIZE = 4096;

export function sampleOf({ marks, count, considered }: Sight): Sample {
  return { wrong: spread(marks, MARK.wrong, count), right: spread(marks, MARK.right, considered - count) };
}

/** At most `SIZE` of the `count` elements that carry this mark. */
function spread(marks: Uint8Array, mark: number, count: number): number[] {
  const chosen: number[] = [];
  const step = Math.max(1, count / SIZE);
  for (let i = 0, seen = 0; i < marks.length; i++) {
    if (marks[i] !== mark) continue;
    if (seen >= chosen.length * step) chosen.push(i);
    seen++;
  }
  return chosen;
}

/** At most `size` of these, spread evenly. */
export function fewer(indexes: readonly number[], size: number): number[] {
  const step = Math.max(1, indexes.length / size);
  return Array.from({ length: Math.min(size, indexes.length) }, (_, i) => indexes[Math.floor(i * step)] as number);
}
