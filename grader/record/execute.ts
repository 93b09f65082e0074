import type { DeviceProgram } from '../compile/program.ts';
import { type Buffer, Buffers } from './buffers.ts';
import { Context } from './cuda/context.ts';
import type { CreateDevice, RunDevice } from './device.ts';
import { Clock } from './host/clock.ts';
import type { FileSystem } from './host/file-system.ts';
import { Files } from './host/files.ts';
import { type Input, NO_INPUT } from './host/input.ts';
import { Output, type Stream } from './host/output.ts';
import type { System } from './host/wasi.ts';
import { failureOf } from './outcome.ts';
import { poisonBytes } from './poison.ts';
import { type HostProcess, startHost } from './program.ts';
import { Recorder } from './recorder.ts';
import type { EntryArgument, FileAccess, OutputState, RunRequest } from './run.ts';
import { ProgramExit } from './signals.ts';
import { Traces, withDeepStacks } from './traces.ts';
import type { RawOutcome, RawRun } from './unresolved.ts';

/** A case as the run worker gets it: compiled modules in the place of bytes. */
export interface Task extends Omit<RunRequest, 'program'> {
  readonly device: DeviceProgram;
  readonly deviceModule: WebAssembly.Module;
  readonly hostModule: WebAssembly.Module;
}

/** What a run left behind, with the call stacks that its positions are made of. */
export interface Executed {
  readonly run: RawRun;
  /** Code offsets in the host module, innermost first, by number. */
  readonly stacks: readonly (readonly number[])[];
}

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
}

/**
 * Runs one case from its first buffer to its last output.
 * @throws Error for what is not the program's doing
 */
export function execute(task: Task, createDevice: CreateDevice, connections: Connections = {}): Executed {
  const { layoutSeed, limits } = task;
  const device = createDevice(task.device, { layoutSeed, deviceSteps: limits.deviceSteps, module: task.deviceModule });
  try {
    return withDeepStacks(() => executeOn(task, device, connections));
  } finally {
    device.dispose();
  }
}

function executeOn(task: Task, device: RunDevice, connections: Connections): Executed {
  const traces = new Traces();
  const recorder = new Recorder(task.limits.launches);
  const buffers = new Buffers();
  const output = new Output(task.limits.outputBytes, connections.onOutput);
  const clock = new Clock();
  const { counters, device: program } = task;
  const context = new Context({ device, program, buffers, recorder, traces, clock, output, counters });

  const prepared = task.args.map((argument, index) => prepare(context, argument, task.layoutSeed + index));
  const files = openFiles(task, context, connections);
  const system: System = {
    argv: [task.programName ?? 'program', ...(task.argv ?? [])],
    input: connections.input ?? NO_INPUT,
    output,
    clock,
    files: files?.imports() ?? {},
  };
  const leftBehind = (host: RawOutcome) => collect(task, context, prepared, host, files);
  connections.onRunning?.(() => {
    const position = withDeepStacks(() => traces.here(INTERRUPTED_FRAMES), INTERRUPTED_FRAMES);
    const { run, stacks } = leftBehind({ status: 'stopped', limit: 'wall', position });
    // How often an endless loop repeated a mistake is chance.
    const faults = run.faults.map((fault) => (fault.launch < 0 ? { ...fault, count: 1 } : fault));
    return { run: { ...run, faults }, stacks };
  });
  const host = runHost(task, context, system, prepared);
  files?.dispose();
  if (host.status === 'returned' || host.status === 'exited') recordLeaks(context);
  return leftBehind(host);
}

/** @returns null where there are no files */
function openFiles({ files }: Task, context: Context, { openFiles: open }: Connections): Files | null {
  return files && open ? new Files(() => context.memory, open(files)) : null;
}

