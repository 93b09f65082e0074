import { type ElementArray, type ElementArrays, Random } from '../spec/index.ts';
import { countDepending, type Expected, type Subject } from './outputs.ts';

/** One data set that differs from the case's own in some elements of one array. */
export interface Draw {
  readonly inputs: ElementArrays;
  /** Outputs whose expected value differs. */
  readonly depending: number;
}

/** Shares of an array's elements that are drawn again: more only if too few outputs depend on the first. */
const SHARES = [0.1, 0.3, 1] as const;
/** One element that every output comes from is altered in a tenth of the draws, so each of several groups must show work. */
const GROUPS = 3;
const MOST_DRAWS = 8;
/** Outputs that depend on one group of draws, and elements that it alters: with 64 the share is known to 0.06. */
const ENOUGH_OUTPUTS = 64;
const ENOUGH_ELEMENTS = 8;
/** With fewer outputs than that, a larger share of the elements is altered. */
const FEW_OUTPUTS = MOST_DRAWS;

/** Draws that are judged together. */
export type Group = readonly Draw[];

/**
 * Draws data sets that differ from the case's in a tenth of one array.
 * @returns an empty list if no output depends on the array
 */
export async function drawsOf(subject: Subject, array: string): Promise<readonly Group[]> {
  const known = await subject.expected(subject.inputs);
  for (const share of SHARES) {
    const groups = await groupsWith(subject, array, share, known);
    const depending = groups.flat().reduce((sum, draw) => sum + draw.depending, 0);
    if (depending >= FEW_OUTPUTS || (share === 1 && depending > 0)) return groups;
  }
  return [];
}

async function groupsWith(subject: Subject, array: string, share: number, known: Expected): Promise<readonly Group[]> {
  const first = await drawOf(subject, array, share, 0, known);
  const altered = Math.max(1, Math.round(share * (subject.inputs[array]?.length ?? 0)));
  const needed = Math.max(ENOUGH_OUTPUTS / Math.max(1, first.depending), ENOUGH_ELEMENTS / altered);
  const size = Math.min(MOST_DRAWS, Math.ceil(needed));
  const count = Math.min(GROUPS, Math.floor(MOST_DRAWS / size));
  const draws = [first];
  while (draws.length < size * count) draws.push(await drawOf(subject, array, share, draws.length, known));
  return Array.from({ length: count }, (_, index) => draws.slice(index * size, (index + 1) * size));
}

/**
 * Makes one data set.
 * @param index - another one gives another data set
 * @param known - the expected outputs of the case's own inputs
 */
export async function drawOf(
  { spec, inputs, expected, seed }: Omit<Subject, 'before' | 'runWith'>,
  array: string,
  share: number,
  index: number,
  known: Expected,
): Promise<Draw> {
  const random = new Random(seed, `influence ${array} ${share} ${index}`);
  const own = inputs[array];
  if (!own) throw new RangeError(`there is no input ${array}`);
  const altered = { ...inputs, [array]: alteredElements(own, share, random) };
  return { inputs: altered, depending: countDepending(spec, known, await expected(altered)) };
}

/** Returns the smallest share of the outputs that depend on a tenth of an input array, over all arrays with any. */
export async function dependence(subject: Omit<Subject, 'before' | 'runWith'>): Promise<number> {
  const known = await subject.expected(subject.inputs);
  const outputs = Object.values(known).reduce((sum, { length }) => sum + length, 0);
  const shares: number[] = [];
  for (const array of Object.keys(subject.inputs)) {
    const { depending } = await drawOf(subject, array, SHARES[0], 0, known);
    if (depending > 0) shares.push(depending / outputs);
  }
  return shares.length === 0 ? 0 : Math.min(...shares);
}

/** Redraws a share of the elements from all values of the array, so that no value is out of its range. */
export function alteredElements(elements: ElementArray, share: number, random: Random): ElementArray {
  const altered = elements.slice();
  const last = elements.length - 1;
  const count = Math.max(1, Math.round(share * elements.length));
  // A partial shuffle: each position is drawn at most once.
  const positions = Uint32Array.from(elements, (_, index) => index);
  for (let drawn = 0; drawn < count; drawn++) {
    const other = random.integer(drawn, last);
    const position = positions[other] as number;
    positions[other] = positions[drawn] as number;
    altered[position] = elements[random.integer(0, last)] as number;
  }
  return altered;
}
