import {
  BYTE_STATE,
  COUNTER_NAMES,
  HOST_RANGE,
  HOST_RANGE_BYTES,
  INFLUENCE_NAMES,
  ORDERING,
  REVERSED,
  RULE_NAMES,
  readPointer,
  STOP,
  WORK_NAMES,
} from '../../abi/index.ts';
import type { DeviceProgram, Kernel } from '../../compile/index.ts';
import { FIXED_LIMITS } from '../../limits/index.ts';
import type {
  BufferRole,
  Device,
  DeviceFault,
  DevicePointer,
  DeviceProperties,
  Footprint,
  HostRange,
  LaunchCost,
  LaunchOutcome,
  LaunchRequest,
  LaunchWork,
  Reversed,
  RunningGrid,
  TextureObject,
} from '../device.ts';
import { bareOutcome, refuseCluster, refuseCooperative, refuseLaunch, sharedLimit } from '../launch-rules.ts';
import { residentBlocks } from '../occupancy.ts';
import type { BlockRecording, RecordingRequest } from '../recording/index.ts';
import { TamperedRecord } from '../tampered.ts';
import { addBits, onlyBits } from './byte-flags.ts';
import { RARE_COUNTERS } from './control.ts';
import { calledSites, countedSites } from './counted-sites.ts';
import { DeliveredBytes } from './delivered.ts';
import { DeviceHeap, MALLOC_HEAP_BYTES } from './device-heap.ts';
import { failedAsserts } from './failed-asserts.ts';
import { type FaultContext, readFaults } from './faults.ts';
import { type Given, givenBuffers, pointedAt } from './given.ts';
import { type Buffer, Heap } from './heap.ts';
import type { TrackedRange } from './machine.ts';
import { clusterOf, Machine } from './machine.ts';
import { type GridPlace, NestedLaunches } from './nested/index.ts';
import { footprintOf, Partition, type PartitionOptions } from './partition/index.ts';
import { formatPrinted } from './print.ts';
import { emulatorProperties } from './properties.ts';
import { ReadOnlyGuess } from './read-only.ts';
import { BlockRecorder } from './recorded-block.ts';
import { siteSamples } from './site-samples.ts';
import { Textures } from './textures.ts';
import { coordinates } from './threads.ts';
import { storesOf, trackedRanges } from './tracked.ts';

export interface EmulatorOptions {
  /** Decides order and gaps of buffers, and their poison. */
  readonly layoutSeed: number;
  /** Loop back-edges and calls of device code over all launches. */
  readonly deviceSteps: number;
  /** `program.wasm`, compiled; made here where it is missing. */
  readonly module?: WebAssembly.Module;
  /** Who runs blocks besides this thread; nobody where it is missing. The result does not depend on it. */
  readonly partition?: PartitionOptions;
  /** What host code sees, and what limits launches; default: an H200's with the emulator's memory. */
  readonly properties?: DeviceProperties;
  /** What takes turns from the last one on; default: nothing does. */
  readonly reversed?: Reversed;
  /** Whether the other threads go on after a failed assertion, as on a GPU; default: no, since nothing is checked then. */
  readonly outlastsAsserts?: boolean;
  /** Record what the threads of one block do. The program must have been compiled for it. Default: no. */
  readonly records?: RecordingRequest;
}

const REVERSED_BITS = {
  threads: REVERSED.threads,
  'threads-and-blocks': REVERSED.threads | REVERSED.blocks,
  'threads-and-resident-blocks': REVERSED.threads | REVERSED.blocks | REVERSED.residentBlocks,
} as const;

/** What a device of an altered run does. */
export interface AlteredPart {
  readonly part: NonNullable<(typeof INFLUENCE_NAMES)[number]>;
  /** One word of so many is altered. */
  readonly every: number;
}

/** Addresses and sizes of a program's memory before anything is allocated: those of every instance. */
export interface Geometry {
  readonly heap: number;
  readonly heapBytes: number;
  /** The heap of device code; 0 where it allocates nothing. */
  readonly mallocHeapBytes: number;
  readonly variables: readonly { readonly name: string; readonly address: number; readonly bytes: number }[];
  readonly properties: DeviceProperties;
}

