import { allowedError, type ElementTypeName, elementBytes, type Tolerance, viewElements } from '../spec/index.ts';
import type { OutputCopy, Replay } from './session.ts';

/** An array that a timed program writes. */
export interface TimedOutput {
  readonly name: string;
  readonly type: ElementTypeName;
  readonly count: number;
  /** In place of the common one. */
  readonly tolerance?: Tolerance;
}

/** Elements of an output that are looked at after every repetition, at places that are drawn afterwards. */
const SAMPLES = 1 << 16;
/** The bytes that are kept of a larger output: reading all takes longer than the kernel. */
const MOST_BYTES = 2 ** 26;
/** Rounds after which `measure` keeps every element: the first, a later one and the last. */
const KEPT_ROUNDS = 3;

export interface Mismatch {
  readonly output: string;
  readonly wrong: number;
  readonly of: number;
}

/**
 * Compares samples of the outputs of two programs that worked on the same input.
 * @param tolerance - of one against the exact result; two differ by at most twice as much
 * @param random - 0 (included) to 1 (excluded)
 */
export async function compareOutputs(
  student: Replay,
  baseline: Replay,
  outputs: readonly TimedOutput[],
  tolerance: number,
  random: () => number,
): Promise<Mismatch | null> {
  for (const output of outputs) {
    const { name, count } = output;
    const sample = count <= SAMPLES ? null : { key: Math.floor(random() * 2 ** 32), count: SAMPLES };
    const [got, want] = await Promise.all([student.read(name, sample), baseline.read(name, sample)]);
    const mismatch = compare(output, got, want, output.tolerance ?? tolerance);
    if (mismatch) return mismatch;
  }
  return null;
}

/** Elements of an output that both programs have kept. */
export interface KeptOutput extends OutputCopy {
  readonly type: ElementTypeName;
  readonly tolerance?: Tolerance;
}

/** Elements that a program keeps of an output in a round; 0 where samples are all elements. */
function keptCount({ type, count }: TimedOutput): number {
  return count <= SAMPLES ? 0 : Math.min(count, MOST_BYTES / elementBytes(type));
}

/** Bytes of the outputs that one program keeps in a timing. */
export function keptBytes(outputs: readonly TimedOutput[]): number {
  const round = outputs.reduce((sum, output) => sum + keptCount(output) * elementBytes(output.type), 0);
  return KEPT_ROUNDS * round;
}

/**
 * Keeps the outputs that are larger than a sample, to be compared when the GPU is no longer needed: all elements, or 64 MiB
 * of them next to each other from a random place on. The driver copies them, so that no code on the GPU is in between.
 * @param number - of the round
 * @param random - 0 (included) to 1 (excluded)
 */
export async function keepOutputs(
  student: Replay,
  baseline: Replay,
  { outputs, number, random }: { readonly outputs: readonly TimedOutput[]; number: number; random: () => number },
): Promise<KeptOutput[]> {
  const kept: KeptOutput[] = [];
  for (const output of outputs) {
    const count = keptCount(output);
    if (count === 0) continue;
    const start = Math.floor(random() * (output.count - count + 1));
    const copy = { output: output.name, number, start, count };
    await Promise.all([student.keep(copy), baseline.keep(copy)]);
    kept.push({ ...copy, type: output.type, ...(output.tolerance && { tolerance: output.tolerance }) });
  }
  return kept;
}

/** Compares every element of what was kept. */
export async function compareKept(
  student: Replay,
  baseline: Replay,
  kept: readonly KeptOutput[],
  tolerance: number,
): Promise<Mismatch | null> {
  for (const { type, tolerance: own, ...copy } of kept) {
    const [got, want] = await Promise.all([student.kept(copy), baseline.kept(copy)]);
    const mismatch = compare({ name: copy.output, type, count: copy.count }, got, want, own ?? tolerance);
    if (mismatch) return mismatch;
  }
  return null;
}

function compare(
  { name, type }: TimedOutput,
  got: Uint8Array,
  want: Uint8Array,
  tolerance: number | Tolerance,
): Mismatch | null {
  const wrong = countWrong(
    elements(got, type),
    elements(want, type),
    (value) => 2 * allowedError(tolerance, value, type),
  );
  return wrong > 0 ? { output: name, wrong, of: Math.floor(want.byteLength / elementBytes(type)) } : null;
}

function countWrong(got: ArrayLike<number>, want: ArrayLike<number>, allowed: (want: number) => number): number {
  let wrong = Math.abs(got.length - want.length);
  for (let at = 0; at < got.length && at < want.length; at++) {
    // In this form NaN is never right.
    const value = want[at] as number;
    if (!(Math.abs((got[at] as number) - value) <= allowed(value))) wrong += 1;
  }
  return wrong;
}

function elements(bytes: Uint8Array, type: ElementTypeName): ArrayLike<number> {
  const size = elementBytes(type);
  return viewElements(bytes.subarray(0, bytes.byteLength - (bytes.byteLength % size)), type);
}
