import type { Operation, Ordered } from '../../operations.ts';
import type { StreamCall } from '../../stream-call.ts';
import type { Recording } from '../../task.ts';

/** Operations that are executed together: a copy, a fill, a kernel, or memory that a stream allocates or frees. */
export interface Unit {
  readonly from: number;
  readonly to: number;
  /** The units that CUDA orders before it, by index. All of them are smaller than its own. */
  readonly after: readonly number[];
  readonly stream: number;
  readonly call: Extract<StreamCall, { kind: 'work' | 'node' }>;
}

/** What host code does, in its order. */
export type Item =
  /** Operations that happen when host code asks for them. */
  | { readonly kind: 'host'; readonly from: number; readonly to: number }
  /** @see Unit; `isHere` is true if it is done when the call returns. */
  | { readonly kind: 'unit'; readonly unit: number; readonly isHere: boolean }
  /** Host code goes on when these units are done; `null`: all units. */
  | { readonly kind: 'done'; readonly units: readonly number[] | null };

/**
 * A recording as work in streams. Operations are counted from the first one of host code. That of an allocation in a
 * stream happens twice: when host code gets the address, and as a unit, from which on the memory may be used.
 */
export interface StreamProgram {
  readonly units: readonly Unit[];
  readonly items: readonly Item[];
  readonly operations: number;
}

const MOVABLE: ReadonlySet<Operation['kind']> = new Set<Operation['kind']>([
  ...(['write', 'read', 'copy', 'set', 'launch', 'launched', 'copied', 'arrived'] as const),
]);
/** Calls that allocate memory in the order of a stream. */
const ALLOCATES: ReadonlySet<string> = new Set(['cudaMallocAsync', 'cudaMallocFromPoolAsync']);

function isMovable({ kind }: Operation, { name }: Unit['call']): boolean {
  return MOVABLE.has(kind) || (kind === 'free' && name === 'cudaFreeAsync');
}

/**
 * Reads the order that a recording has between streams.
 * @param readsCanWait - host code does not look at page-locked memory before it has waited for the copy
 * @returns `null` if it has only one order, or one that is not surely known
 */
export function streamProgramOf({ operations, begin, order }: Recording, readsCanWait: boolean): StreamProgram | null {
  if (!order || operations.some((operation) => operation.kind === 'map-host' && operation.ranges.length > 0))
    return null;
  const own = operations.slice(begin);
  const reader = new Reader(own, readsCanWait);
  for (const each of order) {
    if (each.from < begin) return null;
    reader.read({ ...each, from: each.from - begin, to: each.to - begin });
  }
  return reader.program();
}

interface Launched {
  readonly graph: number;
  readonly stream: number;
  readonly isBlocking: boolean;
  readonly before: ReadonlySet<number>;
  readonly nodes: Map<number, number>;
}

interface PinnedRead {
  readonly unit: number;
  readonly address: number;
  readonly bytes: number;
}

/** The number of the legacy default stream. */
const LEGACY = 0;

class Reader {
  readonly #operations: readonly Operation[];
  readonly #readsCanWait: boolean;
  readonly #units: Unit[] = [];
  readonly #items: Item[] = [];
  /** The units that the next one in a stream comes after, by stream. */
  readonly #tails = new Map<number, ReadonlySet<number>>();
  readonly #blocking = new Set<number>([LEGACY]);
  readonly #events = new Map<number, ReadonlySet<number>>();
  /** The nodes of the last launch of a graph: the next one comes after them. */
  readonly #graphs = new Map<number, ReadonlySet<number>>();
  readonly #pinnedReads: PinnedRead[] = [];
  #launched: Launched | null = null;
  #at = 0;

  constructor(operations: readonly Operation[], readsCanWait: boolean) {
    this.#operations = operations;
    this.#readsCanWait = readsCanWait;
  }

  program(): StreamProgram {
    this.#host(this.#operations.length);
    return { units: this.#units, items: this.#items, operations: this.#operations.length };
  }

  read({ call, from, to }: Ordered): void {
    if (from < this.#at) throw new Error('calls of a recording overlap');
    this.#host(from);
    if ('isBlocking' in call) this.#know(call);
    switch (call.kind) {
      case 'work':
        this.#work(call, from, to);
        break;
      case 'node':
        this.#node(call, from, to);
        break;
      case 'graph':
        // It frees what its last launch has left.
        if (from < to) this.#done(null);
        this.#begin(call);
        break;
      case 'graph-end':
        this.#end();
        break;
      case 'record':
        this.#events.set(call.event, this.#before(call));
        break;
      case 'wait':
        this.#tails.set(call.stream, together(this.#tail(call.stream), this.#events.get(call.event)));
        break;
      case 'stream-done':
        this.#done(this.#before(call));
        break;
      case 'event-done':
        this.#done(this.#events.get(call.event) ?? new Set());
        break;
      case 'all-done':
        this.#done(null);
        break;
    }
    this.#host(to);
  }

  /** Operations up to here happen when host code asks for them. */
  #host(to: number): void {
    if (to <= this.#at) return;
    this.#items.push({ kind: 'host', from: this.#at, to });
    this.#at = to;
  }

  #done(units: ReadonlySet<number> | null): void {
    this.#items.push({ kind: 'done', units: units && [...units] });
  }

  #know({ stream, isBlocking }: { readonly stream: number; readonly isBlocking: boolean }): void {
    if (isBlocking) this.#blocking.add(stream);
  }

