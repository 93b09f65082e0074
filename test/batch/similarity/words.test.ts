import { describe, expect, it } from 'vitest';
import type { Comparison } from '../../../grader/batch/similarity/index.ts';
import { wordComparison } from '../../../grader/batch/similarity/words.ts';

const comparison = (students: number, shown: number, more: number): Comparison =>
  ({
    students: { current: students, previous: 0 },
    submissions: students,
    pairs: Array(shown).fill({}),
    more,
    threshold: 0.5,
  }) as unknown as Comparison;

describe('the sentence about a comparison', () => {
  it('says that the score tells little if there are more pairs than students', () => {
    expect(wordComparison(comparison(116, 100, 235))).toContain('There are more pairs than students');
    expect(wordComparison(comparison(116, 100, 16))).not.toContain('more pairs than students');
    expect(wordComparison(comparison(2, 1, 0))).not.toContain('more pairs than students');
  });
});
