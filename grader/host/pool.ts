import { CONTROL, ControlFailed, controlInput, findBlame, isControlOutput, reasonOf } from '../blame/index.ts';
import { importProblem } from '../compile/imports/index.ts';
import type { Geometry } from '../device/emulator/index.ts';
import { FIXED_LIMITS } from '../limits/index.ts';
import { adviceOn, InfrastructureError } from '../platform/index.ts';
import { canEvaluate, cores, type SharedCores, sharedCores, uncount } from '../platform/threads/index.ts';
import type { Executed, Task } from './execute.ts';
import { limitMemory } from './module/limit-memory.ts';
import { watchLoops } from './module/watch-loops.ts';
import { HostPositions, type Symbolize } from './positions.ts';
import { emptyRun, type HostOutcome, type RunRequest, type RunResult } from './run.ts';
import { isOutOfTime, type RunOptions, RunWorker, WorkerFailure } from './run-worker.ts';
import type { BlindJob, Job, PlanJob, Recorded } from './task.ts';

export interface PoolOptions {
  /** Cases that run at the same time; default: one a processor, at most 8. */
  readonly size?: number;
  /** Module of the worker, for tests. */
  readonly worker?: URL;
  /** Host code tells itself when its time is over; default: where no thread can stop another and ask where it is. */
  readonly watched?: boolean;
  /**
   * Compiles the control program for as much global memory, which decides who is at fault for a failure. Without it, the
   * machine is.
   */
  readonly control?: (heapBytes: number) => Promise<RunRequest['program']>;
  /** Milliseconds of a processor for all runs of one program; default: {@link FIXED_LIMITS.submissionMs}. */
  readonly submissionMs?: number;
  /** Receives a line per failure that does not decide the outcome. */
  readonly log?: (line: string) => void;
}

const MAX_SIZE = 8;

interface Prepared {
  /** The import of the host module that is not one of ours, or has another type; null if there is none. */
  readonly foreign: string | null;
  readonly hostModule: Promise<WebAssembly.Module>;
  readonly deviceModule: Promise<WebAssembly.Module>;
  readonly watched: boolean;
  /** Offset in the host module as Clang wrote it, of one in `hostModule`. */
  readonly originalOf: (offset: number) => number;
  readonly positions: HostPositions;
  /** Where the emulator has its memory, once a recording asks. */
  geometry: Promise<Geometry | null> | null;
  /** One of its cases has used up its time. */
  outOfTime: boolean;
  /** Where a run was that used up its time, as what it left behind; null if no run told. */
  stoppedAt: Executed | null;
  /** The milliseconds of a processor that all of its cases have had. */
  workMs: number;
}

/** Of its time and calls a case has so much where another one of the same program has used up all; at least so many milliseconds. */
const LESS_PATIENCE = { share: 0.1, leastMs: 1_000 } as const;

/** All runs of one program together have at least the time of so many cases. */
const LEAST_CASES = 2;

/**
 * Runs cases in worker threads, which stay warm. What a case gives depends on its request alone, not on how many
 * run beside it, except that a program which did not end in one case is not waited for so long in the next ones. A
 * worker that had to be stopped, or that died, is replaced.
 */
export class RunPool {
  readonly #size: number;
  readonly #url: URL;
  readonly #cores: SharedCores;
  readonly #watched: boolean;
  readonly #control: PoolOptions['control'];
  readonly #submissionMs: number;
  readonly #log: (line: string) => void;
  readonly #idle: RunWorker[] = [];
  readonly #all = new Set<RunWorker>();
  readonly #waiting: ((worker: RunWorker) => void)[] = [];
  readonly #programs = new WeakMap<RunRequest['program'], Map<number, Prepared>>();

  constructor(options: PoolOptions = {}) {
    this.#size = Math.max(1, options.size ?? Math.min(cores(), MAX_SIZE));
    this.#cores = sharedCores(cores(), this.#size);
    this.#watched = options.watched ?? !canEvaluate;
    this.#control = options.control;
    this.#submissionMs = options.submissionMs ?? FIXED_LIMITS.submissionMs;
    this.#log = options.log ?? (() => undefined);
    this.#url = options.worker ?? new URL('./worker.ts', import.meta.url);
  }

