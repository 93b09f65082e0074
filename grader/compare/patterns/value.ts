import { type ElementArray, type ElementTypeName, elementBytes, isFloatType } from '../../spec/index.ts';
import { allowedAt, viewElements } from '../elements.ts';
import type { ValuePattern } from '../pattern.ts';
import { type Guess, holds } from './guess.ts';
import { lumaGuesses, orders } from './picture.ts';
import { productGuesses } from './product.ts';
import { fewer, type Sample, sampleOf } from './sample.ts';
import type { Sight } from './sight.ts';

/** Fewer equal elements than this show nothing. */
const FEWEST = 3;

/**
 * What the output holds instead; null where that has no name. The right elements agree with it as well, so that this says
 * more than where the wrong ones lie.
 */
export function findRule(sight: Sight): ValuePattern | null {
  if (sight.count < FEWEST) return null;
  const sample = sampleOf(sight);
  return (
    firstThatHolds(sight, sample, copies(sight)) ??
    firstThatHolds(sight, sample, rearrangements(sight)) ??
    firstThatHolds(sight, sample, lumaGuesses(sight, sample)) ??
    firstThatHolds(sight, sample, productGuesses(sight, sample)) ??
    firstThatHolds(sight, sample, linear(sight, sample)) ??
    firstThatHolds(sight, sample, shifts(sight, sample))
  );
}

/** Finds NaN, or one and the same number, in all wrong elements, whatever the right ones hold. */
export function findConstant({ count, marks, failing, got }: Sight): ValuePattern | null {
  if (count < FEWEST) return null;
  const value = got[marks.indexOf(failing)] as number;
  const isSame = (other: number) => other === value || (Number.isNaN(value) && Number.isNaN(other));
  if (!marks.every((mark, i) => mark !== failing || isSame(got[i] as number))) return null;
  // The sum makes 0 of -0.
  return Number.isNaN(value) ? { kind: 'not-a-number' } : { kind: 'constant', value: value + 0 };
}

function firstThatHolds(sight: Sight, sample: Sample, guesses: Iterable<Guess>): ValuePattern | null {
  for (const guess of guesses) if (holds(guess, sight, sample)) return guess.pattern;
  return null;
}

function* copies({ request, marks }: Sight): Generator<Guess> {
  for (const [input, elements] of Object.entries(request.inputs ?? {})) {
    const planes = Math.floor(elements.length / marks.length);
    for (let plane = 0; plane < planes; plane++) {
      const offset = plane * marks.length;
      yield {
        pattern: { kind: 'input-copy', input, plane, planes },
        predict: (i) => elements[offset + i] as number,
        exact: true,
      };
    }
  }
}

/** The right values in other places. */
function* rearrangements({ request, marks, planes, rows, columns }: Sight): Generator<Guess> {
  const { want } = request;
  if (rows > 1 && columns > 1) {
    const size = rows * columns;
    yield {
      pattern: { kind: 'transposed' },
      predict: (i) => {
        const plane = Math.floor(i / size);
        const inPlane = i - plane * size;
        return want[plane * size + (inPlane % rows) * columns + Math.floor(inPlane / rows)] as number;
      },
    };
  }
  // A picture that is declared flat has three planes if any.
  const count = planes > 1 ? planes : rows === 1 && columns % 3 === 0 ? 3 : 1;
  if (count === 1 || count > 4) return;
  const size = marks.length / count;
  for (const order of orders(count)) {
    yield {
      pattern: { kind: 'swapped-planes', of: 'output', order },
      predict: (i) => want[(order[Math.floor(i / size)] as number) * size + (i % size)] as number,
    };
  }
  yield {
    pattern: { kind: 'interleaved-planes', of: 'output', planes: count },
    predict: (i) => want[(i % count) * size + Math.floor(i / count)] as number,
  };
}

