import type { DeviceFault } from '../device/index.ts';
import { FIXED_LIMITS } from '../limits/index.ts';
import type { FileAccess, FileSystem } from '../platform/files/index.ts';
import { Buffers } from './buffers.ts';
import { collect } from './collect.ts';
import { Context } from './cuda/context.ts';
import { CallBudget } from './cuda/costs.ts';
import { FailingCalls } from './cuda/failing-calls.ts';
import { UnwrittenCopies } from './cuda/unwritten-copies.ts';
import type { CreateDevice, RunDevice } from './device.ts';
import { HostArrays } from './host-arrays.ts';
import { Clock } from './module/clock.ts';
import { Files } from './module/files.ts';
import { type Input, NO_INPUT } from './module/input.ts';
import { LoopClock } from './module/loop-clock.ts';
import { Output, type Stream } from './module/output.ts';
import type { System } from './module/wasi.ts';
import { NO_OBSERVER, type Observer } from './observer.ts';
import { failureOf } from './outcome.ts';
import { type Prepared, placeOnDevice, placeOnHost, prepare } from './place.ts';
import { poisonSeed } from './poison.ts';
import { type HostProcess, startHost, type Watch } from './program.ts';
import { Provenance } from './provenance.ts';
import { Recorder } from './recorder.ts';
import type { VariantChoice } from './run.ts';
import { ProgramExit } from './signals.ts';
import type { Executed, RunMemory, Task } from './task.ts';
import { Traces, withDeepStacks } from './traces.ts';
import type { RawOutcome } from './unresolved.ts';

export type { Executed, Task } from './task.ts';

/** What a run that goes on has left behind so far, as one that is stopped now by the wall clock. */
export type Snapshot = () => Executed;

/** All of them: the outermost loop counts. */
const INTERRUPTED_FRAMES = 1_000;

/** How clang's `main` is called, whether or not it takes arguments. */
const MAIN = '__main_void';

/** What a run is connected to while it runs. */
export interface Connections {
  /** Is given, before host code starts, what can be asked while it runs. */
  readonly onRunning?: (snapshot: Snapshot) => void;
  /** Is given what the program prints, when it prints it. */
  readonly onOutput?: (stream: Stream, bytes: Uint8Array) => void;
  /** Standard input; default: empty. */
  readonly input?: Input;
  /** Opens the files that the request allows; without it there are none. */
  readonly openFiles?: (access: FileAccess) => FileSystem;
  /** Is given what a replay has to repeat. */
  readonly observer?: Observer;
}

/**
 * Runs one case from its first buffer to its last output.
 * @throws Error for what is not the program's doing
 */
export function execute(task: Task, createDevice: CreateDevice, connections: Connections = {}): Executed {
  const { layoutSeed, limits } = task;
  const device = createDevice(task.device, {
    ...{ layoutSeed, deviceSteps: limits.deviceSteps, module: task.deviceModule },
    ...(task.alterEvery !== undefined && { alterEvery: task.alterEvery }),
    ...(task.properties && { properties: task.properties }),
    ...(task.reversed !== undefined && { reversed: task.reversed }),
    ...(task.records && { records: task.records }),
    // A program prints a line for each thread. In an exercise, checks would miss what such threads do.
    ...(task.entry === 'main' && { outlastsAsserts: true }),
  });
  try {
    return withDeepStacks(() => executeOn(task, device, connections));
  } finally {
    device.dispose();
  }
}

function looksAtStreams({ entry, job, looksAtStreams: asked }: Task): boolean {
  return job === undefined && (entry === 'main' || asked === true);
}

