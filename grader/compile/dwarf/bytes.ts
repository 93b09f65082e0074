/** Reads little-endian data from its start to its end. */
export class Bytes {
  readonly #view: DataView;
  at = 0;
  /** The size in bytes of an address: 4 or 8. */
  addressBytes = 4;

  constructor(data: Uint8Array) {
    this.#view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  }

  get length(): number {
    return this.#view.byteLength;
  }

  get atEnd(): boolean {
    return this.at >= this.length;
  }

  u8(): number {
    return this.#view.getUint8(this.at++);
  }

  i8(): number {
    return this.#view.getInt8(this.at++);
  }

  u16(): number {
    this.at += 2;
    return this.#view.getUint16(this.at - 2, true);
  }

  u32(): number {
    this.at += 4;
    return this.#view.getUint32(this.at - 4, true);
  }

  address(): number {
    return this.addressBytes === 8 ? this.u64() : this.u32();
  }

  /** Exact below 2⁵³. */
  u64(): number {
    const low = this.u32();
    return low + this.u32() * 2 ** 32;
  }

  /** ULEB128, exact below 2⁵³. */
  unsigned(): number {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.u8();
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
    }
  }

  /** SLEB128, exact within ±2⁵³. */
  signed(): number {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.u8();
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return byte & 0x40 ? value - scale * 128 : value;
    }
  }

  /** Text that ends with a zero. */
  text(): string {
    const start = this.at;
    while (this.u8() !== 0);
    return new TextDecoder().decode(
      new Uint8Array(this.#view.buffer, this.#view.byteOffset + start, this.at - 1 - start),
    );
  }

  skip(bytes: number): void {
    this.at += bytes;
  }
}
