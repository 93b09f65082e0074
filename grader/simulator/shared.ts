import type { ElementArray } from '../spec/index.ts';
import { SimulationError } from './errors.ts';
import { type ElementType, notAnIndex } from './memory.ts';
import type { Monitor } from './monitor.ts';
import { Shadow } from './shadow.ts';
import type { TileContents } from './trace.ts';

/** The sizes of a shared array, slowest first: `[256]`, or `[16, 16]` for 16 rows of 16 columns. */
export type SharedExtents = readonly [number] | readonly [number, number] | readonly [number, number, number];
/** One index for each extent. */
type Indexes<E extends SharedExtents> = { readonly [D in keyof E]: number };

/** What a block may have without asking the driver for more: 48 KB, on every GPU. */
const SHARED_BYTES = 48 * 1024;
/** What memory that nobody stored reads as in a debugger: neither 0 nor anything sensible. */
const GARBAGE = 0xcd;

/**
 * An array in shared memory: small, fast, one for each block, seen by all threads of that block and by no other. Two
 * things follow. What one thread stores, another may load only after a barrier; and every block starts with garbage.
 */
export class SharedArray<E extends SharedExtents = SharedExtents> {
  readonly name: string;
  readonly extents: E;
  readonly #elements: ElementArray;
  readonly #shadow: Shadow;
  readonly #monitor: Monitor;

  /** For `SharedMemory`. */
  constructor(name: string, extents: E, elements: ElementArray, shadow: Shadow, monitor: Monitor) {
    this.name = name;
    this.extents = extents;
    this.#elements = elements;
    this.#shadow = shadow;
    this.#monitor = monitor;
  }

  /** `tile[row][column]` in CUDA is `tile.load(row, column)` here. */
  load(...indexes: Indexes<E>): number {
    const at = this.#locate(indexes, 'read');
    const size = this.#elements.BYTES_PER_ELEMENT;
    this.#shadow.read(this.#elements.byteOffset + at * size, size, this.#monitor, () => this.#element(indexes));
    const value = this.#elements[at] ?? 0;
    if (this.#monitor.tracesAccesses) this.#tell('load', indexes, value);
    return value;
  }

  /** `tile[row][column] = value` in CUDA is `tile.store(row, column, value)` here. */
  store(...indexesAndValue: readonly [...Indexes<E>, number]): void {
    const indexes = indexesAndValue.slice(0, -1);
    const at = this.#locate(indexes, 'written');
    const size = this.#elements.BYTES_PER_ELEMENT;
    this.#shadow.write(this.#elements.byteOffset + at * size, size, this.#monitor, () => this.#element(indexes));
    this.#elements[at] = indexesAndValue.at(-1) ?? Number.NaN;
    if (this.#monitor.tracesAccesses) this.#tell('store', indexes, this.#elements[at] ?? 0);
  }

  /** CUDA's `atomicAdd(&bins[i], value)`. No other thread comes between the load and the store. @returns the old value */
  atomicAdd(...indexesAndValue: readonly [...Indexes<E>, number]): number {
    return this.#change(indexesAndValue, (old, value) => old + value);
  }

  /** CUDA's `atomicMax(&top[i], value)`. @returns the old value */
  atomicMax(...indexesAndValue: readonly [...Indexes<E>, number]): number {
    return this.#change(indexesAndValue, Math.max);
  }

  contents(): TileContents {
    const { BYTES_PER_ELEMENT: size, byteOffset } = this.#elements;
    const values = Array.from(this.#elements, (value, at) =>
      this.#shadow.isStored(byteOffset + at * size) ? value : null,
    );
    return { name: this.name, extents: this.extents, values };
  }

  #change(indexesAndValue: readonly number[], change: (old: number, value: number) => number): number {
    const indexes = indexesAndValue.slice(0, -1);
    const at = this.#locate(indexes, 'written');
    const size = this.#elements.BYTES_PER_ELEMENT;
    this.#shadow.change(this.#elements.byteOffset + at * size, size, this.#monitor, () => this.#element(indexes));
    const old = this.#elements[at] ?? 0;
    this.#elements[at] = change(old, indexesAndValue.at(-1) ?? Number.NaN);
    if (this.#monitor.tracesAccesses) {
      this.#tell('load', indexes, old);
      this.#tell('store', indexes, this.#elements[at] ?? 0);
    }
    return old;
  }

  #locate(indexes: readonly number[], access: 'read' | 'written'): number {
    let at = 0;
    for (const [dimension, extent] of this.extents.entries()) {
      const index = indexes[dimension] ?? Number.NaN;
      if (!Number.isInteger(index)) throw notAnIndex(this.#element(indexes), this.#monitor);
      if (index < 0 || index >= extent) {
        throw new SimulationError(
          'shared-out-of-bounds',
          `${this.#element(indexes)} is ${access}, yet ${this.name} is ${this.extents.map((size) => `[${size}]`).join('')}: index ${index} is not one of 0 to ${extent - 1}. C would not stop there, and go on in the next row or the next array.`,
          this.#monitor.place(),
        );
      }
      at = at * extent + index;
    }
    return at;
  }

  #element(indexes: readonly number[]): string {
    return this.name + indexes.map((index) => `[${index}]`).join('');
  }

  #tell(access: 'load' | 'store', index: readonly number[], value: number): void {
    this.#monitor.tell({ step: 'access', access, space: 'shared', array: this.name, index, value });
  }
}

interface Declared {
  readonly array: SharedArray;
  readonly type: ElementType;
  readonly offset: number;
}

