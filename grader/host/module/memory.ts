import { HostTrap } from '../signals.ts';
import { addressOf, readWord, sizeOf, WORD, writeWord } from './words.ts';

/**
 * The host program's memory. Addresses are unsigned, also where WebAssembly gave them with a sign; a range outside it is
 * a crash, as on a real machine.
 */
export class HostMemory {
  readonly #memory: WebAssembly.Memory;
  readonly #ownedByDevice: (address: number) => boolean;
  #view: DataView;

  constructor(memory: WebAssembly.Memory, ownedByDevice: (address: number) => boolean) {
    this.#memory = memory;
    this.#ownedByDevice = ownedByDevice;
    this.#view = new DataView(memory.buffer);
  }

  get buffer(): ArrayBufferLike {
    return this.#memory.buffer;
  }

  contains(address: number, bytes: number): boolean {
    return (address >>> 0) + bytes <= this.#memory.buffer.byteLength;
  }

  /** A view, valid until host code runs again. */
  bytes(address: number, length: number): Uint8Array {
    this.#require(address, length);
    return new Uint8Array(this.#memory.buffer, address >>> 0, length);
  }

  u32(address: number): number {
    return this.#at(address, 4).getUint32(address >>> 0, true);
  }

  setU32(address: number, value: number): void {
    this.#at(address, 4).setUint32(address >>> 0, value, true);
  }

  setI32(address: number, value: number): void {
    this.#at(address, 4).setInt32(address >>> 0, value, true);
  }

  u64(address: number): bigint {
    return this.#at(address, 8).getBigUint64(address >>> 0, true);
  }

  setU64(address: number, value: bigint): void {
    this.#at(address, 8).setBigUint64(address >>> 0, value, true);
  }

  /** Returns a pointer that is stored in this memory. */
  pointer(address: number): number {
    return addressOf(readWord(this.#at(address, WORD), address >>> 0));
  }

  /** Returns a `size_t` that is stored in this memory. */
  size(address: number): number {
    return sizeOf(readWord(this.#at(address, WORD), address >>> 0));
  }

  /** Stores a pointer or a `size_t`. */
  setWord(address: number, value: number): void {
    writeWord(this.#at(address, WORD), address >>> 0, value);
  }

  f32(address: number): number {
    return this.#at(address, 4).getFloat32(address >>> 0, true);
  }

  setF32(address: number, value: number): void {
    this.#at(address, 4).setFloat32(address >>> 0, value, true);
  }

  /** Text up to its final zero; longer ones are cut. */
  text(address: number): string {
    const all = new Uint8Array(this.#memory.buffer, this.contains(address, 1) ? address >>> 0 : 0);
    const end = all.indexOf(0);
    return new TextDecoder().decode(all.slice(0, Math.min(end < 0 ? all.length : end, 4096)));
  }

  #at(address: number, bytes: number): DataView {
    this.#require(address, bytes);
    if (this.#view.buffer !== this.#memory.buffer) this.#view = new DataView(this.#memory.buffer);
    return this.#view;
  }

  #require(address: number, bytes: number): void {
    if (!this.contains(address, bytes))
      throw new HostTrap('memory access out of bounds', { devicePointer: this.#ownedByDevice(address >>> 0) });
  }
}