function executeOn(task: Task, device: RunDevice, connections: Connections): Executed {
  const traces = new Traces();
  const observer = connections.observer ?? NO_OBSERVER;
  const recorder = new Recorder(task.limits.launches, observer);
  const buffers = new Buffers();
  const output = new Output(task.limits, connections.onOutput ?? observer.printed);
  const clock = new Clock(task.layoutSeed);
  const { counters, device: program } = task;
  const provenance = new Provenance(observer);
  const arrays = new HostArrays(provenance, observer);
  const budget = new CallBudget(task.limits.runtimeCalls ?? FIXED_LIMITS.runtimeCalls);
  const context = new Context({
    ...{ device, program, buffers, recorder, traces, clock, output, counters },
    ...{ provenance, arrays, budget, looksAtStreams: looksAtStreams(task), failsLikeGpu: task.entry === 'main' },
    failing: task.failCall === undefined ? null : new FailingCalls(task.failCall),
  });
  if (task.entry === 'main' && !task.job) context.unwritten = new UnwrittenCopies(context, task.watchesCopies === true);

  const prepared: Prepared[] = [];
  const place = task.arraysIn === 'host' ? placeOnHost : placeOnDevice;
  const prepareAll = () => {
    for (const [index, argument] of task.args.entries())
      prepared.push(prepare(context, argument, poisonSeed(task.layoutSeed, index), place));
  };
  // Host memory is there when the program is.
  if (place === placeOnDevice) prepareAll();
  const files = openFiles(task, context, connections);
  const system: System = {
    argv: [task.programName ?? 'program', ...(task.argv ?? [])],
    input: connections.input ?? NO_INPUT,
    output,
    clock,
    files: files?.imports() ?? {},
    isFile: (fd) => files?.holds(fd) ?? false,
  };
  const leftBehind = (host: RawOutcome): Executed => ({
    ...collect(task, context, prepared, host, files),
    ...(connections.observer && { memory: memoryOf(context) }),
  });
  const stoppedNow: Snapshot = () => {
    const position = withDeepStacks(() => traces.here(INTERRUPTED_FRAMES), INTERRUPTED_FRAMES);
    const { launching } = context;
    // How far a launch has come is chance: an exercise must get the same each time.
    const grid = launching && task.entry === 'main' ? device.running?.() : null;
    recorder.deviceFaults(once(grid?.faults ?? []), () => launching?.number ?? 0);
    const { run, ...left } = leftBehind({
      status: 'stopped',
      limit: 'wall',
      position,
      ...(launching && { launch: { kernel: launching.kernel, position: launching.position } }),
      ...(grid?.loop && { loop: { position: grid.loop, block: grid.block, thread: grid.thread } }),
    });
    // How often an endless loop repeated a mistake is chance.
    const faults = run.faults.map((fault) => (fault.launch < 0 ? { ...fault, count: 1 } : fault));
    return { ...left, run: { ...run, faults } };
  };
  connections.onRunning?.(stoppedNow);
  const watch = task.watched ? watchOf(new LoopClock(task.limits.wallMs), stoppedNow) : null;
  let host: RawOutcome;
  try {
    const onStarted = () => observer.started(() => context.memory.buffer);
    host = runHost(task, context, system, prepared, watch, onStarted, () => {
      if (task.choice) setChoice(task.choice, context);
      if (place === placeOnHost) prepareAll();
    });
  } catch (error) {
    files?.dispose();
    if (error instanceof OutOfTime) return error.leftBehind;
    throw error;
  }
  files?.dispose();
  if (host.status === 'returned' || host.status === 'exited') {
    recordOverruns(context);
    if (host.status === 'returned' || host.code === 0) recordLeaks(context);
  }
  observer.ended();
  return leftBehind(host);
}

/** Counts each fault of a launch that has not ended once: the true count is chance. */
function once(faults: readonly DeviceFault[]): DeviceFault[] {
  return faults.map((fault) => ({ ...fault, count: 1 }));
}

/** Host code that watches its time itself is over it. */
class OutOfTime extends Error {
  readonly leftBehind: Executed;
  constructor(leftBehind: Executed) {
    super('the time is over');
    this.leftBehind = leftBehind;
  }
}

