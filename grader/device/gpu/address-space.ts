import { LAYOUT } from '../../abi/index.ts';
import type { BufferRole, DevicePointer, HostRange } from '../device.ts';
import { Heap } from '../emulator/index.ts';
import type { Handle } from './addon.ts';

/** The start of device memory, as in the emulator. No host module's memory reaches it. */
const START = LAYOUT.first;
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

/** The addresses that a recorded program was given. */
export interface RecordedAddresses {
  /** The addresses of its allocations, in their order; `null` for an allocation that failed. */
  readonly buffers: readonly (DevicePointer | null)[];
  readonly variables: readonly { readonly name: string; readonly address: DevicePointer }[];
}

/** Gives 32-bit addresses. */
interface Placement {
  /** @returns null where no address is left */
  place(bytes: number, label: string, role: Entry['role']): DevicePointer | null;
  free(pointer: DevicePointer): void;
  /** @returns the address that the next buffer would have; `null` if it is not known before the allocation */
  skip(): DevicePointer | null;
}

class SeededPlacement implements Placement {
  readonly #heap: Heap;

  constructor(seed: number) {
    this.#heap = new Heap(START, END - START, seed);
  }

  place(bytes: number, label: string, role: Entry['role']): DevicePointer | null {
    return this.#heap.alloc(bytes, label, role === 'variable' ? 'student' : role)?.pointer ?? null;
  }

  free(pointer: DevicePointer): void {
    const placed = this.#heap.at(pointer);
    if (placed) this.#heap.free(placed);
  }

  skip(): null {
    return null;
  }
}

class RecordedPlacement implements Placement {
  readonly #addresses: RecordedAddresses;
  #placed = 0;

  constructor(addresses: RecordedAddresses) {
    this.#addresses = addresses;
  }

  place(_bytes: number, label: string, role: Entry['role']): DevicePointer | null {
    const { buffers, variables } = this.#addresses;
    if (role === 'variable') return variables.find(({ name }) => name === label)?.address ?? null;
    return buffers[this.#placed++] ?? null;
  }

  free(): void {}

  skip(): DevicePointer | null {
    return this.#addresses.buffers[this.#placed++] ?? null;
  }
}

/** Host code runs in a memory of 4 GiB: each buffer gets an address of 32 bits beside its own. */
export class AddressSpace {
  readonly #placement: Placement;
  readonly #entries: Entry[] = [];
  /** The host memory that has a twin in one of the buffers. */
  #hostRanges: readonly HostRange[] = [];
  /** GPU address for a 32-bit one that belongs to no buffer: unmapped space as wide as all of them. */
  readonly #nowhere: Handle;

  /** @param placement - a seed that decides order and gaps of addresses, or the addresses themselves */
  constructor(placement: number | RecordedAddresses, nowhere: Handle) {
    this.#placement = typeof placement === 'number' ? new SeededPlacement(placement) : new RecordedPlacement(placement);
    this.#nowhere = nowhere;
  }

  get entries(): readonly Entry[] {
    return this.#entries;
  }

  /** @returns null where no 32-bit address is left */
  add(bytes: number, label: string, role: Entry['role'], address: Handle): Entry | null {
    const pointer = this.#placement.place(bytes, label, role);
    if (pointer === null) return null;
    const entry: Entry = { pointer, bytes, label, role, address, live: true };
    this.#entries.push(entry);
    return entry;
  }

  /** Passes over the next address. @returns that address; `null` if addresses are not recorded */
  skip(): DevicePointer | null {
    return this.#placement.skip();
  }

  remove(entry: Entry): void {
    entry.live = false;
    this.#placement.free(entry.pointer);
  }

  /** Kernels may be given addresses of the host in these ranges. */
  mapHost(ranges: readonly HostRange[]): void {
    this.#hostRanges = ranges;
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
   * there as it should; null stays null; an address of the host leads to its twin, or to where nothing is.
   */
  toGpu(given: DevicePointer): Handle {
    if (given === 0) return 0n;
    const pointer = this.#onDevice(given);
    const nearest = this.owns(pointer) ? this.#nearest(pointer) : null;
    return nearest ? nearest.address + BigInt(pointer - nearest.pointer) : this.#nowhere + BigInt(pointer);
  }

  /** Returns the device's address for a mapped host address, and any other address as it is. */
  #onDevice(address: DevicePointer): DevicePointer {
    if (this.owns(address)) return address;
    const isIn = ({ host, bytes, guard }: HostRange) => address >= host - guard && address < host + bytes + guard;
    const range =
      this.#hostRanges.find(({ host, bytes }) => address >= host && address < host + bytes) ??
      this.#hostRanges.find(isIn);
    return range ? address - range.host + range.device : address;
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
