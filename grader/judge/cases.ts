import { wordPattern } from '../explain/index.ts';
import type { CaseResult } from '../result/index.ts';
import { caseHolds } from './correctness.ts';
import type { Evidence } from './evidence.ts';
import { causeOfGpuFailure } from './gpu-failure.ts';
import { tellableComparison } from './hidden.ts';
import { patternFacts } from './pattern-facts.ts';
import { agreedPattern } from './shown.ts';

/** The `cases` of a result: of each case the worst output. Of hidden cases only what cannot tell their inputs. */
export function toCaseResults(evidence: Evidence): CaseResult[] {
  const failedOnGpu = new Set(
    evidence.gpu?.cases
      .filter((seen) => !caseHolds(seen) && causeOfGpuFailure(seen, evidence.cases) === null)
      .map(({ name }) => name),
  );
  return evidence.cases.map((seen) => {
    const outputs = seen.outputs.map((output) => ({
      shape: output.shape,
      comparison: tellableComparison(seen, output.comparison),
    }));
    const failing = outputs.find(({ comparison }) => comparison.wrong > 0 || comparison.unwritten > 0);
    const pattern =
      failing?.comparison.pattern && patternFacts(agreedPattern(failing.comparison.pattern, seen, failing));
    const errors = outputs.flatMap(({ comparison }) => (comparison.maxError === null ? [] : [comparison.maxError]));
    return {
      name: seen.name,
      visible: seen.visible,
      status: caseHolds(seen) && !seen.reordered && !failedOnGpu.has(seen.name) ? 'passed' : 'failed',
      maxError: errors.length > 0 ? Math.max(...errors) : null,
      firstMismatch: failing?.comparison.firstMismatch ? [...failing.comparison.firstMismatch] : null,
      pattern: pattern ? wordPattern(pattern, failing?.shape.length ?? 0) : null,
      ...(pattern && { patternDetail: pattern }),
    };
  });
}
