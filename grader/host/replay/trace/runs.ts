/** The same bytes in each decoy run, for comparing and hashing. */
export class Runs {
  readonly length: number;
  readonly views: readonly DataView[];
  readonly contents: readonly Uint8Array[];
  #varying: Uint8Array | null = null;

  constructor(contents: readonly Uint8Array[]) {
    const length = contents[0]?.length;
    if (length === undefined) throw new Error('a trace needs at least one run');
    if (contents.some((bytes) => bytes.length !== length)) throw new Error('the runs differ in length');
    this.length = length;
    this.contents = contents;
    this.views = contents.map((bytes) => new DataView(bytes.buffer, bytes.byteOffset, length));
  }

  /** By byte: 1 if it differs between runs, otherwise 0. */
  get varying(): Uint8Array {
    if (this.#varying) return this.#varying;
    const varying = new Uint8Array(this.length);
    const first = this.contents[0]!;
    for (const bytes of this.contents.slice(1))
      for (let at = 0; at < varying.length; at++) varying[at] = varying[at]! | +(bytes[at] !== first[at]);
    this.#varying = varying;
    return varying;
  }

  /** Returns true if a word has the same value in all runs. */
  isConstant(at: number, width: number): boolean {
    return equalInRuns(this.views, at, width);
  }

  /** Returns a 32-bit hash of a word's values in all runs. */
  hash(at: number, width: number): number {
    return hashOf(this.views, at, width);
  }
}

function equalInRuns(views: readonly DataView[], at: number, width: number): boolean {
  const first = views[0]!;
  for (let run = 1; run < views.length; run++) {
    const view = views[run]!;
    if (width >= 4) {
      if (view.getInt32(at, true) !== first.getInt32(at, true)) return false;
      if (width === 8 && view.getInt32(at + 4, true) !== first.getInt32(at + 4, true)) return false;
    } else if (width === 2) {
      if (view.getUint16(at, true) !== first.getUint16(at, true)) return false;
    } else if (view.getUint8(at) !== first.getUint8(at)) return false;
  }
  return true;
}

function hashOf(views: readonly DataView[], at: number, width: number): number {
  let hash = 0x2545f491;
  for (let run = 0; run < views.length; run++) {
    const view = views[run]!;
    let word: number;
    if (width === 4) word = view.getInt32(at, true);
    else if (width === 8) word = view.getInt32(at, true) ^ Math.imul(view.getInt32(at + 4, true), 0x5bd1e995);
    else if (width === 2) word = view.getUint16(at, true);
    else word = view.getUint8(at);
    hash = Math.imul(hash ^ word, 0x7feb352d);
    hash = hash ^ (hash >>> 15);
  }
  hash = Math.imul(hash, 0x846ca68b);
  return hash ^ (hash >>> 16);
}

/** Returns true if two words agree in all runs. */
export function sameWord(a: Runs, atA: number, b: Runs, atB: number, width: number): boolean {
  for (let run = 0; run < a.views.length; run++) {
    const x = a.views[run]!;
    const y = b.views[run]!;
    if (width >= 4) {
      if (x.getInt32(atA, true) !== y.getInt32(atB, true)) return false;
      if (width === 8 && x.getInt32(atA + 4, true) !== y.getInt32(atB + 4, true)) return false;
    } else if (width === 2) {
      if (x.getUint16(atA, true) !== y.getUint16(atB, true)) return false;
    } else if (x.getUint8(atA) !== y.getUint8(atB)) return false;
  }
  return true;
}

/** Returns the number of bytes, at most `limit`, that agree in all runs from two places on. */
export function agreement(a: Runs, atA: number, b: Runs, atB: number, limit: number): number {
  let length = Math.max(0, Math.min(limit, a.length - atA, b.length - atB));
  for (let run = 0; run < a.views.length && length > 0; run++) {
    const x = a.views[run]!;
    const y = b.views[run]!;
    let i = 0;
    while (i + 4 <= length && x.getInt32(atA + i, true) === y.getInt32(atB + i, true)) i += 4;
    while (i < length && x.getUint8(atA + i) === y.getUint8(atB + i)) i++;
    length = i;
  }
  return length;
}

/** Returns the number of bytes, at most `limit`, that agree in all runs before two places. */
export function agreementBefore(a: Runs, atA: number, b: Runs, atB: number, limit: number): number {
  let length = Math.max(0, Math.min(limit, atA, atB));
  for (let run = 0; run < a.views.length && length > 0; run++) {
    const x = a.views[run]!;
    const y = b.views[run]!;
    let i = 0;
    while (i + 4 <= length && x.getInt32(atA - i - 4, true) === y.getInt32(atB - i - 4, true)) i += 4;
    while (i < length && x.getUint8(atA - i - 1) === y.getUint8(atB - i - 1)) i++;
    length = i;
  }
  return length;
}

/** Returns true if `bytes` bytes agree in all runs from two places on. Places outside of `a` do not agree. */
export function agrees(a: Runs, atA: number, b: Runs, atB: number, bytes: number): boolean {
  if (atA < 0 || atA + bytes > a.length || atB + bytes > b.length) return false;
  if (bytes === 4 || bytes === 8 || bytes === 1 || bytes === 2) return sameWord(a, atA, b, atB, bytes);
  return agreement(a, atA, b, atB, bytes) === bytes;
}
