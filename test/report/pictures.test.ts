import { describe, expect, it } from 'vitest';
import { wordPictures } from '../../grader/report/picture-words.ts';
import { findDifferences, paint, paintDifferences, pictureLayout } from '../../grader/report/pictures.ts';
import { inputs } from './fixtures.ts';

const WRITTEN = 6;

function layoutOf(shape: readonly number[]) {
  const layout = pictureLayout(shape);
  if (!layout) throw new Error(`no picture: ${shape.join(' × ')}`);
  return layout;
}

describe('pictures', () => {
  it('takes two dimensions as grey, row by row', () => {
    expect(paint([1, 2, 3, 4, 5, 6], layoutOf([2, 3]))).toEqual({
      width: 3,
      height: 2,
      channels: 1,
      pixels: Uint8Array.of(1, 2, 3, 4, 5, 6),
    });
  });

  it('takes three planes as red, green and blue', () => {
    const { channels, pixels } = paint([1, 2, 11, 12, 21, 22], layoutOf([3, 1, 2]));
    expect(channels).toBe(3);
    expect([...pixels]).toEqual([1, 11, 21, 2, 12, 22]);
  });

  it('takes three values a pixel as red, green and blue', () => {
    const { width, pixels } = paint([1, 11, 21, 2, 12, 22], layoutOf([1, 2, 3]));
    expect(width).toBe(2);
    expect([...pixels]).toEqual([1, 11, 21, 2, 12, 22]);
  });

  it.each([[[7]], [[2, 4, 5]], [[0, 5]], [[3, 1, 2, 2]]])('is none for %j', (shape) => {
    expect(pictureLayout(shape)).toBeNull();
  });

  it('makes what is too large smaller', () => {
    const { width, height, pixels } = paint(new Uint8Array(4 * 5000), layoutOf([4, 5000]));
    expect([width, height]).toEqual([1000, 1]);
    expect(pixels).toHaveLength(1000);
  });
});

describe('differences', () => {
  const got = Float32Array.of(1, 2.5, Number.NaN, 4);
  const bytes = new Uint8Array(got.buffer);
  const state = new Uint8Array(16).fill(WRITTEN);
  state[13] = 0;

  it('tell right, wrong and never written apart', () => {
    const { marks, wrong, unwritten, largest } = findDifferences(
      { bytes, state },
      Float64Array.of(1, 2, 3, 9),
      'float32',
      0.1,
    );
    expect([...marks]).toEqual([0, 0.5, Number.POSITIVE_INFINITY, -1]);
    expect({ wrong, unwritten, largest }).toEqual({ wrong: 2, unwritten: 1, largest: 0.5 });
  });

  it('have a colour each in the map', () => {
    const found = findDifferences({ bytes, state }, Float64Array.of(1, 2, 3, 9), 'float32', 0.1);
    const { pixels, channels } = paintDifferences(found, layoutOf([2, 2]));
    expect(channels).toBe(3);
    const colors = [0, 1, 2, 3].map((pixel) => pixels.slice(3 * pixel, 3 * pixel + 3).join());
    expect(colors[1]).toBe(colors[2]);
    expect(new Set(colors).size).toBe(3);
  });

  it('keep a single wrong element when the map is made smaller', () => {
    const marks = new Float64Array(3000 * 2);
    marks[4321] = 1;
    const found = { marks, wrong: 1, unwritten: 0, largest: 1 };
    const { width, height, pixels } = paintDifferences(found, layoutOf([2, 3000]));
    expect([width, height]).toEqual([1000, 1]);
    const right = pixels.slice(0, 3).join();
    const others = Array.from({ length: 1000 }, (_, i) => pixels.slice(3 * i, 3 * i + 3).join()).filter(
      (color) => color !== right,
    );
    expect(others).toHaveLength(1);
  });
});

describe('the words for differences', () => {
  const { pictures } = inputs['wrong picture'];
  if (!pictures) throw new Error('the fixture has no pictures');
  const sentence = (wrong: number, unwritten: number) => wordPictures({ ...pictures, wrong, unwritten }).sentence;

  it('count what is wrong and what was never written', () => {
    expect(sentence(3, 1)).toBe(
      'In the case photo, 3 of the 12 values of out are wrong, by at most 3, and 1 was never written.',
    );
    expect(sentence(12, 0)).toBe('In the case photo, all 12 values of out are wrong, by at most 3.');
    expect(sentence(0, 2)).toBe('In the case photo, 2 of the 12 values of out were never written.');
    expect(sentence(0, 0)).toBe('In the case photo every pixel is as expected.');
  });

  it('name the place of each sample', () => {
    expect(wordPictures(pictures).samples).toEqual([
      { place: 'row 0, column 0', expected: '9', got: '12' },
      { place: 'row 2, column 3', expected: '9', got: 'never written' },
    ]);
  });
});
