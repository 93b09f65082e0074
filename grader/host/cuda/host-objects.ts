import type { BufferRole } from '../../device/index.ts';

/** An array or another object of host memory, whose size is known. */
export interface HostObject {
  readonly start: number;
  readonly bytes: number;
  /** The object can begin before `start`. */
  readonly isPart?: true;
  /** The name of the variable or of the exercise's array, if it is known. */
  readonly name: string | null;
  readonly role: BufferRole | 'host';
}

/** Returns the object that holds an address, or null. */
export type ObjectSource = (address: number) => HostObject | null;

/** The objects of host memory with a known size: what a copy from or to host memory is compared with. */
export class HostObjects {
  readonly #sources: ObjectSource[] = [];
  readonly #told: HostObject[] = [];

  /** Adds objects. The first source that knows an address is asked alone. */
  add(source: ObjectSource): void {
    this.#sources.push(source);
  }

  /** Keeps, for the call that follows, how many bytes an object has from an address on. */
  told(address: number, bytes: number): void {
    this.#told.push({ start: address, bytes, isPart: true, name: null, role: 'host' });
  }

  /** Forgets what holds for one call. */
  callEnded(): void {
    this.#told.length = 0;
  }

  find(address: number): HostObject | null {
    for (const source of this.#sources) {
      const found = source(address);
      if (found) return found;
    }
    return this.#told.find(({ start }) => start === address) ?? null;
  }
}