  /** Starts the workers before there is anything to run: they load while the compiler works. */
  start(): void {
    while (this.#all.size < this.#size) this.#idle.push(this.#start());
  }

  /**
   * Runs one case.
   * @throws InfrastructureError where the machine or this program is at fault; the signal's reason once it is aborted
   */
  async run(request: RunRequest, options: RunOptions): Promise<RunResult> {
    return this.resolve(request, await this.#carryOut(request, options), options);
  }

  /**
   * Runs host code on the request's arguments, which are decoys, and keeps what it asks of the device.
   * @param tokenSeed - no kernel runs, and what is read from the device is random; null: kernels run
   * @throws InfrastructureError; the signal's reason once it is aborted
   */
  async record(request: RunRequest, tokenSeed: number | null, options: RunOptions): Promise<Executed | 'wall'> {
    const prepared = this.#prepare(request, options.symbolize);
    if (tokenSeed === null) return await this.#carryOut(request, options, { kind: 'record', tokens: null });
    // The first one finds out where the emulator has its memory; the others wait for it.
    const known = prepared.geometry;
    let found: (geometry: Geometry | null) => void = () => {};
    if (!known) prepared.geometry = new Promise((resolve) => (found = resolve));
    try {
      const tokens = { seed: tokenSeed, geometry: (await known) ?? null };
      const executed = await this.#carryOut(request, options, { kind: 'record', tokens });
      found(executed === 'wall' ? null : (executed.recording?.geometry ?? null));
      return executed;
    } finally {
      found(null);
    }
  }

  /** Repeats a recording with the request's arguments, without host code. */
  async replay(request: RunRequest, recorded: readonly Recorded[], options: RunOptions): Promise<Executed | 'wall'> {
    return await this.#carryOut(request, options, { kind: 'replay', recorded });
  }

  /**
   * Runs host code on decoys, with the request's inputs in device memory only.
   * @param tokenSeed - decides the random numbers that host code reads
   * @param recorded - what it asks of the device is put on record, and outputs stay as host code has left them
   */
  async blind(
    request: RunRequest,
    decoys: RunRequest['args'],
    { tokenSeed, recorded, ...options }: RunOptions & Pick<BlindJob, 'tokenSeed' | 'recorded'>,
  ): Promise<Executed | 'wall'> {
    // Arrays on the device never come to host memory but through reads.
    const args = request.arraysIn === 'host' ? decoys : request.args;
    const job = { kind: 'blind', judged: request.args, tokenSeed, recorded } as const;
    return await this.#carryOut({ ...request, args }, options, job);
  }

  /** Runs only host code, for its launch plan. */
  async plan(request: RunRequest, job: PlanJob, options: RunOptions): Promise<Executed | 'wall'> {
    return await this.#carryOut(request, options, job);
  }

  /** The result of what a worker has done, with lines for places in host code. */
  async resolve(request: RunRequest, executed: Executed | 'wall', { symbolize }: RunOptions): Promise<RunResult> {
    const { originalOf, positions, stoppedAt } = this.#prepare(request, symbolize);
    const resolved = (known: Executed) =>
      positions.resolve({ ...known, stacks: known.stacks.map((stack) => stack.map(originalOf)) });
    const run =
      executed === 'wall' ? emptyRun({ status: 'stopped', limit: 'wall', position: null }) : await resolved(executed);
    if (run.host.status !== 'stopped' || run.host.limit !== 'wall' || run.host.position || !stoppedAt) return run;
    // Another run of the same program could tell.
    return { ...run, host: (await resolved(stoppedAt)).host };
  }

  async #carryOut(request: RunRequest, options: RunOptions, job?: Job): Promise<Executed | 'wall'> {
    options.signal?.throwIfAborted();
    const prepared = this.#prepare(request, options.symbolize);
    if (prepared.foreign !== null) return unexecuted(crash(`it imports ${prepared.foreign} in a wrong way`));
    const task = { ...(await taskOf(request, prepared)), ...(job && { job }) };
    return await this.#execute(task, request, prepared, options);
  }

  async dispose(): Promise<void> {
    const workers = [...this.#all];
    this.#all.clear();
    this.#idle.length = 0;
    await Promise.all(workers.map((worker) => worker.terminate()));
  }

  /** After a failure of its worker a case runs again in a fresh one, then the control program does in another. */
  async #execute(task: Task, request: RunRequest, prepared: Prepared, options: RunOptions): Promise<Executed | 'wall'> {
    const isWatched = options.onOutput !== undefined || options.readInput !== undefined;
    let first: WorkerFailure | null = null;
    try {
      const verdict = await findBlame({
        attempt: () => {
          if (first === null) return this.#once(task, prepared, options);
          // What was printed cannot be taken back: nobody sees the second attempt.
          const { onOutput: _output, readInput: _input, ...unseen } = options;
          return this.#once(task, prepared, unseen, true);
        },
        isUnexplained: (error) => {
          if (!(error instanceof WorkerFailure) || error.isExplained) return false;
          first ??= error;
          return true;
        },
        control: this.#control ? () => this.#controlOf(request, options) : null,
        log: this.#log,
      });
      if (verdict.by === 'submission') return unexecuted({ ...crash(reasonOf(verdict.error)), endedWorker: true });
      if (isWatched && first !== null) throw first;
      return verdict.result;
    } catch (error) {
      if (error instanceof ControlFailed) throw controlFailed(error);
      if (error instanceof WorkerFailure) throw cannotRun(error);
      throw error;
    }
  }

  /** Runs the control program with the memory that a program has. */
  async #controlOf({ program, limits }: RunRequest, options: RunOptions): Promise<void> {
    if (!this.#control) throw new Error('there is no control program');
    const { signal, symbolize } = options;
    const control = await this.#control(program.device.heapBytes);
    await this.runControl(control, { symbolize, ...(signal && { signal }) }, limits.hostMemoryBytes);
  }

  /**
   * Runs the control program in a fresh worker.
   * @throws Error if it does not run as it does everywhere
   */
  async runControl(
    program: RunRequest['program'],
    options: Pick<RunOptions, 'symbolize' | 'signal'>,
    hostMemoryBytes = CONTROL_MEMORY,
  ): Promise<void> {
    const request: RunRequest = {
      program,
      entry: 'control',
      args: [
        { kind: 'input', name: 'x', bytes: controlInput() },
        { kind: 'output', name: 'out', byteLength: controlInput().length, type: 'i32' },
        { kind: 'scalar', name: 'n', type: 'i32', value: CONTROL.elements },
      ],
      layoutSeed: 1,
      counters: false,
      limits: { ...CONTROL_LIMITS, hostMemoryBytes },
    };
    const prepared = this.#prepare(request, options.symbolize);
    const executed = await this.#once(await taskOf(request, prepared), prepared, options, true);
    const holds =
      executed !== 'wall' &&
      executed.run.host.status === 'returned' &&
      executed.run.outputs.every(({ bytes }) => isControlOutput(bytes));
    if (!holds) throw new Error('the control program does not give what it gives everywhere');
  }

  /** @param isFresh - in a worker that has run nothing */
  async #once(task: Task, prepared: Prepared, options: RunOptions, isFresh = false): Promise<Executed | 'wall'> {
    const mostMs = Math.max(this.#submissionMs, LEAST_CASES * task.limits.wallMs);
    if (prepared.workMs >= mostMs) return 'wall';
    const worker = isFresh ? this.#start() : await this.#acquire();
    try {
      options.signal?.throwIfAborted();
      // Others may have run meanwhile.
      const leftMs = mostMs - prepared.workMs;
      if (leftMs <= 0) return 'wall';
      const patient = withTime(task, leftMs);
      const executed = await this.#measured(
        worker,
        prepared.outOfTime ? lessPatient(patient) : patient,
        prepared,
        options,
      );
      // A plan that host code cannot end by itself says nothing about cases.
      if (task.job?.kind === 'plan') return executed;
      if (executed !== 'wall' && isOutOfTime(executed)) prepared.stoppedAt ??= whereStopped(executed);
      prepared.outOfTime ||= executed === 'wall' || isOutOfTime(executed) || isOutOfCalls(executed);
      return executed;
    } finally {
      if (isFresh && this.#all.size > this.#size) {
        this.#all.delete(worker);
        await worker.terminate();
      } else this.#release(worker);
    }
  }

