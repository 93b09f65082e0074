import type { DevicePointer, HostRange } from '../../device/index.ts';
import type { Trace } from '../traces.ts';
import type { Context } from './context.ts';
import { arrived } from './copy.ts';
import { changesOf, contentOf, type Stretch } from './mapped-content.ts';
import { targetOf } from './ranges.ts';
import { Unwaited } from './unwaited.ts';

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
  /** The content when host memory last had it, by a prefetch or from host code. */
  readonly atHost: Uint8Array;
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
  #unwaited: Unwaited | null = null;
  #watched: { readonly first: number; readonly end: number } | null = null;
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
    // The device finds a range by its address, and the guard is part of it.
    const overlaps = (other: MappedRange) =>
      other.host - other.guard < host + bytes + guard && host - guard < other.host + other.bytes + other.guard;
    this.#ranges = this.#ranges.filter((other) => other.live || !overlaps(other));
    const agreed = content.slice();
    const atHost = agreed.slice();
    this.#ranges.push({ kind, host, bytes, device, guard, agreed, atHost, live: true, whole: !fresh });
    this.#changed = true;
    if (kind !== 'pinned') return;
    this.#context.device.write(device, agreed);
  }

  /** The range stays known until its addresses are used again, so that a use after free is told as such. */
  remove(range: MappedRange): void {
    range.live = false;
  }

  /** The addresses that kernels may still use, from the first to the last; `null` if there are none. */
  get watched(): { readonly first: number; readonly end: number } | null {
    return this.#watched;
  }

  find(address: number): MappedRange | null {
    return this.#ranges.find(({ live, host, bytes }) => live && address >= host && address < host + bytes) ?? null;
  }

  /** The range, live or not, that begins here. */
  startingAt(address: number): MappedRange | null {
    return this.#ranges.findLast(({ host }) => host === address) ?? null;
  }

  /** Returns the device's address for a mapped host address, and any other address as it is. */
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
      const ranges = this.#ranges.map(
        ({ kind, host, bytes, device, guard }): HostRange => ({
          ...{ host, bytes, device, guard },
          ...(kind === 'pinned' && { isPinned: true }),
        }),
      );
      this.#context.device.mapHost(ranges.sort((a, b) => a.host - b.host));
      this.#changed = false;
    }
    this.#push();
    const { launching } = this.#context;
    this.#waitFor(new Unwaited(this.#context, launching?.position ?? this.#context.here()));
  }

  /**
   * Host code waits for the device: each side sees what the other has done. If no kernel has run since it last waited,
   * there is nothing to see: what host code writes goes to the device with the next launch, or with `update`.
   */
  synchronize(): void {
    this.#context.unfinished.waited();
    if (!this.#unwaited) return;
    this.#push();
    this.#pull();
    this.#waitFor(null);
  }

  /** Before a call of the runtime uses memory of the device: it gets what host code has changed in its twin. */
  update(pointer: DevicePointer, bytes: number): void {
    for (const [range, part] of this.#partsOf(pointer, bytes)) this.#pushPart(range, part);
  }

  /**
   * Host code is about to use memory of its own while kernels run, for all that it knows.
   * @param access - `together`: by an atomic function or through `volatile`, as who talks with a running kernel does.
   *   It finds the kernel at its end, and may count on what it finds.
   */
  accessed(address: number, bytes: number, access: 'read' | 'write' | 'together'): void {
    if (!this.#unwaited) return;
    const overlaps = ({ live, host, bytes: held }: MappedRange) =>
      live && host < address + bytes && address < host + held;
    for (const range of this.#ranges.filter(overlaps)) {
      if (access !== 'together') this.#unwaited.accessed(range, address, bytes, access);
      else if (this.#unwaited.reaches(range)) {
        this.synchronize();
        return;
      }
    }
  }

  /** A prefetch moves a part of a range to the host: a transfer, if the device has changed anything in it. */
  prefetchedToHost(range: MappedRange, address: number, bytes: number): void {
    const { device, recorder } = this.#context;
    const from = address - range.host;
    const part = { from, to: Math.min(from + bytes, range.bytes) };
    this.#pushPart(range, part);
    const before = range.atHost.subarray(part.from, part.to);
    const after = contentOf(device, range, part);
    if (!after || changesOf(before, after, GRANULE).length === 0) return;
    before.set(after);
    const source = targetOf(this.#context, range.device + from);
    if (source) recorder.step({ step: 'read', from: source, bytes, position: this.#context.here() });
  }

  /** The runtime itself has changed a part of a twin. */
  twinChanged(pointer: DevicePointer, bytes: number): void {
    this.synchronize();
    for (const [range, part] of this.#partsOf(pointer, bytes)) this.#pullPart(range, part);
  }

  /** The live ranges whose twins have any of these bytes, and which part of them it is. */
  #partsOf(pointer: DevicePointer, bytes: number): [MappedRange, Stretch][] {
    return this.#ranges.flatMap((range): [MappedRange, Stretch][] => {
      const from = Math.max(0, pointer - range.device);
      const to = Math.min(range.bytes, pointer + bytes - range.device);
      return range.live && from < to ? [[range, { from, to }]] : [];
    });
  }

  #waitFor(unwaited: Unwaited | null): void {
    if (unwaited === this.#unwaited) return;
    this.#unwaited = unwaited;
    const live = unwaited ? this.#ranges.filter((range) => range.live) : [];
    const first = live.reduce((least, { host }) => Math.min(least, host), Number.POSITIVE_INFINITY);
    const end = live.reduce((most, { host, bytes }) => Math.max(most, host + bytes), 0);
    this.#watched = live.length > 0 ? { first, end } : null;
    this.#context.watchHost();
  }

  #push(): void {
    for (const range of this.#ranges) if (range.live) this.#pushPart(range, { from: 0, to: range.bytes });
  }

  #pushPart(range: MappedRange, part: Stretch): void {
    const { device, memory } = this.#context;
    const start = part.from - (part.from % GRANULE);
    const end = Math.min(range.bytes, Math.ceil(part.to / GRANULE) * GRANULE);
    const now = memory.bytes(range.host, range.bytes);
    const changes = changesOf(range.agreed, now, this.#unwaited ? 1 : GRANULE, { from: start, to: end });
    const [first, last] = [changes[0], changes.at(-1)];
    if (!first || !last) return;
    const position = this.#context.stepHere();
    for (const { from, to } of changes) {
      device.write(range.device + from, now.slice(from, to));
      range.atHost.set(now.subarray(from, to), from);
      if (this.#unwaited) this.#record(range, now, from, to, position);
    }
    // Where no kernel has been, what lies between the changes is the same on both sides: one step of the plan.
    if (!this.#unwaited) this.#record(range, now, first.from, last.to, position);
    range.agreed.set(now.subarray(start, end), start);
  }

  #record({ device }: MappedRange, now: Uint8Array, from: number, to: number, position: Trace): void {
    const { recorder } = this.#context;
    const target = targetOf(this.#context, device + from);
    const step = { bytes: to - from, ...recorder.data(now.subarray(from, to)), position };
    if (target && 'variable' in target) recorder.step({ step: 'symbol', ...target, ...step });
    else if (target) recorder.step({ step: 'write', to: target, ...step });
  }

  #pull(): void {
    for (const range of this.#ranges) if (range.live) this.#pullPart(range, { from: 0, to: range.bytes });
  }

  #pullPart(range: MappedRange, part: Stretch): void {
    const { device, memory } = this.#context;
    const now = contentOf(device, range, part);
    if (!now) return;
    const [host, twin] = [range.host + part.from, range.device + part.from];
    memory.bytes(host, now.length).set(now);
    arrived(this.#context, host, twin, now);
    range.agreed.set(now, part.from);
  }
}
