import { ORDERING } from '../../../abi/index.ts';
import type { Kernel } from '../../../compile/index.ts';
import type { LaunchRequest } from '../../device.ts';
import type { Buffer } from '../heap.ts';
import type { Machine, TrackedRange } from '../machine.ts';
import { mergeParts } from './merge.ts';
import { ClockPace, type Pace } from './pace.ts';
import type { HelpedDevice, Helper, Helpers, Part, PartResult, Range } from './part.ts';

export interface PartitionOptions {
  /** Who may run blocks besides this thread; null: nobody. */
  readonly helpers: Helpers | null;
  /** For tests: when to look up and to divide. */
  readonly pace?: () => Pace;
}

/** Copies for helpers must not cost more memory than the machine has to spare. */
const MAX_BYTES = 64 * 2 ** 20;
/** What dividing costs at least, and for each byte that helpers need or that may be stored to, milliseconds. */
const COST_MS = 5;
const COST_PER_BYTE_MS = 5e-6;
/** A division has to win several times what it costs. */
const WORTH = 6;
/** How much longer than this thread's own part others may take before their work is given up. */
const PATIENCE = 2;
const PATIENCE_MS = 300;

/**
 * Runs the blocks of launches on several processors. This thread runs them in order; of a launch that goes on for long
 * it leaves the last blocks to helpers, each with an instance and a copy of the memory of its own. When it has come to
 * them, what helpers did is taken over, provided that no two parts touched a byte that one of them stored to: then
 * it is what this thread would have done. Else it is forgotten, and this thread goes on. So neither the clock nor the
 * number of processors can be seen in what a launch gives.
 */
export class Partition {
  readonly #device: HelpedDevice;
  readonly #machine: Machine;
  readonly #helpers: Helpers | null;
  readonly #pace: () => Pace;
  /** Kernels whose blocks were found to depend on each other. */
  readonly #entangled = new Set<Kernel>();

  constructor(device: HelpedDevice, machine: Machine, { helpers, pace }: PartitionOptions) {
    this.#device = device;
    this.#machine = machine;
    this.#helpers = helpers;
    this.#pace = pace ?? (() => new ClockPace());
  }

  /**
   * Runs the launch that the control describes.
   * @param buffers - of global memory, live and freed
   * @param readOnly - those of them that no block can store to without ending the launch
   * @param tracked - memory whose stores are counted
   * @param described - memory of the runtime's own that the device has filled in
   * @throws WebAssembly.RuntimeError, RangeError where it traps
   */
  run(
    kernel: Kernel,
    request: LaunchRequest,
    buffers: readonly Buffer[],
    readOnly: readonly Buffer[],
    tracked: readonly TrackedRange[],
    described: readonly MemoryRange[],
  ): void {
    const { control, exports } = this.#machine;
    const total = request.grid.reduce((product, extent) => product * extent, 1);
    const pace = this.#pace();
    const dividing =
      this.#helpers !== null &&
      total < 2 ** 32 &&
      !this.#entangled.has(kernel) &&
      // Helpers know of no memory that the host shares, and of none that device code allocates.
      control.get('hostRangeCount') === 0 &&
      control.get('deviceHeapBytes') === 0;
    let division: Division | null = null;
    let isOver = !dividing;
    let end = total;
    control.set('firstBlock', 0);
    try {
      for (let done = 0; done < total; ) {
        const slice = pace.slice(done, end);
        control.set('sliceBlocks', slice);
        if (done === 0) exports.__emu_run();
        else exports.__emu_continue();
        done += slice;
        if (division && done === end) {
          if (division.join(this.#machine)) return;
          this.#entangled.add(kernel);
          division = null;
          end = total;
        } else if (!isOver && done < total) {
          division = this.#divide(kernel, request, {
            buffers,
            readOnly,
            tracked,
            described,
            done,
            total,
            expectedMs: pace.expectedMs(done, total),
          });
          if (division) end = division.firstBlock;
          isOver = division !== null;
        }
      }
    } finally {
      division?.release();
    }
  }

  /** Runs the launch that the control describes in this thread alone. */
  runAlone(request: LaunchRequest): void {
    const { control, exports } = this.#machine;
    control.set('firstBlock', 0);
    const total = request.grid.reduce((product, extent) => product * extent, 1);
    for (let done = 0; done < total; ) {
      const slice = Math.min(total - done, 2 ** 31);
      control.set('sliceBlocks', slice);
      if (done === 0) exports.__emu_run();
      else exports.__emu_continue();
      done += slice;
    }
  }

