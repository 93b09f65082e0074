import type { Imports } from '../module/wasi.ts';
import { readAddress, WORD } from '../module/words.ts';
import { allocateBuffer, freeBuffer } from './allocations.ts';
import type { Context } from './context.ts';
import { CUDA } from './errors.ts';
import type { HostObject } from './host-objects.ts';
import { guardOf, type MappedRange } from './mapped.ts';
import { assertBeyondMachines } from './refused-memory.ts';

/** cudaMalloc's alignment, which host memory for the device has too. */
const ALIGNMENT = 256;
/** Bytes of host memory that can have an address. */
const ADDRESSES = 2 ** 32;
/** cudaHostAllocMapped and cudaHostRegisterMapped. */
const MAPPED = 2;
const CPU = -1;
/** cudaMemAttachGlobal and cudaMemAttachHost. */
const ATTACH_GLOBAL = 1;
const ATTACH_HOST = 2;
/** cudaMemoryAdvise. */
const LAST_ADVICE = 6;

interface Pinned {
  readonly address: number;
  readonly bytes: number;
  readonly flags: number;
  /** What the C library gave; null for memory that the program has from elsewhere (cudaHostRegister). */
  readonly block: number | null;
  /** Bytes around it that are its own. */
  readonly guard: number;
}

/** Managed and page-locked memory: bytes of the host that the device may reach. */
export class SharedMemory {
  readonly #context: Context;
  readonly #pinned = new Map<number, Pinned>();
  /** What the C library gave for managed memory, by its address. */
  readonly #managed = new Map<number, number>();

  constructor(context: Context) {
    this.#context = context;
    context.objects.add((address) => {
      const pinned = this.pinnedAt(address);
      return pinned && pinned.block !== null ? objectAt(pinned.address, pinned.bytes) : null;
    });
    context.objects.add((address) => {
      const range = context.mapped.find(address);
      return range?.kind === 'managed' ? objectAt(range.host, range.bytes) : null;
    });
  }

