import { BYTE_STATE } from '../abi/index.ts';
import { stateAfter } from '../device/index.ts';
import { sameBytes } from '../platform/index.ts';
import type { Place } from './observer.ts';
import { NO_OBSERVER, type Observer } from './observer.ts';
import type { Provenance } from './provenance.ts';
import type { CopiedBack } from './run.ts';
import type { HostServices } from './services.ts';
import type { Trace } from './traces.ts';
import type { Unresolved } from './unresolved.ts';

/** Flags of a byte, as `RunDevice.state` gives them. */
const { initialised: INITIALISED, written: BY_KERNEL } = BYTE_STATE;

/** Bytes of an element whose poison says enough by itself. */
const SURE = 4;
const ALIGNMENT = 256;
/** Bytes on either side that belong to no array. */
const GUARD = 4096;
/** Bytes that are kept of copies to memory of the program's own. */
const MAX_STAGED = 64 << 20;

/** An input or output of the exercise in the memory of the host program. */
export interface HostArray {
  readonly name: string;
  readonly role: 'input' | 'output';
  readonly address: number;
  /** What it held when the program began: of an output, poison. */
  readonly before: Uint8Array;
  readonly elementBytes: number;
}

/** Bytes outside an array that host code has changed. */
export interface Overrun {
  readonly array: HostArray;
  /** Of the first one, from the start of the array. */
  readonly offset: number;
}

/** What was copied from the device into an output. */
interface Received {
  readonly content: Uint8Array;
  /** Flags of each byte; `COPIED` alone where nobody had written what was copied. */
  readonly flags: Uint8Array;
  last: { readonly position: Trace; readonly from: Place | null; readonly launches: number } | null;
}

/** Beside the flags of a byte: it was copied here from the device. */
const COPIED = 1;

/**
 * Inputs and outputs that lie in host memory. What host code stores there itself cannot be watched: it is what neither
 * is as it was nor came from the device.
 */
export class HostArrays {
  readonly #provenance: Provenance;
  readonly #arrays: HostArray[] = [];
  readonly #guarded: HostArray[] = [];
  readonly #received = new Map<HostArray, Received>();
  /** Content of other host memory that came from the device, by address: host code may hand it on to an output. */
  readonly #staged = new Map<number, Staged>();
  #stagedBytes = 0;

  readonly #observer: Observer;

  constructor(provenance: Provenance, observer: Observer = NO_OBSERVER) {
    this.#provenance = provenance;
    this.#observer = observer;
  }