  #divide(kernel: Kernel, request: LaunchRequest, at: Moment): Division | null {
    const { buffers, readOnly, tracked, described, done, total, expectedMs } = at;
    if (
      expectedMs === 0 ||
      (this.#machine.control.get('ordering') & (ORDERING.globalAtomic | ORDERING.blocksWait)) !== 0
    )
      return null;
    const memory = [...this.#memory(buffers), ...described];
    const bytes = memory.reduce((sum, range) => sum + range.bytes, 0);
    if (bytes > MAX_BYTES || expectedMs < WORTH * (COST_MS + COST_PER_BYTE_MS * bytes)) return null;
    const helpers = (this.#helpers?.take(expectedMs) ?? []).slice(0, total - done - 1);
    if (helpers.length === 0) return null;
    const watched = this.#watched(buffers, readOnly);
    const steps = this.#machine.steps;
    // Until they have begun, this thread has gone on.
    const headStart = Math.round(((total - done) * COST_MS) / expectedMs);
    const share = Math.max(1, Math.floor((total - done - headStart) / (helpers.length + 1)));
    const parts = helpers.map((_, index): Part => {
      const firstBlock = total - share * (helpers.length - index);
      return {
        ...{ kernel, steps, firstBlock, blocks: share, watched, tracked },
        request: { ...request, args: request.args.slice() },
        memory: memory.map((range) => ({
          address: range.address,
          bytes: this.#machine.bytes(range.address, range.bytes).slice(),
        })),
      };
    });
    for (const [index, helper] of helpers.entries()) {
      const part = parts[index];
      if (part) helper.begin(this.#device, part);
    }
    return new Division(helpers, watched, steps, total - share * helpers.length);
  }

  /** What blocks can see. */
  #memory(buffers: readonly Buffer[]): MemoryRange[] {
    const machine = this.#machine;
    return [
      ...machine.variables,
      ...buffers.flatMap(({ pointer, bytes, live }) => [
        { address: machine.stateOf(pointer), bytes },
        ...(live ? [{ address: pointer, bytes }] : []),
      ]),
    ].map(({ address, bytes }) => ({ address, bytes }));
  }

  /** What they may store to. */
  #watched(buffers: readonly Buffer[], readOnly: readonly Buffer[]): Range[] {
    const machine = this.#machine;
    return [
      ...machine.variables
        .filter(({ constant }) => !constant)
        .map(({ address, bytes }) => ({ address, bytes, state: null })),
      ...buffers
        .filter((buffer) => buffer.live && buffer.bytes > 0 && !readOnly.includes(buffer))
        .map(({ pointer, bytes }) => ({ address: pointer, bytes, state: machine.stateOf(pointer) })),
    ];
  }
}

export interface MemoryRange {
  readonly address: number;
  readonly bytes: number;
}

interface Moment {
  readonly buffers: readonly Buffer[];
  readonly readOnly: readonly Buffer[];
  readonly tracked: readonly TrackedRange[];
  readonly described: readonly MemoryRange[];
  readonly done: number;
  readonly total: number;
  readonly expectedMs: number;
}

/** Helpers at work on the last blocks of a launch. */
class Division {
  readonly #helpers: readonly Helper[];
  readonly #watched: readonly Range[];
  readonly #steps: number;
  readonly #begunAt = performance.now();
  /** Of the first helper. */
  readonly firstBlock: number;

  constructor(helpers: readonly Helper[], watched: readonly Range[], steps: number, firstBlock: number) {
    this.#helpers = helpers;
    this.#watched = watched;
    this.#steps = steps;
    this.firstBlock = firstBlock;
  }

  /** Takes over what the helpers did, once the machine has come to where they began. @returns false where it cannot */
  join(machine: Machine): boolean {
    const until = performance.now() + PATIENCE * (performance.now() - this.#begunAt) + PATIENCE_MS;
    const results: PartResult[] = [];
    try {
      for (const helper of this.#helpers) {
        const result = helper.result(Math.max(0, until - performance.now()));
        if (!result) return false;
        results.push(result);
      }
    } finally {
      this.release();
    }
    // A block that waits for later ones has let them begin here.
    if ((machine.control.get('ordering') & ORDERING.blocksWait) !== 0) return false;
    return mergeParts(machine, this.#watched, results, this.#steps);
  }

  release(): void {
    for (const helper of this.#helpers) helper.release();
  }
}
