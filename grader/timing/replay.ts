import { POINTER_BYTES, writePointer } from '../abi/index.ts';
import {
  type CudaAddon,
  type CudaDevice,
  createCudaDevice,
  gpuFault,
  type Handle,
  isDriverError,
  isLost,
  isOfMachine,
  openCuda,
  Untranslatable,
} from '../device/gpu/index.ts';
import type { PlanStep, PlanTarget } from '../host/plan/index.ts';
import { InfrastructureError } from '../platform/index.ts';
import { elementBytes } from '../spec/index.ts';
import { HostArrays } from './host-arrays.ts';
import { keyOf, placesOf, poisonRange, rangeOf, type Sample } from './inputs.ts';
import { GraderKernels } from './kernels.ts';
import { checkReplayable, lineOf } from './replayable.ts';
import {
  type Clocks,
  type OutputCopy,
  type Repetition,
  type Replay,
  ReplayFailure,
  type ReplayTask,
} from './session.ts';

export interface ReplayOptions extends ReplayTask {
  readonly ordinal: number;
  /** Another driver than the system's own. */
  readonly library?: string;
  /** Memory for copies of outputs, used already; further copies get memory of their own. */
  readonly copies?: Uint8Array;
}

type Step<Kind extends PlanStep['step']> = Extract<PlanStep, { step: Kind }>;

/** At least so much is written before a repetition: it makes L2 cold, and takes longer than queueing the plan. */
const FLUSH_BYTES = 512 << 20;
const FLUSHES_OF_L2 = 4;
/** Later than this after the plan's last step, the device was not idle. Waiting itself takes up to a millisecond. */
const LATE_MS = 3;
const TIMEOUT = 702;
/** Kernels that the reason of a failure names, at most. */
const MOST_NAMED = 4;
/** NVML's clocks event reasons that slow down: power cap, hardware, thermal (software and hardware), power brake. */
const SLOWING = 0x4 | 0x8 | 0x20 | 0x40 | 0x80;

/**
 * Replays a launch plan on a GPU, with no host code of a submission anywhere near: the process that this runs in holds
 * the plan, the module and our own clock.
 */
export class GpuReplay implements Replay {
  readonly #task: ReplayOptions;
  readonly #addon: CudaAddon;
  readonly #device: CudaDevice;
  readonly #kernels: GraderKernels;
  readonly #scratchBytes: number;
  /** What makes L2 cold; null while the replay rests. */
  #scratch: { readonly address: Handle; readonly bytes: number } | null = null;
  readonly #uuid: string;
  /** 32-bit addresses of the plan's buffers, by number, in the current repetition. */
  #buffers = new Map<number, number>();
  #outputs = new Map<string, number>();
  readonly #hostArrays: HostArrays;
  /** Memory of each copy, used again by later timings, and the copies that are in it now. */
  readonly #copies = new Map<string, Uint8Array>();
  readonly #kept = new Set<string>();
  /** Bytes of the memory for copies that belong to one. */
  #copied = 0;
  /** Settings of kernels after the steps that are prepared so far. */
  readonly #configured = new Map<string, string>();

