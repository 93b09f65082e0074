import type { Kernel } from '../../compile/index.ts';
import type { Dim3, LaunchOutcome, LaunchRequest } from '../../device/index.ts';
import {
  bareOutcome,
  type LaunchRefusal,
  refuseCluster,
  refuseCooperative,
  refuseLaunch,
  residentBlocks,
  sharedLimit,
} from '../../device/index.ts';
import { FIXED_LIMITS } from '../../limits/index.ts';
import type { Imports } from '../module/wasi.ts';
import { HostTrap, KernelLost, LimitReached } from '../signals.ts';
import type { Trace } from '../traces.ts';
import type { RawLaunch } from '../unresolved.ts';
import { planArguments, readArguments } from './arguments.ts';
import type { Context } from './context.ts';
import { CUDA, isExecutionError } from './errors.ts';
import { executionError } from './kernel-errors.ts';
import { nameOnDevice } from './registered.ts';
import type { SharedMemory } from './shared-memory.ts';
import type { StreamTable } from './stream-table.ts';

/** Nanoseconds on the program's clock: of a launch, and of each of its threads. */
const LAUNCH_NANOSECONDS = 5_000;
const THREAD_NANOSECONDS = 1;

interface Configuration {
  readonly grid: Dim3;
  readonly block: Dim3;
  readonly sharedBytes: number;
  readonly stream: number;
  readonly position: Trace;
}

/** What cudaFuncSetAttribute allowed a kernel of dynamic shared memory. */
interface AllowedShared {
  readonly maxDynamicSharedBytes?: number;
}

/** Percent of a multiprocessor's memory that a kernel prefers as shared memory. */
interface PreferredCarveout {
  readonly carveout?: number;
}

/** Percent for cudaFuncCachePreferNone, PreferShared, PreferL1 and PreferEqual. */
const CARVEOUT_OF_CACHE = [-1, 100, 0, 50] as const;

export interface Launch extends Configuration {
  readonly kernel: Kernel;
  /** The argument block. */
  readonly args: Uint8Array;
  readonly cooperative: boolean;
  /** Host code names a stream that does not exist. In an exercise, this counts as the default stream. */
  readonly isWithoutStream: boolean;
  /** Blocks of a cluster along each axis; `null` without clusters. */
  readonly cluster: Dim3 | null;
  /** False for `<<<>>>`, which returns no error that a program can use. */
  readonly isUsed: boolean;
}

/** `<<<>>>`, cudaLaunchKernel, and the registration of kernels that both need. */
export class Launches {
  readonly #context: Context;
  readonly #shared: SharedMemory;
  readonly #streams: StreamTable;
  readonly #kernels: ReadonlyMap<string, Kernel>;
  /** Kernels by the address of their stub, which is what host code calls them. */
  readonly #stubs = new Map<number, string>();
  readonly #configurations: Configuration[] = [];
  /** Of a stub that has fetched its configuration and launches next: it stands where `<<<>>>` is. */
  #popped: Trace | null = null;
  readonly #allowed = new Map<Kernel, AllowedShared>();
  readonly #carveouts = new Map<Kernel, PreferredCarveout>();
  /** Kernels whose clusters can have more than 8 blocks. */
  readonly #nonPortable = new Set<Kernel>();
  #cacheConfig = 0;

  constructor(context: Context, shared: SharedMemory, streams: StreamTable) {
    this.#context = context;
    this.#shared = shared;
    this.#streams = streams;
    this.#kernels = new Map(context.program.kernels.map((kernel) => [kernel.mangled, kernel]));
  }

  /**
   * The kernel that an address of host code means; null where there is none.
   * @throws KernelLost
   */
  kernelOf(stub: number): Kernel | null {
    const name = this.#stubs.get(stub);
    if (name === undefined) return null;
    const kernel = this.#kernels.get(name);
    if (!kernel) throw new KernelLost(name);
    return kernel;
  }

  allowSharedBytes(kernel: Kernel, maxDynamicSharedBytes: number): void {
    this.#allowed.set(kernel, { maxDynamicSharedBytes });
  }

