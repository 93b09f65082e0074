import type { Place } from '../observer.ts';
import type { Traced } from './trace/index.ts';

/** What a replay has read from the device. */
export interface Download {
  readonly content: Uint8Array;
  /** Flags of its bytes, as `RunDevice.state` gives them. */
  readonly states: Uint8Array;
  /** Launches before it. */
  readonly launches: number;
  /** The buffer, once host code has it; null for a variable. */
  from: Place | null;
}

/** Bytes that host code has moved from downloads to somewhere else. */
export interface Carried {
  /** By byte: the flags that it had on the device; `NOT_CARRIED` if it comes from no download. */
  readonly flags: Uint8Array;
  readonly downloads: ReadonlySet<Download>;
}

export const NOT_CARRIED = 255;

const ONCE = { count: 1, step: 0, sourceStep: 0 };

/** Everything that was read from the device, by the operation that read it. */
export class Downloads {
  readonly #all = new Map<number, Download>();
  #last: Download | null = null;

  /** The latest one, which may not be in host memory yet. */
  get last(): Download | null {
    return this.#last;
  }

  add(index: number, content: Uint8Array, states: Uint8Array, launches: number): void {
    this.#last = { content, states, launches, from: null };
    this.#all.set(index, this.#last);
  }

  /**
   * Returns the flags that bytes of a content bring along.
   * @param readBy - the operation that read a source; null for an input
   */
  carriedInto({ length, extents }: Traced, readBy: (source: number) => number | null): Carried {
    const flags = new Uint8Array(length).fill(NOT_CARRIED);
    const downloads = new Set<Download>();
    for (const { at, bytes, origin, repeat = ONCE } of extents) {
      const download = origin.kind === 'moved' ? this.#all.get(readBy(origin.source) ?? -1) : undefined;
      if (!download || origin.kind !== 'moved') continue;
      downloads.add(download);
      for (let block = 0; block < repeat.count; block++) {
        const [to, from] = [at + block * repeat.step, origin.offset + block * repeat.sourceStep];
        // A converted element has another size: the state of its first byte stands for all.
        for (let byte = 0; byte < bytes; byte++)
          flags[to + byte] = download.states[origin.conversion === null ? from + byte : from] ?? 0;
      }
    }
    return { flags, downloads };
  }
}
