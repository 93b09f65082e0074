import type { DeviceProgram, Kernel } from '../../compile/index.ts';
import { FIXED_LIMITS } from '../../limits/index.ts';
import { InfrastructureError } from '../../platform/index.ts';
import {
  type BufferRole,
  CONDITION_LABEL,
  type Device,
  type DeviceFault,
  type DevicePointer,
  type DeviceProperties,
  type HostRange,
  type LaunchOutcome,
  type LaunchRequest,
} from '../device.ts';
import { bareOutcome, refuseLaunch, sharedLimit } from '../launch-rules.ts';
import { BY_KERNEL, WRITTEN, WrittenBytes } from '../written.ts';
import { type CudaAddon, type Handle, isDriverError, openCuda } from './addon.ts';
import { AddressSpace, type Entry, NOWHERE_BYTES, type RecordedAddresses } from './address-space.ts';
import { translateArguments, Untranslatable } from './arguments.ts';
import { type Damage, type GuardedBuffer, GuardedMemory } from './memory.ts';
import { LoadedModule } from './module.ts';
import { deviceProperties } from './properties.ts';
import { Variables } from './variables.ts';

export interface CudaOptions {
  /** What nvcc made of the same source: a cubin or a fatbin with the code for this GPU. */
  readonly image: Uint8Array;
  /** Decides order and gaps of the addresses that host code sees, or gives those of a recording. */
  readonly layout: number | RecordedAddresses;
  /** What cudaDeviceSetLimit was called with; default: nothing. */
  readonly limits?: readonly DeviceLimit[];
  /** Longest that one launch may run. */
  readonly launchTimeoutMs: number;
  /** Global memory that may be allocated at once; default: what the GPU has. */
  readonly memoryBytes?: number;
  /** Buffers as cudaMalloc gives them, without guards: for a checker that watches bounds itself. */
  readonly plainMemory?: boolean;
  /** `dispose` does nothing: its process ends with it, and until then `renew` makes it as new. */
  readonly keep?: boolean;
  /** Which GPU, as the driver counts them. */
  readonly ordinal?: number;
  /** Another driver than the system's own. */
  readonly library?: string;
}

export interface DeviceLimit {
  /** As cudaLimit counts. */
  readonly limit: number;
  readonly value: number;
}

/** A driver's setting of a kernel, as CUfunction_attribute counts, and its value. */
export type KernelSetting = readonly [attribute: number, value: number];

/** Why the process that holds the context must end before the GPU is used again. */
export type MustEnd = 'hang' | 'fault';

const ERROR = { invalidValue: 1, outOfMemory: 2, invalidFunction: 98, launchTimeout: 702 } as const;
/** CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES. */
const MAX_DYNAMIC_SHARED_BYTES = 8;
/** CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT. */
const PREFERRED_CARVEOUT = 9;
const NON_PORTABLE_CLUSTER = 14;

/** Limits without which a kernel can fail, and how much of the GPU one program can take. All others change only speed. */
const NEEDED_LIMITS: ReadonlyMap<number, { readonly name: string; readonly most: number }> = new Map([
  [0, { name: 'cudaLimitStackSize', most: 64 << 10 }],
  [2, { name: 'cudaLimitMallocHeapSize', most: 1 << 30 }],
]);

/**
 * A device that runs nvcc's code on a GPU.
 * @param program - the same source as Clang compiled it: it tells the types of parameters
 * @throws InfrastructureError where there is no GPU, or the image does not load
 */
export function createCudaDevice(program: DeviceProgram, options: CudaOptions): CudaDevice {
  const addon = openCuda(options.library);
  if (typeof addon === 'string') throw new InfrastructureError(addon);
  return new CudaDevice(addon, program, options);
}

/** A real GPU. Needs a process of its own: a kernel that faults or hangs takes the context, and often the process, along. */
export class CudaDevice implements Device {
  readonly kind = 'cuda';
  readonly properties: DeviceProperties;
  readonly #addon: CudaAddon;
  readonly #program: DeviceProgram;
  readonly #timeoutMs: number;
  readonly #context: Handle;
  readonly #options: CudaOptions;
  readonly #memory: GuardedMemory;
  readonly #nowhere: { readonly start: Handle; readonly bytes: number };
  /** Everything is queued here, in order. */
  readonly stream: Handle;
  #module: LoadedModule;
  #space: AddressSpace;
  #variables: Variables;
  readonly #buffers = new Map<Entry, GuardedBuffer>();
  readonly #watched = new Map<Entry, WrittenBytes>();
  #faults: DeviceFault[] = [];
  #launches = 0;
  /** CUDA error code of what took the context along: nothing works after it. */
  #failed = 0;
  #mustEnd: MustEnd | null = null;
  #disposed = false;

