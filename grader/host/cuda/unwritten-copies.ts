import { BYTE_STATE } from '../../abi/index.ts';
import type { Dim3 } from '../../device/index.ts';
import type { Buffer } from '../buffers.ts';
import { randomIntegers } from '../random.ts';
import type { Context } from './context.ts';

const { initialised: INITIALISED, written: WRITTEN } = BYTE_STATE;

/** Labels of buffers of `cudaMalloc` and its kin. */
const OF_MALLOC = /^allocation /;
/** Fewer bytes that nothing has written can be the padding of structures. */
const LEAST_GAP = 64;
/** The bytes around an access that must not have changed either. */
const AROUND = 8;
const MOST_COPIES = 64;

type Gap = { readonly first: number; readonly end: number };
type Writer = { readonly kernel: string; readonly grid: Dim3; readonly block: Dim3 };

/** A copy to host memory with bytes that nothing has written in device memory. */
interface Copy {
  readonly to: number;
  readonly buffer: Buffer;
  /** The offset in the buffer of the first byte that was copied. */
  readonly offset: number;
  readonly bytes: number;
  readonly gaps: readonly Gap[];
  /** The bytes of host memory after the copy. */
  readonly content: Uint8Array;
}

/**
 * Finds host code that reads what no thread has written: elements of memory of `cudaMalloc` that were copied to the host.
 * A usual run only notes that there is such a copy. A watched run puts random bytes in their place, and host code tells
 * before it reads: as long as the random bytes are there, nothing else has written there.
 */
export class UnwrittenCopies {
  readonly #context: Context;
  readonly #isWatched: boolean;
  readonly #copies = new Map<number, Copy>();
  /** A part without such a byte, by buffer. */
  readonly #written = new Map<Buffer, Gap>();
  readonly #writers = new Map<number, Writer | null>();
  #isDone = false;
  #any = false;

  /** @param isWatched - host code tells before it reads */
  constructor(context: Context, isWatched: boolean) {
    this.#context = context;
    this.#isWatched = isWatched;
  }

  /** True if there was such a copy. */
  get any(): boolean {
    return this.#any;
  }

  /** The host memory whose loads host code tells, from the first to the last address; `null` if there is none. */
  get span(): { readonly first: number; readonly end: number } | null {
    if (this.#copies.size === 0) return null;
    const copies = [...this.#copies.values()];
    return {
      first: Math.min(...copies.map(({ to }) => to)),
      end: Math.max(...copies.map(({ to, bytes }) => to + bytes)),
    };
  }

  /** A launch has stored to these buffers, by their numbers. */
  launched(launch: Writer, buffers: readonly number[]): void {
    for (const buffer of buffers) this.#writers.set(buffer, this.#writers.has(buffer) ? null : launch);
  }

  /** Device memory has been copied to the host. @param host - the place where it is now */
  copied(to: number, from: number, host: Uint8Array): void {
    if (this.#isDone || (this.#any && !this.#isWatched)) return;
    const { buffers, device } = this.#context;
    const buffer = buffers.find(from);
    if (!buffer?.live || !OF_MALLOC.test(buffer.label)) return;
    const offset = from - buffer.pointer;
    const known = this.#written.get(buffer);
    if (known && known.first <= offset && offset + host.length <= known.end) return;
    if (areInitialised(device.state(from, host.length))) {
      if (!known || host.length > known.end - known.first)
        this.#written.set(buffer, { first: offset, end: offset + host.length });
      return;
    }
    const gaps = gapsOf(device.state(buffer.pointer, buffer.bytes))
      .map(({ first, end }) => ({ first: Math.max(first - offset, 0), end: Math.min(end - offset, host.length) }))
      .filter(({ first, end }) => first < end);
    if (gaps.length === 0) return;
    this.#any = true;
    if (!this.#isWatched || this.#copies.size >= MOST_COPIES) return;
    const random = randomIntegers(0x9a95 + to);
    for (const { first, end } of gaps) for (let at = first; at < end; at++) host[at] = 1 + (random() % 255);
    this.#copies.set(to, { to, buffer, offset, bytes: host.length, gaps, content: host.slice() });
    this.#context.watchHost();
  }

  /** Host code is about to read. */
  read(address: number, bytes: number): void {
    if (this.#isDone) return;
    for (const copy of this.#copies.values()) {
      const at = address - copy.to;
      const gap = copy.gaps.find(({ first, end }) => at >= first && at + bytes <= end);
      if (gap && this.#isThere(copy, gap, at, bytes)) this.#report(copy, gap, at, bytes);
    }
  }

  #isThere({ to, content }: Copy, { first, end }: Gap, at: number, bytes: number): boolean {
    const [from, until] = [Math.max(first, at - AROUND), Math.min(end, at + bytes + AROUND)];
    const now = this.#context.memory.bytes(to + from, until - from);
    return now.every((byte, index) => byte === content[from + index]);
  }

  #report({ buffer, offset }: Copy, { first, end }: Gap, at: number, bytes: number): void {
    this.#isDone = true;
    const { label, role } = buffer;
    this.#context.recorder.hostFault(
      {
        rule: 'uninitialized-read',
        detail: 'unwritten-copy',
        buffer: { label, role, bytes: buffer.bytes, offset: offset + at },
        unwritten: { first: offset + first, end: offset + end, writer: this.#writers.get(buffer.number) ?? null },
        bytes,
        access: 'read',
      },
      this.#context.here(),
    );
  }
}

/** The same of four bytes. */
const ALL_INITIALISED = 0x0101_0101 * INITIALISED;

/** Copies can be large and many: with indexes, and by words. */
function areInitialised(states: Uint8Array): boolean {
  const isAligned = states.byteOffset % 4 === 0;
  const words = new Uint32Array(states.buffer, isAligned ? states.byteOffset : 0, isAligned ? states.length >> 2 : 0);
  for (let at = 0; at < words.length; at++) if (((words[at] ?? 0) & ALL_INITIALISED) !== ALL_INITIALISED) return false;
  for (let at = 4 * words.length; at < states.length; at++) if (!isInitialised(states[at] ?? 0)) return false;
  return true;
}

function isInitialised(state: number): boolean {
  return (state & INITIALISED) !== 0;
}

/**
 * Returns the stretches of a buffer that nothing has written: large ones, and the only one if it is its end. Others can
 * be padding. A buffer that no kernel has stored to has none.
 */
function gapsOf(states: Uint8Array): Gap[] {
  const gaps: Gap[] = [];
  let isStored = false;
  for (let at = 0; at < states.length; at++) {
    const state = states[at] ?? 0;
    isStored ||= (state & WRITTEN) !== 0;
    if (isInitialised(state)) continue;
    const first = at;
    while (at < states.length && !isInitialised(states[at] ?? 0)) at++;
    gaps.push({ first, end: at });
    at -= 1;
  }
  if (!isStored) return [];
  const [only] = gaps;
  if (gaps.length === 1 && only?.end === states.length && states.length >= LEAST_GAP) return gaps;
  return gaps.filter(({ first, end }) => end - first >= LEAST_GAP);
}
