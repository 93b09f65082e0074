import { type ElementTypeName, elementBytes } from '../spec/index.ts';
import type { Replay } from './session.ts';

/** An array that a timed program writes. */
export interface TimedOutput {
  readonly name: string;
  readonly type: ElementTypeName;
  readonly count: number;
}

/** Elements of an output that are looked at after every repetition, at places that are drawn afterwards. */
const SAMPLES = 1 << 16;
/** Of a larger output a sample has to do: reading it takes longer than the kernel. */
const MOST_BYTES = 2 ** 26;

export interface Mismatch {
  readonly output: string;
  readonly wrong: number;
  readonly of: number;
}

/**
 * Compares the outputs of two programs that worked on the same input.
 * @param tolerance - of one against the exact result; two differ by at most twice as much
 * @param all - every element in the place of a sample, of outputs of at most 64 MiB
 * @param random - 0 (included) to 1 (excluded)
 */
export async function compareOutputs(
  student: Replay,
  baseline: Replay,
  outputs: readonly TimedOutput[],
  tolerance: number,
  all: boolean,
  random: () => number,
): Promise<Mismatch | null> {
  for (const { name, type, count } of outputs) {
    const whole = count <= SAMPLES || (all && count * elementBytes(type) <= MOST_BYTES);
    const at = whole ? null : places(count, random);
    const [got, want] = await Promise.all([student.read(name, at), baseline.read(name, at)]);
    const wrong = countWrong(elements(got, type), elements(want, type), 2 * tolerance);
    if (wrong > 0) return { output: name, wrong, of: at?.length ?? count };
  }
  return null;
}

/** The last element is always among them: what is left out is mostly at an edge. */
function places(count: number, random: () => number): Uint32Array {
  return Uint32Array.from({ length: SAMPLES }, (_, index) =>
    index === 0 ? count - 1 : Math.min(count - 1, Math.floor(random() * count)),
  );
}

function countWrong(got: ArrayLike<number>, want: ArrayLike<number>, tolerance: number): number {
  let wrong = Math.abs(got.length - want.length);
  for (let at = 0; at < got.length && at < want.length; at++) {
    // In this form NaN is never right.
    if (!(Math.abs((got[at] as number) - (want[at] as number)) <= tolerance)) wrong += 1;
  }
  return wrong;
}

function elements(bytes: Uint8Array, type: ElementTypeName): ArrayLike<number> {
  // What came out of a message need not be aligned.
  const { buffer } = bytes.byteOffset % elementBytes(type) === 0 ? bytes : bytes.slice();
  const start = bytes.byteOffset % elementBytes(type) === 0 ? bytes.byteOffset : 0;
  const count = Math.floor(bytes.byteLength / elementBytes(type));
  switch (type) {
    case 'uint8':
      return new Uint8Array(buffer, start, count);
    case 'int32':
      return new Int32Array(buffer, start, count);
    case 'uint32':
      return new Uint32Array(buffer, start, count);
    case 'float32':
      return new Float32Array(buffer, start, count);
    case 'float64':
      return new Float64Array(buffer, start, count);
  }
}
