import { PNG } from 'pngjs';
import type { Raster } from './pictures.ts';

/** Differences to the row above (https://www.w3.org/TR/png/#9Filters). */
const UP = 2;

/** A picture as a `data:` address. */
export function pngUrl({ width, height, channels, pixels }: Raster): string {
  const png = new PNG({ width, height });
  png.data = Buffer.from(pixels);
  const colorType = channels === 1 ? 0 : 2;
  // One filter for all rows: trying each of them for every row makes a file 3 % smaller in four times the time.
  const format = { colorType, inputColorType: colorType, inputHasAlpha: false, bitDepth: 8, filterType: UP } as const;
  const file = PNG.sync.write(png, format);
  return `data:image/png;base64,${file.toString('base64')}`;
}
