import type { CompileResult } from '../../compile/index.ts';
import {
  type CaseEvidence,
  casesWithWork,
  type Evidence,
  type Participation,
  participationMatters,
  WORKS,
  writesHalf,
  writtenShare,
} from '../../judge/index.ts';
import {
  dependence,
  inputsOf,
  isConstant,
  isDefined,
  type Known,
  measureInfluence,
  type Subject,
  toldApart,
} from '../../judge/influence/index.ts';
import type { Idleness } from '../../result/index.ts';
import type { Assignment } from '../../spec/index.ts';
import { canCarry, type Measurable } from './handed.ts';
import { computedOutputs, type MadeCase } from './inputs.ts';
import { isLeftOnDevice, withOutputsOnDevice } from './left-on-device.ts';
import { runRequest } from './request.ts';
import { isRightOnGiven } from './right-on-given.ts';
import { isRightWhereWritten } from './right-where-written.ts';
import { hash32 } from './seed.ts';
import { LEAST_INFLUENCE } from './shares.ts';

/** Cases are alike if a tenth of an input reaches so much of the outputs: about three elements make one. */
const FAR = 0.25;
/** If fewer outputs depend on a tenth of an input, a case is too small to show a share. */
const ENOUGH_OUTPUTS = 32;
/** Cases that are measured before a program counts as idle: a mistake may hide what is computed in one of them. */
const MOST_CASES = 4;

type MeasurableOutputs = Measurable & Pick<CaseEvidence, 'outputs'>;
type Unmeasured = Omit<Evidence, 'participation'>;
type Compiled = Extract<CompileResult, { status: 'compiled' }>;

/**
 * Finds out whether the kernels did the exercise's work. One case that shows it is enough. If there are no inputs and
 * kernels wrote less than half of an output somewhere, the case with the smallest part decides.
 * @param shown - what is known from a part of the cases
 */
export async function participationOf(
  assignment: Assignment,
  evidence: Unmeasured,
  cases: readonly Measurable[],
  shown: Evidence | null = null,
): Promise<Participation> {
  const { compiled } = evidence;
  if (compiled.status !== 'compiled' || !participationMatters(evidence)) return WORKS;
  if (shown && participationMatters(shown) && (shown.participation.status === 'idle' || writesHalf(evidence.cases)))
    return shown.participation;
  let because: Idleness | null = null;
  for await (const each of casesToMeasure(assignment, cases)) {
    const found = await idlenessOf(assignment, compiled, each);
    if (found === null) return WORKS;
    if (found.kind === 'unwritten' && (await worksOnDevice(assignment, compiled, each, cases))) return WORKS;
    // A small case can look like a copy: a product with one row is a multiple of the other matrix.
    if (because === null || because.kind === 'copy') because = found;
  }
  return because === null ? WORKS : { status: 'idle', because };
}

async function* casesToMeasure(assignment: Assignment, cases: readonly Measurable[]): AsyncGenerator<Measurable> {
  const bySize = withOutputs(cases);
  // Of equal ones the largest.
  const [least] = [...casesWithWork(bySize)].reverse().sort((a, b) => writtenShare(a) - writtenShare(b));
  if (!least) return;
  const hasInputs = inputsOf(assignment.spec).length > 0;
  const largest = bySize.at(-1) as Measurable;
  if (writtenShare(least) < 1 / 2) {
    yield least;
    // A wrong index can leave almost nothing in a case of another shape, such as one thread per block.
    if (!hasInputs && largest !== least) yield largest;
    // A launch that is refused in one case, or too small for it, says nothing about the others.
    if (hasInputs) yield* await tellingCases(assignment, bySize, casesWithWork(bySize));
    return;
  }
  if (!hasInputs) {
    yield largest;
    return;
  }
  yield* await tellingCases(assignment, bySize);
}

/** Returns cases with their outputs, small ones first. */
function withOutputs(cases: readonly Measurable[]): MeasurableOutputs[] {
  return cases
    .map((each) => ({ ...each, outputs: each.evidence.outputs }))
    .sort((a, b) => a.made.plan.elements - b.made.plan.elements);
}

/**
 * Returns the cases in which enough outputs depend on the inputs, a few small ones and the largest.
 * @param of - the cases to choose from; those of which kernels wrote half come first
 */
async function tellingCases(
  assignment: Assignment,
  bySize: readonly MeasurableOutputs[],
  of: readonly MeasurableOutputs[] = bySize,
): Promise<readonly Measurable[]> {
  const reached = await Promise.all(bySize.map(({ made }) => dependence(subjectOf(assignment, made))));
  // A case in which few outputs depend on a change needs too little of the work: two terms of a sum, say.
  const enough = 0.9 * Math.min(FAR, Math.max(...reached));
  const fit = bySize.filter(({ outputs }, index) => {
    const share = reached[index] as number;
    const depending = share * outputs.reduce((sum, { elements }) => sum + elements, 0);
    return share >= enough && depending >= ENOUGH_OUTPUTS;
  });
  const others = bySize.filter((_, index) => (reached[index] as number) > 0);
  const telling = (fit.length > 0 ? fit : others.slice(-1)).filter((each) => of.includes(each));
  const half = of === bySize ? telling : telling.filter((each) => writtenShare(each) >= 1 / 2);
  const measured = half.length > 0 ? half : telling;
  return [...measured.slice(0, -1).slice(0, MOST_CASES - 1), ...measured.slice(-1)];
}

