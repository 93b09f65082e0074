/** Flags of a byte's state, as `RunDevice.state` gives them. */
export const WRITTEN = 2;
export const BY_KERNEL = 4;

/** So many bytes in a row equal random poison by chance once in 2^64. */
const SURE = 8;

/**
 * What a GPU can tell of who wrote what: bytes that still hold the poison, where at least eight in a row do. A shorter
 * stretch may be a right result that happens to look like it, and counts as written: it is then judged by its value.
 * @param written - the flags of what was written
 */
export function stateAfter(now: Uint8Array, poison: Uint8Array, written = WRITTEN | BY_KERNEL): Uint8Array {
  const state = new Uint8Array(now.length).fill(written);
  let from = 0;
  for (let at = 0; at <= now.length; at++) {
    if (at < now.length && now[at] === poison[at]) continue;
    // A buffer of fewer bytes that still holds all of its poison was not written either.
    if (at - from >= Math.min(SURE, now.length)) state.fill(0, from, at);
    from = at + 1;
  }
  return state;
}

/** The flags of one poisoned buffer, which host code may write to as well as kernels. */
export class WrittenBytes {
  /** What each byte held when a kernel was last known not to have changed it. */
  readonly #before: Uint8Array;
  readonly #flags: Uint8Array;

  constructor(poison: Uint8Array) {
    this.#before = poison.slice();
    this.#flags = new Uint8Array(poison.length);
  }

  /** Host code is about to put `content` at `offset`. @param now - what the whole buffer holds */
  hostWrites(now: Uint8Array, offset: number, content: Uint8Array): void {
    this.#flags.set(this.state(now));
    this.#before.set(now);
    this.#before.set(content, offset);
    for (let at = offset; at < offset + content.length; at++) this.#flags[at] = (this.#flags[at] ?? 0) | WRITTEN;
  }

  /** @param now - what the whole buffer holds */
  state(now: Uint8Array): Uint8Array {
    const state = stateAfter(now, this.#before);
    for (let at = 0; at < state.length; at++) state[at] = (state[at] as number) | (this.#flags[at] as number);
    return state;
  }
}
