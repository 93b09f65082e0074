import {
  ASYNCIFY_IMPORTS,
  type DeviceExports,
  SHARED_RANGE,
  SHARED_RANGE_BYTES,
  SUSPENDS,
  TRACKED_RANGE,
  TRACKED_RANGE_BYTES,
  VARIABLE,
  VARIABLE_BYTES,
} from '../../abi/index.ts';
import type { DeviceProgram, Kernel } from '../../compile/index.ts';
import type { Dim3, LaunchRequest } from '../device.ts';
import { Control } from './control.ts';

/** Memory of a launch whose stores are counted. Ranges of one slot are counted together; slot 0 is for outputs. */
export interface TrackedRange {
  readonly address: number;
  readonly bytes: number;
  readonly slot: number;
  /** True if each store counts, even if the thread later overwrites it: it is memory that no kernel should change. */
  readonly isInput?: boolean;
}

type Exports = DeviceExports & { readonly memory: WebAssembly.Memory } & Readonly<Record<string, unknown>>;

/** What of a device module's description its machine needs; plain data. */
export type MachineProgram = Pick<DeviceProgram, 'waiting' | 'sites' | 'sharedArrays' | 'variables'>;

export interface Variable {
  readonly name: string;
  readonly address: number;
  readonly bytes: number;
  readonly constant: boolean;
}

const SHARED_GAP = 256;

/** An instance of a device module with its memory, ready to launch. */
export class Machine {
  readonly exports: Exports;
  readonly control: Control;
  /** In the order of their addresses. */
  readonly variables: readonly Variable[];
  readonly #program: MachineProgram;

  constructor(program: MachineProgram, module: WebAssembly.Module) {
    this.#program = program;
    const unused = () => {
      throw new Error('a kernel waits that was not compiled to wait');
    };
    const asyncify = Object.fromEntries(ASYNCIFY_IMPORTS.map((name) => [name, unused]));
    this.exports = new WebAssembly.Instance(module, { asyncify }).exports as Exports;
    this.control = new Control(this.exports.memory, this.exports.__emu_open() >>> 0);
    const placed = program.variables.map(({ name, bytes, constant, export: symbol }) => {
      const address = (this.exports[symbol] as WebAssembly.Global).value as number | bigint;
      return { name, bytes, constant, address: Number(address) >>> 0 };
    });
    // The runtime searches them by halving.
    this.variables = placed.sort((a, b) => a.address - b.address);
    this.#registerVariables();
    this.#numberPlaces();
  }

  /** A view of its memory. */
  bytes(address: number, bytes: number): Uint8Array {
    return new Uint8Array(this.exports.memory.buffer, address, bytes);
  }

  view(): DataView {
    return new DataView(this.exports.memory.buffer);
  }

  /** Where the states of global memory from this address on are. */
  stateOf(address: number): number {
    return this.control.get('state') + address - this.control.get('heap');
  }

  /**
   * Fills in the control.
   * @param resident - how many blocks a GPU runs at the same time
   * @param tracked - memory whose stores are counted
   * @returns where dynamic shared memory begins in the block's region
   */
  describe(
    kernel: Kernel,
    request: LaunchRequest,
    steps: number,
    resident: number,
    tracked: readonly TrackedRange[],
  ): number {
    const { grid, block, dynamicSharedBytes, args, counters } = request;
    const cluster = clusterOf(kernel, request);
    const { control } = this;
    const arrays = this.#program.sharedArrays;
    const dynamicOffset = Math.max(
      0,
      ...arrays.map(({ offset, bytes }) => roundUp(offset + Math.max(1, bytes) + SHARED_GAP)),
    );
    const ranges = [
      ...arrays.map(({ offset, bytes }) => [offset, bytes]),
      ...(dynamicSharedBytes > 0 ? [[dynamicOffset, dynamicSharedBytes]] : []),
    ];
    const view = this.view();
    for (const [index, [offset = 0, bytes = 0]] of ranges.entries()) {
      const row = control.get('sharedRanges') + SHARED_RANGE_BYTES * index;
      view.setUint32(row + SHARED_RANGE.offset, offset, true);
      view.setUint32(row + SHARED_RANGE.bytes, bytes, true);
    }
    for (const [index, { address, bytes, slot }] of tracked.entries()) {
      const row = control.get('tracked') + TRACKED_RANGE_BYTES * index;
      view.setUint32(row + TRACKED_RANGE.first, address, true);
      view.setUint32(row + TRACKED_RANGE.bytes, bytes, true);
      view.setUint32(row + TRACKED_RANGE.slot, slot, true);
    }
    if (args.length > control.get('argumentBytes')) throw new Error(`${args.length} bytes of kernel arguments`);
    this.bytes(control.get('arguments'), args.length).set(args);
    const fields = {
      kernel: kernel.index,
      ...{ gridX: grid[0], gridY: grid[1], gridZ: grid[2], blockX: block[0], blockY: block[1], blockZ: block[2] },
      suspends: kernel.suspends ? SUSPENDS[this.#program.waiting] : 0,
      counting: counters ? 1 : 0,
      sharedRangeCount: ranges.length,
      siteCount: this.#program.sites.length,
      cooperative: request.cooperative ? 1 : 0,
      ...{ clusterX: cluster[0], clusterY: cluster[1], clusterZ: cluster[2] },
      maxResident: resident,
      trackedCount: tracked.length,
    };
    for (const [field, value] of Object.entries(fields)) control.set(field as keyof typeof fields, value);
    this.steps = steps;
    return dynamicOffset;
  }

  /** What is left of the budget. */
  get steps(): number {
    return this.control.get('stepsHigh') * 2 ** 32 + this.control.get('stepsLow');
  }

  set steps(steps: number) {
    this.control.set('stepsLow', steps >>> 0);
    this.control.set('stepsHigh', Math.floor(steps / 2 ** 32));
  }

  #registerVariables(): void {
    const view = this.view();
    const table = this.control.get('variables');
    for (const [index, { address, bytes, constant }] of this.variables.entries()) {
      const row = table + VARIABLE_BYTES * index;
      view.setUint32(row + VARIABLE.address, address, true);
      view.setUint32(row + VARIABLE.bytes, bytes, true);
      view.setUint32(row + VARIABLE.constant, constant ? 1 : 0, true);
    }
    this.control.set('variableCount', this.variables.length);
  }

  /** Barriers of one source position are one barrier, wherever the optimiser put copies of it. */
  #numberPlaces(): void {
    const view = this.view();
    const table = this.control.get('places');
    const numbers = new Map<string, number>();
    for (const [site, { position }] of this.#program.sites.entries()) {
      const key = position ? `${position.line}:${position.column}` : `site ${site}`;
      const number = numbers.get(key) ?? site;
      numbers.set(key, number);
      view.setUint32(table + 4 * site, number, true);
    }
  }
}

/** Returns the blocks of a cluster along each axis. */
export function clusterOf(kernel: Kernel, request: LaunchRequest): Dim3 {
  return request.cluster ?? kernel.cluster ?? [1, 1, 1];
}

function roundUp(value: number): number {
  return Math.ceil(value / SHARED_GAP) * SHARED_GAP;
}
