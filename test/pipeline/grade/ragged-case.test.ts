import { describe, expect, it } from 'vitest';
import { raggedCase } from '../../../grader/pipeline/grade/ragged-case.ts';

const made = (elements: number, extent: number) => ({ plan: { elements, dims: { n: extent } } });

describe('raggedCase', () => {
  it('chooses the smallest case with several elements and a ragged extent', () => {
    const cases = [made(5000, 1023), made(300, 320), made(400, 333), made(20, 7)];
    expect(raggedCase(cases)).toBe(cases[2]);
  });

  it('prefers a small ragged case to a large even one', () => {
    const cases = [made(5000, 1024), made(20, 7)];
    expect(raggedCase(cases)).toBe(cases[1]);
  });

  it('chooses an even case if no case is ragged, and none if there is none', () => {
    const cases = [made(32, 32), made(512, 512), made(1024, 1024)];
    expect(raggedCase(cases)).toBe(cases[1]);
    expect(raggedCase([])).toBeNull();
  });
});
