import type { Kernel } from '../../compile/index.ts';
import type { HostRange, LaunchRequest } from '../device.ts';
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

  /** Buffers that pointer parameters lead to, and that no such store is known of. */
  buffersOf(
    kernel: Kernel,
    request: LaunchRequest,
    buffers: readonly Buffer[],
    hostRanges: readonly HostRange[],
  ): Buffer[] {
    const live = buffers.filter((buffer) => buffer.live && buffer.bytes > 0);
    const threads = [...request.grid, ...request.block].reduce((product, extent) => product * extent, 1);
    const bytes = live.reduce((sum, buffer) => sum + buffer.bytes, 0);
    if (bytes > FREE_BYTES + BYTES_PER_THREAD * threads) return [];
    const stored = this.#stored.get(kernel);
    const reached = live
      .filter(({ role }) => role !== 'output')
      .map((buffer) => ({ buffer, by: reaching(kernel, request, buffer, hostRanges) }));
    return reached.flatMap(({ buffer, by }) =>
      by.length > 0 && !by.some((parameter) => stored?.has(parameter)) ? [buffer] : [],
    );
  }

  /** The guess about this buffer was wrong. */
  storedTo(kernel: Kernel, request: LaunchRequest, buffer: Buffer, hostRanges: readonly HostRange[]): void {
    const stored = this.#stored.get(kernel) ?? new Set();
    for (const parameter of reaching(kernel, request, buffer, hostRanges)) stored.add(parameter);
    this.#stored.set(kernel, stored);
  }
}

/** Numbers of the pointer parameters that lead into a buffer. */
export function reaching(
  { parameters }: Kernel,
  { args }: LaunchRequest,
  { pointer, bytes }: Buffer,
  hostRanges: readonly HostRange[],
): number[] {
  const view = new DataView(args.buffer, args.byteOffset, args.byteLength);
  return parameters.flatMap(({ type, offset }, index) => {
    if (type !== 'pointer') return [];
    const given = view.getUint32(offset, true);
    const mapped = hostRanges.find((range) => given >= range.host && given < range.host + range.bytes);
    const address = mapped ? given - mapped.host + mapped.device : given;
    return address >= pointer && address < pointer + bytes ? [index] : [];
  });
}