function collect(
  task: Task,
  context: Context,
  prepared: readonly Prepared[],
  host: RawOutcome,
  files: Files | null,
): Executed {
  const { device, recorder, traces, output } = context;
  const arrays = task.args.flatMap((argument, index) => {
    const buffer = prepared[index]?.buffer;
    return buffer ? [{ argument, buffer }] : [];
  });
  const outputsBut = (name: string) =>
    new Set(
      task.args.flatMap((argument) => (argument.kind === 'output' && argument.name !== name ? [argument.name] : [])),
    );
  const run: RawRun = {
    host,
    plan: { schemaVersion: 1, steps: recorder.steps },
    launches: recorder.launches,
    faults: recorder.faults,
    apiErrors: recorder.errors,
    outputs: arrays.flatMap(({ argument, buffer }) =>
      argument.kind === 'output' ? [outputState(context, argument.name, buffer, outputsBut(argument.name))] : [],
    ),
    changedInputs: arrays.flatMap(({ argument, buffer }) =>
      argument.kind === 'input' && isChanged(device, argument.bytes, buffer) ? [argument.name] : [],
    ),
    stdout: output.text('stdout'),
    stderr: output.text('stderr'),
    ...(files && { refusedFiles: files.refused }),
  };
  return { run, stacks: traces.stacks };
}

interface Prepared {
  readonly value: number | bigint;
  readonly buffer: Buffer | null;
}

function prepare(context: Context, argument: EntryArgument, seed: number): Prepared {
  if (argument.kind === 'scalar') {
    return { value: argument.type === 'i64' ? BigInt(argument.value) : argument.value, buffer: null };
  }
  const { device, buffers, recorder } = context;
  const role = argument.kind === 'zeros' ? argument.role : argument.kind;
  const { name: label } = argument;
  const bytes = argument.kind === 'input' ? argument.bytes.length : argument.byteLength;
  const pointer = device.alloc(bytes, label, role);
  if (pointer === null) throw new Error(`there is no room for ${label} (${bytes} bytes) in device memory`);
  const buffer = buffers.add({ pointer, bytes, label, role, allocatedAt: null });
  recorder.step({ step: 'alloc', buffer: buffer.number, bytes, label, role });
  if (argument.kind === 'output') device.poison(pointer, poisonBytes(argument.type, bytes, seed));
  else if (argument.kind === 'input') device.write(pointer, argument.bytes);
  else device.set(pointer, 0, bytes);
  return { value: pointer, buffer };
}

function runHost(task: Task, context: Context, system: System, args: readonly Prepared[]): RawOutcome {
  let host: HostProcess | null = null;
  try {
    host = startHost(task.hostModule, context, system);
    const { exports } = host;
    call(exports.__wasm_call_ctors, []);
    const value = call(
      exports[task.entry === 'main' ? MAIN : task.entry],
      args.map((argument) => argument.value),
    );
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

function recordLeaks({ buffers, recorder }: Context): void {
  for (const { role, label, bytes, allocatedAt } of buffers.live) {
    if (role !== 'student' || !allocatedAt) continue;
    recorder.hostFault(
      { rule: 'leak', buffer: { label, role, bytes, offset: 0 }, detail: null, bytes, access: 'write' },
      allocatedAt,
    );
  }
}

function outputState(
  { device, recorder, program }: Context,
  name: string,
  buffer: Buffer,
  otherOutputs: ReadonlySet<string>,
): OutputState {
  const { pointer, bytes: length } = buffer;
  const bytes = new Uint8Array(length);
  device.read(pointer, bytes);
  const stores = new Map<string, OutputState['stores'][number]>();
  for (const { kernel, outcome } of recorder.launches) {
    for (const { site, count } of outcome.outputStores) {
      const found = program.sites[site];
      // A store that is known to go through another output's pointer is not one of this.
      if (!found?.position || (found.variable !== undefined && otherOutputs.has(found.variable))) continue;
      const { position } = found;
      const key = `${kernel}|${position.file}|${position.line}|${position.column}`;
      stores.set(key, { position, kernel, count: count + (stores.get(key)?.count ?? 0) });
    }
  }
  return {
    name,
    bytes,
    state: device.state(pointer, length),
    stores: [...stores.values()].sort(
      (a, b) => b.count - a.count || a.position.line - b.position.line || a.position.column - b.position.column,
    ),
  };
}

function isChanged(device: RunDevice, before: Uint8Array, { pointer }: Buffer): boolean {
  const now = new Uint8Array(before.length);
  device.read(pointer, now);
  return now.some((byte, at) => byte !== before[at]);
}
