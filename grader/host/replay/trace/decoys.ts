import type { Inverse, Width } from './library.ts';

/** The element types of inputs, by the names that specifications use. */
export type DecoyType = 'uint8' | 'int8' | 'uint16' | 'int16' | 'int32' | 'uint32' | 'float32' | 'float64';

/** The values that an input can have: from `min` to `max`, both included for integers. */
export interface DecoyRange {
  readonly min: number;
  readonly max: number;
}

/** An input on which host code runs in place of the judged one, with the means to find an element by its values. */
export interface Decoys {
  /** The bytes of each run. */
  readonly contents: readonly Uint8Array[];
  readonly elementBytes: Width;
  readonly inverse: Inverse;
}

/** The most values of a range of floats, and the number if one value per run cannot tell all elements apart. */
const FLOAT_LEVELS = 2 ** 22;
const FEW_FLOAT_LEVELS = 2 ** 16;
const ROUNDS = 4;

interface Codec {
  readonly width: Width;
  read(view: DataView, at: number): number;
  write(view: DataView, at: number, value: number): void;
  readonly range: DecoyRange;
}

const CODECS: Readonly<Record<DecoyType, Codec>> = {
  uint8: {
    width: 1,
    read: (view, at) => view.getUint8(at),
    write: (view, at, value) => view.setUint8(at, value),
    range: { min: 0, max: 255 },
  },
  int8: {
    width: 1,
    read: (view, at) => view.getInt8(at),
    write: (view, at, value) => view.setInt8(at, value),
    range: { min: -128, max: 127 },
  },
  uint16: {
    width: 2,
    read: (view, at) => view.getUint16(at, true),
    write: (view, at, value) => view.setUint16(at, value, true),
    range: { min: 0, max: 65535 },
  },
  int16: {
    width: 2,
    read: (view, at) => view.getInt16(at, true),
    write: (view, at, value) => view.setInt16(at, value, true),
    range: { min: -32768, max: 32767 },
  },
  int32: {
    width: 4,
    read: (view, at) => view.getInt32(at, true),
    write: (view, at, value) => view.setInt32(at, value, true),
    range: { min: -(2 ** 23), max: 2 ** 23 - 1 },
  },
  uint32: {
    width: 4,
    read: (view, at) => view.getUint32(at, true),
    write: (view, at, value) => view.setUint32(at, value, true),
    range: { min: 0, max: 2 ** 24 - 1 },
  },
  float32: {
    width: 4,
    read: (view, at) => view.getFloat32(at, true),
    write: (view, at, value) => view.setFloat32(at, value, true),
    range: { min: -1, max: 1 },
  },
  float64: {
    width: 8,
    read: (view, at) => view.getFloat64(at, true),
    write: (view, at, value) => view.setFloat64(at, value, true),
    range: { min: -1, max: 1 },
  },
};

function isFloat(type: DecoyType): boolean {
  return type === 'float32' || type === 'float64';
}

/** Returns how many different values `count` decoys of a type have in a range. */
function levels(type: DecoyType, count: number, range: DecoyRange = CODECS[type].range): number {
  if (range.max <= range.min) return 1;
  if (!isFloat(type)) return Math.min(2 ** 32, Math.floor(range.max) - Math.ceil(range.min) + 1);
  // Two units in the last place apart, so that rounding keeps levels apart.
  const unit = 2 ** (Math.ceil(Math.log2(Math.max(Math.abs(range.min), Math.abs(range.max)))) - 22);
  const most = type === 'float64' ? FLOAT_LEVELS : Math.min(FLOAT_LEVELS, (range.max - range.min) / unit);
  const size = 2 ** Math.max(0, Math.floor(Math.log2(most)));
  return count > size ? Math.min(size, FEW_FLOAT_LEVELS) : size;
}

/** Returns well-mixed 32 bits. */
function mix(value: number, key: number): number {
  let bits = Math.imul((value ^ key) >>> 0, 0x9e3779b1);
  bits = Math.imul(bits ^ (bits >>> 15), 0x85ebca77);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae3d);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/** A keyed permutation of the numbers from 0 to below `size`, at most 2^32: a Feistel network that walks cycles. */
export class Permutation {
  readonly #size: number;
  readonly #half: number;
  readonly #keys: readonly number[];

  constructor(size: number, key: number) {
    this.#size = size;
    this.#half = Math.max(1, Math.ceil(Math.log2(Math.max(2, size)) / 2));
    this.#keys = Array.from({ length: ROUNDS }, (_, round) => mix(round + 1, key));
  }

