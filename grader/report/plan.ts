import { wordNumber, wordPlural } from '../explain/index.ts';
import type { RunResult } from '../host/index.ts';
import { coverage, type PlanStep, type PlanTarget } from '../host/plan/index.ts';
import { allocatedVariable } from '../judge/index.ts';
import { type Coverage, coverageFigures, type LaunchStatus } from './coverage.ts';

type Triple = readonly [number, number, number];

/** What host code asked of the device in one case, for people. Equal steps that follow each other are one row. */
export interface PlanTable {
  readonly case: string;
  readonly launches: readonly PlannedLaunch[];
  /** Launches that are left out of `launches`, which has the first ones. */
  readonly moreLaunches: number;
  /** Allocations, copies and launches in their order. */
  readonly steps: readonly PlannedStep[];
  readonly moreSteps: number;
}

export interface PlannedLaunch {
  readonly kernel: string;
  readonly grid: Triple;
  readonly block: Triple;
  /** Static and dynamic, of a block. */
  readonly sharedBytes: number;
  /** Threads for elements where it wrote outputs, else its threads. */
  readonly covers: string;
  readonly status: LaunchStatus;
  readonly line: number | null;
  readonly times: number;
}

export interface PlannedStep {
  readonly what: string;
  /** Null for what moves no bytes. */
  readonly bytes: number | null;
  readonly line: number | null;
  readonly times: number;
}

const MAX_LAUNCHES = 12;
const MAX_STEPS = 24;

/**
 * @param output - what launches are laid over: the shape of the output, and what an element of it is called
 * @param submission - to name the variables that memory is allocated for
 */
export function planTable(
  caseName: string,
  run: Pick<RunResult, 'plan' | 'launches' | 'apiErrors'>,
  output: {
    readonly shape: readonly number[];
    readonly unit: Coverage['unit'];
    /** Kernels of which a block or a warp serves an element; default: none. */
    readonly isServedByBlocks?: (kernel: string) => boolean;
  } | null,
  submission: { readonly fileName: string; readonly source: string } | null = null,
): PlanTable {
  const launches = together(
    run.launches.map(({ kernel, grid, block, position, outcome }, index) => ({
      kernel,
      grid,
      block,
      sharedBytes: outcome.sharedBytes,
      covers:
        output && outcome.outputThreads > 0 && !output.isServedByBlocks?.(kernel)
          ? coverageFigures({ laid: coverage({ grid, block }, output.shape), unit: output.unit })
          : wordPlural(threadsOf(grid, block), 'thread'),
      status: launchStatus(run, index),
      line: position?.line ?? null,
    })),
  );
  const labels = new Map<number, string>();
  const steps = together(run.plan.steps.map((step) => planStep(step, labels, submission)));
  return {
    case: caseName,
    launches: launches.slice(0, MAX_LAUNCHES),
    moreLaunches: rest(launches, MAX_LAUNCHES),
    steps: steps.slice(0, MAX_STEPS),
    moreSteps: rest(steps, MAX_STEPS),
  };
}

function threadsOf(grid: Triple, block: Triple): number {
  return [...grid, ...block].reduce((product, extent) => product * extent, 1);
}

/** @param index - of the launch in its run */
export function launchStatus(run: Pick<RunResult, 'launches' | 'apiErrors'>, index: number): LaunchStatus {
  const error = run.launches[index]?.outcome.error ?? 0;
  if (error === 0) return 'ran';
  const refused = run.apiErrors.some(({ launch, reason }) => launch === index && reason !== null);
  return refused ? 'refused' : 'failed';
}

export interface PlanWords {
  readonly launches: readonly {
    readonly kernel: string;
    readonly grid: string;
    readonly block: string;
    readonly shared: string;
    readonly covers: string;
    readonly status: LaunchStatus;
    readonly line: number | null;
    /** ` × 8` where a step is repeated, else nothing. */
    readonly times: string;
  }[];
  readonly moreLaunches: string | null;
  readonly steps: readonly {
    readonly what: string;
    readonly size: string;
    readonly line: number | null;
    readonly times: string;
  }[];
  readonly moreSteps: string | null;
}

