import type { DeviceProgram, Kernel } from '../../compile/index.ts';
import type {
  BufferRole,
  Device,
  DeviceFault,
  DevicePointer,
  DeviceProperties,
  LaunchOutcome,
  LaunchRequest,
} from '../device.ts';
import { bareOutcome, refuseLaunch } from '../launch-rules.ts';
import { COUNTER_NAMES, Control } from './control.ts';
import { readFaults } from './faults.ts';
import { type Buffer, Heap } from './heap.ts';
import { formatPrinted } from './print.ts';
import { emulatorProperties } from './properties.ts';
import { ReadOnlyGuess } from './read-only.ts';

export interface EmulatorOptions {
  /** Decides order and gaps of buffers, and their poison. */
  readonly layoutSeed: number;
  /** Loop back-edges and calls of device code over all launches. */
  readonly deviceSteps: number;
  /** `program.wasm`, compiled; made here where it is missing. */
  readonly module?: WebAssembly.Module;
}

/** Bits of a byte's state, as in native/emulator/runtime/emu.h. */
const ADDRESSABLE = 1;
const INITIALISED = 2;
const OUTPUT = 8;
const FREED = 16;
const READ_ONLY = 128;

const ERROR = { invalidValue: 1, outOfMemory: 2, invalidFunction: 98, stackOverflow: 714, launchFailure: 719 } as const;
/** Rules of control.h that only this side can see. */
const STACK_OVERFLOW = 13;
const DEVICE_TRAP = 15;
/** `stop` of a launch that stored to what was expected to be only read, as in native/emulator/runtime/state.h. */
const STORED_TO_READ_ONLY = 0xffffffff;
/** How a kernel that waits is run, as in native/emulator/runtime/control.h. */
const SUSPENDS = { never: 0, asyncify: 1, coroutines: 2 } as const;
const SHARED_GAP = 256;

type Exports = {
  readonly memory: WebAssembly.Memory;
  __emu_open(): number;
  __emu_run(): void;
  __emu_abort(): void;
  __emu_report(rule: number, detail: number, site: number): void;
} & Readonly<Record<string, unknown>>;

export function createEmulator(program: DeviceProgram, options: EmulatorOptions): Emulator {
  const module = options.module ?? new WebAssembly.Module(program.wasm as Uint8Array<ArrayBuffer>);
  return new Emulator(program, module, options);
}

/** A device whose every access is checked, in a WebAssembly memory of its own. */
export class Emulator implements Device {
  readonly kind = 'emulator';
  readonly properties: DeviceProperties;
  readonly #program: DeviceProgram;
  readonly #exports: Exports;
  readonly #control: Control;
  readonly #heap: Heap;
  readonly #variables: readonly { name: string; address: number; bytes: number; constant: boolean }[];
  readonly #readOnly = new ReadOnlyGuess();
  #faults: DeviceFault[] = [];
  #output = '';
  #steps: number;
  #launches = 0;
  /** CUDA error code of the launch that was ended early: as on a GPU, nothing runs after it. */
  #failed = 0;