  /** @throws ReplayFailure where the plan cannot be replayed */
  constructor(task: ReplayOptions) {
    checkReplayable(task.plan);
    this.#hostArrays = new HostArrays(task);
    const { image, ordinal, launchTimeoutMs, library } = task;
    const addon = openCuda(library);
    if (typeof addon === 'string') throw new InfrastructureError(addon);
    this.#task = task;
    this.#addon = addon;
    this.#device = createCudaDevice(task.program, {
      image,
      limits: task.plan.limits ?? [],
      layout: 1,
      launchTimeoutMs,
      ordinal,
      ...(library !== undefined && { library }),
    });
    this.#kernels = new GraderKernels(addon);
    const gpu = addon.devices()[ordinal];
    this.#uuid = gpu?.uuid ?? '';
    this.#scratchBytes = Math.max(FLUSH_BYTES, FLUSHES_OF_L2 * (gpu?.l2Bytes ?? 0));
    this.#scratch = this.#makeScratch();
  }

  #makeScratch(): { readonly address: Handle; readonly bytes: number } {
    const bytes = Math.min(this.#scratchBytes, Math.floor(this.#addon.memoryInfo().freeBytes / 4));
    return { address: this.#addon.allocate(bytes), bytes };
  }

  async repeat({ seed, reload }: { readonly seed: number; readonly reload: boolean }): Promise<Repetition> {
    return this.#guarded(() => {
      this.#scratch ??= this.#makeScratch();
      // Host code that begins finds the module's variables as they are at its start.
      this.#device.renew(reload || this.#device.hasVariables);
      this.#allocate(seed);
      this.#configured.clear();
      const queue = this.#task.plan.steps.flatMap((step) => this.#prepared(step));
      this.#addon.resetPersistingL2();
      return this.#timed(queue, seed, this.#scratch);
    });
  }

  async read(output: string, sample: Sample | null): Promise<Uint8Array> {
    const { size, count } = this.#declared(output);
    if (sample === null) return this.#part(output, 0, new Uint8Array(count * size));
    const onHost = this.#hostArrays.output(output);
    return onHost ? chosenOf(onHost, size, placesOf(sample, count)) : this.#gathered(output, sample);
  }

  #declared(output: string): { readonly size: number; readonly count: number } {
    const declared = this.#task.outputs.find(({ name }) => name === output);
    if (!declared) throw new Error(`there is no output ${output}`);
    return { size: elementBytes(declared.type), count: declared.count };
  }

  /** The bytes of an output from byte `start` on, copied by the driver. */
  #part(output: string, start: number, into: Uint8Array): Uint8Array {
    const onHost = this.#hostArrays.output(output);
    if (onHost) {
      into.set(onHost.subarray(start, start + into.length));
      return into;
    }
    this.#guarded(() => this.#must(this.#device.read(this.#pointerTo(output) + start, into), 'reading an output'));
    return into;
  }

  /** Samples go through the memory that makes L2 cold: the next repetition overwrites it before the submission runs. */
  #gathered(output: string, sample: Sample): Uint8Array {
    const scratch = this.#scratch;
    const { size, count } = this.#declared(output);
    const into = new Uint8Array(sample.count * size);
    if (!scratch || scratch.bytes < into.length) throw new Error('there is no memory for a sample');
    const from = this.#device.gpuAddress(this.#pointerTo(output));
    const { stream } = this.#device;
    this.#guarded(() => {
      this.#must(this.#kernels.gather(scratch.address, { from, size, count, sample }, stream), 'reading an output');
      this.#must(this.#addon.wait(stream, this.#task.launchTimeoutMs), 'reading an output');
      this.#addon.read(scratch.address, into);
    });
    return into;
  }

  #pointerTo(output: string): number {
    const pointer = this.#outputs.get(output);
    if (pointer === undefined) throw new Error(`there is no output ${output}`);
    return pointer;
  }

  async keep({ output, number, start, count }: OutputCopy): Promise<void> {
    const { size, count: all } = this.#declared(output);
    if (start + count > all) throw new Error(`${output} has ${all} elements`);
    const name = `${number} ${output}`;
    this.#part(output, start * size, this.#copyOf(name, count * size));
    this.#kept.add(name);
  }

  #copyOf(name: string, bytes: number): Uint8Array {
    const known = this.#copies.get(name);
    if (known?.length === bytes) return known;
    const given = this.#task.copies?.subarray(this.#copied, this.#copied + bytes);
    const copy = given?.length === bytes ? given : new Uint8Array(bytes);
    if (copy === given) this.#copied += bytes;
    this.#copies.set(name, copy);
    return copy;
  }

  async kept({ output, number }: OutputCopy): Promise<Uint8Array> {
    const name = `${number} ${output}`;
    const copy = this.#copies.get(name);
    if (!copy || !this.#kept.delete(name)) throw new Error(`there is no copy ${name}`);
    return copy;
  }

  async free(): Promise<void> {
    this.#device.dispose();
  }

  async rest(): Promise<boolean> {
    return this.#guarded(() => {
      this.#device.renew(false);
      if (this.#scratch) this.#addon.release(this.#scratch.address);
      this.#scratch = null;
      return hasRoom(this.#addon.memoryInfo());
    });
  }

  async close(): Promise<void> {
    this.#device.dispose();
  }

  /** Fresh buffers: inputs made, outputs poisoned, the submission's own filled with what was random. */
  #allocate(seed: number): void {
    const { plan, inputs, outputs } = this.#task;
    const stream = this.#device.stream;
    this.#buffers = new Map();
    this.#outputs = new Map();
    for (const step of plan.steps) {
      if (step.step !== 'alloc') continue;
      const { buffer, bytes, label, role } = step;
      const pointer = this.#device.alloc(bytes, label, role);
      if (pointer === null) throw new ReplayFailure('launch', `there is no room on the GPU for ${label}`);
      this.#buffers.set(buffer, pointer);
      const to = this.#device.gpuAddress(pointer);
      const input = role === 'input' ? inputs.find(({ name }) => name === label) : undefined;
      const output = role === 'output' ? outputs.find(({ name }) => name === label) : undefined;
      if (output) this.#outputs.set(label, pointer);
      const array = input ?? output ?? { type: 'uint8' as const, count: bytes };
      const range = input ? rangeOf(input.distribution, input.type) : poisonRange(array.type);
      const key = keyOf(seed, input ? label : `poison ${label}`);
      const { type, count } = array;
      this.#must(this.#kernels.fill(to, { type, count, key, range }, stream), 'making an input');
    }
    this.#hostArrays.make(this.#addon, seed, (to, what) => {
      this.#must(this.#kernels.fill(to, what, stream), 'making an input');
      this.#must(this.#addon.wait(stream, this.#task.launchTimeoutMs), 'making an input');
    });
    this.#must(this.#addon.wait(stream, this.#task.launchTimeoutMs), 'making the inputs');
  }

  /** What a step comes to in the stream; nothing for what is done before or does not concern the device. */
  #prepared(step: PlanStep): (() => void)[] {
    const addon = this.#addon;
    const { stream } = this.#device;
    switch (step.step) {
      case 'write': {
        const bytes = step.from ? this.#hostArrays.at(step.from, step.bytes) : fromBase64(step.data ?? '');
        const to = this.#at(step.to);
        return [() => addon.writeAsync(to, bytes, stream)];
      }
      case 'read': {
        // What goes to memory of the program's own is seen by nobody here.
        if (!step.to) return [];
        const [from, into] = [this.#plain(step.from, step.bytes), this.#hostArrays.at(step.to, step.bytes)];
        return [() => addon.readAsync(from, into, stream)];
      }
      case 'symbol':
        return [this.#variableWrite(step)];
      case 'copy': {
        const [to, from] = [this.#plain(step.to, step.bytes), this.#plain(step.from, step.bytes)];
        return [() => addon.copyAsync(to, from, step.bytes, stream)];
      }
      case 'set': {
        const to = this.#plain(step.to, step.bytes);
        return [() => addon.fillAsync(to, step.value, step.bytes, stream)];
      }
      case 'launch': {
        const { mangled, grid, block, dynamicSharedBytes, maxDynamicSharedBytes, carveout, error } = step;
        const { cluster, nonPortableCluster } = step;
        if (error !== 0) return [];
        const args = this.#arguments(step);
        const own = {
          ...(maxDynamicSharedBytes !== undefined && { maxDynamicSharedBytes }),
          ...(carveout !== undefined && { carveout }),
          ...(nonPortableCluster && { nonPortableCluster }),
        };
        const request = { kernel: mangled, grid, block, dynamicSharedBytes, ...own, args, counters: false };
        const { handle, block: packed, settings } = this.#device.prepare(request);
        const launch = () => {
          const code = addon.launch(handle, grid, block, dynamicSharedBytes, stream, packed, cluster);
          // Host code would have got no error here: the launch lacks something that the replay does not have.
          if (code !== 0) throw this.#refusedLaunch(step, code);
        };
        const before = this.#configured.get(mangled);
        const now = JSON.stringify(settings);
        this.#configured.set(mangled, now);
        if (before === now) return [launch];
        const configure = () => this.#device.configure(handle, settings);
        if (before !== undefined) return [configure, launch];
        configure();
        return [launch];
      }
      default:
        return [];
    }
  }

  #timed(
    queue: readonly (() => void)[],
    seed: number,
    { address, bytes }: { readonly address: Handle; readonly bytes: number },
  ): Repetition {
    const addon = this.#addon;
    const { stream } = this.#device;
    const [before, start, end, late] = [
      addon.createEvent(),
      addon.createEvent(),
      addon.createEvent(),
      addon.createEvent(),
    ];
    const began = performance.now();
    addon.recordEvent(before, stream);
    addon.fillAsync(address, seed & 255, bytes, stream);
    addon.recordEvent(start, stream);
    for (const step of queue) step();
    addon.recordEvent(end, stream);
    this.#must(addon.wait(stream, this.#task.launchTimeoutMs), this.#running);
    this.#must(addon.synchronize(this.#task.launchTimeoutMs), this.#running);
    const ended = performance.now();
    addon.recordEvent(late, stream);
    this.#must(addon.wait(stream, this.#task.launchTimeoutMs), this.#running);
    const deviceMs = addon.elapsed(start, end);
    const behind = addon.elapsed(end, late);
    const flushMs = addon.elapsed(before, start);
    for (const event of [before, start, end, late]) addon.destroyEvent(event);
    return {
      deviceMs,
      deviceWideMs: behind > LATE_MS ? deviceMs + behind : deviceMs,
      hostMs: ended - began - flushMs,
      clocks: this.#clocks(),
    };
  }

  #clocks(): Clocks | null {
    const clocks = this.#addon.clocks(this.#uuid);
    return clocks && { ...clocks, throttled: (clocks.reasons & SLOWING) !== 0 };
  }

  #pointer(place: PlanTarget): number {
    if ('variable' in place) return this.#variable(place.variable) + place.offset;
    const start = this.#buffers.get(place.buffer);
    if (start === undefined) throw new ReplayFailure('plan', `it uses buffer ${place.buffer} before there is one`);
    return start + place.offset;
  }

  #at(place: PlanTarget): Handle {
    return this.#device.gpuAddress(this.#pointer(place));
  }

  #variable(name: string): number {
    const found = this.#device.symbol(name);
    if (!found) throw new ReplayFailure('plan', `the module has no variable ${name}`);
    return found.pointer;
  }

  /** Of bytes that are the same on the GPU. A pointer in a variable is not: it is wider there. */
  #plain(place: PlanTarget, bytes: number): Handle {
    const pointer = this.#pointer(place);
    if ('variable' in place && this.#device.isTranslated(pointer, bytes))
      throw new ReplayFailure('plan', 'it copies or sets a pointer that is a variable on the GPU');
    return this.#device.gpuAddress(pointer);
  }

  #variableWrite({ variable, offset, data, pointer }: Step<'symbol'>): () => void {
    const { stream } = this.#device;
    const to = this.#variable(variable) + offset;
    const given = fromBase64(data ?? '');
    const content = pointer && this.#device.isTranslated(to, given.length) ? this.#pointerBytes(pointer) : given;
    const [address, bytes] = [this.#device.gpuAddress(to), this.#device.carried(to, content)];
    return () => this.#addon.writeAsync(address, bytes, stream);
  }

  #pointerBytes(place: PlanTarget): Uint8Array {
    const bytes = new Uint8Array(POINTER_BYTES);
    writePointer(new DataView(bytes.buffer), 0, this.#pointer(place));
    return bytes;
  }

  /** The argument block as host code would make it now, with this repetition's addresses. */
  #arguments(step: Step<'launch'>): Uint8Array {
    const kernel = this.#task.program.kernels.find(({ mangled }) => mangled === step.mangled);
    if (!kernel) throw new ReplayFailure('plan', `there is no kernel ${step.kernel}`);
    const block = new Uint8Array(kernel.argumentBytes);
    const view = new DataView(block.buffer);
    for (const [index, argument] of step.args.entries()) {
      const offset = kernel.parameters[index]?.offset ?? 0;
      if (argument.kind !== 'value') {
        writePointer(view, offset, this.#pointer(argument));
        continue;
      }
      block.set(fromBase64(argument.base64), offset);
      for (const pointer of argument.pointers ?? []) writePointer(view, offset + pointer.at, this.#pointer(pointer));
    }
    return block;
  }

  /** The kernels of the plan: which of them failed is not known until the device has finished. */
  get #running(): string {
    const kernels = new Set(this.#task.plan.steps.flatMap((step) => (step.step === 'launch' ? [step.kernel] : [])));
    const named = [...kernels].slice(0, MOST_NAMED).join(', ');
    const more = kernels.size > MOST_NAMED ? ' and others' : '';
    return kernels.size === 1 ? named : `one of the kernels ${named}${more}`;
  }

  #must(code: number, doing: string): void {
    if (code !== 0) throw this.#failure(code, doing);
  }

  #refusedLaunch({ kernel, position }: Step<'launch'>, code: number): ReplayFailure {
    if (isLost(code) || isOfMachine(code)) return this.#failure(code, this.#running);
    const name = this.#addon.errorName(code);
    return new ReplayFailure('plan', `the driver refuses the launch of ${kernel}${lineOf(position)} with ${name}`);
  }

  /** @throws InfrastructureError for what no kernel can cause */
  #failure(code: number, doing: string): ReplayFailure {
    if (isOfMachine(code)) throw new InfrastructureError(...gpuFault(this.#addon, code));
    return new ReplayFailure(code === TIMEOUT ? 'hang' : 'launch', `${doing} ends with ${this.#addon.errorName(code)}`);
  }

  /** The error of a kernel may come from any later call of the driver. */
  #guarded<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (error instanceof Untranslatable) throw new ReplayFailure('plan', error.message);
      if (isDriverError(error) && isLost(error.code)) throw this.#failure(error.code, this.#running);
      throw error;
    }
  }
}

/** True if at least half of the GPU's memory is free. */
export function hasRoom({
  freeBytes,
  totalBytes,
}: {
  readonly freeBytes: number;
  readonly totalBytes: number;
}): boolean {
  return 2 * freeBytes >= totalBytes;
}

/** @param size - bytes of an element */
function chosenOf(all: Uint8Array, size: number, places: Float64Array): Uint8Array {
  const chosen = new Uint8Array(places.length * size);
  for (const [index, place] of places.entries()) {
    for (let byte = 0; byte < size; byte++) chosen[index * size + byte] = all[place * size + byte] ?? 0;
  }
  return chosen;
}

function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
