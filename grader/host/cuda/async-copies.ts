import type { HostArray } from '../host-arrays.ts';
import type { StreamCall } from '../stream-call.ts';
import type { Trace } from '../traces.ts';
import type { Context } from './context.ts';
import type { SharedMemory } from './shared-memory.ts';

/** The number of the legacy default stream. */
const LEGACY = 0;
/** Copies that are kept. A program with more is not looked at any further. */
const MOST_COPIES = 4096;

interface AsyncCopy {
  readonly address: number;
  readonly bytes: number;
  /** What the copy does with host memory. */
  readonly does: 'read' | 'write';
  readonly position: Trace;
  /** Host code has asked whether it is done, and was told that it is not. */
  isAskedFor: boolean;
}

type Copies = ReadonlySet<AsyncCopy>;
type InStream = { readonly stream: number; readonly isBlocking: boolean };

/**
 * Asynchronous copies from and to page-locked memory that host code has not waited for. They are done when their call
 * returns, but host code cannot know. A call whose order is not surely known counts as one that waits for all of them.
 */
export class AsyncCopies {
  readonly #context: Context;
  readonly #shared: SharedMemory;
  readonly #open = new Set<AsyncCopy>();
  /** By stream, the copies that its next work comes after. */
  readonly #tails = new Map<number, Copies>();
  readonly #events = new Map<number, Copies>();
  readonly #blocking = new Set<number>([LEGACY]);
  /** The call that is being carried out. */
  #call: StreamCall | null = null;
  #made: AsyncCopy[] = [];
  #isOff = false;

  constructor(context: Context, shared: SharedMemory) {
    this.#context = context;
    this.#shared = shared;
  }

  /** The addresses that host code must not use freely, from the first to the last; `null` if there are none. */
  get span(): { readonly first: number; readonly end: number } | null {
    if (this.#open.size === 0) return null;
    const open = [...this.#open];
    return {
      first: Math.min(...open.map(({ address }) => address)),
      end: Math.max(...open.map(({ address, bytes }) => address + bytes)),
    };
  }

  /** A call begins. */
  begun(call: StreamCall): void {
    this.#call = call;
    if ('isBlocking' in call && call.isBlocking) this.#blocking.add(call.stream);
    if (call.kind === 'event-done') this.#done(this.#events.get(call.event) ?? new Set());
    else if (call.kind === 'stream-done') this.#done(this.#before(call));
    else if (call.kind === 'record') this.#events.set(call.event, this.#before(call));
    else if (call.kind === 'wait')
      this.#tails.set(call.stream, new Set([...this.#before(call), ...(this.#events.get(call.event) ?? [])]));
    else if (call.kind !== 'work') this.#done(null);
  }

  /** The call has ended. */
  ended(): void {
    const call = this.#call;
    const made = this.#made;
    this.#call = null;
    this.#made = [];
    if (call?.kind !== 'work') return;
    const before = this.#before(call);
    if (!call.isAsync) this.#done(before);
    else if (this.#open.size + made.length > MOST_COPIES) this.#stop();
    else {
      for (const copy of made) this.#open.add(copy);
      this.#tails.set(call.stream, new Set([...before, ...made]));
      if (made.length > 0) this.#context.watchHost();
    }
  }

  /** The call that is being carried out copies from or to host memory. */
  copied(address: number, bytes: number, does: AsyncCopy['does']): void {
    if (this.#isOff || this.#call?.kind !== 'work' || !this.#call.isAsync) return;
    const pinned = this.#shared.pinnedAt(address);
    if (!pinned || address + bytes > pinned.address + pinned.bytes) return;
    this.#made.push({ address, bytes, does, position: this.#context.here(), isAskedFor: false });
  }

  /** Answers a question whether work is done. The first answer of a GPU can be "not yet". */
  isUnready(call: Extract<StreamCall, { kind: 'stream-done' | 'event-done' }>): boolean {
    const copies = call.kind === 'stream-done' ? this.#before(call) : (this.#events.get(call.event) ?? new Set());
    const fresh = [...copies].filter((copy) => this.#open.has(copy) && !copy.isAskedFor);
    for (const copy of fresh) copy.isAskedFor = true;
    return fresh.length > 0;
  }

  /** Host code is about to use memory of its own. @param access - `together`: as host code that talks with the device */
  accessed(address: number, bytes: number, access: 'read' | 'write' | 'together'): void {
    // Whatever it finds there can tell it that copies are done.
    if (access === 'together') {
      this.#done(null);
      return;
    }
    const overlaps = (copy: AsyncCopy) => copy.address < address + bytes && address < copy.address + copy.bytes;
    const used = [...this.#open].filter((copy) => overlaps(copy) && (copy.does === 'write' || access !== 'read'));
    const [copy] = used;
    if (!copy) return;
    const detail = copy.does === 'read' ? 'async-copy-from' : 'async-copy-to';
    const fault = { rule: 'host-race', buffer: null, detail, bytes, access } as const;
    this.#context.recorder.hostFault(fault, this.#context.here(), copy.position);
    // One finding is enough: a loop does this for each element.
    this.#done(new Set(used));
  }

  /** The function of the exercise has returned: from now on its caller uses the outputs. */
  returned(outputs: readonly HostArray[]): void {
    for (const { name: label, address, before } of outputs) {
      const bytes = before.length;
      const overlaps = (copy: AsyncCopy) => copy.address < address + bytes && address < copy.address + copy.bytes;
      const copy = [...this.#open].find((each) => each.does === 'write' && overlaps(each));
      if (!copy) continue;
      const buffer = { label, role: 'output', bytes, offset: Math.max(0, copy.address - address) } as const;
      const fault = { rule: 'host-race', buffer, detail: 'async-copy-to-output', bytes: 0, access: 'write' } as const;
      this.#context.recorder.hostFault(fault, copy.position);
    }
  }

  /** What the next work in a stream comes after. The legacy stream and the blocking streams wait for each other. */
  #before({ stream, isBlocking }: InStream): Copies {
    const others = stream === LEGACY ? [...this.#blocking] : isBlocking ? [stream, LEGACY] : [stream];
    const copies = others.flatMap((each) => [...(this.#tails.get(each) ?? [])]);
    return new Set(copies.filter((copy) => this.#open.has(copy)));
  }

  #done(copies: Copies | null): void {
    if (this.#open.size === 0) return;
    if (copies) for (const copy of copies) this.#open.delete(copy);
    else this.#open.clear();
    this.#context.watchHost();
  }

  #stop(): void {
    this.#isOff = true;
    this.#done(null);
  }
}
