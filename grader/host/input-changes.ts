import type { DeviceProgram } from '../compile/index.ts';
import { sameBytes } from '../platform/index.ts';
import type { RunDevice } from './device.ts';
import type { OwnStores } from './provenance.ts';
import type { ModifiedInput } from './run.ts';
import type { Unresolved } from './unresolved.ts';

interface Input {
  readonly name: string;
  readonly pointer: number;
  readonly bytes: Uint8Array;
}

/**
 * Finds the inputs on the device that a launch left changed, whatever a later launch did. Only a byte with another value
 * counts: a store of the same value changes nothing.
 */
export class InputChanges {
  /** By the number of the buffer: memory that is allocated later at the same address has another one. */
  readonly #inputs = new Map<number, Input>();
  readonly #changed = new Map<string, Unresolved<ModifiedInput>>();
  readonly #device: Pick<RunDevice, 'peek'>;
  readonly #sites: DeviceProgram['sites'];

  constructor(device: Pick<RunDevice, 'peek'>, { sites }: Pick<DeviceProgram, 'sites'>) {
    this.#device = device;
    this.#sites = sites;
  }

  /** Adds an input. @param buffer - its number */
  placed(buffer: number, input: Input): void {
    this.#inputs.set(buffer, input);
  }

  /** Compares the inputs that a launch stored to. @param own - its stores to buffers that are not outputs */
  launched(kernel: string, own: readonly OwnStores[]): void {
    for (const { buffer, stores } of own) {
      const input = this.#inputs.get(buffer);
      if (!input || this.#changed.has(input.name)) continue;
      const now = new Uint8Array(input.bytes.length);
      // After a lost context nothing can be read.
      if (this.#device.peek?.(input.pointer, now) !== 0 || sameBytes(now, input.bytes)) continue;
      const [most] = stores.toSorted((a, b) => b.count - a.count);
      const position = this.#sites[most?.site ?? -1]?.position ?? null;
      this.#changed.set(input.name, { name: input.name, position, kernel });
    }
  }

  /** The first change of this input by a launch; `null` if no launch left it changed. */
  of(name: string): Unresolved<ModifiedInput> | null {
    return this.#changed.get(name) ?? null;
  }
}
