import type { DevicePointer, HostRange } from '../../devices/device.ts';
import type { Trace } from '../traces.ts';
import type { Context } from './context.ts';
import { arrived } from './copy.ts';
import { nameOf, targetOf } from './ranges.ts';

/** Flag of a byte's state: it was written. */
const INITIALISED = 2;
/** The same of four bytes. */
const ALL_INITIALISED = 0x0202_0202;
/** What fresh memory holds, so that whatever host code writes there is seen as a change. */
const FRESH = 0xbd;
/** Bytes that count as written together: one of them may have got the value that it had. */
const GRANULE = 16;
const GUARD = { least: 1024, most: 16_384, step: 256 };

/** `managed` by cudaMallocManaged, `pinned` page-locked, `variable` a `__managed__` variable. */
type MappedKind = 'managed' | 'pinned' | 'variable';

export interface MappedRange {
  readonly kind: MappedKind;
  readonly host: number;
  readonly bytes: number;
  readonly device: DevicePointer;
  /** Bytes around it that are nobody else's: an access to them misses this range. */
  readonly guard: number;
  /** Content on which both sides agreed last. */
  readonly agreed: Uint8Array;
  live: boolean;
  /** Nothing in it is uninitialised any more. */
  whole: boolean;
}

/** How much is left free around memory of the host that the device reaches. */
export function guardOf(bytes: number): number {
  const rounded = Math.ceil(bytes / GUARD.step) * GUARD.step;
  return Math.min(GUARD.most, Math.max(GUARD.least, rounded));
}

/**
 * Memory that both sides reach: managed, and page-locked memory that is mapped. The two have memories of their own, so
 * that each such range of the host has a twin on the device. What host code has changed goes to the twin before
 * a launch; what kernels have changed comes back when host code waits for them, as it must before it may look.
 */
export class Mapped {
  readonly #context: Context;
  #ranges: MappedRange[] = [];
  /** Kernels have run whose results host code has not waited for. */
  #pending = false;
  #changed = false;

  constructor(context: Context) {
    this.#context = context;
  }

