import { KERNEL_STREAM } from '../../../abi/index.ts';
import type { DeviceProgram, Kernel, SourcePosition } from '../../../compile/index.ts';
import type { LaunchByKernelOutcome, LaunchOutcome, LaunchRequest } from '../../device.ts';
import { TamperedRecord } from '../../tampered.ts';
import type { Machine } from '../machine.ts';
import type { GridPlace } from './places.ts';
import { allOf, beforeLaunch, merged, type Predecessor, tellPredecessors } from './predecessors.ts';
import { type LaunchByKernel, launchesOf } from './records.ts';

/** Runs the grid that the control says the rest of. */
type RunGrid = (kernel: Kernel, request: LaunchRequest, place: GridPlace) => LaunchOutcome;

/** Streams that are none: what is launched there runs when all else of the grid is over, or whenever it likes. */
const { tailLaunch: TAIL_LAUNCH, fireAndForget: FIRE_AND_FORGET } = KERNEL_STREAM;
/** Grids below that of the host: more than the 24 of the programming guide, for an H200 refuses none of 40. */
const MAX_DEPTH = 64;

interface Node {
  readonly place: GridPlace;
  readonly blocks: number;
  readonly depth: number;
  readonly predecessors: readonly Predecessor[];
  /** The latest handover that it has seen. */
  readonly tookOver: number;
  /** What it has launched, in the order in which it runs, and how much of it has begun. */
  readonly launches: readonly LaunchByKernel[];
  begun: number;
  /** Of each of its streams, what comes before the next grid there. */
  readonly streams: Map<string, { readonly predecessors: readonly Predecessor[]; readonly tookOver: number }>;
}

/**
 * Grids that kernels launch. CUDA lets them run from their launch on, and has them ended before the grid that launched
 * them counts as such. Here each begins when that grid's threads have ended: in the order of the launches, what a grid
 * launches itself before the next one, and tail launches last. So every order that streams ask for is kept. What a
 * grid must not rely on is told by what is known to come before it: all else races with it, whichever ran first here.
 */
export class NestedLaunches {
  readonly #program: DeviceProgram;
  readonly #machine: Machine;
  readonly #runGrid: RunGrid;
  #pendingLimit: number;
  /** The control says what it has to of a grid of the host's. */
  #isReady = false;
  #pending = 0;
  #nextBlock = 0;
  #grids: GridPlace[] = [];

  constructor(program: DeviceProgram, machine: Machine, pendingLimit: number, runGrid: RunGrid) {
    this.#program = program;
    this.#machine = machine;
    this.#pendingLimit = pendingLimit;
    this.#runGrid = runGrid;
  }

  /** cudaLimitDevRuntimePendingLaunchCount. */
  set pendingLimit(count: number) {
    this.#pendingLimit = count;
    this.#isReady = false;
  }

  /** The grids since the host's launch, in the order of their blocks' numbers. */
  get grids(): readonly GridPlace[] {
    return this.#grids;
  }

