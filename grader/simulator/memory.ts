import type { ElementArray } from '../spec/index.ts';
import { SimulationError } from './errors.ts';
import type { Monitor } from './monitor.ts';
import { Shadow } from './shadow.ts';

/** A typed array's class, to say which elements an array has: `Float32Array`, `Uint8Array`, ... */
export interface ElementType<T extends ElementArray = ElementArray> {
  new (length: number): T;
  new (buffer: ArrayBuffer, byteOffset: number, length: number): T;
  readonly BYTES_PER_ELEMENT: number;
}

/**
 * An array in the GPU's global memory: what a pointer parameter of a CUDA kernel points at. Every thread of every block
 * can load and store any element. The host cannot: it copies in (`toDevice`) and out (`toHost`), as with `cudaMemcpy`.
 *
 * A CUDA kernel writes `x[i]` for a load and `out[i] = value` for a store. Here both are methods, so that each one can
 * be checked: an index that is out of bounds stops the simulation and says which thread of which block it was. A real
 * GPU says nothing of the kind; it reads or spoils whatever lies there.
 */
export class DeviceArray<T extends ElementArray = ElementArray> {
  readonly name: string;
  readonly #elements: T;
  readonly #shadow: Shadow;
  #monitor: Monitor | null = null;

  /** For `toDevice` and `deviceArray`. */
  constructor(name: string, elements: T, stored: boolean) {
    this.name = name;
    this.#elements = elements;
    this.#shadow = new Shadow('global', elements.length, stored);
  }

  get length(): number {
    return this.#elements.length;
  }

  /** The element at `index`, counted from 0. */
  load(index: number): number {
    const monitor = this.#checked(index, 'read');
    this.#shadow.read(index, 1, monitor, () => this.#element(index));
    const value = this.#elements[index] ?? 0;
    if (monitor.tracesAccesses) this.#tell(monitor, 'load', index, value);
    return value;
  }

  /** Stores `value` at `index`, converted as C converts it: cut to a whole number for integers, rounded for floats. */
  store(index: number, value: number): void {
    const monitor = this.#checked(index, 'write');
    this.#shadow.write(index, 1, monitor, () => this.#element(index));
    this.#elements[index] = value;
    if (monitor.tracesAccesses) this.#tell(monitor, 'store', index, this.#elements[index] ?? 0);
  }

  /** CUDA's `atomicAdd(&x[index], value)`. No other thread comes between the load and the store. @returns the old value */
  atomicAdd(index: number, value: number): number {
    return this.#change(index, (old) => old + value);
  }

  /** CUDA's `atomicMax(&x[index], value)`. @returns the old value */
  atomicMax(index: number, value: number): number {
    return this.#change(index, (old) => Math.max(old, value));
  }

  /** A copy in host memory: `cudaMemcpy` from device to host. Elements that no thread stored are 0. */
  toHost(): T {
    return this.#elements.slice() as T;
  }

  /** For `launch`: while a kernel runs, the array knows which thread it serves. */
  attach(monitor: Monitor | null): void {
    this.#monitor = monitor;
    if (monitor !== null) this.#shadow.forgetThreads();
  }

  #change(index: number, change: (old: number) => number): number {
    const monitor = this.#checked(index, 'write');
    this.#shadow.change(index, 1, monitor, () => this.#element(index));
    const old = this.#elements[index] ?? 0;
    this.#elements[index] = change(old);
    if (monitor.tracesAccesses) {
      this.#tell(monitor, 'load', index, old);
      this.#tell(monitor, 'store', index, this.#elements[index] ?? 0);
    }
    return old;
  }

  #checked(index: number, access: 'read' | 'write'): Monitor {
    const monitor = this.#monitor;
    if (monitor === null) {
      throw new SimulationError(
        'host-device-pointer',
        `${this.#element(index)} lies in the GPU's memory, which the host cannot ${access}. Copy the array with toHost() first.`,
      );
    }
    if (!Number.isInteger(index)) throw notAnIndex(this.#element(index), monitor);
    if (index < 0 || index >= this.length) {
      const last = this.length - 1;
      throw new SimulationError(
        access === 'read' ? 'out-of-bounds-read' : 'out-of-bounds-write',
        `${this.#element(index)} does not exist: ${this.name} has ${this.length} elements, 0 to ${last}. Should a guard have kept this thread out?`,
        monitor.place(),
      );
    }
    return monitor;
  }

  #element(index: number): string {
    return `${this.name}[${index}]`;
  }

  #tell(monitor: Monitor, access: 'load' | 'store', index: number, value: number): void {
    monitor.tell({ step: 'access', access, space: 'global', array: this.name, index: [index], value });
  }
}

/** Copies host data to the device: `cudaMalloc` and `cudaMemcpy` in one. `name` is used in messages. */
export function toDevice<T extends ElementArray>(name: string, data: T): DeviceArray<T> {
  return new DeviceArray(name, data.slice() as T, true);
}

/** Room for `length` elements on the device: `cudaMalloc`. Nothing is stored there yet, and to load it is an error. */
export function deviceArray<T extends ElementArray>(
  name: string,
  type: ElementType<T>,
  length: number,
): DeviceArray<T> {
  return new DeviceArray(name, new type(length), false);
}

/** For an index such as 2.5 or NaN. */
export function notAnIndex(what: string, monitor: Monitor): SimulationError {
  return new SimulationError(
    'kernel-error',
    `${what}: an index is a whole number. In C, 5 / 2 between ints is 2; here 5 / 2 is 2.5, so write Math.floor(5 / 2).`,
    monitor.place(),
  );
}