const {
  addressable: ADDRESSABLE,
  initialised: INITIALISED,
  written: WRITTEN,
  output: OUTPUT,
  freed: FREED,
  readOnly: READ_ONLY,
} = BYTE_STATE;

const ERROR = { invalidValue: 1, outOfMemory: 2, invalidFunction: 98 } as const;
/** What the runtime leaves in `stop`: nothing, or a code. */
const STOPS: ReadonlySet<number> = new Set([0, ...Object.values(STOP)]);
/** Rules that only this side can see. */
const STACK_OVERFLOW = RULE_NAMES.indexOf('stack-overflow');
const DEVICE_TRAP = RULE_NAMES.indexOf('device-trap');
/** cudaLimitDevRuntimePendingLaunchCount where nobody sets it. */
const PENDING_LAUNCHES = 2048;
/** The most bytes that are watched for stores in all launches together. This takes about a second. */
const MOST_WATCHED = 512 * 2 ** 20;
/** Tells devices apart where one process has several. */
let devices = 0;

export function createEmulator(program: DeviceProgram, options: EmulatorOptions): Emulator {
  const module = options.module ?? new WebAssembly.Module(program.wasm as Uint8Array<ArrayBuffer>);
  return new Emulator(program, module, options);
}

/** A device whose every access is checked, in a WebAssembly memory of its own. */
export class Emulator implements Device {
  readonly kind = 'emulator';
  readonly properties: DeviceProperties;
  readonly #program: DeviceProgram;
  readonly #machine: Machine;
  readonly #partition: Partition;
  readonly #heap: Heap;
  readonly #deviceHeap: DeviceHeap;
  readonly #outlastsAsserts: boolean;
  readonly #readOnly = new ReadOnlyGuess();
  readonly #nested: NestedLaunches;
  #faults: DeviceFault[] = [];
  /** Describes the grid that runs now; `null` if none does. */
  #running: (() => FaultContext) | null = null;
  readonly #output = { stdout: '', stderr: '' };
  #steps: number;
  #launches = 0;
  /** CUDA error code of the launch that was ended early: as on a GPU, nothing runs after it. */
  #failed = 0;
  #hostRanges: readonly HostRange[] = [];
  readonly #textures: Textures;
  readonly #delivered = new DeliveredBytes();
  /** Bytes of buffers whose stores may still be watched, over all launches. */
  #watchedBytes = MOST_WATCHED;
  /** Bytes that footprints may still be taken of. */
  #footprintBytes = 2 ** 31;
  #isAltered = false;
  readonly #recorder: BlockRecorder | null;
  readonly #reversed: number;
  /** Variables that host code has set, with how many launches came before. */
  readonly #setVariables = new Map<string, number>();

