import { type DeviceFault, type LaunchOutcome, TamperedRecord } from '../../device/index.ts';
import { sameBytes } from '../../platform/index.ts';
import { launchesReaching, modificationOf, storesTo } from '../collect.ts';
import type { CreateDevice, RunDevice } from '../device.ts';
import type { Connections } from '../execute.ts';
import { InputChanges } from '../input-changes.ts';
import { Output } from '../module/output.ts';
import type { Place } from '../observer.ts';
import type { Operation } from '../operations.ts';
import { outputBefore } from '../poison.ts';
import { Provenance } from '../provenance.ts';
import { givenContent } from '../run.ts';
import { LimitReached } from '../signals.ts';
import type { Executed, Recorded, Replayed, ReplayJob, Task } from '../task.ts';
import type { Trace } from '../traces.ts';
import type { RawFault, RawLaunch, RawOutcome } from '../unresolved.ts';
import { Contents, type HostContent } from './contents.ts';
import { Downloads, NOT_CARRIED } from './downloads.ts';
import { Given } from './given.ts';
import { HostOutputs } from './host-outputs.ts';
import { OwnBuffers } from './own-buffers.ts';
import { isStructural, structural, structureDiffers } from './structure.ts';

/** cudaErrorLaunchTimeout */
const LAUNCH_TIMEOUT = 702;

/** Repeats a recording on a fresh device, with the task's arguments. */
export function replay(task: Task, job: ReplayJob, createDevice: CreateDevice, connections: Connections): Executed {
  const [first, ...others] = job.recorded;
  if (!first) throw new Error('a replay without a recording');
  const differs = others.map((other) => differsFrom(first, other)).find((each) => each !== null) ?? null;
  if (differs !== null) {
    const replayed = { differs, untracedBytes: 0, endedOtherwise: false };
    return { ...first.executed, replayed };
  }
  const device = createDevice(task.device, {
    layoutSeed: task.layoutSeed,
    deviceSteps: task.limits.deviceSteps,
    module: task.deviceModule,
    ...(task.reversed !== undefined && { reversed: task.reversed }),
    ...(task.properties && { properties: task.properties }),
  });
  try {
    const replayer = new Replayer(task, job.recorded, first, device);
    connections.onRunning?.(() => replayer.leftBehind(replayer.stoppedNow()));
    return replayer.run();
  } finally {
    device.dispose();
  }
}

function differsFrom(a: Recorded, b: Recorded): string | null {
  const [one, other] = [a.executed.run.host, b.executed.run.host];
  if (one.status !== other.status) return `host code ${one.status} and ${other.status}`;
  return structureDiffers(operationsOf(a), operationsOf(b));
}

function operationsOf({ executed: { recording } }: Recorded): readonly Operation[] {
  return recording?.operations.slice(recording.begin) ?? [];
}

/** Repeats one recording, step by step. */
class Replayer {
  readonly #task: Task;
  readonly #recorded: Executed;
  readonly #device: RunDevice;
  readonly #contents: Contents;
  readonly #provenance = new Provenance();
  readonly #downloads = new Downloads();
  readonly #given: Given;
  /** null if they are not asked for. */
  readonly #own: OwnBuffers | null;
  readonly #outputs: HostOutputs;
  readonly #text: Output;
  readonly #inputChanges: InputChanges;
  readonly #launches: RawLaunch[] = [];
  readonly #faults: RawFault[] = [];
  readonly #hostFaults: RawFault[];
  readonly #operations: readonly Operation[];
  /** Buffers by their label, and by the address where they are now. */
  readonly #numbers: ReadonlyMap<string, number>;
  readonly #starting = new Map<number, number>();
  /** The sizes of buffers in bytes, by their address. */
  readonly #sizes = new Map<number, number>();
  /** Inputs and outputs on the device, by name. */
  readonly #placed = new Map<string, { readonly pointer: number; readonly bytes: number; readonly number: number }>();
  #ran: { readonly outcome: LaunchOutcome; readonly faults: readonly DeviceFault[] } | null = null;
  /** The launch that is running, by its index among those of the recording. */
  #launching: number | null = null;
  #launched = 0;
  #hostFaultsSeen = 0;
  /** What host code gave the device, by structural index, of operations that run later than host code asked for them. */
  readonly #asked = new Map<number, HostContent>();
  #endedOtherwise = false;