  constructor(addon: CudaAddon, program: DeviceProgram, options: CudaOptions) {
    const { ordinal = 0 } = options;
    const gpu = addon.devices()[ordinal];
    if (!gpu) throw new InfrastructureError(`there is no GPU ${ordinal}`);
    if (!gpu.virtualMemory) throw new InfrastructureError(`${gpu.name} has no virtual memory management`);
    this.#addon = addon;
    this.#program = program;
    this.#options = options;
    this.#timeoutMs = options.launchTimeoutMs;
    this.properties = deviceProperties(gpu);
    this.#context = addon.createContext(ordinal);
    try {
      // The heap of device code cannot be changed after a module is loaded.
      for (const limit of options.limits ?? []) setLimit(addon, limit);
      this.#module = loadImage(addon, options.image);
      this.stream = addon.createStream();
      this.#memory = new GuardedMemory(addon, ordinal, options.plainMemory);
      this.#nowhere = addon.reserve(ordinal, NOWHERE_BYTES, 0, 0, 0n);
      this.#space = new AddressSpace(options.layout, this.#nowhere.start);
      this.#variables = new Variables(addon, this.#space, this.#module, program.variables);
    } catch (error) {
      addon.destroyContext(this.#context);
      throw error;
    }
  }

  /** null while all is well */
  get mustEnd(): MustEnd | null {
    return this.#mustEnd;
  }

  /** @throws Untranslatable where a recording has a buffer for which this GPU has no room */
  alloc(bytes: number, label: string, role: BufferRole): DevicePointer | null {
    if (this.#failed !== 0) return this.#space.skip();
    // A kernel sets it by a handle of the GPU's own, which no recording has.
    if (label === CONDITION_LABEL) throw new Untranslatable('it uses conditional nodes of graphs');
    const hasRoom = this.#hasRoomFor(bytes);
    const buffer = hasRoom ? this.#allocate(bytes) : null;
    if (!buffer) {
      if (this.#space.skip() === null) return null;
      const why = `there is no room on the GPU for ${label} (${bytes} bytes)`;
      throw hasRoom ? new InfrastructureError(why) : new Untranslatable(why);
    }
    const entry = this.#space.add(bytes, label, role, buffer.address);
    if (!entry) {
      this.#memory.free(buffer);
      return null;
    }
    this.#buffers.set(entry, buffer);
    return entry.pointer;
  }

  free(pointer: DevicePointer): number {
    const entry = this.#space.startingAt(pointer);
    const buffer = entry && this.#buffers.get(entry);
    if (!entry?.live || !buffer) return ERROR.invalidValue;
    this.#space.remove(entry);
    this.#buffers.delete(entry);
    this.#watched.delete(entry);
    return this.#attempt(() => this.#memory.free(buffer));
  }

  write(pointer: DevicePointer, bytes: Uint8Array): number {
    const entry = this.#space.holding(pointer, bytes.length);
    if (!entry) return ERROR.invalidValue;
    return this.#attempt(() => {
      if (this.#variables.isPointer(entry)) return this.#variables.writePointer(entry, bytes);
      this.#hostWrites(entry, pointer, bytes);
      this.#addon.write(addressOf(entry, pointer), bytes);
    });
  }

  read(pointer: DevicePointer, into: Uint8Array): number {
    const entry = this.#space.holding(pointer, into.length);
    if (!entry) return ERROR.invalidValue;
    return this.#attempt(() => {
      if (this.#variables.isPointer(entry)) return this.#variables.readPointer(entry, into);
      this.#addon.read(addressOf(entry, pointer), into);
    });
  }

  copy(to: DevicePointer, from: DevicePointer, bytes: number): number {
    const target = this.#space.holding(to, bytes);
    const source = this.#space.holding(from, bytes);
    if (!target || !source) return ERROR.invalidValue;
    return this.#attempt(() => {
      const isPointer = this.#variables.isPointer(target) || this.#variables.isPointer(source);
      if (!isPointer && !this.#watched.has(target)) {
        return this.#addon.copy(addressOf(target, to), addressOf(source, from), bytes);
      }
      const content = new Uint8Array(bytes);
      const code = this.read(from, content) || this.write(to, content);
      if (code !== 0) throw new Error(`a copy on the device failed with error ${code}`);
    });
  }

  set(pointer: DevicePointer, value: number, bytes: number): number {
    const entry = this.#space.holding(pointer, bytes);
    if (!entry) return ERROR.invalidValue;
    return this.#attempt(() => {
      const content = () => new Uint8Array(bytes).fill(value);
      if (this.#variables.isPointer(entry)) return this.#variables.writePointer(entry, content());
      if (this.#watched.has(entry)) this.#hostWrites(entry, pointer, content());
      this.#addon.fill(addressOf(entry, pointer), value & 255, bytes);
    });
  }

  /** Fills memory with bytes that count as never written, as far as they are an output's. */
  poison(pointer: DevicePointer, bytes: Uint8Array): void {
    if (this.#failed !== 0) return;
    const entry = this.#space.holding(pointer, bytes.length);
    if (entry?.pointer !== pointer || entry.bytes !== bytes.length) throw new Error('a whole buffer is poisoned');
    this.#addon.write(entry.address, bytes);
    if (entry.role === 'output') this.#watched.set(entry, new WrittenBytes(bytes));
  }

  /** A flag byte a byte: value 2, it was written; value 4, a kernel wrote it. What a GPU can tell: see written.ts. */
  state(pointer: DevicePointer, bytes: number): Uint8Array {
    const entry = this.#space.holding(pointer, bytes);
    const watched = entry && this.#watched.get(entry);
    // The memory of a lost context cannot be read, and holds nothing of use.
    if (this.#failed !== 0) return new Uint8Array(bytes);
    if (!entry || !watched) return new Uint8Array(bytes).fill(WRITTEN | BY_KERNEL);
    const from = pointer - entry.pointer;
    return watched.state(this.#content(entry)).subarray(from, from + bytes);
  }

  owns(pointer: DevicePointer): boolean {
    return this.#space.owns(pointer);
  }

  mapHost(ranges: readonly HostRange[]): void {
    this.#space.mapHost(ranges);
  }

  /** @throws Untranslatable */
  setTexture(): never {
    throw new Untranslatable('it uses textures or surfaces');
  }

  symbol(name: string): { pointer: DevicePointer; bytes: number } | null {
    return this.#variables.find(name);
  }

  launch(request: LaunchRequest): LaunchOutcome {
    const launch = this.#launches++;
    const kernel = this.#program.kernels.find(({ mangled }) => mangled === request.kernel);
    const sharedBytes = (kernel?.staticSharedBytes ?? 0) + request.dynamicSharedBytes;
    if (!kernel) return bareOutcome(ERROR.invalidFunction, sharedBytes);
    const limit = sharedLimit(this.properties, kernel.staticSharedBytes, request);
    const refusal = refuseLaunch(this.properties, request.grid, request.block, sharedBytes, limit, kernel);
    // A recording has no launch that its own device refuses.
    if (refusal && typeof this.#options.layout !== 'number')
      throw new Untranslatable(`${kernel.name} is launched with more than this GPU allows`);
    if (refusal) return bareOutcome(refusal.error, sharedBytes);
    return bareOutcome(this.#failed || this.#run(kernel, request, launch), sharedBytes);
  }

  /**
   * A launch that is not carried out: what the driver has to be given, and what the kernel needs to have set before.
   * @throws Untranslatable; InfrastructureError where the module lacks the kernel
   */
  prepare({ kernel: name, args, maxDynamicSharedBytes, carveout, nonPortableCluster }: LaunchRequest): {
    readonly handle: Handle;
    readonly block: Uint8Array;
    readonly settings: readonly KernelSetting[];
  } {
    const kernel = this.#program.kernels.find(({ mangled }) => mangled === name);
    const loaded = kernel && this.#module.kernel(kernel);
    if (!kernel || !loaded)
      throw new InfrastructureError(`the module that nvcc made has no kernel ${kernel?.name ?? name}`);
    const { handle, places } = loaded;
    const settings: KernelSetting[] = [];
    if (maxDynamicSharedBytes !== undefined) settings.push([MAX_DYNAMIC_SHARED_BYTES, maxDynamicSharedBytes]);
    if (carveout !== undefined) settings.push([PREFERRED_CARVEOUT, carveout]);
    if (nonPortableCluster) settings.push([NON_PORTABLE_CLUSTER, 1]);
    const packed = translateArguments(kernel, args, places, (pointer) => this.#space.toGpu(pointer));
    return { handle, block: packed, settings };
  }

  /** Gives a kernel its settings, which hold for its later launches. */
  configure(handle: Handle, settings: readonly KernelSetting[]): void {
    for (const [attribute, value] of settings) this.#addon.setFunctionAttribute(handle, attribute, value);
  }

  /** The GPU's own address of a live buffer's byte. */
  gpuAddress(pointer: DevicePointer): Handle {
    return this.#space.toGpu(pointer);
  }

  /** Variables keep their content from launch to launch, and from run to run unless the module is loaded anew. */
  get hasVariables(): boolean {
    return this.#program.variables.length > 0;
  }

  /**
   * Bytes that host code writes to [pointer, pointer + bytes.length), as the GPU's memory takes them.
   * @throws Untranslatable
   */
  carried(pointer: DevicePointer, bytes: Uint8Array): Uint8Array {
    const entry = this.#space.holding(pointer, bytes.length);
    return entry && this.#variables.isPointer(entry) ? this.#variables.translated(entry, bytes) : bytes;
  }

  /** True if what host code writes there is a pointer for the GPU, and not the bytes as they are. @throws Untranslatable */
  isTranslated(pointer: DevicePointer, bytes: number): boolean {
    const entry = this.#space.holding(pointer, bytes);
    return entry !== null && this.#variables.isPointer(entry);
  }

  /** As new, in the same context: no buffers, and with `reload` variables as they are at the start. */
  renew(reload: boolean, layout = this.#options.layout): void {
    this.#faults = [];
    this.#launches = 0;
    this.#memory.dispose();
    this.#buffers.clear();
    this.#watched.clear();
    if (reload) {
      this.#module.unload();
      this.#module = loadImage(this.#addon, this.#options.image);
    }
    this.#space = new AddressSpace(layout, this.#nowhere.start);
    this.#variables = new Variables(this.#addon, this.#space, this.#module, this.#program.variables);
  }

  takeFaults(): DeviceFault[] {
    const taken = this.#faults;
    this.#faults = [];
    return taken;
  }

  /** What device code prints goes to this process's standard output: the driver writes it there itself. */
  takeOutput(): string {
    return '';
  }

  /** Lets go of it, unless it is kept for the next run. */
  dispose(): void {
    if (this.#options.keep || this.#disposed) return;
    this.#disposed = true;
    // A context that hangs would hold whoever destroys it; a faulted one is beyond tidying. The process ends soon.
    if (this.#mustEnd) return;
    this.#memory.dispose();
    this.#addon.unreserve(this.#nowhere.start, this.#nowhere.bytes);
    this.#addon.destroyStream(this.stream);
    this.#module.unload();
    this.#addon.destroyContext(this.#context);
  }

  /** @returns the CUDA error code of the launch or of its execution */
  #run(kernel: Kernel, request: LaunchRequest, launch: number): number {
    let prepared: ReturnType<CudaDevice['prepare']> | undefined;
    // The error of a kernel may come from any later call of the driver.
    const lost = this.#attempt(() => {
      prepared = this.prepare(request);
      this.configure(prepared.handle, prepared.settings);
    });
    if (!prepared) return lost;
    const { handle, block: args } = prepared;
    const { grid, block, dynamicSharedBytes, cooperative, cluster } = request;
    // Blocks that wait for each other need a launch that promises to hold them all at once; the binding has none.
    if (cooperative) throw new Untranslatable(`${kernel.name} is launched by cudaLaunchCooperativeKernel`);
    const refused = this.#addon.launch(handle, grid, block, dynamicSharedBytes, this.stream, args, cluster);
    if (refused !== 0) return this.#noteFailure(refused);
    const error = this.#addon.wait(this.stream, this.#timeoutMs);
    if (error !== 0) return this.#noteFailure(error);
    const damage: Damage[] = [];
    const failed = this.#attempt(() => damage.push(...this.#memory.takeDamage()));
    for (const one of damage) this.#faults.push(this.#overrun(one, kernel, launch));
    return failed;
  }

  /** Errors of a kernel's execution stay: the context is lost. */
  #noteFailure(code: number): number {
    if (isOfMachine(code)) throw new InfrastructureError(...gpuFault(this.#addon, code));
    if (!isLost(code)) return code;
    this.#failed = code;
    this.#mustEnd = code === ERROR.launchTimeout ? 'hang' : 'fault';
    return code;
  }

  /** @returns the CUDA error code of a call to the driver, which is not made where the context is lost */
  #attempt(call: () => unknown): number {
    if (this.#failed !== 0) return this.#failed;
    try {
      call();
      return 0;
    } catch (error) {
      if (!isDriverError(error)) throw error;
      return this.#noteFailure(error.code);
    }
  }

  /** One submission must not take a GPU's memory from the next: it has what the emulator has, and pages around it. */
  #hasRoomFor(bytes: number): boolean {
    const { memoryBytes } = this.#options;
    if (memoryBytes === undefined) return true;
    const { bytes: held, pages } = this.#memory.held;
    return held + bytes <= memoryBytes && pages + bytes <= memoryBytes + FIXED_LIMITS.gpuPagesBytes;
  }

  /** @returns null where memory is full */
  #allocate(bytes: number): GuardedBuffer | null {
    try {
      return this.#memory.alloc(bytes);
    } catch (error) {
      if (isDriverError(error) && error.code === ERROR.outOfMemory) return null;
      throw error;
    }
  }

  #hostWrites(entry: Entry, pointer: DevicePointer, bytes: Uint8Array): void {
    this.#watched.get(entry)?.hostWrites(this.#content(entry), pointer - entry.pointer, bytes);
  }

  #content(entry: Entry): Uint8Array {
    const now = new Uint8Array(entry.bytes);
    this.#addon.read(entry.address, now);
    return now;
  }

  /** A GPU does not tell which thread it was. */
  #overrun({ buffer, offset, count }: Damage, kernel: Kernel, launch: number): DeviceFault {
    const entry = [...this.#buffers].find(([, candidate]) => candidate === buffer)?.[0];
    const { label = '', role = 'student', bytes = buffer.bytes } = entry ?? {};
    return {
      rule: 'out-of-bounds-write',
      kernel: kernel.name,
      launch,
      at: { block: [0, 0, 0], thread: [0, 0, 0], position: null, access: 'write' },
      other: null,
      count,
      bytes: 1,
      buffer: { label, role, bytes, offset },
      detail: 'guard-band',
    };
  }
}

function loadImage(addon: CudaAddon, image: Uint8Array): LoadedModule {
  try {
    return new LoadedModule(addon, image);
  } catch (error) {
    if (!isDriverError(error)) throw error;
    const details = (error.log ?? '').split('\n').filter((line) => line.trim() !== '');
    throw new InfrastructureError(`the GPU's driver does not load what nvcc made (${error.message})`, { details });
  }
}

/** @throws Untranslatable if the driver refuses what kernels may need */
function setLimit(addon: CudaAddon, { limit, value }: DeviceLimit): void {
  const needed = NEEDED_LIMITS.get(limit);
  const call = `cudaDeviceSetLimit(${needed?.name}, ${value})`;
  if (needed && value > needed.most) throw new Untranslatable(`${call}: the maximum on a shared GPU is ${needed.most}`);
  try {
    addon.setLimit(limit, value);
  } catch (error) {
    if (!isDriverError(error)) throw error;
    if (needed) throw new Untranslatable(`${call} ends with ${addon.errorName(error.code)}`);
  }
}

function addressOf(entry: Entry, pointer: DevicePointer): Handle {
  return entry.address + BigInt(pointer - entry.pointer);
}

/**
 * CUresults that no kernel can cause: the driver is gone or not ready, the GPU is missing or in use by another, its memory
 * has an error that cannot be corrected, or the reason is unknown (the same reference).
 */
const OF_MACHINE: ReadonlySet<number> = new Set([3, 4, 46, 100, 101, 214, 220, 226, 802, 803, 999]);

export function isOfMachine(code: number): boolean {
  return OF_MACHINE.has(code);
}

/** The message and the details of an error about a GPU that has failed. */
export function gpuFault(addon: CudaAddon, code: number): [string, { readonly details: readonly string[] }] {
  return [
    `The GPU or its driver has failed with ${addon.errorName(code)}.`,
    { details: ['Look at nvidia-smi and at the system log for Xid errors; a reset or a restart may be needed.'] },
  ];
}

/** CUresults after which a context is of no more use (the "CUDA Driver API" reference, CUresult). */
export function isLost(code: number): boolean {
  return code === 700 || code === 702 || code === 710 || (code >= 714 && code <= 719);
}
