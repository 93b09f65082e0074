import type { Kernel } from '../../compile/index.ts';
import type { LaunchRequest } from '../device.ts';
import type { Given } from './given.ts';
import type { Buffer } from './heap.ts';

/** Preparing a launch that touches little of large buffers would cost more than it saves. */
const FREE_BYTES = 2 * 2 ** 20;
const BYTES_PER_THREAD = 1024;

/**
 * Guesses which buffers a launch only reads: loads from them need no record for the race check. A guess is never
 * trusted: a store to such a buffer ends the launch before it takes effect, and the launch begins anew.
 */
export class ReadOnlyGuess {
  /** By kernel, the parameters through whose buffers it was seen to store. */
  readonly #stored = new Map<Kernel, Set<number>>();

  /**
   * Buffers that pointer parameters lead to, and that no such store is known of.
   * @param liveBytes - of all live buffers
   */
  buffersOf(kernel: Kernel, request: LaunchRequest, given: Given, liveBytes: number): Buffer[] {
    const threads = [...request.grid, ...request.block].reduce((product, extent) => product * extent, 1);
    if (liveBytes > FREE_BYTES + BYTES_PER_THREAD * threads) return [];
    const stored = this.#stored.get(kernel);
    return [...given].flatMap(([buffer, parameters]) =>
      buffer.role !== 'output' && !parameters.some((parameter) => stored?.has(parameter)) ? [buffer] : [],
    );
  }

  /** The guess about this buffer was wrong. */
  storedTo(kernel: Kernel, given: Given, buffer: Buffer): void {
    const stored = this.#stored.get(kernel) ?? new Set();
    for (const parameter of given.get(buffer) ?? []) stored.add(parameter);
    this.#stored.set(kernel, stored);
  }
}
