import { describe, expect, it } from 'vitest';
import { type Compared, wordChanges } from '../../grader/explain/index.ts';

const result = (score: number, guards: 'passed' | 'failed', races: 'passed' | 'failed', findings = 0): Compared => ({
  score,
  maxScore: 90,
  verdict: 'failed',
  checks: [
    { id: 'guards', status: guards, findings: Array(findings).fill(null) },
    { id: 'races', status: races, findings: [] },
  ],
});

describe('wordChanges', () => {
  it.each<[string, Compared | null, Compared, string]>([
    ['the first result', null, result(70, 'failed', 'passed'), '70 of 90 points'],
    ['a fix', result(70, 'failed', 'passed', 2), result(90, 'passed', 'passed'), 'guards fixed, 70 → 90 of 90 points'],
    [
      'a fix that breaks something',
      result(70, 'failed', 'passed'),
      result(80, 'passed', 'failed'),
      'guards fixed, races no longer passes, 70 → 80 of 90 points',
    ],
    ['no change', result(70, 'failed', 'passed'), result(70, 'failed', 'passed'), 'nothing changed, 70 of 90 points'],
    [
      'fewer findings',
      result(70, 'failed', 'passed', 3),
      result(70, 'failed', 'passed', 2),
      '1 finding fewer, 70 of 90 points',
    ],
    [
      'an open grade',
      result(70, 'failed', 'passed'),
      { ...result(0, 'failed', 'failed'), verdict: 'error' },
      'the grade is open',
    ],
  ])('words %s', (_, before, after, words) => {
    expect(wordChanges(before, after)).toBe(words);
  });
});
