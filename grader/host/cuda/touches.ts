/** Bytes that a call uses. */
export interface Touch {
  readonly from: number;
  readonly to: number;
  /** `both`: as `words` say. */
  readonly access: 'read' | 'write' | 'both';
  /** A byte for each word that a kernel uses: the lower four bits are its bytes that are read, the upper four those that are stored. */
  readonly words: Uint8Array | null;
}

export interface Conflict {
  /** The first bytes that both use and that one of them writes. */
  readonly from: number;
  readonly to: number;
  readonly access: 'read' | 'write';
  readonly otherAccess: 'read' | 'write';
}

/** Returns the first bytes that both use, if one of them writes them. */
export function conflictOf(touch: Touch, other: Touch): Conflict | null {
  const [from, to] = [Math.max(touch.from, other.from), Math.min(touch.to, other.to)];
  if (from >= to) return null;
  if (!touch.words && !other.words) {
    if (touch.access === 'read' && other.access === 'read') return null;
    return { from, to, access: plain(touch), otherAccess: plain(other) };
  }
  let found: { from: number; to: number; access: Conflict['access']; otherAccess: Conflict['access'] } | null = null;
  for (let word = from - (from % 4); word < to; word += 4) {
    const [one, two] = [bitsOf(touch, word), bitsOf(other, word)];
    const clash = ((one >> 4) & (two | (two >> 4))) | (one & (two >> 4) & 15);
    for (let byte = 0; byte < 4; byte++) {
      if (((clash >> byte) & 1) === 0) {
        if (found) return found;
        continue;
      }
      found ??= {
        ...{ from: word + byte, to: word + byte },
        access: (one >> (byte + 4)) & 1 ? 'write' : 'read',
        otherAccess: (two >> (byte + 4)) & 1 ? 'write' : 'read',
      };
      found.to = word + byte + 1;
    }
  }
  return found;
}

function plain({ access }: Touch): 'read' | 'write' {
  return access === 'read' ? 'read' : 'write';
}

/** Returns the bytes of a word that are used, as in {@link Touch.words}. */
function bitsOf({ from, to, access, words }: Touch, word: number): number {
  if (words) return words[(word - from) / 4] ?? 0;
  const first = Math.max(0, from - word);
  const last = Math.min(4, to - word);
  if (first >= last) return 0;
  const bits = (((1 << last) - 1) >> first) << first;
  return access === 'read' ? bits : bits << 4;
}