/** The plan as every format says it. */
export function planWords({ launches, moreLaunches, steps, moreSteps }: PlanTable): PlanWords {
  return {
    launches: launches.map(({ kernel, grid, block, sharedBytes, covers, status, line, times }) => ({
      kernel,
      grid: wordExtents(grid),
      block: wordExtents(block),
      shared: sharedBytes > 0 ? wordPlural(sharedBytes, 'byte') : 'none',
      covers: { ran: covers, refused: 'nothing: the launch failed', failed: 'it did not finish' }[status],
      status,
      line,
      times: wordTimes(times),
    })),
    moreLaunches: moreLaunches > 0 ? `and ${wordPlural(moreLaunches, 'more launch', 'more launches')}` : null,
    steps: steps.map(({ what, bytes, line, times }) => ({
      what,
      size: bytes === null ? '–' : wordPlural(bytes, 'byte'),
      line,
      times: wordTimes(times),
    })),
    moreSteps: moreSteps > 0 ? `and ${wordPlural(moreSteps, 'more step')}` : null,
  };
}

function wordTimes(times: number): string {
  return times > 1 ? `, ${wordNumber(times)} times` : '';
}

/** `16 × 16 = 256`, or `256` where there is one dimension only. */
function wordExtents(extents: Triple): string {
  const total = extents.reduce((product, extent) => product * extent, 1);
  const oneDimension = extents[1] === 1 && extents[2] === 1;
  const used = extents[2] === 1 ? extents.slice(0, 2) : extents;
  return oneDimension ? wordNumber(total) : `${used.map(wordNumber).join(' × ')} = ${wordNumber(total)}`;
}

function planStep(
  step: PlanStep,
  labels: Map<number, string>,
  submission: Parameters<typeof planTable>[3],
): Omit<PlannedStep, 'times'> {
  const line = 'position' in step ? (step.position?.line ?? null) : null;
  const name = (buffer: number) => labels.get(buffer) ?? 'a buffer';
  const target = (place: PlanTarget) => ('variable' in place ? place.variable : name(place.buffer));
  switch (step.step) {
    case 'alloc': {
      const label = allocatedVariable(submission ?? {}, step.position ?? null) ?? step.label;
      labels.set(step.buffer, label);
      return {
        what: step.role === 'student' ? `allocate ${label}` : `given: ${label} (${step.role})`,
        bytes: step.bytes,
        line,
      };
    }
    case 'free':
      return { what: `free ${name(step.buffer)}`, bytes: null, line };
    case 'write':
      return { what: `copy from the host to ${name(step.to.buffer)}`, bytes: step.bytes, line };
    case 'symbol':
      return { what: `copy from the host to ${step.variable}`, bytes: step.bytes, line };
    case 'read':
      return { what: `copy from ${target(step.from)} to the host`, bytes: step.bytes, line };
    case 'copy':
      return { what: `copy from ${target(step.from)} to ${target(step.to)}`, bytes: step.bytes, line };
    case 'set':
      return { what: `set ${target(step.to)} to bytes of ${step.value & 0xff}`, bytes: step.bytes, line };
    case 'launch':
      return { what: `launch ${step.kernel}`, bytes: null, line };
    case 'synchronize':
      return { what: 'wait for the device', bytes: null, line };
  }
}

/** Rows that say the same and follow each other become one, with how often. */
function together<T extends object>(rows: readonly T[]): (T & { times: number })[] {
  const kept: (T & { times: number })[] = [];
  let last = '';
  for (const row of rows) {
    const key = JSON.stringify(row);
    const previous = kept.at(-1);
    if (previous && key === last) previous.times += 1;
    else kept.push({ ...row, times: 1 });
    last = key;
  }
  return kept;
}

function rest(rows: readonly { readonly times: number }[], shown: number): number {
  return rows.slice(shown).reduce((sum, { times }) => sum + times, 0);
}
