import { describe, expect, it } from 'vitest';
import type { AssignmentSpec, Distribution, ElementTypeName } from '../../grader/spec/index.ts';
import { isStructure, makeCaseInputs, Random } from '../../grader/spec/index.ts';
import { generateInput } from '../../grader/spec/inputs.ts';

type Drawn = Exclude<Distribution, { distribution: 'generate' }>;
const made = (distribution: Drawn, type: ElementTypeName, shape = [2000], seed = 5) =>
  generateInput(distribution, type, shape, new Random(seed, 'x'));

describe('a distribution', () => {
  it('is normal about its mean', () => {
    const values = [...made({ distribution: 'normal', mean: 3, deviation: 2 }, 'float64')];
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
    expect(Math.abs(mean - 3)).toBeLessThan(0.2);
    expect(Math.abs(Math.sqrt(variance) - 2)).toBeLessThan(0.2);
  });

  it('is clipped to the type if it is normal', () => {
    const values = made({ distribution: 'normal', mean: 0, deviation: 200 }, 'int8');
    expect([Math.min(...values), Math.max(...values)]).toEqual([-128, 127]);
  });

  it('is sorted in each row', () => {
    const values = [...made({ distribution: 'sorted', min: -5, max: 5 }, 'float32', [2, 50])];
    for (const row of [values.slice(0, 50), values.slice(50)]) expect(row).toEqual([...row].sort((a, b) => a - b));
  });

  it('is a permutation', () => {
    const values = [...made({ distribution: 'permutation' }, 'int32', [300])];
    expect(values).not.toEqual([...values].sort((a, b) => a - b));
    expect([...values].sort((a, b) => a - b)).toEqual(Array.from({ length: 300 }, (_, i) => i));
  });

  it('is skewed to few values', () => {
    const values = [...made({ distribution: 'skewed', min: 0, max: 255 }, 'uint8')];
    const low = values.filter((value) => value <= 15).length;
    expect(low).toBeGreaterThan(900);
    expect(low).toBeLessThan(1250);
  });

  it('is mostly zero if it is sparse', () => {
    const values = [...made({ distribution: 'sparse', min: 1, max: 2, share: 0.1 }, 'float32')];
    const set = values.filter((value) => value !== 0);
    expect(set.every((value) => value >= 1 && value <= 2)).toBe(true);
    expect(set.length).toBeGreaterThan(120);
    expect(set.length).toBeLessThan(280);
  });

  it.each(['half', 'bfloat16', 'float32', 'int16', 'uint64'] as const)('has the extremes of its type (%s)', (type) => {
    const values = [...made({ distribution: 'extremes' }, type)];
    expect(values.every(Number.isFinite)).toBe(true);
    expect(Math.max(...values)).toBeGreaterThan(30_000);
    expect(values).toContain(0);
  });
});

describe('structure', () => {
  it('is the same in each draw', () => {
    const entry: AssignmentSpec['entry'] = {
      style: 'device-pointers',
      function: 'f',
      parameters: [
        { name: 'order', role: 'input', type: 'int32', shape: [40] },
        { name: 'x', role: 'input', type: 'int32', shape: [40] },
      ],
    };
    const inputs: AssignmentSpec['inputs'] = {
      order: { distribution: 'permutation', structure: true },
      x: { distribution: 'permutation' },
    };
    const none = () => new Uint8Array();
    const one = makeCaseInputs({ entry, inputs }, { dims: {}, seed: 1 }, none);
    const other = makeCaseInputs({ entry, inputs }, { dims: {}, seed: 2 }, none);
    expect(one.order).toEqual(other.order);
    expect(one.x).not.toEqual(other.x);
    expect(isStructure(inputs.order as Distribution)).toBe(true);
  });
});

describe('an input file', () => {
  const spec = (shape: number[], type: ElementTypeName): Pick<AssignmentSpec, 'entry' | 'inputs'> => ({
    entry: { style: 'device-pointers', function: 'f', parameters: [{ name: 'x', role: 'input', type, shape }] },
    inputs: { x: { distribution: 'constant', value: 0 } },
  });
  const read = (file: string, bytes: Uint8Array, shape: number[], type: ElementTypeName) =>
    makeCaseInputs(spec(shape, type), { dims: {}, seed: 1, files: { x: file } }, () => bytes).x;
  const npy = (header: string, elements: ArrayBufferView) => {
    const text = new TextEncoder().encode(header);
    const body = new Uint8Array(elements.buffer, elements.byteOffset, elements.byteLength);
    return Uint8Array.from([0x93, ...new TextEncoder().encode('NUMPY'), 1, 0, text.length, 0, ...text, ...body]);
  };
  const floats = (about = "'fortran_order': False, 'shape': (2, 3), ") =>
    npy(`{'descr': '<f4', ${about}}\n`, Float32Array.of(1, 2, 3, 4, 5, 6.5));

  it('comes from NumPy', () => {
    expect([...(read('x.npy', floats(), [2, 3], 'float32') ?? [])]).toEqual([1, 2, 3, 4, 5, 6.5]);
    const half = npy("{'descr': '<f2', 'fortran_order': False, 'shape': (2,), }\n", Uint16Array.of(0x3c00, 0xc000));
    expect([...(read('x.npy', half, [2], 'half') ?? [])]).toEqual([1, -2]);
  });

  it.each([
    [floats(), [3, 2], 'float32', /its shape is \(2, 3\), the case needs \(3, 2\)/],
    [floats(), [2, 3], 'float64', /its elements are <f4, the parameter is float64 \(<f8\)/],
    [floats("'fortran_order': True, 'shape': (2, 3), "), [2, 3], 'float32', /ascontiguousarray/],
    [floats().slice(0, 8), [2, 3], 'float32', /cut off in its header/],
    [floats().slice(0, -4), [2, 3], 'float32', /it has 20 bytes of elements; its shape needs 24/],
    [Uint8Array.of(1, 2, 3), [2, 3], 'float32', /no \.npy file/],
  ] as const)('of NumPy must fit its parameter (%#)', (bytes, shape, type, message) => {
    expect(() => read('x.npy', bytes, [...shape], type)).toThrow(message);
  });

  it('is a gray picture', () => {
    const pgm = Uint8Array.from([...new TextEncoder().encode('P5\n2 1\n255\n'), 7, 9]);
    expect([...(read('x.pgm', pgm, [1, 2], 'uint8') ?? [])]).toEqual([7, 9]);
    expect(() => read('x.pgm', pgm, [2, 1], 'uint8')).toThrow(/1 x 2 \(height x width\), the case 2 x 1/);
  });
});
