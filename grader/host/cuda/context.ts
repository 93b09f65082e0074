import type { DeviceProgram } from '../../compile/index.ts';
import type { Buffers } from '../buffers.ts';
import type { RunDevice } from '../device.ts';
import type { HostArrays } from '../host-arrays.ts';
import { InputChanges } from '../input-changes.ts';
import type { Clock } from '../module/clock.ts';
import type { HostMemory } from '../module/memory.ts';
import type { Output } from '../module/output.ts';
import type { Provenance } from '../provenance.ts';
import type { Recorder } from '../recorder.ts';
import type { HostServices } from '../services.ts';
import { NOWHERE, type Trace, type Traces } from '../traces.ts';
import type { RawApiError } from '../unresolved.ts';
import type { AsyncCopies } from './async-copies.ts';
import type { CallBudget } from './costs.ts';
import { CUDA, isExecutionError } from './errors.ts';
import type { FailingCalls } from './failing-calls.ts';
import { GraphState } from './graphs/index.ts';
import { HostObjects } from './host-objects.ts';
import { Mapped } from './mapped.ts';
import type { StreamRaces } from './stream-races.ts';
import { Unfinished } from './unfinished.ts';
import type { UnwrittenCopies } from './unwritten-copies.ts';

export interface ContextParts {
  readonly device: RunDevice;
  readonly program: DeviceProgram;
  readonly buffers: Buffers;
  readonly recorder: Recorder;
  readonly traces: Traces;
  readonly clock: Clock;
  readonly output: Output;
  readonly counters: boolean;
  readonly provenance: Provenance;
  readonly arrays: HostArrays;
  readonly budget: CallBudget;
  /** True if work in several streams is looked at as it runs: of a program, whose order is not tried afterwards. */
  readonly looksAtStreams: boolean;
  /** True if calls fail after an access that ends a kernel on a GPU. In an exercise they go on, and find more. */
  readonly failsLikeGpu: boolean;
  /** `null` if calls fail only if the program is at fault. */
  readonly failing: FailingCalls | null;
}

/** The time of a copy or a fill, by the program's clock. */
const NANOSECONDS_PER_BYTE = 0.1;

/** A CUDA context: the device, what was recorded, and the state of errors. */
export class Context implements ContextParts {
  readonly device: RunDevice;
  readonly program: DeviceProgram;
  readonly buffers: Buffers;
  readonly recorder: Recorder;
  readonly traces: Traces;
  readonly clock: Clock;
  readonly output: Output;
  readonly counters: boolean;
  readonly provenance: Provenance;
  /** The arrays of the exercise in host memory. */
  readonly arrays: HostArrays;
  /** The cost that calls of the runtime can still have. */
  readonly budget: CallBudget;
  readonly looksAtStreams: boolean;
  readonly failsLikeGpu: boolean;
  readonly failing: FailingCalls | null;
  /** `null` if host code does not tell which memory it uses. */
  asyncCopies: AsyncCopies | null = null;
  /** `null` if work has only one order, or if it is not looked at. */
  streamRaces: StreamRaces | null = null;
  /** `null` if nobody looks for host code that reads what no thread has written. */
  unwritten: UnwrittenCopies | null = null;
  readonly mapped: Mapped;
  readonly unfinished = new Unfinished();
  readonly inputChanges: InputChanges;
  /** The objects of host memory with a known size. */
  readonly objects = new HostObjects();
  readonly graphs: GraphState;
  /** A host function runs in a stream: it may not call the runtime. */
  inHostFunction = false;
  #host: HostServices | null = null;
  /** Of the call that asked for what is done now, where that is not the call that is being answered. */
  #askedAt: Trace | null = null;
  #lastError: number = CUDA.success;
  /** Of a kernel that failed while it ran; no call has told yet. */
  #pending: number = CUDA.success;
  /** Once told, every call fails with it: the context is lost. */
  #lost: number = CUDA.success;

  /** The launch that is running, for whoever looks in from outside. */
  launching: { readonly kernel: string; readonly position: Trace; readonly number: number } | null = null;