  /** The page-locked memory that an address lies in. */
  pinnedAt(address: number): Pinned | null {
    for (const pinned of this.#pinned.values())
      if (address >= pinned.address && address < pinned.address + pinned.bytes) return pinned;
    return null;
  }

  /** cudaMallocManaged. @returns null where either memory is full */
  allocateManaged(bytes: number): number | null {
    const guard = guardOf(bytes);
    const block = this.#allocate(bytes, guard);
    if (block === null) return null;
    const twin = allocateBuffer(this.#context, bytes, 'managed allocation');
    if (!twin) {
      this.#context.host.free(block);
      return null;
    }
    const { device } = this.#context;
    const zeros = new Uint8Array(bytes);
    // New memory is zeros on a GPU as well, though nothing promises it: reading them is still told.
    device.poison(twin.pointer, zeros);
    const address = block + guard;
    this.#managed.set(address, block);
    this.#context.mapped.add('managed', address, bytes, twin.pointer, guard, true);
    return address;
  }

  /** cudaFree of a managed allocation. @returns null for any other address */
  freeManaged(address: number): number | null {
    const { mapped, host } = this.#context;
    const range = mapped.startingAt(address);
    if (range?.kind !== 'managed') return null;
    const code = freeBuffer(this.#context, range.device);
    const block = this.#managed.get(address);
    if (code !== CUDA.success || block === undefined) return code;
    mapped.remove(range);
    this.#managed.delete(address);
    host.free(block);
    return code;
  }

  /** cudaHostAlloc. @returns null where there is no more memory */
  allocatePinned(bytes: number, flags: number): number | null {
    const guard = flags & MAPPED ? guardOf(bytes) : 0;
    const block = this.#allocate(bytes, guard);
    if (block === null) return null;
    return this.#pin({ address: block + guard, bytes, flags, block, guard });
  }

  /** cudaHostRegister. @returns a CUDA error code */
  register(address: number, bytes: number, flags: number): number {
    const overlaps = [...this.#pinned.values()].some(
      (other) => other.address < address + bytes && address < other.address + other.bytes,
    );
    if (overlaps) return CUDA.hostMemoryAlreadyRegistered;
    this.#pin({ address, bytes, flags, block: null, guard: 0 });
    return CUDA.success;
  }

  /** cudaFreeHost, and cudaHostUnregister with `registered`. @returns false for what is no such memory */
  release(address: number, registered: boolean): boolean {
    const pinned = this.#pinned.get(address);
    if (!pinned || (pinned.block === null) !== registered) return false;
    const { mapped, host } = this.#context;
    mapped.synchronize();
    const range = mapped.find(address);
    if (range) {
      freeBuffer(this.#context, range.device - (address % ALIGNMENT));
      mapped.remove(range);
    }
    this.#pinned.delete(address);
    if (pinned.block !== null) host.free(pinned.block);
    return true;
  }

  /** @throws LimitReached where only the emulator has too little memory */
  #allocate(bytes: number, guard: number): number | null {
    const all = bytes + 2 * guard;
    const block = all < ADDRESSES ? this.#context.host.alloc(ALIGNMENT, all) : 0;
    if (block !== 0) return block;
    assertBeyondMachines('memory', bytes);
    return null;
  }

  /** Page-locked memory becomes the device's too. @returns false where device memory is full */
  map(pinned: Pinned): boolean {
    const { mapped } = this.#context;
    const { address, bytes, guard } = pinned;
    if (mapped.find(address)) return true;
    // The twin's address is a multiple of what the host's is.
    const odd = address % ALIGNMENT;
    const twin = allocateBuffer(this.#context, bytes + odd, 'page-locked allocation', true);
    if (twin) mapped.add('pinned', address, bytes, twin.pointer + odd, guard, false);
    return twin !== null;
  }

  /** With unified addresses, kernels can use every page-locked address that they are given. */
  mapArguments(args: Uint8Array): void {
    if (this.#pinned.size === 0) return;
    const view = new DataView(args.buffer, args.byteOffset, args.byteLength);
    for (let at = 0; at + WORD <= args.length; at += WORD) {
      const pinned = this.pinnedAt(readAddress(view, at));
      if (pinned) this.map(pinned);
    }
  }

  #pin(pinned: Pinned): number | null {
    this.#pinned.set(pinned.address, pinned);
    if ((pinned.flags & MAPPED) === 0 || this.map(pinned)) return pinned.address;
    this.release(pinned.address, pinned.block === null);
    return null;
  }
}

function objectAt(start: number, bytes: number): HostObject {
  return { start, bytes, name: null, role: 'host' };
}

export function sharedMemoryCalls(context: Context, shared: SharedMemory): Imports {
  const { device, mapped } = context;
  const give = (name: string, result: number, bytes: number, allocate: () => number | null) =>
    context.call(name, () => {
      if (result === 0) return CUDA.invalidValue;
      const address = bytes === 0 ? 0 : allocate();
      if (address === null) return CUDA.memoryAllocation;
      context.memory.setWord(result, address);
      return CUDA.success;
    });
  const onManaged = (name: string, pointer: number, bytes: number, body: (range: MappedRange) => number) =>
    context.call(name, () => {
      const range = mapped.find(pointer);
      const inside = range !== null && range.kind !== 'pinned' && pointer + bytes <= range.host + range.bytes;
      return inside && bytes > 0 ? body(range) : CUDA.invalidValue;
    });

  return {
    cudaMallocManaged: (result = 0, bytes = 0, flags = 0) => {
      const known = flags === ATTACH_GLOBAL || flags === ATTACH_HOST;
      return give('cudaMallocManaged', known ? result : 0, bytes, () => shared.allocateManaged(bytes));
    },
    cudaMallocHost: (result = 0, bytes = 0, flags = 0) =>
      give('cudaMallocHost', result, bytes, () => shared.allocatePinned(bytes, flags)),
    cudaHostAlloc: (result = 0, bytes = 0, flags = 0) =>
      give('cudaHostAlloc', result, bytes, () => shared.allocatePinned(bytes, flags)),
    cudaFreeHost: (pointer = 0) =>
      context.call('cudaFreeHost', () =>
        pointer === 0 || shared.release(pointer >>> 0, false) ? CUDA.success : CUDA.invalidValue,
      ),
    cudaHostRegister: (pointer = 0, bytes = 0, flags = 0) =>
      context.call('cudaHostRegister', () => {
        if (pointer === 0 || bytes === 0 || device.owns(pointer >>> 0)) return CUDA.invalidValue;
        return shared.register(pointer, bytes, flags);
      }),
    cudaHostUnregister: (pointer = 0) =>
      context.call('cudaHostUnregister', () =>
        shared.release(pointer >>> 0, true) ? CUDA.success : CUDA.hostMemoryNotRegistered,
      ),
    cudaHostGetDevicePointer: (result = 0, pointer = 0, flags = 0) =>
      context.call('cudaHostGetDevicePointer', () => {
        const pinned = shared.pinnedAt(pointer >>> 0);
        if (!pinned || flags !== 0 || result === 0) return CUDA.invalidValue;
        if (!shared.map(pinned)) return CUDA.memoryAllocation;
        // Unified addresses: both sides call it the same.
        context.memory.setWord(result, pointer);
        return CUDA.success;
      }),
    cudaHostGetFlags: (result = 0, pointer = 0) =>
      context.call('cudaHostGetFlags', () => {
        const pinned = shared.pinnedAt(pointer >>> 0);
        if (!pinned || result === 0) return CUDA.invalidValue;
        context.memory.setU32(result >>> 0, pinned.flags | MAPPED);
        return CUDA.success;
      }),
    cudaMemPrefetchAsync: (pointer = 0, bytes = 0, target = 0) =>
      onManaged('cudaMemPrefetchAsync', pointer, bytes, (range) => {
        if (target === CPU) mapped.prefetchedToHost(range, pointer, bytes);
        return target === 0 || target === CPU ? CUDA.success : CUDA.invalidDevice;
      }),
    cudaMemAdvise: (pointer = 0, bytes = 0, advice = 0, target = 0) =>
      onManaged('cudaMemAdvise', pointer, bytes, () => {
        if (advice < 1 || advice > LAST_ADVICE) return CUDA.invalidValue;
        return target === 0 || target === CPU ? CUDA.success : CUDA.invalidDevice;
      }),
    cudaStreamAttachMemAsync: (_stream = 0, pointer = 0) =>
      context.call('cudaStreamAttachMemAsync', () => (mapped.find(pointer >>> 0) ? CUDA.success : CUDA.invalidValue)),
    cudaMemRangeGetAttribute: (result = 0, size = 0, _attribute = 0, pointer = 0, bytes = 0) =>
      onManaged('cudaMemRangeGetAttribute', pointer, bytes, () => {
        if (size !== 4) return CUDA.invalidValue;
        // No advice and no prefetch is kept: nothing is read mostly, and no place preferred.
        const INVALID_DEVICE = -2;
        context.memory.setI32(result >>> 0, _attribute === 1 ? 0 : INVALID_DEVICE);
        return CUDA.success;
      }),
  };
}
