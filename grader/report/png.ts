import { encodePng } from '../platform/render/index.ts';
import type { Raster } from './pictures.ts';

/** A picture as a `data:` address. */
export function pngUrl({ width, height, channels, pixels }: Raster): string {
  return `data:image/png;base64,${encodePng(width, height, channels, pixels)}`;
}
