import type { RunResult } from '../../host/index.ts';
import { type LegalOrder, type StreamOrders, streamOrdersOf, type Unit } from '../../host/replay/index.ts';
import type { OrderedCall, OutputEvidence, ReorderedOutput } from '../../judge/index.ts';
import { RULES } from '../../result/index.ts';
import type { Assignment } from '../../spec/index.ts';
import { gatherEvidence } from './evidence.ts';
import { differenceOf, hasNoOtherFaults, isFarOff, type Subject } from './reordered.ts';
import { runRequest } from './request.ts';

/** Orders that are tried of one program. */
const MOST_ORDERS = 12;
/** Calls that are put off one by one, to find the one that matters. */
const MOST_SUSPECTS = 16;

/** Host code that may look at memory which the device writes meanwhile: it waits for it without the runtime. */
const WATCHES_MEMORY = /\bvolatile\b|\bstd::atomic|\b__(?:atomic|sync)_|\batomic_ref\b|\basm\b/;

/**
 * Repeats a case that is right with the work of its streams in other orders that CUDA allows. An output that is wrong
 * then proves that an event or a synchronization is missing.
 * @param source - of the submission
 */
export async function streamOrderedRun(subject: Subject, source: string): Promise<readonly ReorderedOutput[]> {
  const { run, evidence, again, repeated } = subject.judged;
  if (!again || !repeated || evidence.run !== run || !isClean(subject)) return [];
  const orders = streamOrdersOf(repeated, !WATCHES_MEMORY.test(source));
  if (!orders) return [];
  for (const order of orders.tries(MOST_ORDERS)) {
    const outputs = await wrongIn(subject, order);
    // A kernel that waits for another one can run for long, in other orders too.
    if (outputs === null) return [];
    if (outputs.length > 0) return await explained(subject, orders, order, outputs);
  }
  return [];
}

/** True if all that the case did succeeded, and its outputs are right. */
function isClean({ judged: { run, evidence } }: Subject): boolean {
  return (
    evidence.outputs.every(({ comparison }) => comparison.wrong === 0 && comparison.unwritten === 0) &&
    run.host.status === 'returned' &&
    run.apiErrors.length === 0 &&
    run.launches.every(({ outcome, launchedBy }) => outcome.error === 0 && launchedBy === undefined) &&
    !run.faults.some(({ rule }) => RULES[rule] === 'races')
  );
}

/** @returns `null` if the program does not end in this order */
async function wrongIn(subject: Subject, { operations }: LegalOrder): Promise<readonly ReorderedOutput[] | null> {
  const { assignment, compiled, own, judged } = subject;
  const { spec } = assignment;
  const request = runRequest(spec, compiled, own.plan, own, false);
  const other = await judged.again?.(request.args, { operationOrder: operations });
  if (other?.host.status !== 'returned') return null;
  if (!isComparable(judged.run, other)) return [];
  const { outputs } = await gatherEvidence(spec, own, other, request);
  return outputs.flatMap((output) => {
    if (isFarOff(output, spec, own.plan.dims)) return [differenceOf(assignment, output, judged.run, other, 'streams')];
    return isLost(output, judged.run, other) ? [lossOf(assignment, output, judged.run, other)] : [];
  });
}

/** True if elements were copied or read before anything had written them. */
function isLost({ name, comparison }: OutputEvidence, run: RunResult, other: RunResult): boolean {
  const [before, after] = [run, other].map(({ outputs }) => outputs.find((output) => output.name === name)?.bytes);
  return comparison.unwritten > 0 && !before?.every((byte, at) => byte === after?.[at]);
}

function lossOf(assignment: Assignment, output: OutputEvidence, run: RunResult, other: RunResult): ReorderedOutput {
  const { comparison } = output;
  const index = comparison.firstMismatch ?? [];
  const first = { ...comparison, firstWrong: { index, got: Number.NaN, want: Number.NaN } };
  const difference = differenceOf(assignment, { ...output, comparison: first }, run, other, 'streams');
  return { ...difference, after: null, wrong: comparison.wrong + comparison.unwritten };
}

function isComparable(run: RunResult, other: RunResult): boolean {
  return (
    // Of memory that a stream allocates later, or has freed.
    hasNoOtherFaults(run, other, ['use-after-free']) &&
    other.launches.length === run.launches.length &&
    other.launches.every(({ outcome }) => outcome.error === 0)
  );
}

/** Finds the two calls whose order decides: the first one is put off until after the second one. */
async function explained(
  subject: Subject,
  orders: StreamOrders,
  order: LegalOrder,
  outputs: readonly ReorderedOutput[],
): Promise<readonly ReorderedOutput[]> {
  const suspects = [...orders.units.keys()].filter((unit) => orders.overtaking(order, unit).length > 0);
  for (const first of suspects.slice(0, MOST_SUSPECTS)) {
    const held = orders.hold(first);
    const whole = await wrongIn(subject, held);
    if (whole === null || whole.length === 0) continue;
    const seconds = [...orders.overtaking(held, first)].sort((a, b) => a - b);
    let [low, high, found] = [0, seconds.length - 1, whole];
    while (low < high) {
      const middle = (low + high) >> 1;
      const wrong = await wrongIn(subject, orders.hold(first, seconds[middle] ?? null));
      if (wrong !== null && wrong.length > 0) [high, found] = [middle, wrong];
      else low = middle + 1;
    }
    const calls = callsOf(subject, orders.units[first], orders.units[seconds[high] ?? -1]);
    return found.map((output) => ({ ...output, ...(calls && { calls }) }));
  }
  return outputs;
}

function callsOf(subject: Subject, first?: Unit, second?: Unit): ReorderedOutput['calls'] {
  return first && second && { first: callOf(subject, first), second: callOf(subject, second) };
}

function callOf({ judged: { run } }: Subject, { call: { name, step: number }, stream }: Unit): OrderedCall {
  const step = run.plan.steps[number];
  const isKernel = step?.step === 'launch';
  return {
    name: isKernel ? step.kernel : name,
    position: (step && 'position' in step && step.position) || null,
    isInDefaultStream: stream === 0,
  };
}
