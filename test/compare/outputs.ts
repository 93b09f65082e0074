import { type CompareRequest, type Comparison, compareOutput } from '../../grader/compare/index.ts';
import { type ElementTypeName, makeElements, Random } from '../../grader/spec/index.ts';

/** Expected values without any regularity: between -100 and 100, and never near 0. */
export function expected(shape: readonly number[], seed = 1): Float64Array {
  const random = new Random(seed, 'want');
  const length = shape.reduce((product, extent) => product * extent, 1);
  return Float64Array.from({ length }, () => {
    const magnitude = 1 + 99 * random.fraction();
    return Math.fround(random.fraction() < 0.5 ? -magnitude : magnitude);
  });
}

export interface Output {
  readonly shape: readonly number[];
  readonly want: Float64Array;
  /** What the submission left in element i; its expected value where nothing is given. */
  readonly got?: (i: number, want: Float64Array) => number;
  readonly unwritten?: (i: number) => boolean;
  readonly type?: ElementTypeName;
  readonly tolerance?: number;
  readonly more?: Partial<CompareRequest>;
}

export function request(output: Output): CompareRequest {
  const { shape, want, got = (i) => want[i] as number, unwritten = () => false, type = 'float32', more } = output;
  const elements = makeElements(type, want.length);
  want.forEach((_, i) => {
    elements[i] = got(i, want);
  });
  const size = elements.BYTES_PER_ELEMENT;
  const state = Uint8Array.from({ length: elements.byteLength }, (_, i) => (unwritten(Math.floor(i / size)) ? 0 : 6));
  const tolerance = output.tolerance ?? (type === 'uint8' ? 1 : 1e-4);
  return { got: new Uint8Array(elements.buffer), state, want, shape, type, tolerance, ...more };
}

export async function compared(output: Output): Promise<Comparison> {
  return compareOutput(request(output));
}