  constructor(program: DeviceProgram, module: WebAssembly.Module, options: EmulatorOptions) {
    this.#program = program;
    const unused = () => {
      throw new Error('a kernel waits that was not compiled to wait');
    };
    const asyncify = { start_unwind: unused, stop_unwind: unused, start_rewind: unused, stop_rewind: unused };
    this.#exports = new WebAssembly.Instance(module, { asyncify }).exports as Exports;
    this.#control = new Control(this.#exports.memory, this.#exports.__emu_open());
    this.#heap = new Heap(this.#control.get('heap'), this.#control.get('heapBytes'), options.layoutSeed);
    this.properties = emulatorProperties(this.#control.get('heapBytes'));
    this.#steps = options.deviceSteps;
    const placed = program.variables.map(({ name, bytes, constant, export: symbol }) => {
      const address = (this.#exports[symbol] as WebAssembly.Global).value as number;
      return { name, bytes, constant, address: address >>> 0 };
    });
    // The runtime searches them by halving.
    this.#variables = placed.sort((a, b) => a.address - b.address);
    this.#registerVariables();
    this.#numberPlaces();
  }

  /** Steps of the budget that are left. */
  get stepsLeft(): number {
    return this.#steps;
  }

  get buffers(): readonly Buffer[] {
    return this.#heap.buffers;
  }

  alloc(bytes: number, label: string, role: BufferRole): DevicePointer | null {
    const buffer = this.#heap.alloc(bytes, label, role);
    if (buffer === null) return null;
    this.#states(buffer.pointer, bytes).fill(ADDRESSABLE | (role === 'output' ? OUTPUT : 0));
    return buffer.pointer;
  }

  free(pointer: DevicePointer): number {
    const buffer = this.#heap.at(pointer);
    if (!buffer?.live) return ERROR.invalidValue;
    buffer.live = false;
    this.#states(pointer, buffer.bytes).fill(FREED);
    return 0;
  }

  write(pointer: DevicePointer, bytes: Uint8Array): number {
    if (!this.#holds(pointer, bytes.length)) return ERROR.invalidValue;
    this.#bytes(pointer, bytes.length).set(bytes);
    this.#initialise(pointer, bytes.length);
    return 0;
  }

  read(pointer: DevicePointer, into: Uint8Array): number {
    if (!this.#holds(pointer, into.length)) return ERROR.invalidValue;
    into.set(this.#bytes(pointer, into.length));
    return 0;
  }

  copy(to: DevicePointer, from: DevicePointer, bytes: number): number {
    if (!this.#holds(to, bytes) || !this.#holds(from, bytes)) return ERROR.invalidValue;
    this.#bytes(to, bytes).set(this.#bytes(from, bytes).slice());
    // What was not initialised there is not here either.
    const target = this.#states(to, bytes);
    const source = this.#states(from, bytes);
    for (let i = 0; i < bytes; i++) target[i] = ((target[i] ?? 0) & ~INITIALISED) | ((source[i] ?? 0) & INITIALISED);
    return 0;
  }

  set(pointer: DevicePointer, value: number, bytes: number): number {
    if (!this.#holds(pointer, bytes)) return ERROR.invalidValue;
    this.#bytes(pointer, bytes).fill(value & 255);
    this.#initialise(pointer, bytes);
    return 0;
  }

  /** Fills memory with bytes that nobody wrote: it stays uninitialised. */
  poison(pointer: DevicePointer, bytes: Uint8Array): void {
    this.#bytes(pointer, bytes.length).set(bytes);
  }

  /** A flag byte a byte: value 2, it was written; value 4, a kernel wrote it. */
  state(pointer: DevicePointer, bytes: number): Uint8Array {
    return this.#states(pointer, bytes).slice();
  }

  owns(pointer: DevicePointer): boolean {
    const start = this.#control.get('heap');
    const inHeap = pointer >= start && pointer < start + this.#control.get('heapBytes');
    return inHeap || this.#variables.some(({ address, bytes }) => pointer >= address && pointer < address + bytes);
  }

  symbol(name: string): { pointer: DevicePointer; bytes: number } | null {
    const variable = this.#variables.find((candidate) => candidate.name === name);
    return variable ? { pointer: variable.address, bytes: variable.bytes } : null;
  }

  launch(request: LaunchRequest): LaunchOutcome {
    const launch = this.#launches++;
    const kernel = this.#program.kernels.find(({ mangled }) => mangled === request.kernel);
    const sharedBytes = (kernel?.staticSharedBytes ?? 0) + request.dynamicSharedBytes;
    if (!kernel) return bareOutcome(ERROR.invalidFunction, sharedBytes);
    const refusal = refuseLaunch(this.properties, request.grid, request.block, sharedBytes);
    if (refusal) return bareOutcome(refusal.error, sharedBytes);
    if (this.#failed !== 0) return bareOutcome(this.#failed, sharedBytes);
    const dynamicOffset = this.#describe(kernel, request);
    const error = this.#runGuessing(kernel, request);
    this.#collect(kernel, request, launch, dynamicOffset);
    return this.#outcome(request, error, sharedBytes);
  }

  takeFaults(): DeviceFault[] {
    const taken = this.#faults;
    this.#faults = [];
    return taken;
  }

  takeOutput(): string {
    const taken = this.#output;
    this.#output = '';
    return taken;
  }

  dispose(): void {
    this.#faults = [];
  }

  /** Fills in the control. @returns where dynamic shared memory begins in the block's region */
  #describe(kernel: Kernel, request: LaunchRequest): number {
    const { grid, block, dynamicSharedBytes, args, counters } = request;
    const control = this.#control;
    const arrays = this.#program.sharedArrays;
    const dynamicOffset = Math.max(
      0,
      ...arrays.map(({ offset, bytes }) => roundUp(offset + Math.max(1, bytes) + SHARED_GAP)),
    );
    const ranges = [
      ...arrays.map(({ offset, bytes }) => [offset, bytes]),
      ...(dynamicSharedBytes > 0 ? [[dynamicOffset, dynamicSharedBytes]] : []),
    ];
    const view = new DataView(this.#exports.memory.buffer);
    for (const [index, [offset = 0, bytes = 0]] of ranges.entries()) {
      view.setUint32(control.get('sharedRanges') + 8 * index, offset, true);
      view.setUint32(control.get('sharedRanges') + 8 * index + 4, bytes, true);
    }
    if (args.length > control.get('argumentBytes')) throw new Error(`${args.length} bytes of kernel arguments`);
    this.#bytes(control.get('arguments'), args.length).set(args);
    const fields = {
      kernel: kernel.index,
      ...{ gridX: grid[0], gridY: grid[1], gridZ: grid[2], blockX: block[0], blockY: block[1], blockZ: block[2] },
      suspends: kernel.suspends ? SUSPENDS[this.#program.waiting] : 0,
      counting: counters ? 1 : 0,
      sharedRangeCount: ranges.length,
      siteCount: this.#program.sites.length,
      stepsLow: this.#steps >>> 0,
      stepsHigh: Math.floor(this.#steps / 2 ** 32),
    };
    for (const [field, value] of Object.entries(fields)) control.set(field as keyof typeof fields, value);
    return dynamicOffset;
  }

  /** Runs the launch, and begins anew where it stores to a buffer that it was expected only to read. */
  #runGuessing(kernel: Kernel, request: LaunchRequest): number {
    for (;;) {
      const readOnly = this.#readOnly.buffersOf(kernel, request, this.#heap.buffers);
      const restore = readOnly.length > 0 ? this.#snapshot(readOnly) : () => {};
      for (const { pointer, bytes } of readOnly) this.#mark(pointer, bytes, READ_ONLY);
      const error = this.#run();
      for (const { pointer, bytes } of readOnly) this.#unmark(pointer, bytes, READ_ONLY);
      if (error !== STORED_TO_READ_ONLY) {
        this.#steps = this.#control.get('stepsHigh') * 2 ** 32 + this.#control.get('stepsLow');
        this.#failed = error;
        return error;
      }
      const address = this.#control.get('storedTo');
      const buffer = readOnly.find(({ pointer, bytes }) => address >= pointer && address < pointer + bytes);
      if (!buffer) throw new Error('a store to read-only memory lies in none of the buffers');
      this.#readOnly.storedTo(kernel, request, buffer);
      restore();
      this.#control.set('stepsLow', this.#steps >>> 0);
      this.#control.set('stepsHigh', Math.floor(this.#steps / 2 ** 32));
    }
  }

  /** What a launch can change, the read-only buffers apart. @returns puts it back */
  #snapshot(readOnly: readonly Buffer[]): () => void {
    const buffers = this.#heap.buffers.filter((buffer) => buffer.live && !readOnly.includes(buffer));
    const ranges = [
      ...this.#variables.map(({ address, bytes }) => this.#bytes(address, bytes)),
      ...buffers.flatMap(({ pointer, bytes }) => [this.#bytes(pointer, bytes), this.#states(pointer, bytes)]),
    ];
    const kept = ranges.map((range) => range.slice());
    return () => {
      for (const [index, range] of ranges.entries()) range.set(kept[index] ?? range);
    };
  }

  /** @returns the CUDA error code of the execution */
  #run(): number {
    const control = this.#control;
    try {
      this.#exports.__emu_run();
    } catch (error) {
      // The engine's own stack has ended, before the kernel's did: too deep a recursion.
      const deep = error instanceof RangeError;
      if (!deep && !(error instanceof WebAssembly.RuntimeError)) throw error;
      this.#exports.__emu_abort();
      if (control.get('stop') === 0) {
        this.#exports.__emu_report(deep ? STACK_OVERFLOW : DEVICE_TRAP, 0, control.get('lastLoop'));
        control.set('stop', deep ? ERROR.stackOverflow : ERROR.launchFailure);
      }
    }
    return control.get('stop');
  }

  #collect(kernel: Kernel, request: LaunchRequest, launch: number, dynamicOffset: number): void {
    const control = this.#control;
    const faults = readFaults(this.#exports.memory, control.get('faults'), control.get('faultCount'), {
      program: this.#program,
      heap: this.#heap,
      kernel: kernel.name,
      launch,
      grid: request.grid,
      block: request.block,
      shared: {
        address: control.get('shared'),
        bytes: control.get('sharedBytes'),
        dynamicOffset,
        dynamicBytes: kernel.usesDynamicShared ? request.dynamicSharedBytes : 0,
      },
      variables: this.#variables,
      hostArgument: hasHostArgument(kernel, request.args),
      assertLine: control.get('assertLine'),
    });
    this.#faults.push(...faults);
    const printed = control.get('printBytes');
    if (printed > 0) this.#output += formatPrinted(this.#bytes(control.get('print'), printed).slice());
  }

  #outcome({ counters }: LaunchRequest, error: number, sharedBytes: number): LaunchOutcome {
    const control = this.#control;
    const view = new DataView(this.#exports.memory.buffer);
    const sites = this.#program.sites.map((_, site) => site);
    const big = (address: number) => Number(view.getBigUint64(address, true));
    const totals = control.get('counters');
    const perSite = control.get('siteCounters');
    return {
      error,
      sharedBytes,
      outputThreads: control.get('outputThreads'),
      outputBlocks: control.get('outputBlocks'),
      outputStores: sites.flatMap((site) => {
        const count = view.getUint32(control.get('siteStores') + 4 * site, true);
        return count > 0 ? [{ site, count }] : [];
      }),
      sharedLoads: control.get('sharedLoads') !== 0,
      counters: counters ? Object.fromEntries(COUNTER_NAMES.map((name, index) => [name, big(totals + 8 * index)])) : {},
      siteCounters:
        counters && perSite !== 0
          ? sites.flatMap((site) => {
              const [requests, units, conflicts, shared] = [0, 8, 16, 24].map((offset) =>
                big(perSite + 32 * site + offset),
              );
              if (!requests) return [];
              const unit = shared ? 'wavefronts' : 'sectors';
              return [
                { site, counters: { requests, [unit]: units ?? 0, ...(shared && { bankConflicts: conflicts ?? 0 }) } },
              ];
            })
          : [],
    };
  }

  #registerVariables(): void {
    const view = new DataView(this.#exports.memory.buffer);
    const table = this.#control.get('variables');
    for (const [index, { address, bytes, constant }] of this.#variables.entries()) {
      for (const [field, value] of [address, bytes, constant ? 1 : 0].entries())
        view.setUint32(table + 12 * index + 4 * field, value, true);
    }
    this.#control.set('variableCount', this.#variables.length);
  }

  /** Barriers of one source position are one barrier, wherever the optimiser put copies of it. */
  #numberPlaces(): void {
    const view = new DataView(this.#exports.memory.buffer);
    const table = this.#control.get('places');
    const numbers = new Map<string, number>();
    for (const [site, { position }] of this.#program.sites.entries()) {
      const key = position ? `${position.line}:${position.column}` : `site ${site}`;
      const number = numbers.get(key) ?? site;
      numbers.set(key, number);
      view.setUint32(table + 4 * site, number, true);
    }
  }

  #holds(pointer: DevicePointer, bytes: number): boolean {
    if (this.#variables.some(({ address, bytes: size }) => pointer >= address && pointer + bytes <= address + size))
      return true;
    return this.#heap.buffers.some(
      (buffer) => buffer.live && pointer >= buffer.pointer && pointer + bytes <= buffer.pointer + buffer.bytes,
    );
  }

  #initialise(pointer: DevicePointer, bytes: number): void {
    if (pointer >= this.#control.get('heap')) this.#mark(pointer, bytes, INITIALISED);
  }

  #mark(pointer: DevicePointer, bytes: number, bit: number): void {
    const states = this.#states(pointer, bytes);
    for (let i = 0; i < bytes; i++) states[i] = (states[i] ?? 0) | bit;
  }

  #unmark(pointer: DevicePointer, bytes: number, bit: number): void {
    const states = this.#states(pointer, bytes);
    for (let i = 0; i < bytes; i++) states[i] = (states[i] ?? 0) & ~bit;
  }

  #bytes(address: number, bytes: number): Uint8Array {
    return new Uint8Array(this.#exports.memory.buffer, address, bytes);
  }

  #states(address: number, bytes: number): Uint8Array {
    return this.#bytes(this.#control.get('state') + address - this.#control.get('heap'), bytes);
  }
}

/** Device memory begins at 512 MiB. */
function hasHostArgument({ parameters }: Kernel, args: Uint8Array): boolean {
  const view = new DataView(args.buffer, args.byteOffset, args.byteLength);
  return parameters.some(({ type, offset }) => type === 'pointer' && view.getUint32(offset, true) < 2 ** 29);
}

function roundUp(value: number): number {
  return Math.ceil(value / SHARED_GAP) * SHARED_GAP;
}
