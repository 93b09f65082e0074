import { allowedError, type ElementArray, elementBytes, shareOf } from '../spec/index.ts';
import { type CompareBackend, type CompareJob, MARK, type ProductSizes, type Tally, WRITTEN } from './backend.ts';
import { toFloat64, viewElements } from './elements.ts';

/** The native addon's work in TypeScript: the same results to the bit, slower and on one core. */
export const twin: CompareBackend = {
  name: 'twin',
  compare: async (job) => compare(job),
  matrixProduct,
  luma: async (x, pixels) => luma(x, pixels),
};

/** Elements whose flags are looked at together; nearly always all of them are written. */
const CHUNK = 1024;

function compare({ got, state, want, type, tolerance, bySize, marks }: CompareJob): Tally {
  const allowed = bySize && { absolute: tolerance, ...bySize };
  let maxShare = 0;
  const elements = viewElements(got, type);
  const { words, all, perElement } = flagWords(state, elementBytes(type));
  let wrong = 0;
  let unwritten = 0;
  let nan = 0;
  let infinite = 0;
  let maxError = -1;
  let firstBad = -1;
  let badWant = -1;
  for (let from = 0; from < want.length; from += CHUNK) {
    const to = Math.min(from + CHUNK, want.length);
    const allWritten = allFlags(words, from * perElement, to * perElement, all);
    for (let i = from; i < to; i++) {
      const wanted = want[i] as number;
      if (badWant < 0 && !Number.isFinite(wanted)) badWant = i;
      let mark: number = MARK.right;
      if (!allWritten && !allFlags(words, i * perElement, (i + 1) * perElement, all)) {
        mark = MARK.unwritten;
        unwritten++;
      } else {
        const value = elements[i] as number;
        const error = Math.abs(value - wanted);
        const limit = allowed ? allowedError(allowed, wanted, type) : tolerance;
        if (error < Infinity) {
          if (error > maxError) maxError = error;
          if (allowed) maxShare = Math.max(maxShare, shareOf(error, limit));
        } else if (Number.isNaN(value)) nan++;
        else if (Math.abs(value) === Infinity) infinite++;
        // In this form, so that NaN never passes.
        if (!(error <= limit)) {
          mark = MARK.wrong;
          wrong++;
        }
      }
      if (mark !== MARK.right && firstBad < 0) firstBad = i;
      if (marks) marks[i] = mark;
    }
  }
  return { wrong, unwritten, nan, infinite, maxError, firstBad, badWant, ...(allowed && { maxShare }) };
}

/** The flags of an element as one or two words, each of which must have all bits of `all`. */
function flagWords(state: Uint8Array, size: number) {
  if (size === 1) return { words: state, all: WRITTEN, perElement: 1 };
  if (size === 2) return { words: viewElements(state, 'uint16'), all: WRITTEN * 0x0101, perElement: 1 };
  return { words: viewElements(state, 'uint32'), all: WRITTEN * 0x01010101, perElement: size / 4 };
}

function allFlags(words: ElementArray, from: number, to: number, all: number): boolean {
  let flags = all;
  for (let i = from; i < to; i++) flags &= words[i] as number;
  return flags === all;
}

function luma(x: ElementArray, pixels: number): Float64Array {
  const gray = new Float64Array(pixels);
  for (let i = 0; i < pixels; i++) {
    gray[i] = 0.2989 * (x[i] as number) + 0.587 * (x[i + pixels] as number) + 0.114 * (x[i + 2 * pixels] as number);
  }
  return gray;
}

/** Products between two pauses: some 20 ms. */
const SLICE = 2 ** 25;
/** A block of n of this size stays in the second-level cache while every row of m passes. */
const TERMS = 64;
const COLUMNS = 512;

async function matrixProduct(
  mGiven: ElementArray,
  nGiven: ElementArray,
  { h, w, k }: ProductSizes,
): Promise<Float64Array> {
  const out = new Float64Array(h * w);
  const m = toFloat64(mGiven);
  const n = toFloat64(nGiven);
  let sincePause = 0;
  // Blocks of terms are outermost, so that each element still adds its terms in order.
  for (let term = 0; term < k; term += TERMS) {
    const termEnd = Math.min(term + TERMS, k);
    for (let column = 0; column < w; column += COLUMNS) {
      const columnEnd = Math.min(column + COLUMNS, w);
      for (let row = 0; row < h; row++) {
        addTerms(out, m, n, { row, w, k, term, termEnd, column, columnEnd });
        sincePause += (termEnd - term) * (columnEnd - column);
        if (sincePause < SLICE) continue;
        sincePause = 0;
        // Lets timers, progress and cancellation run.
        await new Promise((resolve) => setTimeout(resolve));
      }
    }
  }
  return out;
}

interface Block {
  readonly row: number;
  readonly w: number;
  readonly k: number;
  readonly term: number;
  readonly termEnd: number;
  readonly column: number;
  readonly columnEnd: number;
}

/** Adds terms [term, termEnd) to one row's columns; eight at once, one after the other, spare loads and stores. */
function addTerms(out: Float64Array, m: Float64Array, n: Float64Array, block: Block): void {
  const { row, w, k, term, termEnd, column, columnEnd } = block;
  const outRow = row * w;
  let p = term;
  for (; p + 8 <= termEnd; p += 8) {
    const at = row * k + p;
    const m0 = m[at] as number;
    const m1 = m[at + 1] as number;
    const m2 = m[at + 2] as number;
    const m3 = m[at + 3] as number;
    const m4 = m[at + 4] as number;
    const m5 = m[at + 5] as number;
    const m6 = m[at + 6] as number;
    const m7 = m[at + 7] as number;
    const n0 = p * w;
    for (let j = column; j < columnEnd; j++) {
      const from = n0 + j;
      let sum = (out[outRow + j] as number) + m0 * (n[from] as number);
      sum += m1 * (n[from + w] as number);
      sum += m2 * (n[from + 2 * w] as number);
      sum += m3 * (n[from + 3 * w] as number);
      sum += m4 * (n[from + 4 * w] as number);
      sum += m5 * (n[from + 5 * w] as number);
      sum += m6 * (n[from + 6 * w] as number);
      sum += m7 * (n[from + 7 * w] as number);
      out[outRow + j] = sum;
    }
  }
  for (; p < termEnd; p++) {
    const factor = m[row * k + p] as number;
    for (let j = column; j < columnEnd; j++) {
      out[outRow + j] = (out[outRow + j] as number) + factor * (n[p * w + j] as number);
    }
  }
}