/** Old data with the result added, a multiple of the result, or the result and a constant. */
function* linear({ request, got }: Sight, { wrong }: Sample): Generator<Guess> {
  const { want, type } = request;
  const old = request.old?.();
  if (old) {
    const before: ElementArray = viewElements(old, type);
    const sum = (i: number) => (before[i] as number) + (want[i] as number);
    for (const fitted of fits(type)) yield { pattern: { kind: 'accumulated' }, predict: (i) => fitted(sum(i)) };
  }
  // The quotient of the largest elements suffers least from rounding.
  const large = largestOf(wrong, want) / 2;
  const quotients = wrong.flatMap((i) => {
    const wanted = want[i] as number;
    return wanted !== 0 && Math.abs(wanted) >= large ? [(got[i] as number) / wanted] : [];
  });
  const factor = tidy(median(quotients));
  const offset = tidy(median(wrong.map((i) => (got[i] as number) - (want[i] as number))));
  const guesses: Guess[] = [
    { pattern: { kind: 'constant-factor', factor }, predict: (i) => factor * (want[i] as number) },
    { pattern: { kind: 'constant-offset', offset }, predict: (i) => (want[i] as number) + offset },
  ];
  // Where integers may be off by one, both can hold: a count that begins at one is no factor of 1.01.
  const farOff = ({ predict }: Guess) => median(wrong.map((i) => Math.abs((got[i] as number) - predict(i))));
  yield* guesses.filter((guess) => Number.isFinite(farOff(guess))).sort((a, b) => farOff(a) - farOff(b));
}

/** Elements that are compared to find out how far a shifted output moved. */
const ANCHOR = 12;
const FARTHEST = 1 << 16;

/** The nearest distances at which a stretch of the output is found among what is expected. */
function* shifts(sight: Sight, sample: Sample): Generator<Guess> {
  const { want } = sight.request;
  const tolerance = (value: number) => allowedAt(sight.request, value);
  const tried = new Set<number>();
  for (const anchor of fewer(sample.wrong, 4)) {
    if (anchor + ANCHOR > want.length) continue;
    const stretch = Float64Array.from({ length: ANCHOR }, (_, i) => sight.got[anchor + i] as number);
    const isAt = (from: number) => from >= 0 && from + ANCHOR <= want.length && liesAt(stretch, want, from, tolerance);
    const reach = Math.min(FARTHEST, want.length);
    for (let distance = 1; distance < reach && tried.size < 64; distance++) {
      for (let by = distance; by >= -distance; by -= 2 * distance) {
        if (!isAt(anchor - by) || tried.has(by)) continue;
        tried.add(by);
        yield { pattern: { kind: 'shifted', by }, predict: (i) => want[i - by] ?? Number.NaN };
      }
    }
  }
}

function liesAt(stretch: Float64Array, want: Float64Array, from: number, tolerance: (want: number) => number): boolean {
  for (let i = 0; i < stretch.length; i++) {
    // In this form, since NaN is no value to be found.
    const value = want[from + i] as number;
    if (!(Math.abs((stretch[i] as number) - value) <= tolerance(value))) return false;
  }
  return true;
}

function largestOf(indexes: readonly number[], values: Float64Array): number {
  return indexes.reduce((largest, i) => Math.max(largest, Math.abs(values[i] as number)), 0);
}

/** What an element makes of a sum that may be too large for it: integers wrap around, and hold what floats are at most. */
function fits(type: ElementTypeName): ((value: number) => number)[] {
  if (isFloatType(type)) return [(value) => value];
  const size = type === 'bool' ? 2 : 2 ** (8 * elementBytes(type));
  const least = type.startsWith('int') ? -size / 2 : 0;
  const wrapped = (value: number) => ((((value - least) % size) + size) % size) + least;
  const saturated = (value: number) => Math.max(least, Math.min(least + size - 1, value));
  return [wrapped, saturated];
}

/** The upper one of two; NaN of none. */
function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

/** 0.50000003 is 0.5: a factor that comes from float32 values has no more digits. */
function tidy(value: number): number {
  return Number(value.toPrecision(5));
}