  #tail(stream: number): ReadonlySet<number> {
    return this.#tails.get(stream) ?? new Set();
  }

  /** What the next work in a stream comes after: the legacy stream and the blocking streams wait for each other. */
  #before({ stream, isBlocking }: { readonly stream: number; readonly isBlocking: boolean }): ReadonlySet<number> {
    if (stream === LEGACY) return together(...[...this.#blocking].map((each) => this.#tail(each)));
    return together(this.#tail(stream), isBlocking ? this.#tail(LEGACY) : undefined);
  }

  #work(call: Extract<StreamCall, { kind: 'work' }>, from: number, to: number): void {
    if (from === to && call.name === 'launch') return;
    const operations = this.#operations.slice(from, to);
    if (ALLOCATES.has(call.name)) {
      // Into a graph, it is what it was before the order of streams was looked at.
      if (operations.length !== 1 || operations[0]?.kind !== 'alloc') return;
      // Host code has the address at once, and the stream has the memory when it gets there.
      this.#items.push({ kind: 'host', from, to });
    } else if (from === to || operations.some((operation) => !isMovable(operation, call))) {
      // Into a graph, from host memory to host memory, or something else that is not work of one stream.
      this.#done(null);
      return;
    }
    this.#needs(operations);
    const isOnDevice = operations.every(({ kind }) => kind === 'copy' || kind === 'copied');
    const isRead = operations.some(({ kind }) => kind === 'read');
    const mayWait = (call.isAsync || isOnDevice) && (!isRead || (call.toPinned && this.#readsCanWait));
    const unit = this.#add(call, { from, to, stream: call.stream, after: this.#before(call) }, !mayWait);
    this.#tails.set(call.stream, new Set([unit]));
    for (const operation of mayWait && isRead ? operations : []) {
      if (operation.kind !== 'read' || operation.host === null) continue;
      this.#pinnedReads.push({ unit, address: operation.host, bytes: operation.content.length });
    }
  }

  /** Content that is copied from host memory must have come there: what is still to be read to these bytes is read. */
  #needs(operations: readonly Operation[]): void {
    const needed = this.#pinnedReads.filter(({ address, bytes }) =>
      operations.some(
        (operation) =>
          operation.kind === 'write' &&
          operation.host !== null &&
          operation.host < address + bytes &&
          address < operation.host + operation.content.length,
      ),
    );
    if (needed.length > 0) this.#done(new Set(needed.map(({ unit }) => unit)));
  }

  #begin(call: Extract<StreamCall, { kind: 'graph' }>): void {
    const { graph, stream, isBlocking } = call;
    const before = together(this.#before(call), this.#graphs.get(graph));
    this.#launched = { graph, stream, isBlocking, before, nodes: new Map() };
  }

  #node(call: Extract<StreamCall, { kind: 'node' }>, from: number, to: number): void {
    const operations = this.#operations.slice(from, to);
    const launched = this.#launched;
    if (!launched || from === to || operations.some(({ kind }) => !MOVABLE.has(kind))) {
      this.#done(null);
      return;
    }
    this.#needs(operations);
    const nodes = call.after.flatMap((number) => launched.nodes.get(number) ?? []);
    const after = nodes.length > 0 ? new Set(nodes) : launched.before;
    const isRead = operations.some(({ kind }) => kind === 'read');
    const unit = this.#add(call, { from, to, stream: launched.stream, after }, isRead);
    launched.nodes.set(call.number, unit);
  }

  #end(): void {
    const launched = this.#launched;
    this.#launched = null;
    if (!launched) return;
    const nodes = together(launched.before, new Set(launched.nodes.values()));
    this.#graphs.set(launched.graph, nodes);
    this.#tails.set(launched.stream, nodes);
  }

  #add(
    call: Unit['call'],
    { after, ...place }: Omit<Unit, 'after' | 'call'> & { readonly after: ReadonlySet<number> },
    isHere: boolean,
  ): number {
    const unit = this.#units.length;
    this.#units.push({ ...place, call, after: [...after] });
    this.#items.push({ kind: 'unit', unit, isHere });
    this.#at = place.to;
    return unit;
  }
}

function together(...sets: readonly (ReadonlySet<number> | undefined)[]): ReadonlySet<number> {
  return new Set(sets.flatMap((set) => [...(set ?? [])]));
}
