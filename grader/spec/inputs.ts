import { type ElementArray, type ElementTypeName, isFloatType, makeElements, roundingOf } from './elements.ts';
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
 * @throws RangeError where an input has no distribution (a spec that was loaded gives each one)
 */
export function generateInputs(
  spec: Pick<AssignmentSpec, 'entry' | 'inputs'>,
  dims: Dims,
  seed: number,
  distributions: Readonly<Record<string, Distribution>> = {},
): Record<string, ElementArray> {
  const shapes = extents(spec, dims);
  return Object.fromEntries(
    inputParameters(spec.entry).map(({ name, type }) => {
      const distribution = distributions[name] ?? spec.inputs[name];
      if (distribution === undefined) throw new RangeError(`the input ${name} has no distribution`);
      return [name, generateInput(distribution, type, shapes[name] ?? [], new Random(seed, name))];
    }),
  );
}

/**
 * @param shape - extents, slowest first. A picture's last two are height and width, those before it planes; a flat
 *   array is a picture of one row
 */
export function generateInput(
  distribution: Distribution,
  type: ElementTypeName,
  shape: readonly number[],
  random: Random,
): ElementArray {
  const length = shape.reduce((product, extent) => product * extent, 1);
  const elements = makeElements(type, length);
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
    case 'image': {
      const [width = 1, height = 1, ...planes] = [...shape].reverse();
      const count = planes.reduce((product, extent) => product * extent, 1);
      elements.set(syntheticPicture(count, height, width, random));
      return elements;
    }
  }
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
