import {
  type ElementArray,
  type ElementArrays,
  type ElementTypeName,
  integerRange,
  isFloatType,
  makeElements,
  roundingOf,
} from './elements.ts';
import { type Dims, extents, inputParameters } from './entry.ts';
import { syntheticPicture } from './picture.ts';
import { Random } from './random.ts';
import type { AssignmentSpec, Distribution } from './schema.ts';

/**
 * The inputs of a case, by parameter name. The same spec, dims and seed give the same bytes on every machine: only
 * operations that IEEE 754 defines to the bit are used. Each input has its own stream, so that adding one changes no other.
 * @param dims - value of each integer scalar
 * @param seed - 0 to 2^32 - 1
 * @param distributions - those of the case, where they replace the spec's
 * @param generated - inputs that `generate` of `simulator.ts` has made
 * @throws RangeError where an input has no distribution (a spec that was loaded gives each one)
 */
export function generateInputs(
  spec: Pick<AssignmentSpec, 'entry' | 'inputs'>,
  dims: Dims,
  seed: number,
  distributions: Readonly<Record<string, Distribution>> = {},
  generated: ElementArrays = {},
): Record<string, ElementArray> {
  const shapes = extents(spec, dims);
  return Object.fromEntries(
    inputParameters(spec.entry).map(({ name, type }) => {
      const distribution = distributions[name] ?? spec.inputs[name];
      if (distribution === undefined) throw new RangeError(`the input ${name} has no distribution`);
      if (distribution.distribution === 'generate') {
        const made = generated[name];
        if (made === undefined) throw new RangeError(`the input ${name} was not generated`);
        return [name, made];
      }
      return [
        name,
        generateInput(distribution, type, shapes[name] ?? [], new Random(isStructure(distribution) ? 1 : seed, name)),
      ];
    }),
  );
}

/**
 * @param shape - extents, slowest first. A picture's last two are height and width, those before it planes; a flat
 *   array is a picture of one row
 */
export function generateInput(
  distribution: Exclude<Distribution, { distribution: 'generate' }>,
  type: ElementTypeName,
  shape: readonly number[],
  random: Random,
): ElementArray {
  const length = shape.reduce((product, extent) => product * extent, 1);
  const elements = makeElements(type, length);
  const rounding = roundingOf(type);
  const fit = (value: number): number => {
    const range = integerRange(type);
    if (range) return Math.min(range[1], Math.max(range[0], Math.round(value)));
    return rounding ? rounding(value) : value;
  };
  switch (distribution.distribution) {
    case 'constant':
      return elements.fill(distribution.value);
    case 'uniform': {
      const { min, max } = distribution;
      const whole = !isFloatType(type);
      const round = roundingOf(type) ?? ((value: number) => value);
      const low = Math.ceil(min);
      const high = Math.floor(max);
      for (let i = 0; i < length; i++) {
        elements[i] = whole ? random.integer(low, high) : round(min + random.fraction() * (max - min));
      }
      return elements;
    }
    case 'normal': {
      const { mean, deviation } = distribution;
      for (let i = 0; i < length; i++) elements[i] = fit(mean + deviation * bell(random));
      return elements;
    }
    case 'sorted': {
      const { min, max } = distribution;
      const row = Math.max(1, shape.at(-1) ?? 1);
      for (let i = 0; i < length; i++) elements[i] = fit(between(random, min, max, type));
      for (let start = 0; start < length; start += row) elements.subarray(start, start + row).sort();
      return elements;
    }
    case 'permutation': {
      for (let i = 0; i < length; i++) elements[i] = i;
      for (let i = length - 1; i > 0; i--) {
        const other = random.integer(0, i);
        const value = elements[i] as number;
        elements[i] = elements[other] as number;
        elements[other] = value;
      }
      return elements;
    }
    case 'skewed': {
      const { min, max } = distribution;
      const low = min + (max - min) / CONTENDED;
      for (let i = 0; i < length; i++) {
        const top = random.fraction() < 1 / 2 ? low : max;
        elements[i] = fit(between(random, min, top, type));
      }
      return elements;
    }
    case 'sparse': {
      const { min, max, share } = distribution;
      for (let i = 0; i < length; i++)
        elements[i] = random.fraction() < share ? fit(between(random, min, max, type)) : 0;
      return elements;
    }
    case 'extremes': {
      const values = extremesOf(type);
      for (let i = 0; i < length; i++) elements[i] = values[random.integer(0, values.length - 1)] as number;
      return elements;
    }
    case 'image': {
      const [width = 1, height = 1, ...planes] = [...shape].reverse();
      const count = planes.reduce((product, extent) => product * extent, 1);
      elements.set(syntheticPicture(count, height, width, random));
      return elements;
    }
  }
}

