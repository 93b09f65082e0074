import { describe, expect, it } from 'vitest';
import { AssignmentError } from '../../grader/platform/errors.ts';
import {
  type AssignmentSpec,
  decodePpm,
  drawDims,
  encodePpm,
  generateInputs,
  makeCaseInputs,
  Random,
  sha256,
  toLittleEndian,
} from '../../grader/spec/index.ts';

type Entry = AssignmentSpec['entry'];

const entry: Entry = {
  style: 'device-pointers',
  function: 'f',
  parameters: [
    { name: 'picture', role: 'input', type: 'uint8', shape: [3, 'h', 'w'] },
    { name: 'floats', role: 'input', type: 'float32', shape: ['h', 'w'] },
    { name: 'ints', role: 'input', type: 'int32', shape: ['h*w'] },
    { name: 'out', role: 'output', type: 'float32', shape: ['h', 'w'] },
    { name: 'h', role: 'scalar', type: 'int32' },
    { name: 'w', role: 'scalar', type: 'int32' },
  ],
};
const spec: Pick<AssignmentSpec, 'entry' | 'inputs'> = {
  entry,
  inputs: {
    picture: { distribution: 'image' },
    floats: { distribution: 'uniform', min: -1, max: 1 },
    ints: { distribution: 'uniform', min: -3, max: 3 },
  },
};
const dims = { h: 40, w: 50 };

describe('the random source', () => {
  it('is xoshiro128** as its authors publish it, from the state 1, 2, 3, 4', () => {
    const random = Random.fromState([1, 2, 3, 4]);
    const published = [11520, 0, 5927040, 70819200, 2031721883, 1637235492, 1287239034, 3734860849];
    expect(published.map(() => random.next())).toEqual(published);
  });

  it('gives other numbers for another seed or stream, and equal ones for both', () => {
    const first = (seed: number, stream?: string): number => new Random(seed, stream).next();
    expect(first(1)).toBe(first(1));
    const several = [
      first(0),
      first(1),
      first(2 ** 32),
      first(2 ** 32 + 1),
      first(1, 'a'),
      first(1, 'b'),
      first(1, 'ab'),
    ];
    expect(new Set(several).size).toBe(several.length);
  });

  it('draws every integer of a range about as often', () => {
    const random = new Random(5);
    const counts = new Map<number, number>();
    for (let draw = 0; draw < 7000; draw++) {
      const value = random.integer(-3, 3);
      counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    expect([...counts.keys()].sort((a, b) => a - b)).toEqual([-3, -2, -1, 0, 1, 2, 3]);
    for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(150);
  });

  it('gives fractions from 0 to 1', () => {
    const random = new Random(6);
    const fractions = Array.from({ length: 2000 }, () => random.fraction());
    expect(Math.min(...fractions)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...fractions)).toBeLessThan(1);
    expect(Math.abs(fractions.reduce((sum, value) => sum + value, 0) / 2000 - 0.5)).toBeLessThan(0.03);
  });
});

describe('generated inputs', () => {
  it('are these very bytes, on every machine', async () => {
    const inputs = generateInputs(spec, dims, 7);
    expect(await sha256([toLittleEndian(spec, inputs)])).toBe(
      'ca1f50239ab34ed8f3fa4841b9f48ff364f6b0a668d06293c695e681e40f91d9',
    );
  });

  it('have the types and sizes of the inputs, and no outputs are among them', () => {
    const inputs = generateInputs(spec, dims, 7);
    expect(Object.entries(inputs).map(([name, values]) => [name, values.constructor, values.length])).toEqual([
      ['picture', Uint8Array, 6000],
      ['floats', Float32Array, 2000],
      ['ints', Int32Array, 2000],
    ]);
  });

  it('follow their distributions', () => {
    const { floats, ints } = generateInputs(spec, dims, 7);
    expect(Math.max(...(floats ?? []).map(Math.abs))).toBeLessThanOrEqual(1);
    expect(new Set(floats).size).toBeGreaterThan(1990);
    expect([...new Set(ints)].sort((a, b) => a - b)).toEqual([-3, -2, -1, 0, 1, 2, 3]);
    const constant = generateInputs(spec, dims, 7, { ints: { distribution: 'constant', value: 4 } });
    expect(new Set(constant.ints)).toEqual(new Set([4]));
  });

  it('depend on the seed, and each input only on its own distribution', () => {
    const one = generateInputs(spec, dims, 7);
    expect(generateInputs(spec, dims, 8).floats).not.toEqual(one.floats);
    const changed = generateInputs(spec, dims, 7, { picture: { distribution: 'constant', value: 0 } });
    expect(changed.floats).toEqual(one.floats);
  });

  it('make pictures that are smooth, coloured, and differ from pixel to pixel', () => {
    const picture = generateInputs(spec, { h: 60, w: 80 }, 9).picture ?? new Uint8Array();
    const pixels = 60 * 80;
    let same = 0;
    let near = 0;
    let alike = 0;
    for (let i = 0; i < pixels - 1; i++) {
      const step = Math.abs((picture[i] ?? 0) - (picture[i + 1] ?? 0));
      if (step === 0) same++;
      if (step < 60) near++;
      if (Math.abs((picture[i] ?? 0) - (picture[i + pixels] ?? 0)) < 4) alike++;
    }
    expect(same / pixels).toBeLessThan(0.15);
    expect(near / pixels).toBeGreaterThan(0.9);
    expect(alike / pixels).toBeLessThan(0.15);
    expect(Math.max(...picture) - Math.min(...picture)).toBeGreaterThan(150);
  });
});

