import type { LaunchRecord } from '../host/index.ts';
import { type DetailOf, toReal } from '../result/index.ts';
import { arrayParameters, isFloatType, vectorFacts } from '../spec/index.ts';
import type { CaseEvidence, Evidence, OutputEvidence } from './evidence.ts';
import { isServedByBlocks, layoutOf } from './layout.ts';
import { patternFacts } from './pattern-facts.ts';
import type { ShownCase } from './shown.ts';
import { isMovedByHost } from './transfers.ts';

type OfOutput = 'output' | 'cases';
type Shown = Pick<ShownCase, 'seen' | 'output' | 'comparison'>;

/** Returns what a finding says of wrong elements. */
export function wrongElements(
  { seen, output, comparison }: Shown,
  evidence: Evidence,
): Omit<DetailOf<'wrong-elements'>, OfOutput> {
  const { checked, wrong, nan, infinite, maxError, firstWrong, pattern } = comparison;
  // Where nothing but NaN and infinities is wrong, the largest finite error is that of an element that is right.
  const someFinite = wrong > nan + infinite;
  const first = firstWrong && {
    index: [...firstWrong.index],
    got: toReal(firstWrong.got),
    want: toReal(firstWrong.want),
  };
  return {
    kind: 'wrong-elements',
    dimensions: output.shape.length,
    ...componentsOf(evidence, output.name),
    ...(seen.visible && { elements: { wrong, checked } }),
    ...(seen.visible && first && { first }),
    ...(seen.visible && someFinite && maxError !== null && wrong > 1 && { maxError: toReal(maxError) }),
    pattern: pattern && patternFacts(pattern),
    isCount: isCount(evidence, output.name),
    ...(seen.visible && output.missing !== undefined && { missing: output.missing }),
    severalLaunches: seen.run.launches.length > 1,
  };
}

/** Returns what a finding says of an output that an instructor's `check` objects to. */
export function objection({ seen, output }: Shown, evidence: Evidence): Omit<DetailOf<'objection'>, OfOutput> {
  const first = output.objections?.[0];
  return {
    kind: 'objection',
    dimensions: output.shape.length,
    ...componentsOf(evidence, output.name),
    ...(seen.visible && first && { message: first.message, ...(first.index && { index: [...first.index] }) }),
  };
}

/** Returns what a finding says of elements that nothing has written. */
export function unwrittenElements(
  { seen, output, comparison }: Shown,
  evidence: Evidence,
  launch: LaunchRecord | null,
): Omit<DetailOf<'unwritten-elements'>, OfOutput> {
  const { unwritten, checked, unwrittenPattern: pattern } = comparison;
  return {
    kind: 'unwritten-elements',
    dimensions: output.shape.length,
    none: unwritten === checked,
    ...(seen.visible && { elements: { unwritten, checked } }),
    pattern: pattern && patternFacts(pattern),
    launched: seen.run.launches.length > 0,
    launchedByGrader: evidence.spec.entry.style === 'kernel',
    movedByHost: isMovedByHost(seen, output.name),
    ...(seen.visible && launch && layoutFacts(launch, seen, output, evidence.cases)),
  };
}

/** Returns the facts that are certain about how the launch covers the output. */
function layoutFacts(
  launch: LaunchRecord,
  seen: CaseEvidence,
  output: OutputEvidence,
  cases: readonly CaseEvidence[],
): Pick<DetailOf<'unwritten-elements'>, 'laid' | 'byBlocks'> {
  const layout = layoutOf(launch, seen, output, cases);
  if (layout) {
    const { uncovered, crosswise } = layout.laid;
    return { laid: { uncovered, crosswise, several: layout.several } };
  }
  const { grid, outcome } = launch;
  const isByBlocks = outcome.atomicBlocks === undefined && cases.some((each) => isServedByBlocks(launch.kernel, each));
  if (!isByBlocks) return {};
  return { byBlocks: outcome.outputBlocks === grid[0] * grid[1] * grid[2] ? 'all' : 'some' };
}

/** Returns the names of the components of an output of vectors. */
function componentsOf({ spec }: Evidence, name: string): { readonly components?: string[] } {
  const vector = arrayParameters(spec.entry).find((parameter) => parameter.name === name)?.vector;
  return vector ? { components: [...vectorFacts(vector).names] } : {};
}

function isCount({ spec }: Evidence, name: string): boolean {
  const type = arrayParameters(spec.entry).find((parameter) => parameter.name === name)?.type;
  return type !== undefined && type !== 'bool' && type !== 'uint8' && !isFloatType(type);
}
