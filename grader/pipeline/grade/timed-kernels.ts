import type { CompileResult } from '../../compile/index.ts';
import type { LaunchPlan } from '../../host/plan/index.ts';
import type { CaseEvidence } from '../../judge/index.ts';
import { type Assignment, type Dims, timedLaunch } from '../../spec/index.ts';
import type { Engine } from './engine.ts';
import { makeCase } from './inputs.ts';
import { judgeCase } from './judge-case.ts';
import { elementsIn, type PlannedCase } from './plan-cases.ts';
import { planRequest } from './request.ts';

/** The most elements of a case that is added: a multiple of those of the largest case, or as many. */
const MOST = { times: 4, elements: 2 ** 16 } as const;

/** Returns the mangled names of the kernels that a program launches. */
export function kernelsIn({ steps }: LaunchPlan): ReadonlySet<string> {
  return new Set(steps.flatMap((step) => (step.step === 'launch' ? [step.kernel] : [])));
}

/** Returns the kernels of the timed plan that no case has launched. */
export function untriedKernels(timed: LaunchPlan, tried: readonly LaunchPlan[]): string[] {
  const known = new Set(tried.flatMap((plan) => [...kernelsIn(plan)]));
  return [...kernelsIn(timed)].filter((kernel) => !known.has(kernel));
}

export interface Search {
  readonly assignment: Assignment;
  readonly engine: Engine;
  readonly compiled: Extract<CompileResult, { status: 'compiled' }>;
  readonly signal?: AbortSignal | undefined;
}

/** Judges a further case if the timed plan launches kernels that no case has launched. */
export async function judgeUntried(
  search: Search & { readonly cases: readonly CaseEvidence[] },
  timed: LaunchPlan,
): Promise<{ readonly added: CaseEvidence | null; readonly refusal: string | null }> {
  const { assignment, engine, compiled, cases, signal } = search;
  const untried = untriedKernels(
    timed,
    cases.map(({ run }) => run.plan),
  );
  if (untried.length === 0) return { added: null, refusal: null };
  const largest = Math.max(...cases.map(({ dims }) => elementsIn(assignment.spec, dims)));
  const most = Math.max(MOST.times * largest, MOST.elements);
  const plan = await caseWithKernels(untried, search, most);
  if (plan) {
    const own = await makeCase(assignment, plan, engine);
    const { evidence } = await judgeCase({ assignment, engine, compiled, own, counters: false, signal });
    return { added: evidence, refusal: null };
  }
  const kernel = compiled.device.kernels.find(({ mangled }) => mangled === untried[0])?.name ?? untried[0];
  return { added: null, refusal: `${kernel} is launched at the timed size only, so the emulator cannot check it` };
}

/**
 * Looks for the smallest case in which a program launches given kernels: the timed sizes, halved as often as possible,
 * ragged if that still launches them. Only host code runs for it.
 * @param most - elements of inputs and outputs together
 * @returns null if there is no such case
 */
export async function caseWithKernels(
  wanted: readonly string[],
  { assignment: { spec }, engine, compiled, signal }: Search,
  most: number,
): Promise<PlannedCase | null> {
  for (const dims of smallerDims(spec.timing?.dims ?? {})) {
    const elements = elementsIn(spec, dims);
    if (elements > most) return null;
    const planned = await engine.plan({ ...planRequest(spec, dims), program: compiled }, signal);
    if (planned.status !== 'planned') continue;
    const launched = kernelsIn(planned.plan);
    if (!wanted.every((kernel) => launched.has(kernel))) continue;
    return {
      ...{ name: 'as-timed', reference: 'as-timed', launch: timedLaunch(spec, dims), drawn: true, visible: true },
      ...{ dims, inputSeed: 1, layoutSeed: 1, files: {}, inputs: spec.inputs, elements },
    };
  }
  return null;
}

/** Gives fractions of the timed sizes, from the smallest on: each ragged and then even. */
function* smallerDims(timed: Dims): Generator<Dims> {
  const times = Math.floor(Math.log2(Math.max(1, ...Object.values(timed))));
  for (let halved = times; halved >= 0; halved--) {
    const even = mapDims(timed, (extent) => Math.max(1, extent >> halved));
    yield mapDims(even, (extent) => (extent > 2 && extent % 2 === 0 ? extent - 1 : extent));
    yield even;
  }
}

function mapDims(dims: Dims, change: (extent: number) => number): Dims {
  return Object.fromEntries(Object.entries(dims).map(([name, extent]) => [name, change(extent)]));
}
