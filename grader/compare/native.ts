import { loadAddon } from '../platform/packaged/index.ts';
import type { ElementArray, ElementTypeName } from '../spec/index.ts';
import type { CompareBackend, Tally } from './backend.ts';

/** What `native/compare/addon.cc` exports. Arrays must not change before the promise settles. */
interface Addon {
  compare(
    got: Uint8Array,
    state: Uint8Array,
    want: Float64Array,
    type: ElementTypeName,
    tolerance: number,
    marks: Uint8Array | null,
  ): Promise<Tally>;
  matrixProduct(m: ElementArray, n: ElementArray, h: number, w: number, k: number): Promise<Float64Array>;
  luma(x: ElementArray, pixels: number): Promise<Float64Array>;
}

/** The native addon; null where it is not built or not wanted, and the twin has to do. */
export function loadNative(): CompareBackend | null {
  const addon = loadAddon('compare') as Addon | null;
  if (addon === null) return null;
  return {
    name: 'native',
    compare: ({ got, state, want, type, tolerance, marks }) => addon.compare(got, state, want, type, tolerance, marks),
    matrixProduct: (m, n, { h, w, k }) => addon.matrixProduct(m, n, h, w, k),
    luma: (x, pixels) => addon.luma(x, pixels),
  };
}
