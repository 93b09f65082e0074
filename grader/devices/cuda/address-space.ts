import type { BufferRole, DevicePointer } from '../device.ts';
import { Heap } from '../emulator/index.ts';
import type { Handle } from './addon.ts';

/** Where the emulator's device memory begins too: no host module's memory reaches it. */
const START = 0x2000_0000;
const END = 0x1_0000_0000;

/** Address space that `nowhere` must have: all 32-bit addresses, and what an index adds to one. */
export const NOWHERE_BYTES = 2 * END;
/** An address so far beside a buffer is still meant as one of it, as is one within its own size. */
const NEAR = 0x10_0000;

/** A stretch of the 32-bit addresses that host code knows, and where it lies on the GPU. */
export interface Entry {
  readonly pointer: DevicePointer;
  readonly bytes: number;
  readonly label: string;
  readonly role: BufferRole | 'variable';
  readonly address: Handle;
  live: boolean;
}

/** Host code in wasm32 has pointers of 32 bits: each buffer gets such an address beside its own. */
export class AddressSpace {
  readonly #heap: Heap;
  readonly #entries: Entry[] = [];
  /** GPU address for a 32-bit one that belongs to no buffer: unmapped space as wide as all of them. */
  readonly #nowhere: Handle;

  constructor(seed: number, nowhere: Handle) {
    this.#heap = new Heap(START, END - START, seed);
    this.#nowhere = nowhere;
  }

  get entries(): readonly Entry[] {
    return this.#entries;
  }

  /** @returns null where no 32-bit address is left */
  add(bytes: number, label: string, role: Entry['role'], address: Handle): Entry | null {
    const placed = this.#heap.alloc(bytes, label, role === 'variable' ? 'student' : role);
    if (!placed) return null;
    const entry: Entry = { pointer: placed.pointer, bytes, label, role, address, live: true };
    this.#entries.push(entry);
    return entry;
  }

  remove(entry: Entry): void {
    entry.live = false;
    const placed = this.#heap.at(entry.pointer);
    if (placed) this.#heap.free(placed);
  }

  startingAt(pointer: DevicePointer): Entry | null {
    return this.#entries.findLast((entry) => entry.pointer === pointer) ?? null;
  }

  /** The live stretch that holds all of [pointer, pointer + bytes). */
  holding(pointer: DevicePointer, bytes: number): Entry | null {
    const holds = (entry: Entry) => pointer >= entry.pointer && pointer + bytes <= entry.pointer + entry.bytes;
    return this.#entries.find((entry) => entry.live && holds(entry)) ?? null;
  }

  owns(pointer: DevicePointer): boolean {
    return pointer >= START && pointer < END;
  }

  /**
   * The GPU's address for one of host code. One outside of all buffers keeps its distance to the nearest, and faults
   * there as it should; null stays null; an address of the host leads to where nothing is.
   */
  toGpu(pointer: DevicePointer): Handle {
    if (pointer === 0) return 0n;
    const nearest = this.owns(pointer) ? this.#nearest(pointer) : null;
    return nearest ? nearest.address + BigInt(pointer - nearest.pointer) : this.#nowhere + BigInt(pointer);
  }

  /** The address that host code knows for one of the GPU; null where there is none. */
  fromGpu(address: Handle): DevicePointer | null {
    if (address === 0n) return 0;
    const entry = this.#entries.find((one) => address >= one.address && address <= one.address + BigInt(one.bytes));
    return entry ? entry.pointer + Number(address - entry.address) : null;
  }

  #nearest(pointer: DevicePointer): Entry | null {
    let best: Entry | null = null;
    let least = Number.POSITIVE_INFINITY;
    for (const entry of this.#entries) {
      const end = entry.pointer + entry.bytes;
      const distance = pointer < entry.pointer ? entry.pointer - pointer : Math.max(0, pointer - end);
      if (distance > Math.max(entry.bytes, NEAR)) continue;
      // Of two that lay at one place, the live one, else the later.
      if (distance > least || (distance === least && best?.live && !entry.live)) continue;
      best = entry;
      least = distance;
    }
    return best;
  }
}
