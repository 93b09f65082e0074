import { encode } from 'fast-png';
import type * as Platform from '../render/png.ts';

const CHUNK = 0x8000;

export const encodePng: typeof Platform.encodePng = (width, height, channels, pixels) => {
  const file = encode({ width, height, channels, depth: 8, data: pixels });
  let text = '';
  for (let at = 0; at < file.length; at += CHUNK) text += String.fromCharCode(...file.subarray(at, at + CHUNK));
  return btoa(text);
};
