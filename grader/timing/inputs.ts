import { type Distribution, type ElementTypeName, isFloatType } from '../spec/index.ts';

/** The range of values for the kernels of `native/cuda/kernels.cu`. */
export type FillRange =
  | { readonly kind: 'real'; readonly min: number; readonly max: number }
  /** `count` whole numbers from `low` on. */
  | { readonly kind: 'whole'; readonly low: number; readonly count: number };

const BYTE_VALUES = 256;

/** The range that a distribution draws from; a picture's values are drawn as independent bytes. */
export function rangeOf(distribution: Distribution, type: ElementTypeName): FillRange {
  const real = isFloatType(type);
  switch (distribution.distribution) {
    case 'constant': {
      const { value } = distribution;
      return real ? { kind: 'real', min: value, max: value } : { kind: 'whole', low: value, count: 1 };
    }
    case 'uniform': {
      const { min, max } = distribution;
      if (real) return { kind: 'real', min, max };
      const low = Math.ceil(min);
      return { kind: 'whole', low, count: Math.floor(max) - low + 1 };
    }
    case 'generate':
    case 'normal':
    case 'sorted':
    case 'permutation':
    case 'skewed':
    case 'sparse':
    case 'extremes':
      throw new RangeError(`no GPU kernel draws the distribution ${distribution.distribution}`);
    case 'image':
      return real ? { kind: 'real', min: 0, max: BYTE_VALUES - 1 } : { kind: 'whole', low: 0, count: BYTE_VALUES };
  }
}

/** What is wrong in the type, as far as a type has such: very large numbers; any bytes for the others. */
export function poisonRange(type: ElementTypeName): FillRange {
  const most = type === 'float64' ? 1e300 : 3e38;
  if (isFloatType(type)) return { kind: 'real', min: most / 1e8, max: most };
  return { kind: 'whole', low: 0, count: type === 'uint8' ? BYTE_VALUES : 2 ** 31 };
}

/** Another name gives an unrelated array for the same seed. */
export function keyOf(seed: number, name: string): number {
  let key = mix(seed >>> 0) ^ mix(Math.floor(seed / 2 ** 32) + 0x9e3779b9);
  for (const unit of new TextEncoder().encode(name)) key = (mix(key ^ unit) + 0x9e3779b9) >>> 0;
  return key >>> 0;
}

/** The same as the GPU's kernels give: element `index` of the array with this key. */
export function elementAt(range: FillRange, type: ElementTypeName, key: number, index: number): number {
  const draw = drawn(key, index);
  if (range.kind === 'real') {
    const value = range.min + (draw / 2 ** 32) * (range.max - range.min);
    return type === 'float32' ? Math.fround(value) : value;
  }
  return range.low + Number((BigInt(draw) * BigInt(range.count)) >> 32n);
}

/** Elements of an array that are looked at, at places that nobody can foresee who does not have the key. */
export interface Sample {
  /** 32 bits. */
  readonly key: number;
  /** Number of places; some can be the same. */
  readonly count: number;
}

/**
 * Returns the same places as the GPU's kernels. The first is the last element, because wrong programs often leave out an
 * edge.
 * @param elements - number of elements of the array: 1 to 2^32
 */
export function placesOf({ key, count }: Sample, elements: number): Float64Array {
  const places = new Float64Array(count);
  for (let index = 1; index < count; index++) {
    const draw = drawn(key, index);
    // The upper 32 bits of a product of two 32-bit numbers.
    const low = Math.floor(((draw & 0xffff) * elements) / 2 ** 16);
    places[index] = Math.floor(((draw >>> 16) * elements + low) / 2 ** 16);
  }
  if (count > 0) places[0] = elements - 1;
  return places;
}

function drawn(key: number, index: number): number {
  const high = Math.floor(index / 2 ** 32);
  return mix(Math.imul((index % 2 ** 32) | 0, 0x9e3779b9) + mix((key ^ mix(high + 0x85ebca6b)) >>> 0));
}

function mix(value: number): number {
  let bits = value | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
