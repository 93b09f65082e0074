import type { Buffer } from './buffers.ts';
import { isConstant, joined, pieceOf } from './pieces.ts';
import type { Place } from './provenance.ts';
import type { Trace } from './traces.ts';

/** Content of the device that is in host memory now. */
interface Download {
  readonly address: number;
  readonly content: Uint8Array;
}

/** Content that host code gave the device. */
interface Brought {
  readonly content: Uint8Array;
  readonly position: Trace;
  /** Downloads before it. */
  readonly downloads: number;
}

/** An argument by value of one kernel, over all its launches. */
interface Passed {
  readonly values: Uint8Array[];
  readonly position: Trace;
  /** Different values since there was something of an input to work with. */
  readonly different: Set<string>;
}

/** What is kept of content in each direction: bytes, and pieces. */
const MAX_BYTES = 16 << 20;
const MAX_PIECES = 1024;
/** A single element: what is looked at for its value alone. */
const ELEMENT_BYTES = 8;
const WORD_BYTES = 4;
/** Of content: that much is the same content. */
const SAME = 0.9;

/**
 * What host code fetches from the device, and what of its own it brings there: the way of a result that the host
 * computes and a kernel only carries over. It may go by copies, memory that both sides reach, variables of the module,
 * or arguments of launches. What goes back as it came is no such thing, nor is one value everywhere.
 */
export class HostWork {
  /** What the exercise has put on the device, by its place. */
  readonly #inputs = new Map<Place, Uint8Array>();
  /** What it has put into host memory. */
  readonly #given: Uint8Array[] = [];
  /** The input that was copied to a place. */
  readonly #copies = new Map<Place, Place>();
  readonly #fetched = new Map<Place, number>();
  /** Bytes that were fetched of anything else. */
  #fetchedElse = 0;
  readonly #downloads: Download[] = [];
  #downloadBytes = 0;
  /** Downloads that are not kept any more. */
  #forgotten = 0;
  readonly #brought: Brought[] = [];
  #broughtBytes = 0;
  readonly #passed = new Map<string, Passed>();
  #passedBytes = 0;
  /** Bytes that were brought when there was something of an input to work with, and where first. */
  #worked = 0;
  #position: Trace | null = null;

  /** The exercise has put an input on the device. */
  placed({ number }: Pick<Buffer, 'number'>, content: Uint8Array): void {
    this.#inputs.set(number, content);
  }

  /** The exercise has put an input into host memory: whoever brings it to the device has worked nothing out. */
  given(content: Uint8Array): void {
    this.#given.push(content);
  }

  /** Content went from a place on the device to another: numbers of buffers, names of variables. */
  moved(to: Place, from: Place): void {
    const input = this.#inputOf(from);
    if (input !== null && input !== to) this.#copies.set(to, input);
  }

