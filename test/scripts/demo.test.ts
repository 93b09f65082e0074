import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
// @ts-expect-error: a script, without types
import { demoPairs, surprise } from '../../scripts/lib/demo-pairs.mjs';

interface Pair {
  readonly accepted: { readonly path: string };
  readonly rejected: { readonly path: string; readonly rule: string };
}

describe('the submissions of the demo', () => {
  const pairs: readonly Pair[] = demoPairs(parse);

  it('are an accepted and a rejected file of each assignment', () => {
    expect(pairs.length).toBeGreaterThanOrEqual(13);
    for (const { accepted, rejected } of pairs) {
      expect(existsSync(accepted.path), accepted.path).toBe(true);
      expect(existsSync(rejected.path), rejected.path).toBe(true);
    }
  });

  it('show at least ten different rules', () => {
    expect(new Set(pairs.map(({ rejected }) => rejected.rule)).size).toBeGreaterThanOrEqual(10);
  });
});

describe('surprise', () => {
  const finding = { rule: 'global-race', line: 7 };
  const result = { verdict: 'failed', checks: [{ findings: [finding] }] };

  it('returns null if verdict, rule and line are those of the manifest', () => {
    expect(surprise({ verdict: 'failed', ...finding }, result)).toBeNull();
    expect(surprise({ verdict: 'passed' }, { verdict: 'passed', checks: [] })).toBeNull();
  });

  it('names another verdict, and a finding that is missing', () => {
    expect(surprise({ verdict: 'passed' }, result)).toBe('the verdict is failed, not passed');
    expect(surprise({ verdict: 'failed', ...finding, line: 8 }, result)).toBe(
      'no finding has the rule global-race at line 8',
    );
  });
});
