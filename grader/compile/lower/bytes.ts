/** Reads a WebAssembly file from a position on. */
export class Input {
  readonly bytes: Uint8Array;
  at: number;

  constructor(bytes: Uint8Array, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  u8(): number {
    const byte = this.bytes[this.at++];
    if (byte === undefined) throw new Error('a WebAssembly file ends too early');
    return byte;
  }

  /** Reads an unsigned LEB128 of at most 53 bits. */
  unsigned(): number {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.u8();
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
    }
  }

  /** Reads an unsigned LEB128 of at most 64 bits; any value above 32 bits becomes `Infinity`. */
  offset(): number {
    const value = this.unsigned();
    return value > 0xffffffff ? Number.POSITIVE_INFINITY : value;
  }

  /** Skips a LEB128 of any length. */
  skip(): void {
    while (this.u8() >= 0x80);
  }

  /** Reads a signed LEB128 of at most 64 bits. */
  signed(): bigint {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = this.u8();
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return byte & 0x40 ? value - (1n << (shift + 7n)) : value;
    }
  }

  name(): string {
    const length = this.unsigned();
    this.at += length;
    return new TextDecoder().decode(this.bytes.subarray(this.at - length, this.at));
  }
}

/** A growing array of bytes. */
export class Output {
  #bytes: Uint8Array<ArrayBuffer>;
  length = 0;

  constructor(expected = 1024) {
    this.#bytes = new Uint8Array(expected);
  }

  u8(byte: number): void {
    this.#reserve(1);
    this.#bytes[this.length++] = byte;
  }

  add(bytes: ArrayLike<number>): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  copy(from: Uint8Array, start: number, end: number): void {
    this.add(from.subarray(start, end));
  }

  /** Writes an unsigned LEB128 of at most 32 bits. */
  unsigned(value: number): void {
    let rest = value;
    for (; rest >= 0x80; rest = Math.floor(rest / 128)) this.u8((rest & 0x7f) | 0x80);
    this.u8(rest);
  }

  /** Writes a signed LEB128 of at most 53 bits. */
  signed(value: number): void {
    let rest = value;
    for (; rest < -0x40 || rest >= 0x40; rest = Math.floor(rest / 128)) this.u8((rest & 0x7f) | 0x80);
    this.u8(rest & 0x7f);
  }

  clear(): void {
    this.length = 0;
  }

  /** Returns the bytes written so far; the next write can change them. */
  view(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.length);
  }

  #reserve(count: number): void {
    if (this.length + count <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.length + count));
    larger.set(this.view());
    this.#bytes = larger;
  }
}
