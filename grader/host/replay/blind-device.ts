import type { RunDevice } from '../device.ts';
import { Tokens } from './tokens.ts';

/** True bytes that host code can get: in one call, and in all. */
const TRUE_BYTES = { call: 64, run: 1024 } as const;

/** Host memory that holds other bytes than it would: `given` in place of `truth`. */
export interface Disguise {
  readonly address: number;
  readonly given: Uint8Array;
  readonly truth: Uint8Array;
}

/** Returns content with the truth in place of what host code was given and left as it was. */
export function undisguised(disguises: readonly Disguise[], address: number, content: Uint8Array): Uint8Array {
  const result = content.slice();
  for (const { address: start, given, truth } of disguises) {
    const from = Math.max(address, start);
    const to = Math.min(address + content.length, start + given.length);
    for (let at = from; at < to; at++) {
      if (content[at - address] === given[at - start]) result[at - address] = truth[at - start] ?? 0;
    }
  }
  return result;
}

/** What host code does to a device that holds judged data: it reads random numbers, but for a few bytes. */
export class Blindfold {
  /** The latest last. */
  readonly disguises: Disguise[] = [];
  readonly #tokens: Tokens;
  readonly #hostAddress: (bytes: Uint8Array) => number | null;
  #left: number = TRUE_BYTES.run;
  /** Host code has ended. */
  isOff = false;

  constructor(tokenSeed: number, hostAddress: (bytes: Uint8Array) => number | null) {
    this.#tokens = new Tokens(tokenSeed);
    this.#hostAddress = hostAddress;
  }

  /** Puts itself between host code and a device. @throws NeedsKernels for memory that both sides reach */
  over(device: RunDevice, refuse: () => never): RunDevice {
    const read: RunDevice['read'] = (pointer, into) => {
      const code = device.read(pointer, into);
      if (code !== 0 || this.isOff) return code;
      if (into.length <= Math.min(TRUE_BYTES.call, this.#left)) {
        this.#left -= into.length;
        this.#add(into, into.slice());
        return code;
      }
      const truth = into.slice();
      this.#tokens.fill(into);
      this.#add(into, truth);
      return code;
    };
    const write: RunDevice['write'] = (pointer, bytes) => {
      const address = this.#hostAddress(bytes);
      return device.write(pointer, address === null ? bytes : undisguised(this.disguises, address, bytes));
    };
    const mapHost: RunDevice['mapHost'] = (ranges) => (ranges.length > 0 ? refuse() : undefined);
    const takeOutput: RunDevice['takeOutput'] = (stream) => {
      device.takeOutput(stream);
      return '';
    };
    const replaced: Partial<RunDevice> = { read, write, mapHost, takeOutput };
    return new Proxy(device, {
      get: (target, name) => {
        if (Object.hasOwn(replaced, name)) return replaced[name as keyof RunDevice];
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  }

  #add(into: Uint8Array, truth: Uint8Array): void {
    const address = this.#hostAddress(into);
    if (address !== null) this.disguises.push({ address, given: into.slice(), truth });
  }
}