  allowedSharedBytes(kernel: Kernel): AllowedShared {
    return this.#allowed.get(kernel) ?? {};
  }

  allowNonPortableCluster(kernel: Kernel, isAllowed: boolean): void {
    if (isAllowed) this.#nonPortable.add(kernel);
    else this.#nonPortable.delete(kernel);
  }

  allowsNonPortableCluster(kernel: Kernel): boolean {
    return this.#nonPortable.has(kernel);
  }

  /**
   * Returns the clusters that a launch asks for.
   * @param at - the address of three extents in the attribute of the launch; 0 if there is none
   */
  clusterAt(kernel: Kernel, at: number): Dim3 | null {
    const asked = at === 0 ? null : this.#dim3(at);
    return asked?.some((extent) => extent !== 0) ? asked : (kernel.cluster ?? null);
  }

  /** @param carveout - percent; -1 for the driver's own choice */
  preferCarveout(kernel: Kernel, carveout: number): void {
    this.#carveouts.set(kernel, { carveout });
  }

  /** @returns false for a value that is no cudaFuncCache */
  preferCache(kernel: Kernel, config: number): boolean {
    const carveout = CARVEOUT_OF_CACHE[config];
    if (carveout !== undefined) this.preferCarveout(kernel, carveout);
    return carveout !== undefined;
  }

  /** The preference of kernels that have none of their own, as a cudaFuncCache. */
  get cacheConfig(): number {
    return this.#cacheConfig;
  }

  /** @returns false for a value that is no cudaFuncCache */
  preferCacheOfAll(config: number): boolean {
    if (CARVEOUT_OF_CACHE[config] === undefined) return false;
    this.#cacheConfig = config;
    return true;
  }

  #preferredCarveout(kernel: Kernel): PreferredCarveout {
    const ofAll = CARVEOUT_OF_CACHE[this.#cacheConfig] ?? -1;
    return this.#carveouts.get(kernel) ?? (ofAll === -1 ? {} : { carveout: ofAll });
  }