  constructor(program: DeviceProgram, module: WebAssembly.Module, options: EmulatorOptions) {
    this.#program = program;
    this.#machine = new Machine(program, module);
    const { control } = this.#machine;
    this.#textures = new Textures(this.#machine);
    this.#heap = new Heap(control.get('heap'), control.get('heapBytes'), options.layoutSeed);
    this.#deviceHeap = new DeviceHeap(this.#machine.exports.memory, control, this.#heap);
    this.setMallocHeap(MALLOC_HEAP_BYTES);
    this.properties = options.properties ?? emulatorProperties(control.get('heapBytes'));
    this.#steps = options.deviceSteps;
    this.#outlastsAsserts = options.outlastsAsserts === true;
    this.#recorder = options.records ? new BlockRecorder(options.records, program, this.#machine) : null;
    this.#reversed = options.reversed === undefined ? 0 : REVERSED_BITS[options.reversed];
    const { waiting, sites, sharedArrays, variables } = program;
    this.#nested = new NestedLaunches(program, this.#machine, PENDING_LAUNCHES, (kernel, request, place) =>
      this.#runGrid(kernel, request, place),
    );
    const device = { id: devices++, module, program: { waiting, sites, sharedArrays, variables } };
    this.#partition = new Partition(device, this.#machine, options.partition ?? { helpers: null });
  }

  /** The recorded block; `null` if no launch had it. */
  get recording(): BlockRecording | null {
    return this.#recorder?.recording ?? null;
  }

  /** Steps of the budget that are left. */
  get stepsLeft(): number {
    return this.#steps;
  }

  /** cudaLimitMallocHeapSize; without effect where device code allocates nothing. */
  setMallocHeap(bytes: number): void {
    if (this.#program.allocates) this.#deviceHeap.resize(bytes);
  }

  /** cudaLimitDevRuntimePendingLaunchCount. */
  setPendingLaunches(count: number): void {
    this.#nested.pendingLimit = count;
  }

  /** Sets what the next launch does as one of the devices of an altered run (native/emulator/runtime/influence.c). */
  alterLoads({ part, every }: AlteredPart): void {
    this.#isAltered = true;
    this.#machine.control.set('influence', INFLUENCE_NAMES.indexOf(part));
    this.#machine.control.set('alterEvery', every);
  }

  /** The values that threads of the last launch got from other threads; `null` if there was no memory to keep them. */
  get keptValues(): Uint8Array | null {
    const { control } = this.#machine;
    if (control.get('logLost') !== 0) return null;
    const bytes = control.get('logBytes');
    return this.#bytes(control.get('logEnd') - bytes, bytes);
  }

  /** Gives threads of the next launch the values that were kept on another device of the same program. */
  giveValues(kept: Uint8Array, from: Emulator): void {
    const { control } = this.#machine;
    this.#bytes(from.#machine.control.get('logEnd') - kept.length, kept.length).set(kept);
    control.set('logBytes', kept.length);
  }

  /** Where it has what. */
  get geometry(): Geometry {
    const { control, variables } = this.#machine;
    return {
      heap: control.get('heap'),
      heapBytes: control.get('heapBytes'),
      mallocHeapBytes: this.#program.allocates ? MALLOC_HEAP_BYTES : 0,
      variables: variables.map(({ name, address, bytes }) => ({ name, address, bytes })),
      properties: this.properties,
    };
  }

  get buffers(): readonly Buffer[] {
    return this.#heap.buffers;
  }

  alloc(bytes: number, label: string, role: BufferRole): DevicePointer | null {
    const buffer = this.#heap.alloc(bytes, label, role);
    if (buffer === null) return null;
    this.#states(buffer.pointer, bytes).fill(ADDRESSABLE | OUTPUT);
    return buffer.pointer;
  }

  free(pointer: DevicePointer, isKept = false): number {
    const buffer = this.#heap.at(pointer);
    if (!buffer?.live) return ERROR.invalidValue;
    this.#heap.free(buffer, isKept);
    this.#states(pointer, buffer.bytes).fill(FREED);
    return 0;
  }

  suspend(pointer: DevicePointer): void {
    this.free(pointer, true);
  }

  resume(pointer: DevicePointer): void {
    const buffer = this.#heap.at(pointer);
    if (!buffer || buffer.live) return;
    this.#heap.revive(buffer);
    this.#states(pointer, buffer.bytes).fill(ADDRESSABLE | OUTPUT);
  }

  write(pointer: DevicePointer, bytes: Uint8Array, made?: Uint8Array): number {
    if (!this.#holds(pointer, bytes.length)) return ERROR.invalidValue;
    this.#bytes(pointer, bytes.length).set(bytes);
    this.#delivered.overwritten(this.#heap.holding(pointer), pointer, bytes.length);
    this.#initialise(pointer, bytes.length);
    if (made && this.#inHeap(pointer)) {
      const states = this.#states(pointer, bytes.length);
      for (const [at, flags] of made.entries()) states[at] = (states[at] ?? 0) | (flags & WRITTEN);
    }
    return 0;
  }

  read(pointer: DevicePointer, into: Uint8Array): number {
    if (!this.#holds(pointer, into.length)) return ERROR.invalidValue;
    into.set(this.#bytes(pointer, into.length));
    this.#delivered.read(this.#heap.holding(pointer), pointer, into.length);
    return 0;
  }

  /** Reads memory for the grader, which does not count as a use of it. */
  peek(pointer: DevicePointer, into: Uint8Array): number {
    if (!this.#holds(pointer, into.length)) return ERROR.invalidValue;
    into.set(this.#bytes(pointer, into.length));
    return 0;
  }

  copy(to: DevicePointer, from: DevicePointer, bytes: number): number {
    if (!this.#holds(to, bytes) || !this.#holds(from, bytes)) return ERROR.invalidValue;
    this.#bytes(to, bytes).set(this.#bytes(from, bytes));
    this.#delivered.copied(this.#heap.holding(to), to, this.#heap.holding(from), from, bytes);
    // What was not initialised there is not here either, and what a kernel computed remains its work.
    const carried = INITIALISED | WRITTEN;
    const ofVariable = this.#inHeap(from) ? null : this.#variableState(from);
    this.#noteVariable(to);
    if (!this.#inHeap(to)) return 0;
    const { exports } = this.#machine;
    if (ofVariable === null) exports.__emu_copy_states(to, from, bytes, carried);
    else exports.__emu_set_states(to, bytes, ~carried, ofVariable);
    return 0;
  }

  set(pointer: DevicePointer, value: number, bytes: number): number {
    if (!this.#holds(pointer, bytes)) return ERROR.invalidValue;
    this.#bytes(pointer, bytes).fill(value & 255);
    this.#delivered.overwritten(this.#heap.holding(pointer), pointer, bytes);
    this.#initialise(pointer, bytes);
    return 0;
  }

  /** Fills memory with bytes that nobody wrote: it stays uninitialised. */
  poison(pointer: DevicePointer, bytes: Uint8Array): void {
    this.#bytes(pointer, bytes.length).set(bytes);
  }

  /** A flag byte a byte: value 2, it was written; value 4, a kernel wrote it. */
  state(pointer: DevicePointer, bytes: number): Uint8Array {
    if (!this.#inHeap(pointer)) return new Uint8Array(bytes).fill(this.#variableState(pointer));
    return onlyBits(this.#states(pointer, bytes), INITIALISED | WRITTEN);
  }

  /** Bytes that the checks have taken so far for the memory of a buffer, in pages of 4 KiB and records. */
  shadowBytes(pointer: DevicePointer, bytes: number): number {
    return this.#machine.exports.__emu_shadow(pointer, bytes) >>> 0;
  }

  owns(pointer: DevicePointer): boolean {
    const start = this.#machine.control.get('heap');
    const inHeap = pointer >= start && pointer < start + this.#machine.control.get('heapBytes');
    return (
      inHeap || this.#machine.variables.some(({ address, bytes }) => pointer >= address && pointer < address + bytes)
    );
  }

  symbol(name: string): { pointer: DevicePointer; bytes: number } | null {
    const variable = this.#machine.variables.find((candidate) => candidate.name === name);
    return variable ? { pointer: variable.address, bytes: variable.bytes } : null;
  }

  launch(request: LaunchRequest): LaunchOutcome {
    const launch = this.#launches++;
    const kernel = this.#program.kernels.find(({ mangled }) => mangled === request.kernel);
    const sharedBytes = (kernel?.staticSharedBytes ?? 0) + request.dynamicSharedBytes;
    if (!kernel) return bareOutcome(ERROR.invalidFunction, sharedBytes);
    const limit = sharedLimit(this.properties, kernel.staticSharedBytes, request);
    const refusal = refuseLaunch(this.properties, request.grid, request.block, sharedBytes, limit, kernel);
    if (refusal) return bareOutcome(refusal.error, sharedBytes);
    const tooLarge = request.cooperative ? refuseCooperative(request.grid, this.#resident(kernel, request)) : null;
    if (tooLarge) return bareOutcome(tooLarge.error, sharedBytes);
    if (this.#failed !== 0) return bareOutcome(this.#failed, sharedBytes);
    const { grid, block } = request;
    const place = { kernel: kernel.name, grid, block, firstBlock: 0, launch, parent: null };
    this.#nested.begin(place);
    const outcome = this.#runGrid(kernel, request, place);
    if (!kernel.launches || outcome.error !== 0) return outcome;
    const { launchesLeft = Number.POSITIVE_INFINITY } = request;
    return { ...outcome, ...this.#nested.run(request, launchesLeft, () => this.#launches++) };
  }

  /** Runs one grid, which host code or a kernel has launched. */
  #runGrid(kernel: Kernel, request: LaunchRequest, place: GridPlace): LaunchOutcome {
    const sharedBytes = kernel.staticSharedBytes + request.dynamicSharedBytes;
    const cluster = clusterOf(kernel, request);
    const misfit = refuseCluster(request.grid, cluster, kernel.cluster, request.nonPortableCluster === true);
    if (misfit) return bareOutcome(misfit.error, sharedBytes);
    const given = givenBuffers(kernel, request, this.#heap, this.#hostRanges);
    const tracked = trackedRanges(this.#heap.live, given);
    const dynamicOffset = this.#machine.describe(
      kernel,
      request,
      this.#steps,
      this.#resident(kernel, request),
      tracked,
    );
    const steps = this.#steps;
    // Grids of a stream are ordered: kernels launch them in the same order each time.
    this.#machine.control.set('reversed', kernel.launches || place.parent !== null ? 0 : this.#reversed);
    // What grids that are related do to each other is looked at without a guess about what each only reads.
    const isRelated = kernel.launches || place.parent !== null || request.footprints === true;
    const isClustered = cluster.some((extent) => extent > 1);
    const storesOfLaunch = request.counters && !this.#isAltered ? this.#watchStores() : null;
    this.#running = () => this.#context(kernel, request, place, dynamicOffset, given);
    const endRecording = this.#beginRecording(kernel, request, place, dynamicOffset);
    const error = isRelated
      ? this.#runRelated(request)
      : this.#runGuessing(kernel, request, tracked, given, isClustered);
    this.#running = null;
    endRecording?.();
    const delivered = storesOfLaunch && this.#delivered.launched(storesOfLaunch());
    const context = this.#context(kernel, request, place, dynamicOffset, given);
    this.#collect(context);
    const cost = { steps: steps - this.#steps, bufferBytes: this.#bytesGiven(given) };
    const outcome = this.#outcome(request, error, sharedBytes, tracked, cost, context);
    const footprints = request.footprints && { footprints: this.#footprints(kernel, place) };
    return { ...outcome, ...(delivered && { delivered }), ...footprints };
  }

  #beginRecording(
    kernel: Kernel,
    request: LaunchRequest,
    place: GridPlace,
    dynamicOffset: number,
  ): (() => void) | null {
    if (!this.#recorder || place.parent !== null) return null;
    const stateOf = ({ pointer, bytes }: Buffer) => this.state(pointer, bytes);
    return this.#recorder.begin(kernel, request, place.launch, this.#heap.live, stateOf, dynamicOffset);
  }

  /** Blocks that a GPU runs at the same time. */
  #resident(kernel: Kernel, request: LaunchRequest): number {
    const threads = request.block[0] * request.block[1] * request.block[2];
    const sharedBytes = kernel.staticSharedBytes + request.dynamicSharedBytes;
    const limit = sharedLimit(this.properties, kernel.staticSharedBytes, request);
    return residentBlocks(this.properties, threads, sharedBytes, limit) * this.properties.multiProcessorCount;
  }

  /** @returns null where grids that the kernel launches do more */
  #footprints(kernel: Kernel, place: GridPlace): Footprint[] | null {
    if (kernel.launches || place.parent !== null) return null;
    const buffers = [...this.#heap.live].map(({ pointer, bytes }) => ({ address: pointer, bytes }));
    const variables = this.#machine.variables.map(({ address, bytes }) => ({ address, bytes }));
    const ranges = [...buffers, ...variables].filter(({ bytes }) => bytes > 0);
    this.#footprintBytes -= ranges.reduce((sum, { bytes }) => sum + bytes, 0);
    if (this.#footprintBytes < 0) return null;
    return ranges.flatMap((range) => {
      const words = footprintOf(this.#machine, range);
      if (!words) return [];
      const first = words.findIndex((bits) => bits !== 0);
      const end = words.findLastIndex((bits) => bits !== 0) + 1;
      return [{ address: range.address - (range.address % 4) + 4 * first, words: words.slice(first, end) }];
    });
  }

  #runRelated(request: LaunchRequest): number {
    const error = this.#run(() => this.#partition.runAlone(request));
    this.#takeSteps();
    this.#failed = error;
    return error;
  }

  mapHost(ranges: readonly HostRange[]): void {
    const { control } = this.#machine;
    const view = this.#machine.view();
    const count = Math.min(ranges.length, control.get('hostRangeLimit'));
    for (const [index, { host, bytes, device, guard }] of ranges.slice(0, count).entries()) {
      const row = control.get('hostRanges') + HOST_RANGE_BYTES * index;
      view.setUint32(row + HOST_RANGE.first, host - guard, true);
      view.setUint32(row + HOST_RANGE.bytes, bytes + 2 * guard, true);
      view.setUint32(row + HOST_RANGE.shift, device - host, true);
    }
    control.set('hostRangeCount', count);
    this.#hostRanges = ranges;
  }

  setTexture(object: TextureObject): void {
    this.#textures.set(object);
  }

  takeFaults(): DeviceFault[] {
    const taken = this.#faults;
    this.#faults = [];
    return taken;
  }

  running(): RunningGrid | null {
    if (!this.#running) return null;
    const { control } = this.#machine;
    const context = this.#running();
    const faults = [...this.#faults, ...readFaults(control.get('faults'), control.get('faultCount'), context)];
    const numberAt = (name: 'runningLoop' | 'runningThread' | 'runningBlock') =>
      this.#machine.view().getUint32(control.get(name), true);
    return {
      faults,
      loop: this.#program.sites[numberAt('runningLoop')]?.position ?? null,
      block: coordinates(numberAt('runningBlock') - context.place.firstBlock, context.grid),
      thread: coordinates(numberAt('runningThread'), context.block),
    };
  }

  takeOutput(stream: 'stdout' | 'stderr'): string {
    const taken = this.#output[stream];
    this.#output[stream] = '';
    return taken;
  }

  dispose(): void {
    this.#faults = [];
  }

  /**
   * Runs the launch, and begins again where it stores to a buffer that it was expected only to read.
   * @param isClustered - blocks wait for each other, so that only this thread runs them
   */
  #runGuessing(
    kernel: Kernel,
    request: LaunchRequest,
    tracked: readonly TrackedRange[],
    given: Given,
    isClustered: boolean,
  ): number {
    const { exports } = this.#machine;
    for (;;) {
      const readOnly = this.#readOnly.buffersOf(kernel, request, given, this.#heap.liveBytes);
      const restore = readOnly.length > 0 ? this.#snapshot(readOnly) : () => {};
      // While accesses are counted, loads must not pass unseen: FREED says the same of live memory (emu.h).
      const mark = request.counters ? FREED : READ_ONLY;
      for (const { pointer, bytes } of readOnly) exports.__emu_set_states(pointer, bytes, ~0, mark);
      const error = this.#run(() =>
        this.#reversed === 0 && !isClustered && this.#recorder === null
          ? this.#partition.run(kernel, request, this.#heap.buffers, readOnly, tracked, this.#textures.used)
          : this.#partition.runAlone(request),
      );
      for (const { pointer, bytes } of readOnly) exports.__emu_set_states(pointer, bytes, ~mark, 0);
      if (error !== STOP.storedToReadOnly) {
        this.#takeSteps();
        this.#failed = error;
        return error;
      }
      const address = this.#machine.control.get('storedTo');
      const buffer = readOnly.find(({ pointer, bytes }) => address >= pointer && address < pointer + bytes);
      if (!buffer) throw new TamperedRecord('control: storedTo');
      this.#readOnly.storedTo(kernel, given, buffer);
      restore();
      this.#machine.steps = this.#steps;
    }
  }

  /** @returns gives, after a launch, which bytes of each buffer it stored to; `null` if that takes too long */
  #watchStores(): (() => [Buffer, Uint8Array][]) | null {
    const { exports } = this.#machine;
    this.#watchedBytes -= this.#heap.liveBytes;
    if (this.#watchedBytes < 0) return null;
    const before = [...this.#heap.live]
      .filter(({ bytes }) => bytes > 0)
      .map((buffer) => [buffer, onlyBits(this.#states(buffer.pointer, buffer.bytes), WRITTEN)] as const);
    for (const [{ pointer, bytes }] of before) exports.__emu_set_states(pointer, bytes, ~WRITTEN, 0);
    return () =>
      before.map(([buffer, written]) => {
        const states = this.#states(buffer.pointer, buffer.bytes);
        const stored = onlyBits(states, WRITTEN);
        addBits(states, written);
        return [buffer, stored];
      });
  }

  /** A launch only ever takes from the budget. */
  #takeSteps(): void {
    const { steps } = this.#machine;
    if (steps > this.#steps) throw new TamperedRecord('control: steps');
    this.#steps = steps;
  }

  /** What a launch can change, the read-only buffers apart. @returns puts it back */
  #snapshot(readOnly: readonly Buffer[]): () => void {
    const buffers = [...this.#heap.live].filter((buffer) => !readOnly.includes(buffer));
    const [allocated, size] = this.#deviceHeap.range;
    const ranges = [
      ...(size > 0 ? [this.#bytes(allocated, size), this.#states(allocated, size)] : []),
      ...this.#machine.variables.map(({ address, bytes }) => this.#bytes(address, bytes)),
      ...buffers.flatMap(({ pointer, bytes }) => [this.#bytes(pointer, bytes), this.#states(pointer, bytes)]),
    ];
    const kept = ranges.map((range) => range.slice());
    return () => {
      for (const [index, range] of ranges.entries()) range.set(kept[index] ?? range);
    };
  }

  /** @returns the CUDA error code of the execution */
  #run(blocks: () => void): number {
    const { control, exports } = this.#machine;
    try {
      blocks();
    } catch (error) {
      // The engine's own stack has ended, before the kernel's did: too deep a recursion.
      const deep = error instanceof RangeError;
      if (!deep && !(error instanceof WebAssembly.RuntimeError)) throw error;
      if (this.#outlastsAsserts && control.get('outlasts') !== 0) return this.#run(exports.__emu_outlast);
      exports.__emu_abort();
      if (control.get('stop') === 0) {
        exports.__emu_report(deep ? STACK_OVERFLOW : DEVICE_TRAP, 0, control.get('lastLoop'));
        control.set('stop', deep ? STOP.stackOverflow : STOP.launchFailure);
      }
    }
    const stopped = control.get('stop');
    if (stopped === STOP.noRoom) throw new Error('no memory for the blocks of clusters that wait');
    if (!STOPS.has(stopped)) throw new TamperedRecord('control: stop');
    return stopped;
  }

  #context(
    kernel: Kernel,
    request: LaunchRequest,
    place: GridPlace,
    dynamicOffset: number,
    given: Given,
  ): FaultContext {
    const control = this.#machine.control;
    return {
      program: this.#program,
      heap: this.#heap,
      deviceHeap: this.#deviceHeap,
      kernel: kernel.name,
      launch: place.launch,
      place,
      grids: this.#nested.grids,
      grid: request.grid,
      block: request.block,
      computing: { kernel, args: request.args, grid: request.grid, block: request.block },
      shared: {
        address: control.get('shared'),
        bytes: control.get('sharedBytes'),
        dynamicOffset: kernel.usesDynamicShared ? dynamicOffset : null,
        dynamicBytes: kernel.usesDynamicShared ? request.dynamicSharedBytes : 0,
        clusterAddress: control.get('clusterShared'),
        clusterBlocks: clusterOf(kernel, request).reduce((product, extent) => product * extent, 1),
      },
      variables: this.#machine.variables,
      pointedAt: pointedAt(kernel, given),
      hostArgument: hasHostArgument(kernel, request.args, control.get('firstAddress'), this.#hostRanges),
      memory: this.#machine.exports.memory,
    };
  }

  #collect(context: FaultContext): void {
    const { control } = this.#machine;
    this.#faults.push(...readFaults(control.get('faults'), control.get('faultCount'), context));
    const printed = control.get('printBytes');
    const left = FIXED_LIMITS.devicePrintTextBytes - this.#output.stdout.length;
    if (printed > 0 && left > 0)
      this.#output.stdout += formatPrinted(this.#bytes(control.get('print'), printed).slice(), left).text;
    this.#output.stderr += failedAsserts(this.#machine, context.place);
  }

  #outcome(
    request: LaunchRequest,
    error: number,
    sharedBytes: number,
    tracked: readonly TrackedRange[],
    cost: LaunchCost,
    context: FaultContext,
  ): LaunchOutcome {
    const control = this.#machine.control;
    const countersLost = request.counters && control.get('countersLost') !== 0;
    const counters = request.counters && !countersLost;
    const unchecked = control.get('unchecked');
    const ordering = control.get('ordering');
    const view = this.#machine.view();
    const sites = this.#program.sites.length;
    const big = (address: number) => Number(view.getBigUint64(address, true));
    const totals = control.get('counters');
    return {
      error,
      sharedBytes,
      ...storesOf(this.#machine, tracked, this.#program.sites),
      sharedLoads: control.get('sharedLoads') !== 0,
      counters: counters
        ? Object.fromEntries(
            COUNTER_NAMES.map((name, index) => [name, big(totals + 8 * index)] as const).filter(
              ([name, count]) => count > 0 || !RARE_COUNTERS.has(name),
            ),
          )
        : {},
      ...(countersLost && { countersLost }),
      ...(unchecked > 0 && { unchecked }),
      ...((ordering & ORDERING.anyAtomic) !== 0 && { usesAtomics: true }),
      ...((ordering & ORDERING.clockRead) !== 0 && { readsClock: true }),
      siteCounters: counters ? countedSites(this.#machine, sites) : [],
      ...(counters && { work: this.#work(), atomicSites: calledSites(this.#machine, sites) }),
      ...(counters && { cost, siteSamples: siteSamples(this.#machine, sites, request.grid, context) }),
    };
  }

  #work(): LaunchWork {
    const view = this.#machine.view();
    const first = this.#machine.control.get('counters') + 8 * COUNTER_NAMES.length;
    const sums = WORK_NAMES.map((name, index) => [name, Number(view.getBigUint64(first + 8 * index, true))] as const);
    const work = Object.fromEntries(sums) as unknown as LaunchWork;
    // Managed memory moves to the GPU and stays. Of a cache nothing is known: each byte counts once in each direction.
    const isMapped = this.#hostRanges.every(({ isPinned }) => isPinned);
    const all = this.#hostRanges.reduce((sum, { bytes }) => sum + bytes, 0);
    return { ...work, hostBytes: isMapped ? Math.min(work.hostBytes, 2 * all) : 0 };
  }

  /** Of the buffers that the kernel's arguments point to; of all where they point to none. */
  #bytesGiven(given: Given): number {
    return given.size > 0 ? [...given.keys()].reduce((sum, { bytes }) => sum + bytes, 0) : this.#heap.liveBytes;
  }

  #holds(pointer: DevicePointer, bytes: number): boolean {
    if (
      this.#machine.variables.some(
        ({ address, bytes: size }) => pointer >= address && pointer + bytes <= address + size,
      )
    )
      return true;
    return this.#heap.holds(pointer, bytes);
  }

  #initialise(pointer: DevicePointer, bytes: number): void {
    this.#noteVariable(pointer);
    if (!this.#inHeap(pointer)) return;
    // What host code puts there is no kernel's work any more.
    this.#machine.exports.__emu_set_states(pointer, bytes, ~WRITTEN, INITIALISED);
  }

  #inHeap(pointer: DevicePointer): boolean {
    return pointer >= this.#machine.control.get('heap');
  }

  #variableAt(pointer: DevicePointer): string {
    const found = this.#machine.variables.find(({ address, bytes }) => pointer >= address && pointer < address + bytes);
    return found?.name ?? '';
  }

  /** Host code sets a variable, where this address is one's. */
  #noteVariable(pointer: DevicePointer): void {
    if (!this.#inHeap(pointer)) this.#setVariables.set(this.#variableAt(pointer), this.#launches);
  }

  /** Stores to variables are not watched: one that host code has not set since the last launch is a kernel's work. */
  #variableState(pointer: DevicePointer): number {
    const set = this.#setVariables.get(this.#variableAt(pointer)) ?? 0;
    return this.#launches > set ? INITIALISED | WRITTEN : INITIALISED;
  }

  #bytes(address: number, bytes: number): Uint8Array {
    return this.#machine.bytes(address, bytes);
  }

  #states(address: number, bytes: number): Uint8Array {
    return this.#bytes(this.#machine.stateOf(address), bytes);
  }
}

/** @param first - what lies below is the host's */
function hasHostArgument(
  { parameters }: Kernel,
  args: Uint8Array,
  first: number,
  mapped: readonly HostRange[],
): boolean {
  const view = new DataView(args.buffer, args.byteOffset, args.byteLength);
  return parameters.some(({ type, offset }) => {
    if (type !== 'pointer') return false;
    const address = readPointer(view, offset);
    return address < first && !mapped.some(({ host, bytes }) => address >= host && address < host + bytes);
  });
}