/**
 * True if the inputs have enough influence on what kernels left on the device: host code lost it, by copying another
 * buffer. Kernels must also have written half of such buffers in the case in which they wrote least of the outputs.
 */
async function worksOnDevice(
  assignment: Assignment,
  compiled: Compiled,
  least: Measurable,
  cases: readonly Measurable[],
): Promise<boolean> {
  const { spec } = assignment;
  if (inputsOf(spec).length === 0) return false;
  const runOn = async ({ made, again }: Measurable, inputs: MadeCase['inputs']) => {
    const { args } = runRequest(spec, compiled, made.plan, { inputs, shapes: made.shapes }, false);
    const run = again && (await again(args, { keepBuffers: true }));
    return run && (run.hostMadeBytes ?? 0) === 0 ? withOutputsOnDevice(spec, run) : null;
  };
  if (!(await runOn(least, least.made.inputs))) return false;
  for (const each of await tellingCases(assignment, withOutputs(cases))) {
    const before = await runOn(each, each.made.inputs);
    if (!before) continue;
    // What is undefined hides what it is computed from: an input and an output that are exchanged at the launch.
    const isHidden = !isDefined(before);
    if (isHidden && compiled.device.storesComputed !== true) continue;
    const runWith = isHidden ? null : async (inputs: MadeCase['inputs']) => (await runOn(each, inputs)) ?? before;
    const subject: Subject = { ...subjectOf(assignment, each.made), before, runWith };
    const { share, least: worst, copied, spread } = await measureInfluence(subject, LEAST_INFLUENCE);
    if (worst && share >= LEAST_INFLUENCE && copied === null && spread === null) return true;
  }
  return false;
}

function subjectOf(assignment: Assignment, { inputs, plan }: MadeCase): Known {
  return {
    spec: assignment.spec,
    inputs,
    expected: (altered) => computedOutputs(assignment, altered, plan.dims),
    seed: hash32(`influence\n${plan.inputSeed}`),
  };
}

/** Returns what shows that a case was run without its work, or null. */
async function idlenessOf(
  assignment: Assignment,
  compiled: Compiled,
  { made, evidence, run, again }: Measurable,
): Promise<Idleness | null> {
  const { spec } = assignment;
  const known = subjectOf(assignment, made);
  const { name, handed } = evidence;
  if (handed?.[0] !== undefined) return { case: name, kind: 'handed', output: handed[0] };
  const written = writtenShare(evidence);
  const unwritten: Idleness = { case: name, kind: 'unwritten', share: written };
  const argumentsFor = (inputs: MadeCase['inputs']) =>
    runRequest(spec, compiled, made.plan, { inputs, shapes: made.shapes }, false).args;
  if (again && written < 1 / 2) {
    const { ownBuffers = [] } = await again(argumentsFor(made.inputs), { keepBuffers: true });
    if (await isLeftOnDevice(spec, made, ownBuffers)) return null;
  }
  // Values that host code has made are the same for all inputs.
  const isHostMade = (run.hostMadeBytes ?? 0) > 0;
  if (isHostMade && written < 1 / 2) return unwritten;
  if (inputsOf(spec).length === 0) {
    const threads = evidence.run.launches.map(({ outcome }) => outcome.outputThreads);
    const storing = canCarry(run, evidence) ? 0 : Math.max(0, ...threads);
    const share = toldApart(spec, evidence.run, await known.expected(made.inputs), known.seed, storing);
    if (share >= LEAST_INFLUENCE) return null;
    return written < 1 / 2 ? unwritten : { case: name, kind: 'not-told-apart', share };
  }
  const computes = compiled.device.storesComputed === true;
  // What is undefined hides what it is computed from.
  const isHidden = computes && !isHostMade && (hasUnsetVariables(compiled) || !isDefined(run));
  const runWith = again && !isHidden ? (inputs: MadeCase['inputs']) => again(argumentsFor(inputs)) : null;
  const subject: Subject = { ...known, before: run, runWith };
  const { share, least, copied, spread, changes } = await measureInfluence(subject, LEAST_INFLUENCE);
  if (written < 1 / 2) {
    const isWrong = evidence.outputs.some(({ comparison }) => comparison.wrong > 0 || comparison.unwritten > 0);
    if (share >= 1 / 2 && (least || !isWrong)) return null;
    return again && (await isRightWhereWritten(spec, evidence, known, run, (inputs) => again(argumentsFor(inputs))))
      ? null
      : unwritten;
  }
  if (share >= LEAST_INFLUENCE || !least) return null;
  if (again && !isHostMade) {
    const kept = await again(argumentsFor(made.inputs), { keepBuffers: true });
    if (await isRightOnGiven(spec, made, known, kept)) return null;
  }
  if (copied !== null) return { case: name, kind: 'copy', array: copied };
  if (spread !== null) {
    const { array, depending, changed } = spread;
    const atLeastOne = (count: number) => Math.max(1, Math.round(count));
    return { case: name, kind: 'spread', array, depending: atLeastOne(depending), changed: atLeastOne(changed) };
  }
  // A mistake may make all results the same; a constant is not computed from anything.
  if (computes && !isHostMade && share === 0 && !changes && (await isConstant(subject))) return null;
  return { case: name, kind: 'no-influence', ...least };
}

/** True if the compiler saw a variable of device code that is read before it is written. */
function hasUnsetVariables({ diagnostics }: Compiled): boolean {
  return diagnostics.some(({ rule, side }) => rule === 'uninitialized-read' && side !== 'host');
}
