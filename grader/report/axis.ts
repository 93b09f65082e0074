import { wordNumber } from '../explain/index.ts';

/** Where a value lies along an axis, in units of the drawing. */
export interface Scale {
  readonly lowest: number;
  readonly highest: number;
  at(value: number): number;
}

export interface Tick {
  readonly at: number;
  readonly text: string;
}

const FEW = 3;
const MANY = 6;

/** Equal factors are equally far apart. @param values - all positive */
export function logarithmic(values: readonly [number, number], ends: readonly [number, number]): Scale {
  const [lowest, highest] = values;
  const [from, to] = ends;
  const whole = Math.log(highest / lowest);
  return { lowest, highest, at: (value) => round(from + ((to - from) * Math.log(value / lowest)) / whole) };
}

/** From zero. */
export function linear(highest: number, [from, to]: readonly [number, number]): Scale {
  return { lowest: 0, highest, at: (value) => round(from + ((to - from) * value) / highest) };
}

/** The range of positive values with the same factor to spare on both sides. */
export function rangeOf(values: readonly number[], spare: number): [number, number] {
  return [Math.min(...values) / spare, Math.max(...values) * spare];
}

/** Round numbers along a logarithmic axis: powers of ten where they are enough, finer ones where the range is narrow. */
export function logarithmicTicks(scale: Scale): Tick[] {
  const sets = [[1], [1, 3], [1, 2, 5]].map((digits) => inDecades(scale, digits));
  const enough = sets.find((values) => values.length >= FEW) ?? inSteps(scale);
  return thinned(enough).map((value) => tick(scale, value));
}

export function linearTicks(scale: Scale): Tick[] {
  return inSteps(scale).map((value) => tick(scale, value));
}

function inDecades({ lowest, highest }: Scale, digits: readonly number[]): number[] {
  const [first, last] = [Math.floor(Math.log10(lowest)), Math.ceil(Math.log10(highest))];
  const decades = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  // A division by a whole power of ten has no rounding error that shows.
  const values = decades.flatMap((ten) => digits.map((digit) => (ten < 0 ? digit / 10 ** -ten : digit * 10 ** ten)));
  return values.filter((value) => value >= lowest && value <= highest);
}

function inSteps({ lowest, highest }: Scale): number[] {
  const step = niceStep((highest - lowest) / 4);
  const first = Math.ceil(lowest / step);
  const count = Math.floor(highest / step) - first + 1;
  return Array.from({ length: count }, (_, index) => Number(((first + index) * step).toPrecision(12)));
}

/** The next one of 1, 2 and 5 times a power of ten. */
function niceStep(atLeast: number): number {
  const ten = 10 ** Math.floor(Math.log10(atLeast));
  return ten * ([1, 2, 5].find((digit) => digit * ten >= atLeast) ?? 10);
}

function thinned(values: readonly number[]): number[] {
  const every = Math.ceil(values.length / MANY);
  return values.filter((_, index) => index % every === 0);
}

function tick(scale: Scale, value: number): Tick {
  return { at: scale.at(value), text: wordNumber(value) };
}

export function round(value: number): number {
  return Math.round(value * 100) / 100;
}
