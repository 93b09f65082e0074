import { viewElements } from '../../compare/index.ts';
import type { CompileResult } from '../../compile/index.ts';
import type { DeviceFault, Reversed } from '../../device/index.ts';
import type { RunRequest, RunResult } from '../../host/index.ts';
import type { CaseEvidence, OutputEvidence, ReorderedOutput } from '../../judge/index.ts';
import { RULES, type Rule } from '../../result/index.ts';
import {
  type Assignment,
  type AssignmentSpec,
  arrayParameters,
  type Dims,
  shareOf,
  toleranceOf,
} from '../../spec/index.ts';
import { decoyPlan } from './decoys.ts';
import type { Engine } from './engine.ts';
import { gatherEvidence } from './evidence.ts';
import { type MadeCase, makeCase } from './inputs.ts';
import type { JudgedCase } from './judge-case.ts';
import { runRequest } from './request.ts';

/** In the order in which they are tried. In the first one, a block must not wait for an earlier one. */
const ORDERS: readonly Reversed[] = ['threads-and-blocks', 'threads-and-resident-blocks', 'threads'];

/** The number of the data that host code meets in another order. No decoy has it. */
const FRESH = 2_000;

/** What only another order shows. Anything else that is new in it makes its outputs say nothing. */
const BY_ORDER: ReadonlySet<Rule> = new Set<Rule>(['uninitialized-read', 'shared-race', 'global-race']);

/** Sums of floating point depend on the order a little: an error has to be so many times the tolerance. */
const BEYOND_ROUNDING = 4;

export interface Subject {
  readonly assignment: Assignment;
  readonly engine: Pick<Engine, 'run' | 'readFile'>;
  readonly compiled: Extract<CompileResult, { status: 'compiled' }>;
  readonly own: MadeCase;
  readonly judged: JudgedCase;
}

/** What a second run shows that the first one did not. */
export interface Reordered {
  /** The outputs that are wrong in it. */
  readonly outputs: readonly ReorderedOutput[];
  /** Accesses out of bounds. */
  readonly faults: readonly DeviceFault[];
}

const NOTHING: Reordered = { outputs: [], faults: [] };

/** A way to run a case in another order. */
interface Reorderable {
  readonly own: MadeCase;
  readonly run: RunResult;
  readonly request: RunRequest;
  readonly inOrder: (reversed: Reversed) => Promise<RunResult>;
}

/**
 * Runs a case that is right a second time, if its kernels use atomic functions or read a clock. Its threads and blocks
 * run in the reverse order, and the clock has other values. CUDA allows both, and neither is a data race.
 */
export async function reorderedRun(subject: Subject): Promise<Reordered> {
  const { assignment, judged } = subject;
  if (!isWorthReordering(judged.evidence)) return NOTHING;
  const reorderable = repeating(subject) ?? (await onFresh(subject));
  if (!reorderable) return NOTHING;
  const { own, run, request, inOrder } = reorderable;
  const { spec } = assignment;
  for (const reversed of ORDERS) {
    const other = await inOrder(reversed);
    if (!hasNoOtherFaults(run, other)) continue;
    if (judged.run === run && !hasSameLaunches(run, other)) continue;
    const { outputs } = await gatherEvidence(spec, own, other, request);
    return {
      outputs: outputs.flatMap((output) =>
        isFarOff(output, spec, own.plan.dims) ? [differenceOf(assignment, output, run, other)] : [],
      ),
      faults: other.faults.filter(
        (fault) => isOutOfBounds(fault) && !run.faults.some(({ rule }) => rule === fault.rule),
      ),
    };
  }
  return NOTHING;
}

/** Repeats what host code asked for on the case's inputs. @returns null if it could ask for something else */
function repeating({ assignment: { spec }, compiled, own, judged }: Subject): Reorderable | null {
  const { run, again, evidence } = judged;
  if (!again || evidence.run !== run || mayDecide(run)) return null;
  const request = runRequest(spec, compiled, own.plan, own, false);
  return { own, run, request, inOrder: (reversed) => again(request.args, { reversed }) };
}