  /** @throws Error where there is no room for it */
  place(
    { memory, alloc }: HostServices,
    name: string,
    role: HostArray['role'],
    content: Uint8Array,
    elementBytes = 1,
  ): HostArray {
    const start = alloc(ALIGNMENT, content.length + 2 * GUARD);
    if (start === 0) throw new Error(`there is no room for ${name} (${content.length} bytes) in host memory`);
    const array = { name, role, address: start + GUARD, before: content, elementBytes };
    const outside = outsideOf(this.#guarded.length);
    for (const guard of [start, array.address + content.length]) {
      const bytes = memory.bytes(guard, GUARD);
      for (let at = 0; at < GUARD; at++) bytes[at] = outside(guard + at);
    }
    memory.bytes(array.address, content.length).set(content);
    this.#guarded.push(array);
    this.add(array);
    this.#observer.placed(name, array.address, content);
    return array;
  }

  /** An array that is in its place. */
  add(array: HostArray): void {
    this.#arrays.push(array);
    if (array.role !== 'output') return;
    const bytes = array.before.length;
    this.#received.set(array, { content: new Uint8Array(bytes), flags: new Uint8Array(bytes), last: null });
  }

  /** Finds what host code has stored just outside of arrays. */
  overruns({ memory }: Pick<HostServices, 'memory'>): readonly Overrun[] {
    return this.#guarded.flatMap((array, number) => {
      const { address, before } = array;
      const outside = outsideOf(number);
      const isChanged = (from: number) => (byte: number, at: number) => byte !== outside(from + at);
      const end = address + before.length;
      const first = memory.bytes(end, GUARD).findIndex(isChanged(end));
      const last = memory.bytes(address - GUARD, GUARD).findLastIndex(isChanged(address - GUARD));
      return [
        ...(first >= 0 ? [{ array, offset: before.length + first }] : []),
        ...(last >= 0 ? [{ array, offset: last - GUARD }] : []),
      ];
    });
  }

  get all(): readonly HostArray[] {
    return this.#arrays;
  }

  get any(): boolean {
    return this.#arrays.length > 0;
  }

  /** The array that holds an address, with the offset there. */
  find(address: number): { readonly array: HostArray; readonly offset: number } | null {
    const array = this.#arrays.find(
      ({ address: start, before }) => address >= start && address < start + before.length,
    );
    return array ? { array, offset: address - array.address } : null;
  }

  /**
   * Content has come from the device to host memory.
   * @param states - of each byte where it came from
   * @param from - the buffer; null for a variable
   */
  arrived(address: number, content: Uint8Array, states: Uint8Array, from: Place | null, position: Trace): void {
    const { launches } = this.#provenance;
    this.#observer.arrived(address, from, position);
    const found = this.find(address);
    const received = found && this.#received.get(found.array);
    if (!found || !received) {
      this.#stage(address, { content: content.slice(), states, from, launches });
      return;
    }
    const { array, offset } = found;
    const length = Math.min(content.length, array.before.length - offset);
    received.content.set(content.subarray(0, length), offset);
    for (let at = 0; at < length; at++) received.flags[offset + at] = COPIED | (states[at] ?? 0);
    received.last = { position, from, launches };
    if (from !== null) this.#provenance.copied(array.name, from);
  }

  /** Flags of each byte of an output now. */
  state(array: HostArray, now: Uint8Array): Uint8Array {
    const received = this.#received.get(array);
    const state = stateAfter(now, array.before, INITIALISED);
    clearUntouched(state, now, array);
    if (received) setCopied(state, now, received);
    if (received && array.elementBytes > 1) clearPartial(state, now, array, received.flags);
    return 2 * countOf(state, INITIALISED) > now.length ? (this.#handedOn(array, now) ?? state) : state;
  }

  copiedBack(array: HostArray): Unresolved<CopiedBack> {
    const received = this.#received.get(array);
    const flags = received?.flags ?? new Uint8Array();
    const last = received?.last ?? null;
    return {
      bytes: countOf(flags, COPIED, COPIED),
      unwrittenBytes: countOf(flags, COPIED),
      kernelBytes: countOf(flags, BY_KERNEL, BY_KERNEL),
      tooEarly: last !== null && last.from !== null && this.#provenance.isStale(last.from, last.launches),
      position: last?.position ?? null,
    };
  }

  /** Is this still what the array held at first, or what was copied there from the device? */
  isKnown(array: HostArray, offset: number, content: Uint8Array): boolean {
    const { before } = array;
    const { flags, content: copied } = this.#received.get(array) ?? NOTHING_RECEIVED;
    for (let at = 0, from = offset; at < content.length; at++, from++) {
      const isCopied = ((flags[from] ?? 0) & COPIED) !== 0;
      if (content[at] !== (isCopied ? copied[from] : before[from])) return false;
    }
    return true;
  }

  /** Who computes the same values on the host has the kernel's work all the same: content is enough to tell. */
  #handedOn(array: HostArray, now: Uint8Array): Uint8Array | null {
    for (const { content, states, from, launches } of this.#staged.values()) {
      if (!sameBytes(content, now) || countOf(states, BY_KERNEL, BY_KERNEL) === 0) continue;
      if (from !== null) this.#provenance.copied(array.name, from, launches);
      return states;
    }
    return null;
  }

  #stage(address: number, staged: Staged): void {
    if (!this.any) return;
    this.#stagedBytes += staged.content.length - (this.#staged.get(address)?.content.length ?? 0);
    this.#staged.set(address, staged);
    for (const [oldest, { content }] of this.#staged) {
      if (this.#stagedBytes <= MAX_STAGED) break;
      this.#staged.delete(oldest);
      this.#stagedBytes -= content.length;
    }
  }
}

/**
 * What is outside an array, by address: a word is NaN or negative. Arrays differ, so that host code that copies too much
 * from one to another changes something.
 */
function outsideOf(number: number): (address: number) => number {
  return (address) => ((address & 2) === 0 ? 0xfe - (number % 0x40) : 0xff);
}

const NOTHING_RECEIVED: Received = { content: new Uint8Array(), flags: new Uint8Array(), last: null };

/** Returns how many bytes have these flags, among those of the mask. */
function countOf(states: Uint8Array, wanted: number, mask = 0xff): number {
  let count = 0;
  for (let at = 0; at < states.length; at++) if (((states[at] as number) & mask) === wanted) count++;
  return count;
}

/** Sets the flags of copied bytes that host code has not changed since: those that they came with. */
function setCopied(state: Uint8Array, now: Uint8Array, { flags, content }: Received): void {
  for (let at = 0; at < now.length; at++) {
    const copied = flags[at] as number;
    if ((copied & COPIED) !== 0 && content[at] === now[at]) state[at] = copied & ~COPIED;
  }
}

/** Poison of four bytes and more is no value that a right element could have by chance. */
function clearUntouched(state: Uint8Array, now: Uint8Array, { before, elementBytes }: HostArray): void {
  if (elementBytes < SURE) return;
  for (let start = 0; start < now.length; start += elementBytes) {
    let at = start;
    while (at < start + elementBytes && now[at] === before[at]) at++;
    if (at === start + elementBytes) state.fill(0, start, at);
  }
}

/** A copy that ends inside an element has not brought it, unless host code has brought the rest. */
function clearPartial(
  state: Uint8Array,
  now: Uint8Array,
  { before, elementBytes }: HostArray,
  copied: Uint8Array,
): void {
  for (let start = 0; start < now.length; start += elementBytes) {
    let [bytes, changed] = [0, false];
    for (let at = start; at < start + elementBytes; at++) {
      if (((copied[at] ?? 0) & COPIED) !== 0) bytes += 1;
      else changed ||= now[at] !== before[at];
    }
    if (bytes > 0 && bytes < elementBytes && !changed) state.fill(0, start, start + elementBytes);
  }
}

interface Staged {
  readonly content: Uint8Array;
  readonly states: Uint8Array;
  readonly from: Place | null;
  readonly launches: number;
}