  constructor(parts: ContextParts) {
    this.device = parts.device;
    this.program = parts.program;
    this.buffers = parts.buffers;
    this.recorder = parts.recorder;
    this.traces = parts.traces;
    this.clock = parts.clock;
    this.output = parts.output;
    this.counters = parts.counters;
    this.provenance = parts.provenance;
    this.arrays = parts.arrays;
    this.budget = parts.budget;
    this.looksAtStreams = parts.looksAtStreams;
    this.failsLikeGpu = parts.failsLikeGpu;
    this.failing = parts.failing;
    this.mapped = new Mapped(this);
    this.objects.add((address) => {
      const { array } = this.arrays.find(address) ?? {};
      return array ? { start: array.address, bytes: array.before.length, name: array.name, role: array.role } : null;
    });
    this.inputChanges = new InputChanges(parts.device, parts.program);
    this.graphs = new GraphState(this);
  }

  get host(): HostServices {
    if (!this.#host) throw new Error('the host program has not started');
    return this.#host;
  }

  set host(host: HostServices) {
    this.#host = host;
  }

  /** Host code tells from now on when it uses what kernels or copies may still use. */
  watchHost(): void {
    const spans = [this.mapped.watched, this.asyncCopies?.span ?? null, this.unwritten?.span ?? null].filter(
      (span) => span !== null,
    );
    const first = Math.min(...spans.map((span) => span.first));
    const end = Math.max(...spans.map((span) => span.end));
    if (spans.length > 0) this.host.watch(first, end - first);
    else this.host.watch(0, 0);
  }

  get memory(): HostMemory {
    return this.host.memory;
  }

  /** Host code's position: of the call that is being answered, or of the one that asked for what is done now. */
  here(): Trace {
    return this.#askedAt ?? this.traces.here();
  }

  /** The same for a step of the plan. Looking for it is most of what a small copy costs. */
  stepHere(): Trace {
    return this.recorder.listsSteps ? this.here() : NOWHERE;
  }

  /** Takes the time of a copy or a fill. */
  moves(bytes: number): void {
    this.clock.advance(bytes * NANOSECONDS_PER_BYTE);
  }

  /** Does what another call has asked for: its position is told. */
  at<T>(position: Trace, body: () => T): T {
    const before = this.#askedAt;
    this.#askedAt = position;
    try {
      return body();
    } finally {
      this.#askedAt = before;
    }
  }

  /**
   * Runs one API call that may tell of errors of kernels before it.
   * @param body - carries the call out. @returns its CUDA error code
   */
  call(name: string, body: () => number): number {
    if (this.#lost === CUDA.success && this.#pending !== CUDA.success) this.#lost = this.#pending;
    if (this.#lost !== CUDA.success) {
      this.#lastError = this.#lost;
      return this.#lost;
    }
    const code = this.inHostFunction ? CUDA.notPermitted : (this.failing?.errorOf(name) ?? body());
    if (code !== CUDA.success) this.fail(name, code);
    return code;
  }

  /** A call that failed: the code that it returns becomes the last error. */
  fail(
    name: string,
    code: number,
    about: {
      reason?: RawApiError['reason'];
      launch?: number | null;
      position?: RawApiError['position'];
      isUsed?: boolean;
    } = {},
  ): void {
    const { reason = null, launch = null, position = this.here(), isUsed = true } = about;
    this.#lastError = code;
    this.recorder.error({ call: name, code, position, noticed: false, isUsed, reason, launch });
  }

  /** The code of a lost context, for launches, which then do not happen. */
  get lost(): number {
    return this.#lost;
  }

  /** A kernel has failed, whether or not a call has told of it. */
  get hasFailed(): boolean {
    return this.#lost !== CUDA.success || this.#pending !== CUDA.success;
  }

  /** A launch ended with an error of its execution: later calls will tell. */
  kernelFailed(code: number): void {
    if (isExecutionError(code) && this.#pending === CUDA.success) this.#pending = code;
  }

  /** cudaGetLastError (`clear`) and cudaPeekAtLastError. */
  lastError(clear: boolean): number {
    const code = this.#lost === CUDA.success ? this.#lastError : this.#lost;
    if (code !== CUDA.success) this.recorder.noticeErrors();
    if (clear) this.#lastError = CUDA.success;
    return code;
  }

  /** cudaDeviceReset: a new context, with no memory of the old one. */
  reset(): void {
    this.#lastError = CUDA.success;
    this.#pending = CUDA.success;
    this.#lost = CUDA.success;
  }
}
