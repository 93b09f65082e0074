import type { Footprint } from '../../device/index.ts';
import type { StreamsStopped } from '../run.ts';
import type { StreamCall } from '../stream-call.ts';
import type { Trace } from '../traces.ts';
import type { Unresolved } from '../unresolved.ts';
import type { Context } from './context.ts';
import { variableAt } from './ranges.ts';
import type { SharedMemory } from './shared-memory.ts';
import { conflictOf, type Touch } from './touches.ts';

/** The number of the legacy default stream. */
const LEGACY = 0;
/** Units that are kept. A program with more, all of them unordered, is not looked at any further. */
const MOST_UNITS = 4096;
/** Words that are compared in one run. */
const MOST_WORDS = 2 ** 29;

/** The work that comes before, as a count for each stream and each node of a graph. */
type Clock = ReadonlyMap<number, number>;
type InStream = { readonly stream: number; readonly isBlocking: boolean };

/** A call that has worked in device memory, and that host code has not waited for. */
interface Unit {
  readonly id: number;
  /** The number in its stream, from 1 on. */
  readonly number: number;
  readonly stream: number;
  readonly name: string;
  readonly position: Trace;
  touches: readonly Touch[];
  readonly usesAtomics: boolean;
  /** A kernel, or a copy between the device and page-locked host memory; `null` for all other work. */
  readonly kind: 'kernel' | 'copy' | null;
}

/** A kernel that has run. */
interface LaunchedWork {
  /** The bytes that it used; `null` if they are not known. */
  readonly footprints?: readonly Footprint[] | null;
  readonly usesAtomics?: true;
  readonly launchesKernels: boolean;
}

/**
 * Finds two calls of different streams that use the same bytes with nothing that orders them. All work is done when its
 * call returns; what CUDA orders is followed beside it, by a clock with a component for each stream. A call whose order
 * is not surely known counts as one that waits for everything.
 */
