import { viewElements } from '../compare/index.ts';
import { type ArrayParameter, allowedError, type Tolerance } from '../spec/index.ts';

/** Pixels, row by row: one byte of grey each, or red, green and blue. */
export interface Raster {
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 3;
  readonly pixels: Uint8Array;
}

/** How the elements of an array lie in a picture. */
interface Layout {
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 3;
  /** Place in the array of a channel of the pixel with this number. */
  readonly at: (pixel: number, channel: number) => number;
}

/** Which elements are not as expected, and by how much. */
export interface Differences {
  /** Excess of each wrong element, above 0; Infinity for NaN and infinity; 0 where it is right; -1 where never written. */
  readonly marks: Float64Array;
  readonly wrong: number;
  readonly unwritten: number;
  /** Largest finite difference of written elements. */
  readonly largest: number;
}

const LONGEST_SIDE = 1024;
const WRITTEN = 2;

/** Colours of the map of differences; templates/report.css has the same for its key. */
const RIGHT = [16, 21, 28] as const;
const UNWRITTEN = [74, 144, 226] as const;
const SLIGHT = [196, 69, 20] as const;
const STRONG = [255, 228, 150] as const;

/** Two dimensions, or three planes, or three values a pixel: a picture. Anything else is not. */
export function pictureLayout(shape: readonly number[]): Layout | null {
  const [first = 0, second = 0, third = 0] = shape;
  if (shape.length === 2) return layout(second, first, 1, (pixel) => pixel);
  if (shape.length !== 3) return null;
  if (first === 3) return layout(third, second, 3, (pixel, channel) => channel * second * third + pixel);
  return third === 3 ? layout(second, first, 3, (pixel, channel) => 3 * pixel + channel) : null;
}

function layout(width: number, height: number, channels: 1 | 3, at: Layout['at']): Layout | null {
  return width > 0 && height > 0 ? { width, height, channels, at } : null;
}

export function paint(values: ArrayLike<number>, { width, height, channels, at }: Layout): Raster {
  const pixels = new Uint8Array(width * height * channels);
  for (let pixel = 0; pixel < width * height; pixel++) {
    for (let channel = 0; channel < channels; channel++) {
      pixels[channels * pixel + channel] = Math.max(0, Math.min(255, values[at(pixel, channel)] ?? 0));
    }
  }
  return shrink({ width, height, channels, pixels });
}

export function findDifferences(
  got: { readonly bytes: Uint8Array; readonly state: Uint8Array },
  want: Float64Array,
  type: ArrayParameter['type'],
  tolerance: number | Tolerance,
): Differences {
  const values = viewElements(got.bytes, type);
  const size = got.bytes.length / Math.max(1, values.length);
  const marks = new Float64Array(want.length);
  const sum = { wrong: 0, unwritten: 0, largest: 0 };
  for (let i = 0; i < want.length; i++) {
    const difference = Math.abs((values[i] ?? 0) - (want[i] ?? 0));
    if (!isWritten(got.state, i * size, size)) {
      marks[i] = -1;
      sum.unwritten += 1;
    } else {
      if (Number.isFinite(difference)) sum.largest = Math.max(sum.largest, difference);
      if (difference <= allowedError(tolerance, want[i] ?? 0, type)) continue;
      marks[i] = Number.isFinite(difference) ? difference : Number.POSITIVE_INFINITY;
      sum.wrong += 1;
    }
  }
  return { marks, ...sum };
}

function isWritten(state: Uint8Array, start: number, size: number): boolean {
  for (let byte = start; byte < start + size; byte++) if (((state[byte] ?? 0) & WRITTEN) === 0) return false;
  return true;
}

/** A map of what is wrong: dark where right, from orange to light yellow with the error, blue where never written. */
export function paintDifferences({ marks, largest }: Differences, { width, height, channels, at }: Layout): Raster {
  const worst = new Float64Array(width * height);
  for (let pixel = 0; pixel < worst.length; pixel++) {
    for (let channel = 0; channel < channels; channel++)
      worst[pixel] = worse(worst[pixel] ?? 0, marks[at(pixel, channel)] ?? 0);
  }
  const step = Math.ceil(Math.max(width, height) / LONGEST_SIDE);
  const [columns, rows] = [Math.ceil(width / step), Math.ceil(height / step)];
  const kept = new Float64Array(columns * rows);
  for (let pixel = 0; pixel < worst.length; pixel++) {
    const cell = Math.floor(Math.floor(pixel / width) / step) * columns + Math.floor((pixel % width) / step);
    kept[cell] = worse(kept[cell] ?? 0, worst[pixel] ?? 0);
  }
  const pixels = new Uint8Array(3 * kept.length);
  for (const [cell, mark] of kept.entries()) pixels.set(colorOf(mark, largest), 3 * cell);
  return { width: columns, height: rows, channels: 3, pixels };
}

/** An error is worse than a gap, and a gap than nothing. */
function worse(a: number, b: number): number {
  if (a > 0 || b > 0) return Math.max(a, b);
  return Math.min(a, b);
}

function colorOf(mark: number, largest: number): readonly number[] {
  if (mark === 0) return RIGHT;
  if (mark < 0) return UNWRITTEN;
  const strength = largest > 0 ? Math.min(1, mark / largest) : 1;
  return SLIGHT.map((channel, i) => Math.round(channel + strength * ((STRONG[i] ?? 0) - channel)));
}

/** Every n-th pixel of what would be too large for a page. */
function shrink(raster: Raster): Raster {
  const { width, height, channels, pixels } = raster;
  const step = Math.ceil(Math.max(width, height) / LONGEST_SIDE);
  if (step === 1) return raster;
  const [columns, rows] = [Math.ceil(width / step), Math.ceil(height / step)];
  const kept = new Uint8Array(columns * rows * channels);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const from = channels * (row * step * width + column * step);
      kept.set(pixels.subarray(from, from + channels), channels * (row * columns + column));
    }
  }
  return { width: columns, height: rows, channels, pixels: kept };
}