  /** @param address - in host memory, where the content is now */
  fetched(from: Place, address: number, content: Uint8Array): void {
    if (this.#inputs.size === 0 && this.#given.length === 0) return;
    const input = this.#inputOf(from);
    if (input === null) this.#fetchedElse += content.length;
    else this.#countFetched(input, content.length);
    this.#downloaded(address, content.slice());
  }

  /**
   * Memory that both sides reach is on the host, whether host code looks or not.
   * @param content - changed by nobody from now on
   * @param bytes - how many of them the device has changed
   */
  shared(from: Place, address: number, content: Uint8Array, bytes: number): void {
    if (this.#inputs.size === 0 && this.#given.length === 0) return;
    const input = this.#inputOf(from) ?? this.#inputLike(content);
    if (input === null) this.#fetchedElse += bytes;
    else this.#countFetched(input, bytes);
    this.#downloaded(address, content);
  }

  /**
   * @param address - in host memory
   * @param position - of the call that copies, or of the launch before which it went
   * @param bytes - how many of them are changed
   */
  brought(address: number, content: Uint8Array, position: Trace, bytes = content.length): void {
    if (this.#inputs.size === 0 && this.#given.length === 0) return;
    const own = isConstant(content) ? 0 : Math.min(bytes, this.#ownBytes(address, content));
    if (own === 0) return;
    this.#broughtBytes += content.length;
    if (this.#broughtBytes <= MAX_BYTES && this.#brought.length < MAX_PIECES) {
      const downloads = this.#forgotten + this.#downloads.length;
      this.#brought.push({ content: content.slice(), position, downloads });
    }
    if (!this.#hasInput()) return;
    this.#worked += own;
    this.#position ??= position;
  }

  /** @param parameter - a kernel's, by a name of its own */
  passed(parameter: string, content: Uint8Array, position: Trace): void {
    if (this.#inputs.size === 0 && this.#given.length === 0) return;
    const passed = this.#passed.get(parameter) ?? { values: [], position, different: new Set() };
    this.#passed.set(parameter, passed);
    const last = passed.values.at(-1);
    if (last?.every((byte, at) => byte === content[at])) return;
    this.#passedBytes += content.length;
    if (this.#passedBytes > MAX_BYTES) return;
    passed.values.push(content.slice());
    if (this.#hasInput()) passed.different.add(String.fromCharCode(...content));
  }

  /**
   * Where host code gave the device what it had worked out: at least half of an output, after it had fetched half of an
   * input, or content that an output has at the end.
   */
  carriedOver(outputs: readonly Uint8Array[]): Trace | null {
    if (outputs.length === 0) return null;
    const least = Math.min(...outputs.map(({ length }) => length)) / 2;
    return this.#afterFetching(Math.max(least, ELEMENT_BYTES)) ?? this.#inOutputs(outputs);
  }

  #afterFetching(least: number): Trace | null {
    if (this.#worked >= least) return this.#position;
    for (const { different, values, position } of this.#passed.values()) {
      if (different.size * (values[0]?.length ?? 0) >= least) return position;
    }
    return null;
  }

  #inOutputs(outputs: readonly Uint8Array[]): Trace | null {
    const passed = [...this.#passed.values()].map(({ values, position }): Brought => {
      return { content: joined(values), position, downloads: 0 };
    });
    const brought = [...this.#brought, ...passed.filter(({ content }) => !isConstant(content))];
    for (const output of outputs) {
      if (isConstant(output)) continue;
      let covered = 0;
      for (const each of brought) {
        const piece = pieceOf(each.content, output);
        if (!piece || this.#cameFromElsewhere(each)) continue;
        covered += piece.bytes;
        if (2 * covered >= output.length) return each.position;
      }
    }
    return null;
  }

  /** The exercise's own, or what a kernel made. */
  #cameFromElsewhere({ content, downloads }: Brought): boolean {
    const before = this.#downloads
      .slice(0, Math.max(0, downloads - this.#forgotten))
      .map((download) => download.content);
    return [...this.#inputs.values(), ...this.#given, ...before].some(
      (known) => (pieceOf(content, known)?.bytes ?? 0) >= SAME * content.length,
    );
  }

  #inputOf(place: Place): Place | null {
    return this.#inputs.has(place) ? place : (this.#copies.get(place) ?? null);
  }

  #inputLike(content: Uint8Array): Place | null {
    for (const [place, input] of this.#inputs) {
      if (2 * (pieceOf(content, input)?.bytes ?? 0) >= input.length) return place;
    }
    return null;
  }

  #countFetched(input: Place, bytes: number): void {
    this.#fetched.set(input, (this.#fetched.get(input) ?? 0) + bytes);
  }

  #isInput(content: Uint8Array): boolean {
    const inputs = [...this.#inputs.values(), ...this.#given];
    return inputs.some((input) => pieceOf(content, input)?.bytes === content.length);
  }

  /** Half of an input, or as much of what kernels made as would be half of the largest. */
  #hasInput(): boolean {
    let largest = 0;
    for (const [place, { length }] of this.#inputs) {
      if (2 * (this.#fetched.get(place) ?? 0) >= length) return true;
      largest = Math.max(largest, length);
    }
    return largest > 0 && 2 * this.#fetchedElse >= largest;
  }

  /** The last ones are kept: what goes back has mostly just come. */
  #downloaded(address: number, content: Uint8Array): void {
    this.#downloads.push({ address, content });
    this.#downloadBytes += content.length;
    while (this.#downloadBytes > MAX_BYTES || this.#downloads.length > MAX_PIECES) {
      this.#downloadBytes -= this.#downloads.shift()?.content.length ?? 0;
      this.#forgotten += 1;
    }
  }

  /** Bytes that are no piece of an input, not as they came to this address, and no zeros, which memory holds that nobody has used. */
  #ownBytes(address: number, content: Uint8Array): number {
    if (this.#isInput(content)) return 0;
    const own = new Uint8Array(content.length);
    let used = 0;
    for (let at = 0; at < content.length; at++) {
      if (content[at] === 0) continue;
      const word = at - (at % WORD_BYTES);
      for (used = Math.max(used, word); used < Math.min(content.length, word + WORD_BYTES); used++) own[used] = 1;
    }
    for (const download of this.#downloads) {
      const offset = address - download.address;
      const from = Math.max(0, -offset);
      const until = Math.min(content.length, download.content.length - offset);
      for (let at = from; at < until; at++) if (content[at] === download.content[at + offset]) own[at] = 0;
    }
    return own.reduce((sum, is) => sum + is, 0);
  }
}
