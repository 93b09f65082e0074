const decoder = new TextDecoder();

/** Reads the numbers and names of a WebAssembly file, from one position on. */
export class Reader {
  readonly bytes: Uint8Array;
  at: number;

  constructor(bytes: Uint8Array, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  u8(): number {
    const value = this.bytes[this.at++];
    if (value === undefined) throw new Error('a WebAssembly file ends too early');
    return value;
  }

  /** An unsigned LEB128 of at most 32 bits. */
  unsigned(): number {
    let result = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.u8();
      result += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return result;
      if (shift > 28) throw new Error('a number in a WebAssembly file is too long');
    }
  }

  /** Reads an unsigned LEB128 of at most 64 bits. @returns what is not exact as infinity */
  unsigned64(): number {
    let result = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.u8();
      result += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return Number.isSafeInteger(result) ? result : Number.POSITIVE_INFINITY;
      if (shift > 56) throw new Error('a number in a WebAssembly file is too long');
    }
  }

  /** Reads a signed LEB128 of at most 64 bits. @returns what is not exact as NaN */
  signed64(): number {
    let result = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = this.u8();
      result |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) {
        const value = Number(BigInt.asIntN(64, (byte & 0x40) === 0 ? result : result - (1n << (shift + 7n))));
        return Number.isSafeInteger(value) ? value : Number.NaN;
      }
      if (shift > 56n) throw new Error('a number in a WebAssembly file is too long');
    }
  }

  /** A signed LEB128 of at most 32 bits, as JavaScript's own 32-bit numbers. */
  signed(): number {
    let result = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.u8();
      result |= (byte & 0x7f) << shift;
      if (byte < 0x80) return shift < 25 && (byte & 0x40) !== 0 ? result | (-1 << (shift + 7)) : result;
      if (shift > 28) throw new Error('a number in a WebAssembly file is too long');
    }
  }

  /** Skips a LEB128 of any length. */
  skip(): void {
    while (this.u8() >= 0x80);
  }

  name(): string {
    const length = this.unsigned();
    this.at += length;
    if (this.at > this.bytes.length) throw new Error('a name in a WebAssembly file is too long');
    return decoder.decode(this.bytes.subarray(this.at - length, this.at));
  }
}