/** Runs host code too, on other data of the same kind. @returns null if its outputs are not right there */
async function onFresh({ assignment, engine, compiled, own: { plan } }: Subject): Promise<Reorderable | null> {
  const { spec } = assignment;
  const own = await makeCase(assignment, decoyPlan(spec, plan, FRESH), engine);
  const request = runRequest(spec, compiled, own.plan, own, false);
  const run = await engine.run(request);
  const evidence = await gatherEvidence(spec, own, run, request);
  if (!isWorthReordering(evidence)) return null;
  return { own, run, request, inOrder: (reversed) => engine.run({ ...request, reversed }) };
}

/** Adds what a second run shows to the evidence of a case. */
export function withReordered(
  evidence: CaseEvidence,
  { outputs, faults }: Reordered,
  streamsStopped?: RunResult['streamsStopped'],
): CaseEvidence {
  const { run } = evidence;
  return {
    ...evidence,
    run: { ...run, faults: [...run.faults, ...faults], ...(streamsStopped && { streamsStopped }) },
    ...(outputs.length > 0 && { reordered: outputs }),
  };
}

function isWorthReordering({ outputs, run, undecided }: CaseEvidence): boolean {
  return (
    undecided === undefined &&
    outputs.every(({ comparison }) => comparison.wrong === 0 && comparison.unwritten === 0) &&
    run.host.status === 'returned' &&
    run.launches.some(({ outcome }) => outcome.usesAtomics || outcome.readsClock) &&
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

/** True if a repeated run launched what the first one did, with the same errors. */
function hasSameLaunches(run: RunResult, other: RunResult): boolean {
  return (
    other.launches.length === run.launches.length &&
    other.launches.every(({ outcome }, index) => outcome.error === run.launches[index]?.outcome.error)
  );
}

/**
 * True if another run ended, and has no faults that say more than a wrong output.
 * @param expected - faults that the other order can cause
 */
export function hasNoOtherFaults(run: RunResult, other: RunResult, expected: readonly Rule[] = []): boolean {
  const known = new Set([...run.faults.map(({ rule }) => rule), ...expected]);
  return (
    other.host.status === 'returned' &&
    other.faults.every((fault) => known.has(fault.rule) || BY_ORDER.has(fault.rule) || isOutOfBounds(fault))
  );
}

/** No order of threads, and no value of a clock, allows such an access. */
function isOutOfBounds({ rule }: DeviceFault): boolean {
  return RULES[rule] === 'guards';
}

function causeOf({ launches }: RunResult): ReorderedOutput['by'] {
  const clock = launches.some(({ outcome }) => outcome.readsClock);
  const atomics = launches.some(({ outcome }) => outcome.usesAtomics);
  if (!clock) return 'order';
  return atomics ? 'order-or-clock' : 'clock';
}

/** True if an output is wrong by more than another order of sums makes it. Of `check` that is not known. */
export function isFarOff(
  { name, comparison, objections }: OutputEvidence,
  spec: Pick<AssignmentSpec, 'tolerance'>,
  dims: Dims,
): boolean {
  if (objections !== undefined) return false;
  const { wrong, nan, infinite, maxError, maxShare } = comparison;
  const share = maxShare ?? shareOf(maxError ?? 0, toleranceOf(spec, dims, name).absolute);
  return wrong > 0 && (nan + infinite > 0 || share > BEYOND_ROUNDING);
}

export function differenceOf(
  { spec }: Assignment,
  { name, shape, comparison }: OutputEvidence,
  run: RunResult,
  other: RunResult,
  by: ReorderedOutput['by'] = causeOf(run),
): ReorderedOutput {
  const index = comparison.firstWrong?.index ?? [];
  const flat = index.reduce((at, coordinate, axis) => at * (shape[axis] ?? 1) + coordinate, 0);
  const type = arrayParameters(spec.entry).find((parameter) => parameter.name === name)?.type ?? 'float32';
  const before = run.outputs.find((output) => output.name === name)?.bytes ?? new Uint8Array();
  return {
    ...{ name, by, shape, index },
    elements: comparison.checked,
    wrong: comparison.wrong,
    before: Number(viewElements(before.slice(), type)[flat]),
    after: comparison.firstWrong?.got ?? Number.NaN,
    store: other.outputs.find((output) => output.name === name)?.stores[0] ?? null,
  };
}
