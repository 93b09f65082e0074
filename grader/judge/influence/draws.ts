import { type ArrayParameter, type ElementArray, type ElementArrays, isFloatType, Random } from '../../spec/index.ts';
import type { Subject } from './outputs.ts';

/**
 * How elements are altered. `redrawn`: to other values of the array. The others go beyond what usually comes, so that
 * rounding, bounds and factors of 0 hide nothing.
 */
export type Alteration = 'redrawn' | 'large' | 'small' | 'not-a-number';

/** Share of an array's elements that is altered. */
const SHARE = 0.1;
/** So many times the largest value. */
const BEYOND = 100;

/** Returns the ways to alter an array. Whole numbers may be indices, so they stay among those of the array. */
export function alterationsOf({ type }: ArrayParameter): readonly Alteration[] {
  return isFloatType(type) ? ['redrawn', 'large', 'small', 'not-a-number'] : ['redrawn'];
}

/** Makes a data set that differs from the case's own in a share of one array. */
export function drawOf(
  { inputs, seed }: Pick<Subject, 'inputs' | 'seed'>,
  array: string,
  alteration: Alteration,
  index: number,
  share: number = SHARE,
): ElementArrays {
  const random = new Random(seed, `influence ${array} ${alteration} ${share} ${index}`);
  const own = inputs[array];
  if (!own) throw new RangeError(`there is no input ${array}`);
  return { ...inputs, [array]: altered(own, alteration, share, random) };
}

function altered(elements: ElementArray, alteration: Alteration, share: number, random: Random): ElementArray {
  const copy = elements.slice();
  const last = elements.length - 1;
  const count = Math.max(1, Math.round(share * elements.length));
  const value = beyond(elements, alteration);
  // A partial shuffle: each position is drawn at most once.
  const positions = new Uint32Array(elements.length);
  for (let index = 0; index < positions.length; index++) positions[index] = index;
  for (let drawn = 0; drawn < count; drawn++) {
    const other = random.integer(drawn, last);
    const position = positions[other] as number;
    positions[other] = positions[drawn] as number;
    copy[position] = value ?? (elements[random.integer(0, last)] as number);
  }
  return copy;
}

function beyond(elements: ElementArray, alteration: Alteration): number | null {
  if (alteration === 'redrawn') return null;
  if (alteration === 'not-a-number') return Number.NaN;
  let size = 1;
  for (const element of elements) size = Math.max(size, Math.abs(element));
  return alteration === 'large' ? BEYOND * size : -BEYOND * size;
}