/** What ends host code when its time is over, wherever it looks. */
function watchOf(clock: LoopClock, stoppedNow: Snapshot): Watch {
  const stop = (): never => {
    throw new OutOfTime(stoppedNow());
  };
  return {
    turned: () => clock.turned() ?? stop(),
    entered: () => {
      if (clock.entered()) stop();
    },
    left: () => {
      if (clock.left()) stop();
    },
  };
}

/** @returns null where there are no files */
function openFiles({ files, limits }: Task, context: Context, { openFiles: open }: Connections): Files | null {
  return files && open ? new Files(() => context.memory, open(files), limits.fileBytes) : null;
}

/** Variables are at the end of the memory that a program has before it allocates any. */
function setChoice({ number, deviceVariable, hostMark }: VariantChoice, { device, memory }: Context): void {
  const symbol = device.symbol(deviceVariable);
  if (symbol) device.write(symbol.pointer, new Uint8Array(Uint32Array.of(number).buffer));
  const words = new Uint32Array(memory.buffer);
  const at = words.lastIndexOf(hostMark);
  if (at >= 0) words[at] = number;
}

function runHost(
  task: Task,
  context: Context,
  system: System,
  args: readonly Prepared[],
  watch: Watch | null,
  onStarted: () => void,
  onInitialised: () => void,
): RawOutcome {
  let host: HostProcess | null = null;
  try {
    host = startHost(task.hostModule, context, system, watch);
    const { exports } = host;
    onStarted();
    call(exports.__wasm_call_ctors, []);
    onInitialised();
    const value = call(
      exports[task.entry === 'main' ? MAIN : task.entry],
      args.map((argument) => argument.value),
    );
    context.asyncCopies?.returned(context.arrays.all.filter(({ role }) => role === 'output'));
    endProcess(exports);
    return { status: 'returned', value: typeof value === 'number' ? value : 0 };
  } catch (error) {
    return failureOf(error, context, host);
  }
}

/** Destructors and atexit run, and buffered output is flushed, as when `main` returns. */
function endProcess(exports: WebAssembly.Exports): void {
  try {
    call(exports.__emu_host_exit, [0]);
  } catch (error) {
    if (!(error instanceof ProgramExit)) throw error;
  }
}

function call(exported: WebAssembly.ExportValue | undefined, args: readonly (number | bigint)[]): unknown {
  if (typeof exported !== 'function') throw new Error('the host module lacks a function that it must export');
  return exported(...args);
}

function memoryOf({ arrays, buffers }: Context): RunMemory {
  return {
    arrays: arrays.all.map(({ name, role, address, elementBytes }) => ({ name, role, address, elementBytes })),
    buffers: buffers.all.map(({ label, role, allocatedAt }) => ({ label, role, allocatedAt })),
  };
}

/** Which line has stored there is not known: nothing looks at plain stores of host code. */
function recordOverruns(context: Context): void {
  const { arrays, recorder } = context;
  for (const { array, offset } of arrays.any ? arrays.overruns(context) : []) {
    const { name: label, role, before } = array;
    const buffer = { label, role, bytes: before.length, offset };
    const fault = { rule: 'out-of-bounds-write', buffer, detail: 'host-guard' } as const;
    recorder.hostFault({ ...fault, bytes: array.elementBytes, access: 'write' }, context.here());
  }
}

/** After a failed call or kernel the program can have left by another way than the one that frees its memory. */
function recordLeaks({ buffers, recorder, hasFailed }: Context): void {
  if (recorder.errors.length > 0 || hasFailed) return;
  for (const { role, label, bytes, allocatedAt } of buffers.live) {
    if (role !== 'student' || !allocatedAt) continue;
    recorder.hostFault(
      { rule: 'leak', buffer: { label, role, bytes, offset: 0 }, detail: null, bytes, access: 'write' },
      allocatedAt,
    );
  }
}
