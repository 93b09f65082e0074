import { viewElements } from '../checks/compare/index.ts';
import type { CaseEvidence, OutputEvidence, ReorderedOutput } from '../checks/index.ts';
import type { CompileResult } from '../compile/index.ts';
import type { Reversed } from '../devices/index.ts';
import type { RunResult } from '../record/index.ts';
import { RULES, type Rule } from '../result/index.ts';
import { type Assignment, arrayParameters } from '../spec/index.ts';
import { gatherEvidence, toleranceOf } from './evidence.ts';
import type { MadeCase } from './inputs.ts';
import type { JudgedCase } from './judge-case.ts';
import { runRequest } from './request.ts';

/** In the order in which they are tried: blocks that wait for earlier ones end only if these start first. */
const ORDERS: readonly Reversed[] = ['threads-and-blocks', 'threads'];

/** What only another order shows. Anything else that is new in it makes its outputs say nothing. */
const BY_ORDER: ReadonlySet<Rule> = new Set<Rule>(['uninitialized-read', 'shared-race', 'global-race']);

/** Sums of floating point depend on the order a little: an error has to be so many times the tolerance. */
const BEYOND_ROUNDING = 4;

interface Subject {
  readonly assignment: Assignment;
  readonly compiled: Extract<CompileResult, { status: 'compiled' }>;
  readonly own: MadeCase;
  readonly judged: JudgedCase;
}

/**
 * Runs a case that is right a second time, with its threads and blocks in reverse order, if its kernels use atomic
 * functions: these are no data race, whatever the order decides.
 * @returns the outputs that are wrong then
 */
export async function reorderedOutputs({ assignment, compiled, own, judged }: Subject): Promise<ReorderedOutput[]> {
  const { spec } = assignment;
  const { run, again, evidence } = judged;
  if (!again || !isWorthReordering(evidence, run)) return [];
  const request = runRequest(spec, compiled, own.plan, own, false);
  for (const reversed of ORDERS) {
    const other = await again(request.args, { reversed });
    if (!isComparable(run, other)) continue;
    const { outputs } = await gatherEvidence(spec, own, other, request);
    const tolerance = toleranceOf(spec, own.plan.dims);
    return outputs.flatMap((output) =>
      isFarOff(output, tolerance) ? [differenceOf(assignment, output, run, other)] : [],
    );
  }
  return [];
}

function isWorthReordering({ outputs, run: seen }: CaseEvidence, run: RunResult): boolean {
  const isRight = outputs.every(({ comparison }) => comparison.wrong === 0 && comparison.unwritten === 0);
  return (
    isRight &&
    // Only a run on the case's own inputs can be repeated.
    seen === run &&
    run.host.status === 'returned' &&
    run.launches.some(({ outcome }) => outcome.usesAtomics) &&
    !run.launches.some(({ outcome }) => outcome.readsClock) &&
    !mayDecide(run) &&
    !run.faults.some(({ rule }) => RULES[rule] === 'races')
  );
}

/** True if host code reads results before a later launch: in another order it might launch something else. */
function mayDecide({ plan: { steps } }: RunResult): boolean {
  const isOwnRead = (step: (typeof steps)[number]) => step.step === 'read' && step.to === undefined;
  return (
    steps.findIndex(isOwnRead) >= 0 &&
    steps.findIndex(isOwnRead) < steps.findLastIndex((step) => step.step === 'launch')
  );
}

/** True if a run in another order ended as the first one did. */
function isComparable(run: RunResult, other: RunResult): boolean {
  const known = new Set(run.faults.map(({ rule }) => rule));
  return (
    other.host.status === 'returned' &&
    other.launches.length === run.launches.length &&
    other.launches.every(({ outcome }, index) => outcome.error === run.launches[index]?.outcome.error) &&
    other.faults.every(({ rule }) => known.has(rule) || BY_ORDER.has(rule))
  );
}

function isFarOff({ comparison }: OutputEvidence, tolerance: number): boolean {
  const { wrong, nan, infinite, maxError } = comparison;
  return wrong > 0 && (nan + infinite > 0 || (maxError ?? 0) > BEYOND_ROUNDING * tolerance);
}

function differenceOf(
  { spec }: Assignment,
  { name, shape, comparison }: OutputEvidence,
  run: RunResult,
  other: RunResult,
): ReorderedOutput {
  const index = comparison.firstWrong?.index ?? [];
  const flat = index.reduce((at, coordinate, axis) => at * (shape[axis] ?? 1) + coordinate, 0);
  const type = arrayParameters(spec.entry).find((parameter) => parameter.name === name)?.type ?? 'float32';
  const before = run.outputs.find((output) => output.name === name)?.bytes ?? new Uint8Array();
  return {
    ...{ name, shape, index },
    elements: comparison.checked,
    wrong: comparison.wrong,
    before: Number(viewElements(before.slice(), type)[flat]),
    after: comparison.firstWrong?.got ?? Number.NaN,
    store: other.outputs.find((output) => output.name === name)?.stores[0] ?? null,
  };
}
