import fc from 'fast-check';

/** The types of elements that host code moves in these tests. */
export type ElementType = 'uint8' | 'int16' | 'int32' | 'float32' | 'float64';

const VIEWS = {
  uint8: Uint8Array,
  int16: Int16Array,
  int32: Int32Array,
  float32: Float32Array,
  float64: Float64Array,
};

export function arrayOf(type: ElementType, bytes: Uint8Array): ArrayLike<number> & ArrayBufferView {
  return new VIEWS[type](bytes.slice().buffer);
}

/** A step of host code that appends bytes made of the elements of two inputs. */
export type Step =
  | { kind: 'slice' | 'double'; source: number; from: number; count: number }
  | { kind: 'strided'; source: number; from: number; count: number; stride: number }
  | { kind: 'transposed' | 'padded'; source: number; from: number; rows: number; columns: number }
  | { kind: 'interleaved'; count: number; from: number }
  | { kind: 'constant'; bytes: number; value: number }
  | { kind: 'sums' | 'products'; from: number; count: number };

/** Bytes of content with whether host code computed them. */
interface Made {
  readonly bytes: Uint8Array;
  readonly computed: boolean;
}

function bytesFrom(type: ElementType | 'double', values: readonly number[]): Uint8Array {
  return new Uint8Array(new (type === 'double' ? Float64Array : VIEWS[type])(values).buffer);
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i);
}

/** Runs one step on the elements of two inputs. */
function made(step: Step, type: ElementType, inputs: readonly ArrayLike<number>[]): Made {
  const element = (source: number, index: number) => inputs[source]![index % inputs[source]!.length]!;
  const moved = (values: readonly number[]): Made => ({ bytes: bytesFrom(type, values), computed: false });
  switch (step.kind) {
    case 'slice':
      return moved(range(step.count).map((i) => element(step.source, step.from + i)));
    case 'double': {
      const values = range(step.count).map((i) => element(step.source, step.from + i));
      return { bytes: bytesFrom('double', values), computed: false };
    }
    case 'strided':
      return moved(range(step.count).map((i) => element(step.source, step.from + step.stride * i)));
    case 'transposed': {
      const { rows, columns } = step;
      const index = (i: number) => step.from + (i % rows) * columns + Math.floor(i / rows);
      return moved(range(rows * columns).map((i) => element(step.source, index(i))));
    }
    case 'padded': {
      const { rows, columns } = step;
      const index = (i: number) => step.from + Math.floor(i / (columns + 3)) * columns + (i % (columns + 3));
      const value = (i: number) => (i % (columns + 3) < columns ? element(step.source, index(i)) : 0);
      return moved(range(rows * (columns + 3)).map(value));
    }
    case 'interleaved':
      return moved(range(2 * step.count).map((i) => element(i % 2, step.from + (i >> 1))));
    case 'constant':
      return { bytes: new Uint8Array(step.bytes).fill(step.value), computed: false };
    case 'sums':
    case 'products': {
      const values = range(step.count).map((i) => {
        const [a, b] = [element(0, step.from + i), element(1, step.from + 2 * i + 1)];
        return step.kind === 'sums' ? a + b : a * b;
      });
      return { bytes: bytesFrom(type, values), computed: true };
    }
  }
}

/** Returns the content that host code makes, and by byte whether host code computed it. */
export function compose(
  steps: readonly Step[],
  type: ElementType,
  inputs: readonly ArrayLike<number>[],
): { content: Uint8Array; computed: Uint8Array } {
  const parts = steps.map((step) => made(step, type, inputs));
  const length = parts.reduce((sum, { bytes }) => sum + bytes.length, 0);
  const content = new Uint8Array(length);
  const computed = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    content.set(part.bytes, at);
    if (part.computed) computed.fill(1, at, at + part.bytes.length);
    at += part.bytes.length;
  }
  return { content, computed };
}

const source = fc.integer({ min: 0, max: 1 });
const from = fc.integer({ min: 0, max: 600 });
const count = fc.integer({ min: 1, max: 120 });
const side = fc.integer({ min: 1, max: 14 });

export const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('slice' as const), source, from, count }),
  fc.record({ kind: fc.constant('double' as const), source, from, count }),
  fc.record({ kind: fc.constant('strided' as const), source, from, count, stride: fc.integer({ min: 2, max: 9 }) }),
  fc.record({
    kind: fc.constantFrom('transposed' as const, 'padded' as const),
    source,
    from,
    rows: side,
    columns: side,
  }),
  fc.record({ kind: fc.constant('interleaved' as const), from, count }),
  fc.record({
    kind: fc.constant('constant' as const),
    bytes: fc.integer({ min: 1, max: 40 }),
    value: fc.constantFrom(0, 0, 1, 255),
  }),
  fc.record({ kind: fc.constantFrom('sums' as const, 'products' as const), from, count }),
);
