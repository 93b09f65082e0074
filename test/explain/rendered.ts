import { expect } from 'vitest';
import { factsOf, worded } from '../../grader/explain/index.ts';
import type { Finding } from '../../grader/result/index.ts';
import { findingSchema } from '../../grader/result/schema.ts';

/** Expects that each finding has its data, and that the sentences follow from what a result's JSON holds of it. */
export function expectData(findings: readonly Finding[]): void {
  for (const finding of findings) {
    const stored = findingSchema.parse(JSON.parse(JSON.stringify(finding)));
    const facts = factsOf(stored);
    expect(facts, `${finding.rule} has no detail`).not.toBeNull();
    if (facts) expect(worded(facts)).toEqual(stored);
  }
}