  /**
   * Host memory with a twin on the device.
   * @param fresh - nobody has written there yet
   */
  add(kind: MappedKind, host: number, bytes: number, device: DevicePointer, guard: number, fresh: boolean): void {
    const { memory } = this.#context;
    const content = memory.bytes(host, bytes);
    if (fresh) content.fill(FRESH);
    const overlaps = (other: MappedRange) =>
      other.host < host + bytes + guard && host - guard < other.host + other.bytes;
    this.#ranges = this.#ranges.filter((other) => other.live || !overlaps(other));
    const agreed = content.slice();
    this.#ranges.push({ kind, host, bytes, device, guard, agreed, live: true, whole: !fresh });
    this.#changed = true;
    if (kind !== 'pinned') return;
    this.#context.device.write(device, agreed);
    const { launching, hostWork } = this.#context;
    hostWork.brought(host, agreed, launching?.position ?? this.#context.here());
  }

  /** The range stays known until its addresses are used again, so that a use after free is told as such. */
  remove(range: MappedRange): void {
    range.live = false;
  }

  find(address: number): MappedRange | null {
    return this.#ranges.find(({ live, host, bytes }) => live && address >= host && address < host + bytes) ?? null;
  }

  /** The range, live or not, that begins here. */
  startingAt(address: number): MappedRange | null {
    return this.#ranges.findLast(({ host }) => host === address) ?? null;
  }

  /** The device's own address for one of the host's that it reaches; any other stays. */
  onDevice(address: number): DevicePointer {
    const range =
      this.find(address) ??
      this.#ranges.find(({ host, bytes, guard }) => address >= host - guard && address < host + bytes + guard);
    return range ? address - range.host + range.device : address;
  }

  /** Before a launch: the device gets what host code has changed. */
  beforeLaunch(): void {
    if (this.#ranges.length === 0) return;
    if (this.#changed) {
      const ranges = this.#ranges.map(({ host, bytes, device, guard }): HostRange => ({ host, bytes, device, guard }));
      this.#context.device.mapHost?.(ranges.sort((a, b) => a.host - b.host));
      this.#changed = false;
    }
    this.#push();
    this.#pending = true;
  }

  /** Host code waits for the device: each side sees what the other has done. */
  synchronize(): void {
    if (this.#ranges.length === 0) return;
    this.#push();
    if (this.#pending) this.#pull();
    this.#pending = false;
  }

  /** The runtime itself has changed a twin. */
  twinChanged(): void {
    if (this.#ranges.length === 0) return;
    this.#pending = true;
    this.synchronize();
  }

  #push(): void {
    const { device, memory } = this.#context;
    for (const range of this.#ranges) {
      if (!range.live) continue;
      const now = memory.bytes(range.host, range.bytes);
      const changes = changesOf(range.agreed, now, this.#pending ? 1 : GRANULE);
      const [first, last] = [changes[0], changes.at(-1)];
      if (!first || !last) continue;
      const position = this.#context.here();
      for (const { from, to } of changes) {
        device.write(range.device + from, now.slice(from, to));
        if (this.#pending) this.#record(range, now, from, to, position);
      }
      // Where no kernel has been, what lies between the changes is the same on both sides: one step of the plan.
      if (!this.#pending) this.#record(range, now, first.from, last.to, position);
      const bytes = changes.reduce((sum, { from, to }) => sum + to - from, 0);
      const stretch = now.subarray(first.from, last.to);
      const { launching, hostWork } = this.#context;
      hostWork.brought(range.host + first.from, stretch, launching?.position ?? position, bytes);
      range.agreed.set(now);
    }
  }

  #record({ device }: MappedRange, now: Uint8Array, from: number, to: number, position: Trace): void {
    const { recorder } = this.#context;
    const target = targetOf(this.#context, device + from);
    const step = { bytes: to - from, ...recorder.data(now.subarray(from, to)), position };
    if (target && 'variable' in target) recorder.step({ step: 'symbol', ...target, ...step });
    else if (target) recorder.step({ step: 'write', to: target, ...step });
  }

  #pull(): void {
    const { device, memory } = this.#context;
    for (const range of this.#ranges) {
      if (!range.live) continue;
      const now = new Uint8Array(range.bytes);
      // The memory of a lost context stays as it was.
      if (device.read(range.device, now) !== 0) continue;
      if (!range.whole) range.whole = keepUninitialised(device.state(range.device, range.bytes), range.agreed, now);
      memory.bytes(range.host, range.bytes).set(now);
      arrived(this.#context, range.host, range.device, now, this.#context.here());
      const place = targetOf(this.#context, range.device);
      if (place) this.#context.hostWork.shared(nameOf(place), range.host, now, differences(range.agreed, now));
      range.agreed.set(now);
    }
  }
}

// These loops run over all managed memory whenever host code waits: with indexes, and by words where they can.

/** What nobody has written on the device stays as it was. @returns whether there is none of it */
function keepUninitialised(states: Uint8Array, before: Uint8Array, now: Uint8Array): boolean {
  let whole = true;
  const words = new Uint32Array(states.buffer, states.byteOffset, states.length >> 2);
  for (let at = 0; at < states.length; at++) {
    if ((at & 3) === 0 && ((words[at >> 2] ?? 0) & ALL_INITIALISED) === ALL_INITIALISED) {
      at += 3;
      continue;
    }
    if (((states[at] ?? 0) & INITIALISED) !== 0) continue;
    now[at] = before[at] ?? 0;
    whole = false;
  }
  return whole;
}

/** Both begin at multiples of 4. */
function differences(before: Uint8Array, now: Uint8Array): number {
  const words = now.length >> 2;
  const oldWords = new Int32Array(before.buffer, before.byteOffset, words);
  const newWords = new Int32Array(now.buffer, now.byteOffset, words);
  let count = 0;
  for (let word = 0; word < words; word++) {
    const changed = (oldWords[word] ?? 0) ^ (newWords[word] ?? 0);
    if (changed === 0) continue;
    for (let shift = 0; shift < 32; shift += 8) if ((changed >>> shift) & 0xff) count += 1;
  }
  for (let at = 4 * words; at < now.length; at++) if (before[at] !== now[at]) count += 1;
  return count;
}

interface Stretch {
  readonly from: number;
  to: number;
}

/** Where two contents of the same length differ, in whole granules. */
function changesOf(before: Uint8Array, now: Uint8Array, granule: number): Stretch[] {
  const changes: Stretch[] = [];
  const words = now.byteOffset % 4 === 0 ? Math.floor(now.length / 4) : 0;
  const oldWords = new Int32Array(before.buffer, before.byteOffset, words);
  const newWords = new Int32Array(now.buffer, words ? now.byteOffset : 0, words);
  let last: Stretch | undefined;
  for (let at = 0; at < now.length; ) {
    const word = at >> 2;
    if ((at & 3) === 0 && word < words && oldWords[word] === newWords[word]) at += 4;
    else if (before[at] === now[at]) at += 1;
    else {
      const from = at - (at % granule);
      const to = Math.min(now.length, from + granule);
      if (last && last.to === from) last.to = to;
      else {
        last = { from, to };
        changes.push(last);
      }
      at = to;
    }
  }
  return changes;
}
