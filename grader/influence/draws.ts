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
/** One element that every output comes from is altered in a tenth of the draws, so one draw is not enough. */
const LEAST_DRAWS = 2;
const MOST_DRAWS = 8;
/** Outputs that depend on the draws of one array, and altered elements: with that many the share is known to 0.06. */
const ENOUGH_OUTPUTS = 64;
const ENOUGH_ELEMENTS = 16;
/** With fewer outputs than that, a larger share of the elements is altered. */
const FEW_OUTPUTS = MOST_DRAWS;

/**
 * Draws data sets that differ from the case's in a tenth of one array.
 * @returns an empty list if no output depends on the array
 */
export async function drawsOf(subject: Subject, array: string): Promise<readonly Draw[]> {
  const known = await subject.expected(subject.inputs);
  for (const share of SHARES) {
    const draws = await drawsWith(subject, array, share, known);
    const depending = draws.reduce((sum, draw) => sum + draw.depending, 0);
    if (depending >= FEW_OUTPUTS || (share === 1 && depending > 0)) return draws;
  }
  return [];
}

async function drawsWith(subject: Subject, array: string, share: number, known: Expected): Promise<readonly Draw[]> {
  const draws: Draw[] = [];
  const elements = subject.inputs[array];
  if (!elements) return draws;
  let [depending, altered] = [0, 0];
  while (
    draws.length < LEAST_DRAWS ||
    (draws.length < MOST_DRAWS && (depending < ENOUGH_OUTPUTS || altered < ENOUGH_ELEMENTS))
  ) {
    const draw = await drawOf(subject, array, share, draws.length, known);
    draws.push(draw);
    depending += draw.depending;
    altered += Math.max(1, Math.round(share * elements.length));
  }
  return draws;
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
