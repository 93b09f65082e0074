import { describe, expect, it } from 'vitest';
import type { Comparison, Pattern } from '../../grader/compare/index.ts';
import { tellableComparison } from '../../grader/judge/hidden.ts';
import { patternFacts } from '../../grader/judge/pattern-facts.ts';

describe('the pattern of an output in a hidden case', () => {
  const facts = (pattern: Pattern) => {
    const comparison = { pattern, unwrittenPattern: null } as Comparison;
    const { pattern: told } = tellableComparison({ visible: false }, comparison);
    return told && patternFacts(told);
  };

  it('has no number that follows from its sizes', () => {
    expect(facts({ kind: 'input-stride', input: 'm', name: 'w', stride: 733 })).toEqual({
      ...{ kind: 'input-stride', input: 'm', name: 'w' },
    });
    expect(facts({ kind: 'input-copy', input: 'm', plane: 0, planes: 733 })).toMatchObject({ planes: 2 });
    expect(facts({ kind: 'partial-sum', terms: 3, of: 733 })).toBeNull();
  });
});
