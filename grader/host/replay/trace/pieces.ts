const FIRST_SIZE = 256;

function longer(array: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const copy = new Int32Array(2 * array.length);
  copy.set(array);
  return copy;
}

/** Blocks of a content with the places that they equal, in columns. A count of 0 marks a removed piece. */
export class Pieces {
  size = 0;
  at = new Int32Array(FIRST_SIZE);
  bytes = new Int32Array(FIRST_SIZE);
  source = new Int32Array(FIRST_SIZE);
  offset = new Int32Array(FIRST_SIZE);
  /** The number of blocks, and their distances in the content and in the source. */
  count = new Int32Array(FIRST_SIZE);
  step = new Int32Array(FIRST_SIZE);
  sourceStep = new Int32Array(FIRST_SIZE);

  add(at: number, bytes: number, source: number, offset: number): number {
    if (this.size === this.at.length) {
      this.at = longer(this.at);
      this.bytes = longer(this.bytes);
      this.source = longer(this.source);
      this.offset = longer(this.offset);
      this.count = longer(this.count);
      this.step = longer(this.step);
      this.sourceStep = longer(this.sourceStep);
    }
    const index = this.size++;
    this.at[index] = at;
    this.bytes[index] = bytes;
    this.source[index] = source;
    this.offset[index] = offset;
    this.count[index] = 1;
    this.step[index] = 0;
    this.sourceStep[index] = 0;
    return index;
  }

  end(index: number): number {
    return this.at[index]! + this.bytes[index]!;
  }
}
