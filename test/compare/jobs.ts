import fc from 'fast-check';
import { type CompareJob, MARK, type Tally } from '../../grader/compare/backend.ts';
import { type ElementTypeName, makeElements } from '../../grader/spec/index.ts';

export const TYPES: readonly ElementTypeName[] = ['uint8', 'int32', 'uint32', 'float32', 'float64'];
const SPECIAL = [Number.NaN, Infinity, -Infinity, -0, 0, 5e-324, 1e-40, 1.4e-45, 3.4028234e38, 1e308, -1e308, 1, 255];

/** An element of `type`, often a special one. */
function value(type: ElementTypeName): fc.Arbitrary<number> {
  if (type === 'uint8') return fc.integer({ min: 0, max: 255 });
  if (type === 'int32') return fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
  if (type === 'uint32') return fc.integer({ min: 0, max: 2 ** 32 - 1 });
  return fc.oneof(fc.constantFrom(...SPECIAL), fc.double(), fc.integer({ min: -4, max: 4 }));
}

const flag = fc.oneof({ weight: 9, arbitrary: fc.constantFrom(2, 6, 255) }, fc.constantFrom(0, 1, 4));

/** A job of any type and content. Bytes begin anywhere in their memory. */
export const anyJob: fc.Arbitrary<CompareJob> = fc
  .record({
    type: fc.constantFrom(...TYPES),
    length: fc.integer({ min: 0, max: 40 }),
    offset: fc.integer({ min: 0, max: 9 }),
  })
  .chain(({ type, length, offset }) =>
    fc.record({
      values: fc.array(value(type), { minLength: length, maxLength: length }),
      deltas: fc.array(fc.constantFrom(0, 0, 0.5, -1, 1, 1e9), { minLength: length, maxLength: length }),
      flags: fc.array(flag, { minLength: length * 8, maxLength: length * 8 }),
      tolerance: fc.constantFrom(0, -0, 5e-324, 1e-6, 1, 2.5, Infinity),
      type: fc.constant(type),
      offset: fc.constant(offset),
    }),
  )
  .map(({ values, deltas, flags, tolerance, type, offset }) => {
    const elements = makeElements(type, values.length);
    elements.set(values);
    const want = Float64Array.from(elements, (element, i) => {
      const wanted = element + (deltas[i] ?? 0);
      return Number.isFinite(wanted) ? wanted : (deltas[i] ?? 0);
    });
    const bytes = elements.byteLength;
    const got = unaligned(new Uint8Array(elements.buffer), offset);
    const state = unaligned(Uint8Array.from(flags.slice(0, bytes)), offset + 1);
    return { got, state, want, type, tolerance, marks: new Uint8Array(want.length) };
  });

function unaligned(bytes: Uint8Array, offset: number): Uint8Array {
  const memory = new Uint8Array(bytes.length + offset);
  memory.set(bytes, offset);
  return memory.subarray(offset);
}

/** What a comparison has to find, said as plainly as possible. */
export function plainly({ got, state, want, type, tolerance }: CompareJob): Tally & { marks: number[] } {
  const elements = makeElements(type, want.length);
  new Uint8Array(elements.buffer).set(got);
  const size = elements.BYTES_PER_ELEMENT;
  const marks = Array.from(want, (wanted, i) => {
    const written = state.subarray(i * size, (i + 1) * size).every((byte) => (byte & 2) === 2);
    if (!written) return MARK.unwritten;
    return Math.abs((elements[i] as number) - wanted) <= tolerance ? MARK.right : MARK.wrong;
  });
  const written = [...elements.keys()].filter((i) => marks[i] !== MARK.unwritten);
  const errors = written.map((i) => Math.abs((elements[i] as number) - (want[i] as number))).filter(Number.isFinite);
  return {
    wrong: marks.filter((mark) => mark === MARK.wrong).length,
    unwritten: marks.filter((mark) => mark === MARK.unwritten).length,
    nan: written.filter((i) => Number.isNaN(elements[i])).length,
    infinite: written.filter((i) => Math.abs(elements[i] as number) === Infinity).length,
    maxError: errors.length > 0 ? Math.max(...errors) : -1,
    firstBad: marks.findIndex((mark) => mark !== MARK.right),
    badWant: want.findIndex((wanted) => !Number.isFinite(wanted)),
    marks,
  };
}
