import type { RunResult } from '../../host/index.ts';
import { type ElementArray, Random } from '../../spec/index.ts';
import { type Expected, type Output, outputsOf, type Subject } from './outputs.ts';

/** Pairs of elements that are compared of each kind. */
const PAIRS = 4096;
/** The least part of an output that kernels wrote for which the number of threads that store counts. */
const LEAST_COVERED = 1 / 4;

/**
 * Measures how well outputs tell elements apart, for an exercise with no input arrays. Of pairs of elements with
 * different expected values, how many differ; of pairs with the same one, how many are the same; and how many values
 * there are for each expected one. The smallest share counts, times the share of the elements that kernels wrote. It does
 * not matter what the values are or which output has them: a number that is off by one, or two outputs that are
 * exchanged, are mistakes of work that was done.
 * @param storing - the threads that stored outputs
 * @returns 0 to 1, the mean over the expected outputs; those with one value everywhere count only if all have
 */
export function toldApart(
  spec: Subject['spec'],
  run: RunResult,
  expected: Expected,
  seed: number,
  storing = 0,
): number {
  const outputs = outputsOf(spec, run, expected);
  const wanted = outputs.map(({ want }) => want);
  const varied = wanted.filter((want) => want.some((value) => value !== want[0]));
  const judged = varied.length > 0 ? varied : wanted;
  const shares = judged.map((want) =>
    Math.max(0, ...outputs.map((output) => agreement(want, output, storing, new Random(seed, 'pairs')))),
  );
  return shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length);
}

function agreement(want: ElementArray, { got: values, written }: Output, storing: number, random: Random): number {
  if (values.length !== want.length) return 0;
  const places = Array.from(written.keys()).filter((index) => written[index]);
  if (places.length === 0) return 0;
  const same = new Tally();
  const latest = new Map<number, number>();
  for (const place of places.slice(0, PAIRS)) {
    const value = want[place] as number;
    const before = latest.get(value);
    if (before !== undefined) same.add(values[before] === values[place]);
    latest.set(value, place);
  }
  const different = new Tally();
  for (let pair = 0; pair < PAIRS; pair++) {
    const [one, two] = [0, 1].map(() => places[random.integer(0, places.length - 1)] as number) as [number, number];
    if (want[one] !== want[two]) different.add(values[one] !== values[two]);
  }
  // Few pairs of many are alike by chance: an output with too few values shows in their number.
  const kinds = new Set(places.map((place) => values[place])).size / kindsOf(want, places);
  // Threads that write the elements of others have a wrong index: a mistake, if enough elements are left.
  const share = places.length / want.length;
  const covered = share >= LEAST_COVERED ? Math.max(share, Math.min(1, storing / want.length)) : share;
  return Math.min(same.share, different.share, kinds) * covered;
}

function kindsOf(want: ElementArray, places: readonly number[]): number {
  return new Set(places.map((place) => want[place])).size;
}

/** The share of what holds; 1 if nothing was asked. */
class Tally {
  #asked = 0;
  #held = 0;

  add(holds: boolean): void {
    this.#asked += 1;
    if (holds) this.#held += 1;
  }

  get share(): number {
    return this.#asked === 0 ? 1 : this.#held / this.#asked;
  }
}
