import type { CompareBackend } from './backend.ts';
import { loadNative } from './native.ts';
import { twin } from './twin.ts';

let selected: CompareBackend | null = null;

/** The native addon where it is built, else the twin; chosen once. */
export function compareBackend(): CompareBackend {
  selected ??= loadNative() ?? twin;
  return selected;
}
