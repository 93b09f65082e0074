import { BLOCK_HEADER, HEADER_BYTES } from '../../abi/index.ts';
import { FIXED_LIMITS } from '../../limits/index.ts';
import type { NearBuffer } from '../device.ts';
import type { Control } from './control.ts';
import type { Heap } from './heap.ts';

export const MALLOC_HEAP_BYTES: number = FIXED_LIMITS.deviceMallocBytes;
/** Label of what device code allocated. */
export const DEVICE_MALLOC = 'device malloc';

/** Where device code allocates: the end of global memory, in the hands of the runtime's allocator. */
export class DeviceHeap {
  readonly #memory: WebAssembly.Memory;
  readonly #control: Control;
  readonly #heap: Heap;

  constructor(memory: WebAssembly.Memory, control: Control, heap: Heap) {
    this.#memory = memory;
    this.#control = control;
    this.#heap = heap;
  }

  /** Sets the size, or what of it there is place for; too late once device code has allocated. */
  resize(bytes: number): void {
    if (this.#givenOut() > 0) return;
    const { address, bytes: reserved } = this.#heap.reserve(bytes);
    this.#control.set('deviceHeap', address);
    this.#control.set('deviceHeapBytes', reserved);
  }

  /** What a launch may change of it: address and size. */
  get range(): readonly [number, number] {
    const bytes = this.#control.get('deviceHeapBytes');
    return [this.#control.get('deviceHeap'), Math.min(bytes, Math.max(HEADER_BYTES, this.#givenOut()))];
  }

  /** The allocation that holds an address or ends before it; null for addresses elsewhere. */
  nearest(address: number): NearBuffer | null {
    const start = this.#control.get('deviceHeap');
    if (address < start || address >= start + this.#control.get('deviceHeapBytes')) return null;
    const view = new DataView(this.#memory.buffer);
    const end = start + this.#givenOut();
    let found: NearBuffer | null = null;
    for (let at = start + HEADER_BYTES; at < end && at + HEADER_BYTES <= address; ) {
      const bytes = view.getUint32(at + BLOCK_HEADER.bytes, true);
      const room = view.getUint32(at + BLOCK_HEADER.room, true);
      found = { label: DEVICE_MALLOC, role: 'student', bytes, offset: address - at - HEADER_BYTES };
      at += HEADER_BYTES + room;
    }
    return found;
  }

  #givenOut(): number {
    if (this.#control.get('deviceHeapBytes') === 0) return 0;
    return new DataView(this.#memory.buffer).getUint32(this.#control.get('deviceHeap'), true);
  }
}
