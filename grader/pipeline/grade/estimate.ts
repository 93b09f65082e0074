import { type Evidence, isCorrect, programEstimate, siteLines, tellableCases } from '../../judge/index.ts';
import type { EstimateEntry } from '../../result/index.ts';
import type { CountedLaunch } from '../../spec/index.ts';

/**
 * How fast a right submission might be, where nobody measured it: on the case whose accesses were counted, if that is a
 * visible one. Of what is wrong it would say nothing.
 */
export function estimateOf(evidence: Evidence, baseline: readonly CountedLaunch[] | null): EstimateEntry | null {
  const { cases, compiled, spec, techniqueCase } = evidence;
  const counted = tellableCases(cases).find(({ name }) => name === techniqueCase);
  if (!counted || spec.timing === undefined || !isCorrect(evidence)) return null;
  return programEstimate(counted.name, counted.run.launches, siteLines(compiled), baseline);
}
