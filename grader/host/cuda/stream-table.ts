import { FIXED_LIMITS } from '../../limits/index.ts';
import type { Capture, Node } from './graphs/index.ts';
import { FACTS } from './properties.ts';

/** cudaStreamPerThread, the last of the built-in streams; 0 is the default stream and 1 cudaStreamLegacy, the same. */
const PER_THREAD = 2;
const FIRST_STREAM = 0x100;
const FIRST_EVENT = 0x1000_0000;
const STEP = 0x10;
/** cudaStreamNonBlocking. */
export const NON_BLOCKING = 1;

export interface Stream {
  readonly id: number;
  readonly flags: number;
  priority: number;
  /** It and the legacy stream wait for each other. */
  readonly blocking: boolean;
  /** Values of attributes that were set, by cudaStreamAttrID. */
  readonly attributes: Map<number, Uint8Array>;
}

export interface CudaEvent {
  readonly timed: boolean;
  /** The program's clock when it was recorded, nanoseconds. */
  at: bigint | null;
  /** The last launch that it was recorded after, as a number; 0 for none. */
  after: number;
  /** Recorded last in a stream that was being captured: what waits for it comes after these nodes. */
  captured: { readonly capture: Capture; readonly nodes: ReadonlySet<Node> } | null;
}

/** The stream that waits for all blocking streams, and they for it. */
export function isLegacy(stream: number): boolean {
  return stream < PER_THREAD;
}

/** The streams and events of a program. */
export class StreamTable {
  readonly #streams = new Map<number, Stream>();
  readonly #events = new Map<number, CudaEvent>();
  #nextStream = FIRST_STREAM;
  #nextEvent = FIRST_EVENT;

  constructor() {
    for (let id = 0; id <= PER_THREAD; id++) this.#streams.set(id, streamOf(id, 0, FACTS.leastPriority));
  }

  get isFull(): boolean {
    return this.#streams.size - (PER_THREAD + 1) + this.#events.size >= FIXED_LIMITS.handles;
  }

  stream(handle: number): Stream | undefined {
    return this.#streams.get(handle >>> 0);
  }

  event(handle: number): CudaEvent | undefined {
    return this.#events.get(handle >>> 0);
  }

  /** The handle of an event; 0 for one that is destroyed. */
  handleOf(event: CudaEvent): number {
    for (const [handle, each] of this.#events) if (each === event) return handle;
    return 0;
  }

  addStream(flags: number, priority: number): number {
    const id = this.#nextStream;
    this.#nextStream += STEP;
    this.#streams.set(id, streamOf(id, flags, priority));
    return id;
  }

  addEvent(timed: boolean): number {
    const handle = this.#nextEvent;
    this.#nextEvent += STEP;
    this.#events.set(handle, { timed, at: null, after: 0, captured: null });
    return handle;
  }

  /** @returns false where there is none; the built-in ones stay */
  removeStream(handle: number): boolean {
    return handle >>> 0 > PER_THREAD && this.#streams.delete(handle >>> 0);
  }

  removeEvent(handle: number): boolean {
    return this.#events.delete(handle >>> 0);
  }
}

function streamOf(id: number, flags: number, priority: number): Stream {
  return { id, flags, priority, blocking: (flags & NON_BLOCKING) === 0, attributes: new Map() };
}