describe('sizes of hidden cases', () => {
  it('lie in their ranges, ends included, and follow from the seed', () => {
    const seen = new Set<number>();
    for (let seed = 0; seed < 200; seed++) {
      const drawn = drawDims({ h: [3, 6], w: [9, 9] }, seed);
      expect(drawn.w).toBe(9);
      seen.add(drawn.h ?? 0);
      expect(drawDims({ w: [9, 9], h: [3, 6] }, seed)).toEqual(drawn);
    }
    expect([...seen].sort()).toEqual([3, 4, 5, 6]);
  });
});

describe('PPM pictures', () => {
  const picture = { width: 3, height: 2, planes: Uint8Array.from({ length: 18 }, (_, i) => i * 14) };

  it('come back as they were written, with a comment', () => {
    expect(decodePpm(encodePpm(picture, 'first line\nsecond 9 9 line'))).toEqual(picture);
  });

  it('lie in memory plane by plane', () => {
    const file = new Uint8Array([...new TextEncoder().encode('P6 2 1 255\n'), 1, 2, 3, 4, 5, 6]);
    expect([...decodePpm(file).planes]).toEqual([1, 4, 2, 5, 3, 6]);
  });

  it.each([
    ['P3\n1 1\n255\n000', /not P6/],
    ['', /begins with ""/],
    ['P6\n2 x\n255\n', /width, height/],
    ['P6\n1 1\n65535\n......', /at most 255 levels/],
    ['P6\n2 2\n255\n...', /has 12 bytes of pixels, found 3/],
  ])('say what is wrong with %j', (text, message) => {
    expect(() => decodePpm(new TextEncoder().encode(text))).toThrow(message);
  });
});

describe('the inputs of a case', () => {
  const ppm = encodePpm({ width: 50, height: 40, planes: new Uint8Array(6000).fill(77) });
  const files: Record<string, Uint8Array> = { 'a.ppm': ppm, 'short.raw': new Uint8Array(10) };
  const make = (given: Record<string, string>, sizes = dims) =>
    makeCaseInputs(spec, { dims: sizes, seed: 7, files: given }, (path) => {
      const file = files[path];
      if (file === undefined) throw new Error('no such file');
      return file;
    });

  it('come from files where there are some, and else from the seed', () => {
    const inputs = make({ picture: 'a.ppm' });
    expect(new Set(inputs.picture)).toEqual(new Set([77]));
    expect(inputs.floats).toEqual(generateInputs(spec, dims, 7).floats);
  });

  it.each([
    ['a missing file', { picture: 'b.ppm' }, dims, /b\.ppm cannot be used: no such file/],
    [
      'a picture of another size',
      { picture: 'a.ppm' },
      { h: 50, w: 40 },
      /40 x 50 \(height x width\), the case 50 x 40/,
    ],
    ['a file of another size', { floats: 'short.raw' }, dims, /has 10 bytes, the case needs 2000 elements of 4 bytes/],
  ])('refuse %s', (_, given, sizes, message) => {
    const call = () => make(given, sizes);
    expect(call).toThrow(AssignmentError);
    expect(call).toThrow(message);
  });
});