  constructor(task: Task, recorded: readonly Recorded[], first: Recorded, device: RunDevice) {
    this.#task = task;
    this.#recorded = first.executed;
    this.#device = device;
    this.#given = new Given(task.alterGiven, (value) => this.#isAddress(value));
    this.#own = task.keepBuffers ? new OwnBuffers(device) : null;
    this.#operations = operationsOf(first);
    this.#contents = new Contents(
      task,
      recorded.map(({ args, executed }) => ({
        args,
        operations: structural(operationsOf({ args, executed })),
        outputs: executed.run.outputs,
        arrays: executed.memory?.arrays ?? [],
      })),
    );
    this.#outputs = new HostOutputs(this.#provenance, this.#downloads, task, first.executed.memory?.arrays ?? []);
    this.#text = new Output(task.limits);
    this.#inputChanges = new InputChanges(device, task.device);
    this.#hostFaults = first.executed.run.faults.filter(({ launch }) => launch < 0);
    const buffers = first.executed.memory?.buffers ?? [];
    this.#numbers = new Map(buffers.map(({ label }, number) => [label, number]));
  }

  run(): Executed {
    this.#place();
    let host = this.#recorded.run.host;
    try {
      if (this.#task.operationOrder) this.#runInOrder(this.#task.operationOrder);
      else this.#runAsRecorded();
    } catch (error) {
      if (error instanceof TamperedRecord) {
        const { message, record: tampered } = error;
        const position = this.#positionOf(this.#launching ?? this.#launched - 1);
        return this.leftBehind({ status: 'trapped', message, devicePointer: false, tampered, position });
      }
      if (!(error instanceof LimitReached)) throw error;
      host = { status: 'stopped', limit: error.limit, position: this.#positionOf(this.#launched - 1) };
      this.#endedOtherwise = true;
    }
    return this.leftBehind(host);
  }

  #runAsRecorded(): void {
    let index = 0;
    for (const operation of this.#operations) {
      if (!this.#repeat(operation, index)) break;
      if (isStructural(operation)) index += 1;
    }
  }

  /**
   * Repeats operations in another order. Content is what host code had when it asked for them. An allocation that comes
   * twice gives the address first, and the memory the second time. What is freed keeps its place, so that all addresses
   * are those of the recording.
   */
  #runInOrder(order: readonly number[]): void {
    const seen = new Set<number>();
    const again = new Set<number>();
    for (const at of order) (seen.has(at) ? again : seen).add(at);
    const placed = new Set<number>();
    let structuralSoFar = 0;
    const indexes = this.#operations.map((operation) =>
      isStructural(operation) ? structuralSoFar++ : structuralSoFar,
    );
    let asked = 0;
    for (const at of order) {
      for (; asked <= at; asked++) {
        const index = indexes[asked] ?? 0;
        const kind = this.#operations[asked]?.kind;
        if (kind === 'write' || kind === 'launch') this.#asked.set(index, this.#contents.given(index));
      }
      const operation = this.#operations[at];
      if (!operation) continue;
      if (operation.kind === 'free') this.#suspend(operation.pointer);
      else if (operation.kind === 'alloc' && placed.has(at)) this.#device.resume?.(operation.pointer ?? 0);
      else if (!this.#repeat(operation, indexes[at] ?? 0)) break;
      if (operation.kind !== 'alloc' || !again.has(at) || placed.has(at)) continue;
      placed.add(at);
      this.#device.suspend?.(operation.pointer ?? 0);
    }
  }

  #suspend(pointer: number): void {
    this.#own?.freed(pointer);
    this.#sizes.delete(pointer);
    this.#device.suspend?.(pointer);
  }

  #contentAt(index: number): HostContent {
    return this.#asked.get(index) ?? this.#contents.given(index);
  }

  stoppedNow(): RawOutcome {
    this.#endedOtherwise = true;
    const position = this.#positionOf(this.#launching ?? this.#launched);
    const kernel = this.#recorded.run.launches[this.#launching ?? -1]?.kernel;
    return {
      status: 'stopped',
      limit: 'wall',
      position,
      ...(kernel !== undefined && { launch: { kernel, position } }),
    };
  }

  /** Where the recording asked for a launch. */
  #positionOf(launch: number): Trace | null {
    const position = this.#recorded.run.launches[launch]?.position ?? null;
    return position && 'trace' in position ? position : null;
  }

  /** Puts inputs and outputs on the device, as a run does. */
  #place(): void {
    if (this.#task.arraysIn === 'host') return;
    for (const argument of this.#task.args) {
      if (argument.kind === 'scalar') continue;
      const bytes = argument.kind === 'input' ? argument.bytes.length : argument.byteLength;
      const role = argument.kind === 'zeros' ? argument.role : argument.kind;
      const pointer = this.#device.alloc(bytes, argument.name, role);
      if (pointer === null) throw new Error(`there is no room for ${argument.name} (${bytes} bytes) in device memory`);
      const given = givenContent(argument);
      if (given) this.#device.write(pointer, given);
      else if (argument.kind === 'zeros') this.#device.set(pointer, 0, bytes);
      else this.#device.poison(pointer, outputBefore(this.#task, argument.name) ?? new Uint8Array(bytes));
      if (argument.kind === 'input') this.#own?.allocated(pointer, bytes);
      this.#sizes.set(pointer, bytes);
      const number = this.#placed.size;
      this.#placed.set(argument.name, { pointer, bytes, number });
      this.#starting.set(pointer, number);
      if (argument.kind === 'input')
        this.#inputChanges.placed(number, { name: argument.name, pointer, bytes: argument.bytes });
    }
  }

  /**
   * @param index - among the structural operations, in which recordings agree
   * @returns false where nothing can follow
   */
  #repeat(operation: Operation, index: number): boolean {
    const device = this.#device;
    switch (operation.kind) {
      case 'alloc': {
        const pointer = device.alloc(operation.bytes, operation.label, operation.role);
        // Memory that is freed later, or never, can be missing here.
        if (pointer !== operation.pointer && this.#task.operationOrder) throw new LimitReached('memory');
        if (pointer !== operation.pointer) throw new Error('a replay has other addresses than its recording');
        if (pointer !== null) {
          this.#sizes.set(pointer, operation.bytes);
          this.#own?.allocated(pointer, operation.bytes);
        }
        const number = this.#numbers.get(operation.label);
        if (pointer !== null && number !== undefined) this.#starting.set(pointer, number);
        return true;
      }
      case 'free':
        this.#own?.freed(operation.pointer);
        this.#sizes.delete(operation.pointer);
        device.free(operation.pointer);
        return true;
      case 'suspend':
        device.suspend?.(operation.pointer);
        return true;
      case 'resume':
        device.resume?.(operation.pointer);
        return true;
      case 'write':
        this.#write(operation.pointer, index);
        return true;
      case 'poison':
        device.poison(operation.pointer, operation.content);
        return true;
      case 'read': {
        const into = new Uint8Array(operation.content.length);
        device.read(operation.pointer, into);
        this.#contents.read(index, into);
        this.#downloads.add(index, into, device.state(operation.pointer, into.length), this.#provenance.launches);
        return true;
      }
      case 'copy':
        device.copy(operation.to, operation.from, operation.bytes);
        return true;
      case 'set':
        this.#contents.filled(index);
        device.set(operation.pointer, this.#given.fill(operation.value), operation.bytes);
        return true;
      case 'map-host':
        device.mapHost(operation.ranges);
        return true;
      case 'texture':
        device.setTexture(operation.object);
        return true;
      case 'pending-launches':
        device.setPendingLaunches?.(operation.value);
        return true;
      case 'malloc-heap':
        device.setMallocHeap?.(operation.value);
        return true;
      case 'launch': {
        const { request } = operation;
        const { bytes: args, traced } = this.#contentAt(index);
        this.#launching = this.#nextLaunch();
        const outcome = device.launch({
          ...this.#given.sizes(request),
          args: traced ? args : this.#given.content(args),
          counters: this.#task.counters,
          launchesLeft: this.#task.limits.launches - this.#launches.length - 1,
        });
        this.#launching = null;
        this.#ran = { outcome, faults: device.takeFaults() };
        if (outcome.error !== operation.error) this.#endedOtherwise = true;
        for (const stream of ['stdout', 'stderr'] as const)
          this.#text.write(stream, new TextEncoder().encode(device.takeOutput(stream)));
        return true;
      }
      case 'launched':
        return this.#keep(operation.index);
      case 'copied':
        this.#provenance.copied(operation.to, operation.from);
        return true;
      case 'arrived':
        this.#outputs.arrived(operation.address, operation.from, operation.position);
        return true;
      case 'printed':
        this.#text.write(operation.stream, operation.bytes);
        return true;
      case 'host-fault': {
        const fault = this.#hostFaults[this.#hostFaultsSeen++];
        if (fault) this.#faults.push(fault);
        return true;
      }
    }
  }

  /** Gives the device what host code has for it. What host code only moved remains the work of the kernels that made it. */
  #write(pointer: number, index: number): void {
    const { bytes, traced, at } = this.#contentAt(index);
    const carried = traced && this.#downloads.carriedInto(traced, (source) => this.#contents.readBy(source));
    if (!carried || carried.downloads.size === 0) {
      this.#device.write(pointer, traced ? bytes : this.#given.content(bytes));
      return;
    }
    const { flags, downloads } = carried;
    this.#device.write(
      pointer,
      bytes,
      flags.subarray(at, at + bytes.length).map((flag) => (flag === NOT_CARRIED ? 0 : flag)),
    );
    const to = this.#bufferAt(pointer);
    for (const { from, launches } of downloads)
      if (to !== null && from !== null) this.#provenance.copied(to, from, launches);
  }

  /** The number of the buffer that an address lies in; null for a variable. */
  #bufferAt(pointer: number): number | null {
    let nearest = Number.NEGATIVE_INFINITY;
    for (const start of this.#starting.keys()) if (start <= pointer && start > nearest) nearest = start;
    return this.#starting.get(nearest) ?? null;
  }

  /** True if a number is an address in a buffer, or just past its end. */
  #isAddress(value: number): boolean {
    for (const [start, bytes] of this.#sizes) if (value >= start && value <= start + bytes) return true;
    return false;
  }

  /** Index in the recording of the launch that is next. */
  #nextLaunch(): number {
    const { launches } = this.#recorded.run;
    let next = this.#launched;
    while (launches[next]?.launchedBy !== undefined) next += 1;
    return next;
  }

  /** Puts a launch on record, with those by its kernels. @returns false where it ended the program */
  #keep(index: number): boolean {
    const asked = this.#recorded.run.launches[index];
    if (!asked) throw new Error('a recording without its launch');
    this.#launched = index + 1;
    const ran = this.#ran;
    this.#ran = null;
    const number = this.#launches.length;
    if (!ran) {
      this.#add(asked, asked.outcome);
      return true;
    }
    const { byKernels = [], launchesSpent, ...outcome } = ran.outcome;
    this.#add(asked, outcome);
    for (const { by, launch: _, ...its } of byKernels) this.#add({ ...its, launchedBy: by.kernel }, its.outcome);
    const first = byKernels[0]?.launch ?? 0;
    for (const fault of ran.faults) {
      const launch = number + (byKernels.length > 0 ? fault.launch - first + 1 : 0);
      this.#faults.push(this.#withAllocation({ ...fault, launch }));
    }
    if (launchesSpent) throw new LimitReached('launches');
    if ((byKernels.at(-1)?.outcome ?? outcome).error === LAUNCH_TIMEOUT) throw new LimitReached('deviceSteps');
    return true;
  }

  #add(launch: RawLaunch, { studentStores = [], ...outcome }: RawLaunch['outcome']): void {
    const own = studentStores.flatMap(({ pointer, ...stored }) => {
      const buffer = this.#starting.get(pointer);
      return buffer === undefined ? [] : [{ ...stored, buffer }];
    });
    this.#provenance.launched(own);
    this.#inputChanges.launched(launch.kernel, own);
    this.#launches.push({ ...launch, outcome });
  }

  #withAllocation(fault: DeviceFault): RawFault {
    if (fault.buffer?.role !== 'student') return fault;
    const allocatedAt = this.#recorded.memory?.buffers[this.#numbers.get(fault.buffer.label) ?? -1]?.allocatedAt;
    return allocatedAt ? { ...fault, buffer: { ...fault.buffer, allocatedAt } } : fault;
  }

  /** What the run has left behind: host code's part as it was recorded, the device's as it is now. */
  leftBehind(host: RawOutcome): Executed {
    const { run, stacks } = this.#recorded;
    const outputs = this.#task.args.flatMap(({ kind, name }) => (kind === 'output' ? [this.#output(name)] : []));
    const launches = this.#launches;
    const stored = { launches, provenance: this.#provenance, program: this.#task.device };
    const place = ({ name }: { readonly name: string }): Place => this.#placed.get(name)?.number ?? name;
    const placed = this.#task.args.filter(({ kind, name }) => kind === 'input' && this.#placed.has(name));
    const changed = placed.flatMap(({ name }) => this.#changed(name));
    const modification = (name: string) =>
      this.#inputChanges.of(name) ??
      modificationOf(stored, this.#recorded.run.plan.steps, { name, place: place({ name }) });
    return {
      stacks,
      replayed: {
        differs: null,
        untracedBytes: this.#contents.untracedBytes,
        endedOtherwise: this.#endedOtherwise,
      } satisfies Replayed,
      run: {
        ...run,
        host,
        plan: { ...run.plan, steps: this.#steps() },
        launches: launchesReaching(stored, outputs.map(place)),
        faults: this.#faults,
        apiErrors: [...run.apiErrors, ...this.#errors()],
        outputs: outputs.map((output) => ({
          ...output,
          stores: storesTo(
            stored,
            place(output),
            new Set(outputs.map(({ name }) => name).filter((n) => n !== output.name)),
          ),
        })),
        changedInputs: this.#placed.size > 0 ? changed : run.changedInputs,
        ...(this.#placed.size > 0 && changed.length > 0 && { modifiedInputs: changed.map(modification) }),
        ...(this.#contents.untracedBytes > 0 && { hostMadeBytes: this.#contents.untracedBytes }),
        ...(this.#contents.cutBytes > 0 && { cutBytes: this.#contents.cutBytes }),
        ...(!this.#task.args.some(({ kind }) => kind === 'input') && { givenWords: this.#given.words }),
        ...(this.#own && { ownBuffers: this.#own.left(), givenInputs: this.#contents.givenInputs }),
        stdout: this.#text.text('stdout'),
        stderr: this.#text.text('stderr'),
        ...((run.outputCut || this.#text.isCut) && { outputCut: true }),
      },
    };
  }

  /** Errors of launches that the recording does not have. */
  #errors(): Executed['run']['apiErrors'] {
    return this.#launches.flatMap(({ outcome, position }, launch) => {
      const known = this.#recorded.run.apiErrors.some((error) => error.launch === launch);
      if (outcome.error === 0 || known) return [];
      const about = { code: outcome.error, position, noticed: false, isUsed: false, reason: null, launch };
      return [{ call: 'cudaLaunchKernel', ...about }];
    });
  }

  /** The plan, with how launches ended here. */
  #steps(): Executed['run']['plan']['steps'] {
    const ended = this.#launches.filter(({ launchedBy }) => launchedBy === undefined);
    let at = 0;
    return this.#recorded.run.plan.steps.map((step) => {
      if (step.step !== 'launch') return step;
      const error = ended[at++]?.outcome.error;
      return error === undefined ? step : { ...step, error };
    });
  }

  #output(name: string): Omit<Executed['run']['outputs'][number], 'stores'> {
    const placed = this.#placed.get(name);
    if (!placed) {
      return this.#outputs.output(name, this.#contents.output(name), (source) => this.#contents.readBy(source));
    }
    const bytes = new Uint8Array(placed.bytes);
    this.#device.read(placed.pointer, bytes);
    return { name, bytes, state: this.#device.state(placed.pointer, placed.bytes) };
  }

  #changed(name: string): string[] {
    const placed = this.#placed.get(name);
    const argument = this.#task.args.find((each) => each.name === name);
    if (!placed || argument?.kind !== 'input') return [];
    const now = new Uint8Array(placed.bytes);
    // After a lost context nothing can be read.
    if (this.#device.read(placed.pointer, now) !== 0) return [];
    return sameBytes(now, argument.bytes) && !this.#inputChanges.of(name) ? [] : [name];
  }
}