  apply(number: number): number {
    const half = this.#half;
    const mask = 2 ** half - 1;
    let value = number;
    do {
      let left = Math.floor(value / 2 ** half);
      let right = value & mask;
      for (let round = 0; round < ROUNDS; round++) {
        const next = (left ^ mix(right, this.#keys[round]!)) & mask;
        left = right;
        right = next;
      }
      value = left * 2 ** half + right;
    } while (value >= this.#size);
    return value;
  }

  invert(number: number): number {
    const half = this.#half;
    const mask = 2 ** half - 1;
    let value = number;
    do {
      let left = Math.floor(value / 2 ** half);
      let right = value & mask;
      for (let round = ROUNDS - 1; round >= 0; round--) {
        const previous = (right ^ mix(left, this.#keys[round]!)) & mask;
        right = left;
        left = previous;
      }
      value = left * 2 ** half + right;
    } while (value >= this.#size);
    return value;
  }
}

/**
 * Makes an input of `count` elements for each run. The first runs write down a keyed permutation of the element's
 * index, digit by digit; the others are hashes of it. The second run has values of the other half of the range, so that
 * no element is constant, and a comparison with the middle comes out differently.
 */
export function makeDecoys(
  type: DecoyType,
  count: number,
  runs: number,
  key: number,
  range: DecoyRange = CODECS[type].range,
): Decoys {
  const { width, read, write } = CODECS[type];
  const size = levels(type, count, range);
  const half = Math.floor(size / 2);
  // The numbers of values by run: a value of the second run tells less, because the first one tells its half.
  const bases = Array.from({ length: runs }, (_, run) => (run === 1 && size > 1 ? half : size));
  let digits = 0;
  let codes = 1;
  while (digits < runs && codes < count && codes * bases[digits]! <= 2 ** 32) codes *= bases[digits++]!;
  const permutation = codes >= count && count > 0 ? new Permutation(codes, key) : null;
  const isFraction = isFloat(type);
  const low = isFraction ? range.min : Math.ceil(range.min);
  const step = isFraction ? (range.max - range.min) / size : 1;
  const buffer = new DataView(new ArrayBuffer(8));

  /** Writes the values of an element in all runs. */
  const put = (index: number, views: readonly DataView[], at: number): void => {
    let code = permutation ? permutation.apply(index) : mix(index, key);
    let first = 0;
    for (let run = 0; run < runs; run++) {
      const base = bases[run]!;
      let level: number;
      if (permutation && run < digits) {
        level = code % base;
        code = Math.floor(code / base);
      } else level = mix(index, mix(run + 17, key)) % base;
      if (run === 0) first = level;
      else if (run === 1 && size > 1 && first < half) level += size - half;
      write(views[run]!, at, low + (level + (isFraction ? 0.5 : 0)) * step);
    }
  };

  /** Returns the level of a value, or -1 if no decoy has it. */
  const levelOf = (view: DataView, at: number): number => {
    const value = read(view, at);
    const level = isFraction ? Math.floor((value - low) / step) : value - low;
    if (!(level >= 0 && level < size)) return -1;
    if (!isFraction) return level;
    write(buffer, 0, low + (level + 0.5) * step);
    return read(buffer, 0) === value ? level : -1;
  };

  const inverse: Inverse = (views, at) => {
    if (!permutation) return -1;
    let code = 0;
    let unit = 1;
    let first = 0;
    for (let run = 0; run < digits; run++) {
      let level = levelOf(views[run]!, at);
      if (level < 0) return -1;
      if (run === 0) first = level;
      else if (run === 1 && size > 1 && first < half) level -= size - half;
      if (level < 0 || level >= bases[run]!) return -1;
      code += unit * level;
      unit *= bases[run]!;
    }
    const index = permutation.invert(code);
    return index < count ? index * width : -1;
  };

  const contents = Array.from({ length: runs }, () => new Uint8Array(count * width));
  const views = contents.map((bytes) => new DataView(bytes.buffer));
  for (let index = 0; index < count; index++) put(index, views, index * width);
  return { contents, elementBytes: width, inverse };
}

/** The bits by which the values of an element must tell more than its index. */
const SPARE_BITS = 11;
const MOST_RUNS = 8;

/**
 * Returns how many decoy runs are needed, from 2 to 8, so that single elements of these inputs are found by their values.
 * With fewer, and above 8, their neighbors still tell where stretches come from.
 * @param ranges the range of each input, or null if every value of the type is possible
 * @param elements the number of elements of all inputs
 */
export function decoyCount(
  types: readonly DecoyType[],
  ranges: readonly (DecoyRange | null)[],
  elements = 20_000,
): number {
  let runs = 2;
  for (const [i, type] of types.entries()) {
    const bits = Math.log2(levels(type, elements, ranges[i] ?? undefined));
    if (bits > 0) runs = Math.max(runs, Math.ceil((Math.log2(1 + elements) + SPARE_BITS) / bits));
  }
  return Math.min(runs, MOST_RUNS);
}