/** The shared memory of the block that runs. */
export class SharedMemory {
  readonly #monitor: Monitor;
  readonly #statics = new Map<string, Declared>();
  readonly #dynamics = new Map<string, Declared>();
  readonly #staticBytes = new Region(SHARED_BYTES);
  readonly #dynamicBytes: Region;
  #used = 0;

  /** For `launch`. */
  constructor(monitor: Monitor, dynamicBytes: number) {
    this.#monitor = monitor;
    this.#dynamicBytes = new Region(dynamicBytes);
  }

  /**
   * A shared array whose size is known when the kernel is written: `__shared__ float tile[16][16]` is
   * `shared.array('tile', Float32Array, 16, 16)`. Every thread of a block that says this gets the same array.
   */
  array<E extends SharedExtents>(name: string, type: ElementType, ...extents: E): SharedArray<E> {
    const known = this.#known(this.#statics, name, type, extents, 0);
    if (known !== null) return known;
    // CUDA aligns each array to its elements; 8 fits every type.
    const offset = Math.ceil(this.#used / 8) * 8;
    const end = offset + bytesOf(type, extents);
    if (end + this.#dynamicBytes.size > SHARED_BYTES) {
      throw new SimulationError(
        'launch-error',
        `With ${name}${extents.map((size) => `[${size}]`).join('')} the block uses ${end + this.#dynamicBytes.size} bytes of shared memory; it may use ${SHARED_BYTES}.`,
        this.#monitor.place(),
      );
    }
    this.#used = end;
    return this.#declare(this.#statics, this.#staticBytes, name, type, extents, offset);
  }

  /**
   * Shared memory whose size the launch gives (`sharedBytes`): `extern __shared__ float tiles[]`. There is one such
   * piece of memory a block. A kernel that wants two arrays in it gives the second an `offset`, in elements:
   *
   *     const mTile = shared.dynamic('mTile', Float32Array, [16, 16]);
   *     const nTile = shared.dynamic('nTile', Float32Array, [16, 16], 16 * 16);
   */
  dynamic<E extends SharedExtents>(name: string, type: ElementType, extents: E, offset = 0): SharedArray<E> {
    const known = this.#known(this.#dynamics, name, type, extents, offset);
    if (known !== null) return known;
    const start = offset * type.BYTES_PER_ELEMENT;
    const end = start + bytesOf(type, extents);
    if (end > this.#dynamicBytes.size) {
      throw new SimulationError(
        'shared-out-of-bounds',
        `${name} ends at byte ${end} of the dynamic shared memory, and the launch asked for ${this.#dynamicBytes.size} bytes. Give launch {sharedBytes: ${end}}.`,
        this.#monitor.place(),
      );
    }
    return this.#declare(this.#dynamics, this.#dynamicBytes, name, type, extents, start);
  }

  /** For `launch`: a new block begins. */
  reset(): void {
    this.#statics.clear();
    this.#dynamics.clear();
    this.#used = 0;
    this.#staticBytes.reset();
    this.#dynamicBytes.reset();
  }

  /** For `launch`: what all arrays of the block hold now. */
  contents(): TileContents[] {
    return [...this.#statics.values(), ...this.#dynamics.values()].map(({ array }) => array.contents());
  }

  #known<E extends SharedExtents>(
    declared: ReadonlyMap<string, Declared>,
    name: string,
    type: ElementType,
    extents: E,
    offset: number,
  ): SharedArray<E> | null {
    const known = declared.get(name);
    if (known === undefined) return null;
    const same = known.type === type && known.array.extents.join() === extents.join();
    if (!same || (declared === this.#dynamics && known.offset !== offset * type.BYTES_PER_ELEMENT)) {
      throw new SimulationError(
        'kernel-error',
        `Two threads of a block do not agree on the type or the size of the shared array ${name}. It is one array for the whole block.`,
        this.#monitor.place(),
      );
    }
    // The same extents: the array was made with a type that these satisfy.
    return known.array as unknown as SharedArray<E>;
  }

  #declare<E extends SharedExtents>(
    declared: Map<string, Declared>,
    region: Region,
    name: string,
    type: ElementType,
    extents: E,
    offset: number,
  ): SharedArray<E> {
    const length = extents.reduce((product: number, extent) => product * extent, 1);
    const elements = region.view(type, offset, length);
    const array = new SharedArray(name, extents, elements, region.shadow, this.#monitor);
    declared.set(name, { array: array as unknown as SharedArray, type, offset });
    return array;
  }
}

/** A piece of shared memory with what is remembered of its bytes. */
class Region {
  readonly buffer: ArrayBuffer;
  readonly shadow: Shadow;
  #used = true;

  constructor(bytes: number) {
    this.buffer = new ArrayBuffer(bytes);
    this.shadow = new Shadow('shared', bytes, false);
  }

  get size(): number {
    return this.buffer.byteLength;
  }

  /** An array of `length` elements from byte `offset` on. */
  view(type: ElementType, offset: number, length: number): ElementArray {
    this.#used = true;
    return new type(this.buffer, offset, length);
  }

  reset(): void {
    // Clearing takes time, which blocks of kernels without shared memory need not lose.
    if (!this.#used) return;
    this.#used = false;
    new Uint8Array(this.buffer).fill(GARBAGE);
    this.shadow.forgetValues();
  }
}

function bytesOf(type: ElementType, extents: SharedExtents): number {
  return extents.reduce((product: number, extent) => product * extent, type.BYTES_PER_ELEMENT);
}
