import type { Pattern } from '../compare/index.ts';
import { type PatternFacts, toReal } from '../result/index.ts';

/** Returns a pattern as a result holds it: with numbers that JSON has. */
export function patternFacts(pattern: Pattern): PatternFacts {
  switch (pattern.kind) {
    case 'constant':
      return { ...pattern, value: toReal(pattern.value) };
    case 'constant-factor':
      return { ...pattern, factor: toReal(pattern.factor) };
    case 'constant-offset':
      return { ...pattern, offset: toReal(pattern.offset) };
    case 'other-weights':
      return { ...pattern, weights: pattern.weights.map(toReal) };
    case 'input-stride':
      // A size of the case, which its sentence does not use.
      return { kind: pattern.kind, input: pattern.input, name: pattern.name };
    default:
      return pattern;
  }
}