export class StreamRaces {
  readonly #context: Context;
  readonly #shared: SharedMemory;
  /** The work that host code has waited for. */
  #host: Clock = new Map();
  readonly #tails = new Map<number, Clock>();
  readonly #events = new Map<number, Clock>();
  /** The nodes of the last launch of a graph. */
  readonly #graphs = new Map<number, Clock>();
  readonly #blocking = new Set<number>([LEGACY]);
  readonly #counts = new Map<number, number>();
  /** The number of a stream in messages, in the order in which streams are used. */
  readonly #names = new Map<number, number>([[LEGACY, 0]]);
  #open: Unit[] = [];
  #graph: {
    readonly call: Extract<StreamCall, { kind: 'graph' }>;
    readonly before: Clock;
    nodes: Map<number, Clock>;
  } | null = null;
  /** The next number of a node. They are below those of streams. */
  #node = -1;
  #call: StreamCall | null = null;
  #touches: Touch[] = [];
  #position: Trace | null = null;
  #kernel: string | null = null;
  #usesAtomics = false;
  /** True if the call copies to memory of the host that is not page-locked, and so waits for it. */
  #waits = false;
  /** True if the call uses page-locked memory of the host. */
  #usesPinned = false;
  /** The copies that can run at the same time as a kernel. */
  readonly #overlapping = new Set<Unit>();
  #wordsLeft = MOST_WORDS;
  #stopped: Unresolved<StreamsStopped> | null = null;

  constructor(context: Context, shared: SharedMemory) {
    this.#context = context;
    this.#shared = shared;
  }

  /** True if kernels have to tell which bytes they use. */
  get isOn(): boolean {
    return !this.#stopped;
  }

  /** The call from which on nothing is looked at; `null` if there is none. */
  get stopped(): Unresolved<StreamsStopped> | null {
    return this.#stopped;
  }

  /** Copies between the device and page-locked host memory that nothing orders with some kernel of another stream. */
  get overlappingCopies(): number {
    return this.#overlapping.size;
  }

  /** A call begins. */
  begun(call: StreamCall): void {
    this.#call = call;
    this.#touches = [];
    this.#position = null;
    this.#kernel = null;
    this.#usesAtomics = false;
    this.#waits = false;
    this.#usesPinned = false;
    if ('isBlocking' in call && call.isBlocking) this.#blocking.add(call.stream);
    switch (call.kind) {
      case 'record':
        this.#events.set(call.event, this.#before(call));
        break;
      case 'wait':
        this.#tails.set(call.stream, together(this.#tail(call.stream), this.#events.get(call.event)));
        break;
      case 'stream-done':
        this.#wait(this.#before(call));
        break;
      case 'event-done':
        this.#wait(this.#events.get(call.event) ?? new Map());
        break;
      case 'graph':
        this.#graph = { call, before: together(this.#before(call), this.#graphs.get(call.graph)), nodes: new Map() };
        break;
      case 'graph-end':
        this.#endGraph();
        break;
      case 'all-done':
        this.#waitForAll();
        break;
    }
  }

  /** The call has ended. */
  ended(): void {
    const call = this.#call;
    this.#call = null;
    if (this.#stopped) return;
    if (call?.kind === 'node') this.#endNode(call);
    if (call?.kind !== 'work') return;
    const { stream, name } = call;
    const before = this.#before(call);
    const number = (this.#counts.get(stream) ?? 0) + 1;
    this.#counts.set(stream, number);
    this.#add({ id: stream, number, stream, name }, before);
    const after = new Map(before).set(stream, number);
    this.#tails.set(stream, after);
    // A copy without a stream of its own is taken to be done, which CUDA promises for most.
    if (this.#waits || (!call.isAsync && !name.startsWith('cudaMemset'))) this.#wait(after);
  }

  /** The call that is being carried out uses bytes of device memory. */
  touched(from: number, bytes: number, access: Touch['access']): void {
    if (this.#stopped || bytes === 0 || !this.#call) return;
    this.#position ??= this.#context.here();
    this.#touches.push({ from, to: from + bytes, access, words: null });
  }

  /** The call that is being carried out writes to host memory, or reads it. */
  touchedHost(from: number, bytes: number, access: 'read' | 'write'): void {
    if (this.#stopped || !this.#call) return;
    const pinned = this.#shared.pinnedAt(from);
    if (pinned && from + bytes <= pinned.address + pinned.bytes) {
      this.#usesPinned = true;
      this.touched(from, bytes, access);
    } else if (access === 'write') this.#waits = true;
  }

  /** A stream gets memory: what was done before at these addresses was done in other memory. */
  allocated(from: number, bytes: number): void {
    if (this.#stopped || this.#call?.kind !== 'work') return;
    const isOther = (touch: Touch) => touch.to <= from || from + bytes <= touch.from;
    for (const unit of this.#open) unit.touches = unit.touches.filter(isOther);
    this.touched(from, bytes, 'write');
  }

  /** The call that is being carried out has run a kernel. @param footprints - `null` if they are not known */
  launched(kernel: string, position: Trace, { footprints, usesAtomics, launchesKernels }: LaunchedWork): void {
    if (this.#stopped) return;
    this.#kernel = kernel;
    this.#position = position;
    this.#usesAtomics = usesAtomics === true;
    if (!footprints) {
      this.#stop(launchesKernels ? 'launches-kernels' : 'bytes', kernel, position);
      return;
    }
    for (const { address, words } of footprints)
      this.#touches.push({ from: address, to: address + 4 * words.length, access: 'both', words });
  }

  /** Host code uses memory as one that talks with the device: it can find out what is done. */
  accessedTogether(): void {
    this.#waitForAll();
  }

  #endNode({ number, after, name }: Extract<StreamCall, { kind: 'node' }>): void {
    const graph = this.#graph;
    if (!graph) return;
    const nodes = after.map((each) => graph.nodes.get(each)).filter((clock) => clock !== undefined);
    const before = nodes.length > 0 ? together(this.#host, ...nodes) : graph.before;
    const id = this.#node;
    this.#node -= 1;
    this.#add({ id, number: 1, stream: graph.call.stream, name }, before);
    graph.nodes.set(number, new Map(before).set(id, 1));
    if (this.#waits) this.#wait(new Map(before).set(id, 1));
  }

  #endGraph(): void {
    const graph = this.#graph;
    this.#graph = null;
    if (!graph) return;
    const all = together(graph.before, ...graph.nodes.values());
    this.#graphs.set(graph.call.graph, all);
    this.#tails.set(graph.call.stream, all);
  }

  #add({ id, number, stream, name }: Pick<Unit, 'id' | 'number' | 'stream' | 'name'>, before: Clock): void {
    if (this.#touches.length === 0 || !this.#position) return;
    const unit: Unit = {
      ...{ id, number, stream, touches: this.#touches, usesAtomics: this.#usesAtomics },
      name: this.#kernel ?? name,
      position: this.#position,
      kind: this.#kernel !== null ? 'kernel' : this.#usesPinned ? 'copy' : null,
    };
    this.#compareKinds(unit, before);
    for (const other of this.#open) {
      if ((before.get(other.id) ?? 0) >= other.number) continue;
      // Atomic functions of two kernels do not race, and which bytes they use so is not known.
      if (unit.usesAtomics && other.usesAtomics) continue;
      if (this.#report(unit, other)) break;
    }
    if (this.#wordsLeft < 0) this.#stop('bytes', unit.name, unit.position);
    else if (this.#open.length >= MOST_UNITS) this.#stop('open-calls', unit.name, unit.position);
    else this.#open.push(unit);
  }

  /** Remembers the copies that overlap if the unit is one, or a kernel. */
  #compareKinds(unit: Unit, before: Clock): void {
    if (unit.kind === null) return;
    for (const other of this.#open) {
      if (other.kind === null || other.kind === unit.kind || (before.get(other.id) ?? 0) >= other.number) continue;
      this.#overlapping.add(unit.kind === 'copy' ? unit : other);
    }
  }

  #report(unit: Unit, other: Unit): boolean {
    for (const touch of unit.touches) {
      for (const earlier of other.touches) {
        this.#wordsLeft -= Math.max(0, Math.min(touch.to, earlier.to) - Math.max(touch.from, earlier.from)) / 4;
        const conflict = conflictOf(touch, earlier);
        if (!conflict) continue;
        const { from, to, access, otherAccess } = conflict;
        const { recorder } = this.#context;
        const fault = {
          ...({ rule: 'global-race', detail: 'between-streams', access } as const),
          buffer: this.#named(from),
          bytes: to - from,
          streams: {
            ...{ call: unit.name, stream: this.#numberOf(unit.stream) },
            ...{ otherCall: other.name, otherStream: this.#numberOf(other.stream) },
          },
        };
        recorder.hostFault(fault, unit.position, { position: other.position, access: otherAccess });
        return true;
      }
    }
    return false;
  }

  #named(address: number) {
    const buffer = this.#context.buffers.find(address);
    if (buffer) {
      const { label, role, bytes, pointer, allocatedAt } = buffer;
      return { label, role, bytes, offset: address - pointer, ...(allocatedAt && { allocatedAt }) };
    }
    const variable = variableAt(this.#context, address);
    return variable && ({ label: variable.variable, role: 'variable', bytes: 0, offset: variable.offset } as const);
  }

  #numberOf(stream: number): number {
    const known = this.#names.get(stream) ?? this.#names.size;
    this.#names.set(stream, known);
    return known;
  }

  #tail(stream: number): Clock {
    return this.#tails.get(stream) ?? new Map();
  }

  /** Returns the work that the next call in a stream comes after. The legacy stream and the blocking streams wait for each other. */
  #before({ stream, isBlocking }: InStream): Clock {
    this.#numberOf(stream);
    if (stream === LEGACY) return together(this.#host, ...[...this.#blocking].map((each) => this.#tail(each)));
    return together(this.#host, this.#tail(stream), isBlocking ? this.#tail(LEGACY) : undefined);
  }

  #wait(done: Clock): void {
    this.#host = together(this.#host, done);
    this.#open = this.#open.filter(({ id, number }) => (this.#host.get(id) ?? 0) < number);
  }

  #waitForAll(): void {
    this.#open = [];
    this.#host = new Map([...this.#host, ...this.#counts].filter(([id]) => id >= 0));
    // Whatever these say is done.
    this.#events.clear();
    this.#graphs.clear();
    this.#tails.clear();
    const graph = this.#graph;
    if (graph) this.#graph = { ...graph, before: this.#host, nodes: new Map() };
  }

  #stop(reason: StreamsStopped['reason'], call: string, position: Trace): void {
    this.#stopped = { reason, call, position };
    this.#open = [];
  }
}

function together(...clocks: readonly (Clock | undefined)[]): Clock {
  const all = new Map<number, number>();
  for (const clock of clocks) for (const [id, count] of clock ?? []) all.set(id, Math.max(count, all.get(id) ?? 0));
  return all;
}
