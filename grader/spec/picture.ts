import type { Random } from './random.ts';

/** A picture as kernels see it: one plane after the other (R, G, B), each `height` rows of `width` pixels. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  /** uint8 [3 * height * width]. */
  readonly planes: Uint8Array;
}

const SPACE = new Set([0x20, 0x09, 0x0a, 0x0b, 0x0c, 0x0d]);
const NEWLINE = 0x0a;
const HASH = 0x23;

/**
 * Reads a binary PPM file (`P6`) or PGM file (`P5`, one plane), with at most 255 levels a channel
 * (https://netpbm.sourceforge.net/doc/ppm.html).
 * @throws RangeError saying what is wrong with it
 */
export function decodePpm(file: Uint8Array): Picture {
  let at = 0;
  const token = (): string => {
    for (;;) {
      while (SPACE.has(file[at] ?? -1)) at++;
      if (file[at] !== HASH) break;
      while (at < file.length && file[at] !== NEWLINE) at++;
    }
    const start = at;
    while (at < file.length && at - start < 12 && !SPACE.has(file[at] ?? -1)) at++;
    return String.fromCharCode(...file.subarray(start, at));
  };
  const magic = token();
  if (magic !== 'P6' && magic !== 'P5') {
    throw new RangeError(`not a binary PPM picture: it begins with ${JSON.stringify(magic)}, not P6`);
  }
  const channels = magic === 'P6' ? 3 : 1;
  const [width = 0, height = 0, levels = 0] = [token(), token(), token()].map(Number);
  const sound = [width, height, levels].every((value) => Number.isInteger(value) && value >= 1);
  if (!sound || levels > 255) {
    throw new RangeError('the PPM header must give width, height and at most 255 levels');
  }
  at++;
  const pixels = width * height;
  if (file.length - at !== channels * pixels) {
    throw new RangeError(
      `a ${width} x ${height} ${channels === 3 ? 'PPM' : 'PGM'} picture has ${channels * pixels} bytes of pixels, found ${file.length - at}`,
    );
  }
  const planes = new Uint8Array(channels * pixels);
  for (let pixel = 0; pixel < pixels; pixel++) {
    for (let plane = 0; plane < channels; plane++) {
      planes[plane * pixels + pixel] = file[at + channels * pixel + plane] ?? 0;
    }
  }
  return { width, height, planes };
}

/** The other way round, with `comment` (one line a line) in the header. */
export function encodePpm({ width, height, planes }: Picture, comment = ''): Uint8Array {
  const lines = comment === '' ? [] : comment.split('\n').map((line) => `# ${line}`);
  const header = new TextEncoder().encode(['P6', ...lines, `${width} ${height}`, '255', ''].join('\n'));
  const pixels = width * height;
  const file = new Uint8Array(header.length + 3 * pixels);
  file.set(header);
  for (let pixel = 0; pixel < pixels; pixel++) {
    for (let plane = 0; plane < 3; plane++) {
      file[header.length + 3 * pixel + plane] = planes[plane * pixels + pixel] ?? 0;
    }
  }
  return file;
}

/** Distances, in pixels, between the random heights that each layer interpolates, and how much each layer counts. */
const LAYERS = [
  { spacing: 48, weight: 110 },
  { spacing: 17, weight: 70 },
  { spacing: 5, weight: 35 },
] as const;
const NOISE = 20;

/**
 * Something like a photograph: smooth value noise in three sizes, its own in each plane, with grain. Neighbours and
 * planes differ nearly everywhere, so that an index that is off by one, or by a plane, shows.
 * @returns uint8 [planes * height * width]
 */
export function syntheticPicture(planes: number, height: number, width: number, random: Random): Uint8Array {
  const picture = new Uint8Array(planes * height * width);
  for (let plane = 0; plane < planes; plane++) {
    const layers = LAYERS.map(({ spacing, weight }) => ({ weight, row: valueNoise(height, width, spacing, random) }));
    for (let row = 0; row < height; row++) {
      const heights = layers.map((layer) => ({ weight: layer.weight, at: layer.row(row) }));
      for (let column = 0; column < width; column++) {
        let level = 128 + random.integer(-NOISE, NOISE);
        for (const { weight, at } of heights) level += weight * (2 * (at[column] as number) - 1);
        picture[(plane * height + row) * width + column] = Math.min(255, Math.max(0, Math.round(level)));
      }
    }
  }
  return picture;
}

/** Random heights from 0 to 1 on a grid, smoothly interpolated between: a function that gives a row of them. */
function valueNoise(height: number, width: number, spacing: number, random: Random) {
  const columns = Math.floor(width / spacing) + 2;
  const grid = Float64Array.from({ length: (Math.floor(height / spacing) + 2) * columns }, () => random.fraction());
  const ease = (t: number): number => t * t * (3 - 2 * t);
  const lefts = Uint32Array.from({ length: width }, (_, column) => Math.floor(column / spacing));
  const rights = Float64Array.from(lefts, (left, column) => ease(column / spacing - left));
  const values = new Float64Array(width);
  return (row: number): Float64Array => {
    const top = Math.floor(row / spacing);
    const down = ease(row / spacing - top);
    const upper = grid.subarray(top * columns, (top + 1) * columns);
    const lower = grid.subarray((top + 1) * columns, (top + 2) * columns);
    for (let column = 0; column < width; column++) {
      const left = lefts[column] as number;
      const right = rights[column] as number;
      const above = (upper[left] as number) * (1 - right) + (upper[left + 1] as number) * right;
      const below = (lower[left] as number) * (1 - right) + (lower[left + 1] as number) * right;
      values[column] = above * (1 - down) + below * down;
    }
    return values;
  };
}