  /** Host code launches a grid. */
  begin(place: GridPlace): void {
    this.#grids = [place];
    this.#pending = 0;
    this.#nextBlock = blocksOf(place);
    if (!this.#isReady) this.#describe(0, [], 0, place.firstBlock);
    this.#isReady = true;
  }

  /**
   * Runs what the host's grid has launched, and what that has.
   * @param launchesLeft - how many more launches there may be
   * @param launchNumber - gives the next launch its number
   */
  run(
    request: LaunchRequest,
    launchesLeft: number,
    launchNumber: () => number,
  ): Pick<LaunchOutcome, 'byKernels' | 'launchesSpent'> {
    const [place] = this.#grids;
    const done: LaunchByKernelOutcome[] = [];
    if (!place) return {};
    const open = [this.#node(place, 0, [], 0)];
    for (let node = open.at(-1); node; node = open.at(-1)) {
      const record = node.launches[node.begun];
      if (!record) {
        open.pop();
        this.#ended(node, open.at(-1));
        continue;
      }
      if (done.length >= launchesLeft) return { byKernels: done, launchesSpent: true };
      node.begun++;
      this.#pending--;
      const { child, outcome, kernel } = this.#launch(request, node, record, launchNumber());
      done.push({
        ...{ kernel: kernel.name, grid: record.grid, block: record.block, launch: child.place.launch, outcome },
        position: this.#positionOf(record),
        by: { kernel: node.place.kernel, launch: node.place.launch },
      });
      if (outcome.error !== 0) return { byKernels: done };
      open.push(kernel.launches ? this.#node(child.place, child.depth, child.predecessors, child.tookOver) : child);
    }
    return { byKernels: done };
  }

  #launch(request: LaunchRequest, parent: Node, record: LaunchByKernel, launch: number) {
    const kernel = this.#program.kernels[record.kernel];
    if (!kernel) throw new TamperedRecord('launches by kernels');
    const place: GridPlace = {
      ...{ kernel: kernel.name, grid: record.grid, block: record.block, launch, parent: parent.place },
      firstBlock: this.#nextBlock,
    };
    const blocks = blocksOf(place);
    const { predecessors, tookOver } = this.#before(parent, record);
    // A tail launch takes the place of the grid that asks for it.
    const depth = parent.depth + (record.stream === TAIL_LAUNCH ? 0 : 1);
    this.#grids.push(place);
    this.#nextBlock += blocks;
    this.#describe(depth, predecessors, tookOver, place.firstBlock);
    this.#machine.control.set('byKernel', 1);
    this.#isReady = false;
    const outcome = this.#runGrid(
      kernel,
      {
        ...{ kernel: kernel.mangled, grid: record.grid, block: record.block, args: record.args },
        ...{ dynamicSharedBytes: record.sharedBytes, counters: request.counters },
      },
      place,
    );
    const child: Node = { place, blocks, depth, predecessors, tookOver, launches: [], begun: 0, streams: new Map() };
    return { child, outcome, kernel };
  }

  /** Of the grid that has just run. */
  #node(place: GridPlace, depth: number, predecessors: readonly Predecessor[], tookOver: number): Node {
    const { kernels, sites } = this.#program;
    const bounds = { kernels: kernels.length, sites: sites.length, blocks: this.#nextBlock };
    const all = launchesOf(this.#machine, bounds);
    this.#pending += all.length;
    const isTail = ({ stream }: LaunchByKernel) => stream === TAIL_LAUNCH;
    const launches = [...all.filter((record) => !isTail(record)), ...all.filter(isTail)];
    return { place, blocks: blocksOf(place), depth, predecessors, tookOver, launches, begun: 0, streams: new Map() };
  }

  #before(parent: Node, record: LaunchByKernel): Pick<Node, 'predecessors' | 'tookOver'> {
    const first = parent.place.firstBlock;
    const own =
      record.stream === TAIL_LAUNCH
        ? [allOf(first, this.#nextBlock - first)]
        : beforeLaunch(record, { firstBlock: first, blocks: parent.blocks });
    const key = streamOf(record);
    const inStream = key === null ? undefined : parent.streams.get(key);
    return {
      predecessors: merged([...parent.predecessors, ...own, ...(inStream?.predecessors ?? [])]),
      tookOver: Math.max(parent.tookOver, record.tookOver, inStream?.tookOver ?? 0),
    };
  }

  /** A grid with all that it has launched comes before what follows in its stream. */
  #ended(node: Node, parent: Node | undefined): void {
    const record = parent?.launches[parent.begun - 1];
    const key = record ? streamOf(record) : null;
    if (!parent || key === null) return;
    const first = node.place.firstBlock;
    parent.streams.set(key, {
      predecessors: merged([...node.predecessors, allOf(first, this.#nextBlock - first)]),
      tookOver: node.tookOver,
    });
  }

  #describe(depth: number, predecessors: readonly Predecessor[], tookOver: number, firstBlock: number): void {
    const { control } = this.#machine;
    const fields = {
      ...{ byKernel: 0, firstBlockNumber: firstBlock, tookOver, mayNest: depth < MAX_DEPTH ? 1 : 0 },
      ...{ launchLimit: Math.max(0, this.#pendingLimit - this.#pending), pendingLimit: this.#pendingLimit },
    };
    for (const [field, value] of Object.entries(fields)) control.set(field as keyof typeof fields, value);
    tellPredecessors(this.#machine, predecessors);
  }

  #positionOf({ site }: LaunchByKernel): SourcePosition | null {
    return this.#program.sites[site]?.position ?? null;
  }
}

function blocksOf({ grid }: GridPlace): number {
  return grid[0] * grid[1] * grid[2];
}

/** Without a stream of their own, the launches of a block follow each other. Null for a launch that follows nothing. */
function streamOf({ stream, byBlock }: LaunchByKernel): string | null {
  if (stream === TAIL_LAUNCH || stream === FIRE_AND_FORGET) return null;
  return stream === 0 ? `block ${byBlock}` : `stream ${stream}`;
}