/** The part of the range, 1 in so many, that half of the values of a skewed input are in. */
const CONTENDED = 16;

/** Returns the names of the inputs that `generate` of `simulator.ts` makes for a case. */
export function generatedInputs(
  spec: Pick<AssignmentSpec, 'entry' | 'inputs'>,
  distributions: Readonly<Record<string, Distribution>> = {},
): string[] {
  const all = { ...spec.inputs, ...distributions };
  return inputParameters(spec.entry).flatMap(({ name }) => (all[name]?.distribution === 'generate' ? [name] : []));
}

/** True for an input that is the same in each draw. */
export function isStructure(distribution: Distribution): boolean {
  return 'structure' in distribution && distribution.structure === true;
}

function between(random: Random, min: number, max: number, type: ElementTypeName): number {
  if (isFloatType(type)) return min + random.fraction() * (max - min);
  return random.integer(Math.ceil(min), Math.max(Math.ceil(min), Math.floor(max)));
}

/** Twelve uniform numbers make a bell of deviation 1. Only additions, which IEEE 754 defines to the bit. */
function bell(random: Random): number {
  let sum = -6;
  for (let i = 0; i < 12; i++) sum += random.fraction();
  return Math.max(-4, Math.min(4, sum));
}

const LARGEST: Readonly<Partial<Record<ElementTypeName, readonly [number, number]>>> = {
  half: [65504, 2 ** -14],
  bfloat16: [2 ** 127 * (2 - 2 ** -7), 2 ** -126],
  float32: [2 ** 127 * (2 - 2 ** -23), 2 ** -126],
  float64: [Number.MAX_VALUE, 2 ** -1022],
};

function extremesOf(type: ElementTypeName): readonly number[] {
  const range = integerRange(type);
  if (range) return [...new Set([...range, 0, 1])];
  const [largest, smallest] = LARGEST[type] ?? [1, 1];
  return [0, -0, 1, -1, largest, -largest, smallest, -smallest];
}

/**
 * Draws the floating-point scalars of a hidden case, rounded to float32.
 * @param ranges - smallest and largest value
 * @param seed - 0 to 2^32 - 1; equal seeds give equal values
 */
export function drawScalars(
  ranges: Readonly<Record<string, readonly [number, number]>>,
  seed: number,
): Record<string, number> {
  return Object.fromEntries(
    Object.entries(ranges).map(([name, [low, high]]) => [
      name,
      Math.fround(low + new Random(seed, `scalar ${name}`).fraction() * (high - low)),
    ]),
  );
}

/**
 * Sizes of a hidden case.
 * @param ranges - inclusive range of each integer scalar
 * @param seed - 0 to 2^32 - 1; equal seeds give equal sizes, whatever the order of the names
 */
export function drawDims(
  ranges: Readonly<Record<string, readonly [number, number]>>,
  seed: number,
): Record<string, number> {
  return Object.fromEntries(
    Object.entries(ranges).map(([name, [low, high]]) => [name, new Random(seed, name).integer(low, high)]),
  );
}