  imports(): Imports {
    return {
      register_function: (stub = 0, name = 0) => {
        const registered = this.#context.memory.text(name >>> 0);
        this.#stubs.set(
          stub >>> 0,
          nameOnDevice(registered, (known) => this.#kernels.has(known)),
        );
        return undefined;
      },
      __cudaPushCallConfiguration: (grid = 0, block = 0, sharedBytes = 0, stream = 0) => {
        const position = this.#context.here();
        if (this.#configurations.length >= FIXED_LIMITS.begunLaunches)
          throw new HostTrap('too many launches are begun and not made');
        this.#configurations.push({
          grid: this.#dim3(grid),
          block: this.#dim3(block),
          sharedBytes,
          stream: stream >>> 0,
          position,
        });
        return CUDA.success;
      },
      pop_configuration: (grid = 0, block = 0, sharedBytes = 0, stream = 0) => {
        const last = this.#configurations.pop();
        if (!last) return CUDA.invalidConfiguration;
        const { memory } = this.#context;
        for (const [index, value] of last.grid.entries()) memory.setU32(grid + 4 * index, value);
        for (const [index, value] of last.block.entries()) memory.setU32(block + 4 * index, value);
        memory.setWord(sharedBytes, last.sharedBytes);
        memory.setWord(stream, last.stream);
        this.#popped = last.position;
        return CUDA.success;
      },
      launch: (...given) => {
        const [stub = 0, grid = 0, block = 0, args = 0, sharedBytes = 0, stream = 0, cooperative = 0, cluster = 0] =
          given;
        const isUsed = this.#popped === null;
        const position = this.#popped ?? this.#context.here();
        this.#popped = null;
        const configuration = {
          grid: this.#dim3(grid),
          block: this.#dim3(block),
          sharedBytes,
          stream: stream >>> 0,
          position,
          isUsed,
        };
        const kernel = this.kernelOf(stub >>> 0);
        if (this.#context.inHostFunction) {
          this.#context.fail('cudaLaunchKernel', CUDA.notPermitted, { position, isUsed });
          return CUDA.notPermitted;
        }
        const injected = this.#context.failing?.errorOf('cudaLaunchKernel') ?? null;
        if (injected !== null) {
          this.#context.fail('cudaLaunchKernel', injected, { position, isUsed });
          return injected;
        }
        if (kernel) {
          const block = readArguments(this.#context, kernel.parameters, args >>> 0, kernel.argumentBytes);
          return this.#ask(stub >>> 0, {
            ...configuration,
            ...{ kernel, args: block, cooperative: cooperative !== 0, cluster: this.clusterAt(kernel, cluster >>> 0) },
            isWithoutStream: this.#context.failsLikeGpu && !this.#streams.stream(stream),
          });
        }
        this.#context.fail('cudaLaunchKernel', CUDA.invalidDeviceFunction, { position, isUsed });
        return CUDA.invalidDeviceFunction;
      },
    };
  }

  #dim3(address: number): Dim3 {
    const { memory } = this.#context;
    const at = address >>> 0;
    return [memory.u32(at), memory.u32(at + 4), memory.u32(at + 8)];
  }

  /** Launches, or puts the launch into the graph of a stream that is captured. */
  #ask(stub: number, launch: Launch): number {
    const { graphs, unfinished } = this.#context;
    const { captures } = graphs;
    const { position, isUsed, stream } = launch;
    if (!captures.any) {
      unfinished.launched(stream);
      return this.launch(launch);
    }
    const refused = captures.refuse(stream);
    if (refused !== CUDA.success) {
      this.#context.fail('cudaLaunchKernel', refused, { position, isUsed });
      return refused;
    }
    const captured = this.#context.at(position, () =>
      // One that will be refused is refused now, and told of as such.
      captures.add(stream, () =>
        this.refuse(launch) ? this.launch(launch) : { type: 'kernel', function: stub, launch },
      ),
    );
    if (captured === CUDA.memoryAllocation) this.#context.fail('cudaLaunchKernel', captured, { position, isUsed });
    return captured ?? this.launch(launch);
  }

  /** Why the launch is not even tried. */
  refuse(launch: Launch): LaunchRefusal | null {
    const { kernel, grid, block, sharedBytes, cooperative, cluster, isWithoutStream } = launch;
    if (isWithoutStream) return { error: CUDA.invalidResourceHandle, reason: 'no-stream' };
    const { properties } = this.#context.device;
    const ofBlock = kernel.staticSharedBytes + sharedBytes;
    const limit = sharedLimit(properties, kernel.staticSharedBytes, this.allowedSharedBytes(kernel));
    const refusal = refuseLaunch(properties, grid, block, ofBlock, limit, kernel);
    if (refusal) return refusal;
    const misfit = cluster && refuseCluster(grid, cluster, kernel.cluster, this.allowsNonPortableCluster(kernel));
    if (misfit || !cooperative) return misfit;
    const resident = residentBlocks(properties, block[0] * block[1] * block[2], ofBlock, limit);
    return refuseCooperative(grid, resident * properties.multiProcessorCount);
  }

  /** @returns the CUDA error code that the launch itself gives: what goes wrong later, later calls tell */
  launch(launch: Launch): number {
    const { recorder } = this.#context;
    const { kernel, grid, block, position, isUsed } = launch;
    const number = recorder.countLaunch();
    this.#context.launching = { kernel: kernel.name, position, number };
    const { outcome: whole, reason } = this.#carryOut(launch, number);
    this.#context.launching = null;
    const { byKernels = [], launchesSpent, ...outcome } = whole;
    this.#keep({ kernel: kernel.name, grid, block, position, outcome });
    for (const { by, launch: _, ...its } of byKernels) this.#keep({ ...its, launchedBy: by.kernel });
    if (launchesSpent) throw new LimitReached('launches');
    // As on a GPU nothing runs after a grid that failed: it is the last one.
    const last = byKernels.at(-1);
    const { error } = last?.outcome ?? outcome;
    if (error === CUDA.success) return CUDA.success;
    const failed = { launch: number + byKernels.length, position: last?.position ?? position };
    this.#context.fail('cudaLaunchKernel', error, { reason, isUsed, ...failed });
    if (error === CUDA.launchTimeout) throw new LimitReached('deviceSteps');
    if (!isExecutionError(error)) return error;
    this.#context.kernelFailed(error);
    return CUDA.success;
  }

  /** Returns the part of a request that is about clusters. */
  #clusters({ kernel, cluster }: Launch): Pick<LaunchRequest, 'cluster' | 'nonPortableCluster'> {
    return {
      ...(cluster && { cluster }),
      ...(cluster && this.allowsNonPortableCluster(kernel) && { nonPortableCluster: true }),
    };
  }

  /** Puts a launch that has run on record. */
  #keep(launch: RawLaunch): void {
    const { recorder, buffers, provenance, inputChanges } = this.#context;
    const { studentStores = [], ...outcome } = launch.outcome;
    const own = studentStores.flatMap(({ pointer, ...stored }) => {
      const buffer = buffers.startingAt(pointer);
      return buffer ? [{ ...stored, buffer: buffer.number }] : [];
    });
    provenance.launched(own);
    const { kernel, grid, block } = launch;
    const stored = own.map(({ buffer }) => buffer);
    this.#context.unwritten?.launched({ kernel, grid, block }, stored);
    inputChanges.launched(launch.kernel, own);
    recorder.launched({ ...launch, outcome });
  }

  #carryOut(launch: Launch, number: number): { outcome: LaunchOutcome; reason: LaunchRefusal['reason'] | null } {
    const context = this.#context;
    const { device, recorder, clock } = context;
    const { kernel, grid, block, sharedBytes, stream, position, cooperative } = launch;
    const clusters = this.#clusters(launch);
    const { args } = launch;
    const refusal = this.refuse(launch);
    if (!context.lost && !refusal) {
      this.#shared.mapArguments(args);
      context.mapped.beforeLaunch();
    }
    const outcome =
      context.lost || refusal
        ? bareOutcome(context.lost || (refusal?.error ?? 0), kernel.staticSharedBytes + sharedBytes)
        : device.launch({
            kernel: kernel.mangled,
            grid,
            block,
            dynamicSharedBytes: sharedBytes,
            args,
            counters: context.counters,
            launchesLeft: recorder.launchesLeft - 1,
            ...this.allowedSharedBytes(kernel),
            ...this.#preferredCarveout(kernel),
            ...(cooperative && { cooperative }),
            ...clusters,
            ...(context.streamRaces?.isOn && { footprints: true }),
          });
    if (!context.lost && !refusal) {
      const launchesKernels = kernel.launches === true;
      context.streamRaces?.launched(kernel.name, position, { ...outcome, launchesKernels });
    }
    const { byKernels = [] } = outcome;
    const ran = [...(refusal ? [] : [{ grid, block }]), ...byKernels];
    const threads = ran.reduce((sum, its) => sum + volume(its.grid) * volume(its.block), 0);
    clock.advance(LAUNCH_NANOSECONDS * (1 + byKernels.length) + THREAD_NANOSECONDS * threads);
    const first = byKernels[0]?.launch ?? 0;
    const faults = device.takeFaults();
    if (context.failsLikeGpu) context.kernelFailed(executionError(faults));
    recorder.deviceFaults(faults, (its) => number + (byKernels.length > 0 ? its - first + 1 : 0));
    recorder.step({
      step: 'launch',
      kernel: kernel.name,
      mangled: kernel.mangled,
      grid: [...grid],
      block: [...block],
      dynamicSharedBytes: sharedBytes,
      ...this.allowedSharedBytes(kernel),
      ...this.#preferredCarveout(kernel),
      ...(clusters.cluster && { ...clusters, cluster: [...clusters.cluster] }),
      stream,
      args: planArguments(context, kernel.parameters, args),
      error: outcome.error,
      position,
    });
    for (const stream of ['stdout', 'stderr'] as const)
      context.output.write(stream, new TextEncoder().encode(device.takeOutput(stream)));
    return { outcome, reason: refusal?.reason ?? null };
  }
}

function volume([x, y, z]: Dim3): number {
  return x * y * z;
}
