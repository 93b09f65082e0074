import { Input, Output } from './bytes.ts';

/** The name of the custom section of a lowered module that says where its code was before. */
const SECTION = 'offsets-before-lowering';

/** Maps places of a lowered module to places before the lowering, both counted from the start of the code section's content. */
export class OffsetMap {
  /** The starts of stretches of unchanged code, ascending. */
  readonly #after: number[] = [];
  readonly #before: number[] = [];

  /** @param after - not less than in the call before */
  add(after: number, before: number): void {
    this.#after.push(after);
    this.#before.push(before);
  }

  /** Returns the offset before the lowering. For an inserted instruction it is that of the instruction it belongs to. */
  before(after: number): number {
    let [low, high] = [0, this.#after.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.#after[middle] ?? 0) <= after) low = middle;
      else high = middle;
    }
    const start = this.#after[low];
    const before = this.#before[low];
    if (start === undefined || before === undefined || after < start) return after;
    const end = this.#before[low + 1] ?? Number.POSITIVE_INFINITY;
    return Math.min(before + after - start, Math.max(before, end - 1));
  }

  /** Returns a custom section with this map. */
  section(): Uint8Array<ArrayBuffer> {
    const content = new Output();
    const name = new TextEncoder().encode(SECTION);
    content.unsigned(name.length);
    content.add(name);
    let [after, before] = [0, 0];
    for (const [i, start] of this.#after.entries()) {
      const was = this.#before[i] ?? 0;
      content.unsigned(start - after);
      content.unsigned(was - before);
      [after, before] = [start, was];
    }
    const section = new Output(content.length + 8);
    section.u8(0);
    section.unsigned(content.length);
    section.add(content.view());
    return section.view();
  }

  static read(content: Uint8Array): OffsetMap {
    const map = new OffsetMap();
    const input = new Input(content);
    let [after, before] = [0, 0];
    while (input.at < content.length) {
      after += input.unsigned();
      before += input.unsigned();
      map.add(after, before);
    }
    return map;
  }
}

/** Finds the map that `lowerMemory64` left in a module; `null` if there is none. */
export function offsetsIn(custom: ReadonlyMap<string, Uint8Array>): OffsetMap | null {
  const content = custom.get(SECTION);
  return content === undefined ? null : OffsetMap.read(content);
}
