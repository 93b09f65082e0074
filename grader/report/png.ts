import { PNG } from 'pngjs';
import type { Raster } from './pictures.ts';

/** A picture as a `data:` address. */
export function pngUrl({ width, height, channels, pixels }: Raster): string {
  const png = new PNG({ width, height });
  png.data = Buffer.from(pixels);
  const colorType = channels === 1 ? 0 : 2;
  const file = PNG.sync.write(png, { colorType, inputColorType: colorType, inputHasAlpha: false, bitDepth: 8 });
  return `data:image/png;base64,${file.toString('base64')}`;
}
