import type { AccessEnd, DeviceFault } from '../device/index.ts';
import type { LaunchRecord } from '../host/index.ts';
import type { LaunchCoverage } from '../host/plan/index.ts';
import type { Finding } from '../result/index.ts';
import type { CaseEvidence } from './evidence.ts';
import { layoutOf } from './layout.ts';

/** The finding that another one follows from. */
export type Follows = NonNullable<Finding['follows']>;

/** A fault and the case that has it. */
export interface SeenFault {
  readonly fault: DeviceFault;
  readonly case: CaseEvidence;
}

/** A launch of a kernel, and how it lies over the output if it has one thread for each element. */
interface Laid {
  readonly launch: LaunchRecord;
  readonly case: CaseEvidence;
  readonly laid: LaunchCoverage | null;
}

/**
 * Tells whether a data race follows from an out-of-bounds write, by what the runs prove. It does if each pair of threads
 * that was seen racing is one of these:
 *
 * - The kernel has one store to the output, which each thread makes once, and a thread with an element of its own makes
 *   it out of bounds. Then no guard helps: the index in this line is wrong. Both threads of the pair store in this line.
 * - One of the two has no element and stores, in a line in which such threads also store out of bounds. The kernel must
 *   also have run without such threads: a race of other threads would have shown there.
 *
 * A race for which neither is shown stands by itself.
 *
 * A read of shared memory that is not initialized follows from a race if another thread writes the element later and
 * nothing orders the two. The runtime tells this of each read.
 * @param cases - all that were run
 * @returns asked for each of many problems, with every occurrence of it
 */
export function followsIn(cases: readonly CaseEvidence[]): (seen: readonly SeenFault[]) => Follows | null {
  const known = new Map<string, KernelRuns>();
  return (seen) => {
    const [first] = seen;
    if (seen.every(({ fault }) => fault.detail === 'written-later')) return racesWith(seen);
    if (!first || !seen.every(({ fault }) => isRaceInside(fault) && fault.kernel === first.fault.kernel)) return null;
    const { kernel } = first.fault;
    const runs = known.get(kernel) ?? new KernelRuns(kernel, cases);
    known.set(kernel, runs);
    return runs.wrongIndex(seen) ?? runs.missingGuard(seen);
  };
}

/** Returns the race of which each of these reads of memory that is not initialized is one end. */
function racesWith(seen: readonly SeenFault[]): Follows | null {
  const causes = seen.map(({ fault, case: { run } }) =>
    run.faults.find(
      (race) =>
        race.rule === 'shared-race' &&
        race.kernel === fault.kernel &&
        race.detail !== 'warp-volatile' &&
        [race.at, race.other].some((end) => end !== null && placeOf(end) === placeOf(fault.at)),
    ),
  );
  const [race] = causes;
  return race && causes.every((cause) => cause !== undefined) ? causeOf(race) : null;
}

/** A race in global memory between threads of one launch. */
function isRaceInside({ rule, other, streams, otherGrid }: DeviceFault): boolean {
  return rule === 'global-race' && other !== null && !streams && !otherGrid;
}

/** All launches of one kernel. */
class KernelRuns {
  readonly #launches: readonly Laid[];
  /** The writes out of bounds. */
  readonly #outside: readonly SeenFault[];
  readonly #storesOnceAt: string | null;