  async #measured(worker: RunWorker, task: Task, prepared: Prepared, options: RunOptions): Promise<Executed | 'wall'> {
    try {
      return await worker.execute(task, options);
    } finally {
      prepared.workMs += worker.workMs;
    }
  }

  #acquire(): Promise<RunWorker> {
    for (let idle = this.#idle.pop(); idle; idle = this.#idle.pop()) {
      if (idle.usable) return Promise.resolve(idle);
      // It has died since it was last used.
      this.#all.delete(idle);
    }
    if (this.#all.size < this.#size) return Promise.resolve(this.#start());
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #start(): RunWorker {
    const taken = new Set([...this.#all].map(({ place }) => place));
    const place = Array.from({ length: this.#size }, (_, index) => index).find((index) => !taken.has(index)) ?? 0;
    const worker = new RunWorker(this.#url, { ...this.#cores, place });
    this.#all.add(worker);
    return worker;
  }

  #release(worker: RunWorker): void {
    if (!worker.usable) this.#all.delete(worker);
    const next = this.#waiting.shift();
    if (next) next(worker.usable ? worker : this.#start());
    else if (worker.usable) this.#idle.push(worker);
  }

  #prepare(request: RunRequest, symbolize: Symbolize): Prepared {
    const { program, limits } = request;
    const byLimit = this.#programs.get(program) ?? new Map<number, Prepared>();
    this.#programs.set(program, byLimit);
    const known = byLimit.get(limits.hostMemoryBytes);
    if (known) return known;
    const deviceWasm = new Uint8Array(program.device.wasm);
    uncount(deviceWasm);
    const host = limitMemory(program.host.wasm, limits.hostMemoryBytes);
    uncount(host);
    const watched = this.#watched ? watchLoops(host) : null;
    const foreign = importProblem(program.host.wasm);
    const prepared: Prepared = {
      foreign: foreign && (foreign.name ?? 'something'),
      hostModule: WebAssembly.compile(watched?.wasm ?? host),
      watched: watched !== null,
      originalOf: watched?.originalOf ?? ((offset) => offset),
      deviceModule: WebAssembly.compile(deviceWasm),
      positions: new HostPositions(program, symbolize),
      geometry: null,
      outOfTime: false,
      stoppedAt: null,
      workMs: 0,
    };
    // One that is refused may not even be a module, and is never used.
    if (foreign) prepared.hostModule.catch(() => undefined);
    byLimit.set(limits.hostMemoryBytes, prepared);
    return prepared;
  }
}

/** What the control program may take: seconds, and little else. */
const CONTROL_LIMITS = { deviceSteps: 1_000_000, wallMs: 60_000, outputBytes: 4096, launches: 10 } as const;

const CONTROL_MEMORY = 64 * 2 ** 20;

async function taskOf({ program, ...rest }: RunRequest, prepared: Prepared): Promise<Task> {
  const [hostModule, deviceModule] = await Promise.all([prepared.hostModule, prepared.deviceModule]);
  const device = { ...program.device, wasm: new Uint8Array() };
  return { ...rest, device, hostModule, deviceModule, watched: prepared.watched };
}

/** What a program has left behind that never ran, or that ended what ran it. */
function unexecuted(host: Extract<HostOutcome, { status: 'trapped' }>): Executed {
  return { run: emptyRun(host), stacks: [] };
}

function crash(message: string): Extract<HostOutcome, { status: 'trapped' }> {
  return { status: 'trapped', message, position: null, devicePointer: false };
}

function controlFailed(error: ControlFailed): InfrastructureError {
  const [message = ''] = error.message.split('\n');
  const fault = cannotRun(error.cause instanceof WorkerFailure ? error.cause : error);
  const details = [...fault.details, `A program that runs everywhere does not run here either: ${message}`];
  return new InfrastructureError(fault.message, { details, cause: error });
}

function cannotRun(error: Error): InfrastructureError {
  const [message = ''] = error.message.split('\n');
  return new InfrastructureError(`The program could not be run: ${message}`, {
    details: adviceOn(message),
    cause: error,
  });
}

/** The outcome of a run that was stopped, and the one stack that it needs; null if it could not tell where it was. */
function whereStopped({ run: { host }, stacks }: Executed): Executed | null {
  if (host.status !== 'stopped' || !host.position || !('trace' in host.position)) return null;
  const { launch: _launch, ...stopped } = host;
  const run = {
    ...emptyRun({ status: 'stopped', limit: 'wall', position: null }),
    host: { ...stopped, position: { trace: 0 } },
  };
  return { run, stacks: [stacks[host.position.trace] ?? []] };
}

function withTime(task: Task, leftMs: number): Task {
  return { ...task, limits: { ...task.limits, wallMs: Math.min(task.limits.wallMs, leftMs) } };
}

function lessPatient(task: Task): Task {
  const { wallMs, runtimeCalls = FIXED_LIMITS.runtimeCalls } = task.limits;
  const less = Math.max(LESS_PATIENCE.leastMs, wallMs * LESS_PATIENCE.share);
  const limits = { wallMs: Math.min(wallMs, less), runtimeCalls: runtimeCalls * LESS_PATIENCE.share };
  return { ...task, limits: { ...task.limits, ...limits } };
}

function isOutOfCalls({ run: { host } }: Executed): boolean {
  return host.status === 'stopped' && host.limit === 'calls';
}