  constructor(kernel: string, cases: readonly CaseEvidence[]) {
    this.#launches = cases.flatMap((seen) =>
      seen.run.launches
        .filter((launch) => launch.kernel === kernel)
        .map((launch) => ({ launch, case: seen, laid: layOver(launch, seen) })),
    );
    this.#outside = cases.flatMap((seen) =>
      seen.run.faults
        .filter((fault) => fault.kernel === kernel && fault.rule === 'out-of-bounds-write')
        .map((fault) => ({ fault, case: seen })),
    );
    const places = new Set(cases.map((seen) => onlyStore(kernel, seen)));
    const [place] = places;
    this.#storesOnceAt = places.size === 1 ? (place ?? null) : null;
  }

  wrongIndex(seen: readonly SeenFault[]): Follows | null {
    const place = this.#storesOnceAt;
    const isThere = (end: AccessEnd | null) => end !== null && end.access === 'write' && placeOf(end) === place;
    if (place === null || !seen.every(({ fault }) => isThere(fault.at) && isThere(fault.other))) return null;
    const proof = this.#outside.find(
      (one) => placeOf(one.fault.at) === place && this.#hasElement(one.fault.at, one) === true,
    );
    return proof ? causeOf(proof.fault) : null;
  }

  missingGuard(seen: readonly SeenFault[]): Follows | null {
    const ranWithout = this.#launches.some(
      ({ launch: { outcome }, laid }) => laid?.spare === 0 && outcome.error === 0 && !outcome.unchecked,
    );
    if (!ranWithout) return null;
    const proofs = seen.map((one) => this.#extraStore(one));
    return proofs.every((proof) => proof !== null) ? (proofs[0] ?? null) : null;
  }

  /** The write out of bounds by threads without an element, in the line where one end of this race is such a thread. */
  #extraStore(one: SeenFault): Follows | null {
    const { fault } = one;
    const ends = [fault.at, fault.other].filter(
      (end) => end !== null && end.access === 'write' && this.#hasElement(end, one) === false,
    );
    const proof = this.#outside.find(
      (write) =>
        this.#hasElement(write.fault.at, write) === false &&
        ends.some((end) => end !== null && placeOf(end) !== null && placeOf(end) === placeOf(write.fault.at)),
    );
    return proof ? causeOf(proof.fault) : null;
  }

  /** Whether a thread has an element of its own; `null` if that is not known. */
  #hasElement({ block, thread }: AccessEnd, { fault, case: seen }: SeenFault): boolean | null {
    const launch = seen.run.launches[fault.launch];
    const laid = this.#launches.find((one) => one.launch === launch)?.laid;
    if (!launch || !laid) return null;
    const [x, y] = [block[0] * launch.block[0] + thread[0], block[1] * launch.block[1] + thread[1]];
    return x < laid.columns && y < laid.rows;
  }
}

/** Returns how a launch with one thread for each element of the first output lies over it; `null` if it is another one. */
function layOver(launch: LaunchRecord, seen: CaseEvidence): LaunchCoverage | null {
  const [output] = seen.outputs;
  const laid = output ? layoutOf(launch, seen, output, [seen])?.laid : null;
  if (!laid || laid.uncovered > 0) return null;
  const isRoundedUp =
    laid.threadColumns - laid.columns <= laid.blockColumns && laid.threadRows - laid.rows <= laid.blockRows;
  return isRoundedUp ? laid : null;
}

/** Returns the place of the one store that each thread of a case's one launch makes; `null` if it can be otherwise. */
function onlyStore(kernel: string, { run }: CaseEvidence): string | null {
  const launches = run.launches.filter((launch) => launch.kernel === kernel);
  const [launch] = launches;
  const stores = run.outputs.flatMap((output) => output.stores).filter((store) => store.kernel === kernel);
  const places = new Set(stores.map(({ position }) => placeOf({ position })));
  const [place] = places;
  if (!launch || launches.length > 1 || places.size !== 1 || !place) return null;
  const inside = sum(stores.map(({ count }) => count));
  const outside = run.faults.filter(
    ({ rule, at, kernel: by }) => rule === 'out-of-bounds-write' && by === kernel && placeOf(at) === place,
  );
  const threads = [...launch.grid, ...launch.block].reduce((product, extent) => product * extent, 1);
  const isOnce = inside === launch.outcome.outputThreads && inside + sum(outside.map(({ count }) => count)) <= threads;
  return isOnce ? place : null;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

function causeOf({ rule, at: { position } }: DeviceFault): Follows | null {
  return position && { rule, file: position.file, line: position.line, column: position.column };
}

function placeOf({ position }: Pick<AccessEnd, 'position'>): string | null {
  return position && `${position.file}:${position.line}:${position.column}`;
}
