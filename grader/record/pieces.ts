/** Longest period of content that is one value everywhere, bytes: a double. */
const PERIOD = 8;
/** Bytes by which a piece is looked for. */
const WINDOW = 8;
/** Places that begin alike and are compared. */
const MAX_TRIES = 8;
/** Of the bytes that are no zeros on both sides: rounding, and what was changed here and there. */
const ALIKE = 0.9;

/** One value everywhere, as memory has that was filled. Of a single element: zeros. */
export function isConstant(content: Uint8Array): boolean {
  const single = content.length <= PERIOD;
  return content.every((byte, at) => byte === (single ? 0 : content[at % PERIOD]));
}

export interface Piece {
  /** That are the same in both. */
  readonly bytes: number;
  /** Offset of the content in the whole; below zero where the whole lies inside the content. */
  readonly offset: number;
}

/**
 * Does content lie in the whole, or the whole in it, wherever? At least half of the smaller one has to meet the other,
 * and nearly all that meets has to be alike.
 */
export function pieceOf(content: Uint8Array, whole: Uint8Array): Piece | null {
  const begun = alikeAt(content, whole, 0);
  if (begun) return begun;
  const inside = found(content, whole);
  for (const offset of inside) {
    const piece = alikeAt(content, whole, offset);
    if (piece) return piece;
  }
  if (content.length <= whole.length) return null;
  for (const offset of found(whole, content)) {
    const piece = alikeAt(content, whole, -offset);
    if (piece) return piece;
  }
  return null;
}

function alikeAt(content: Uint8Array, whole: Uint8Array, offset: number): Piece | null {
  const from = Math.max(0, -offset);
  const until = Math.min(content.length, whole.length - offset);
  const shorter = Math.min(content.length, whole.length);
  if (shorter === 0 || 2 * (until - from) < shorter) return null;
  // A single element says nothing about another's part of it.
  if (shorter <= PERIOD && content.length !== whole.length) return null;
  let [same, zeros] = [0, 0];
  for (let at = from; at < until; at++) {
    if (content[at] !== whole[at + offset]) continue;
    same += 1;
    if (content[at] === 0) zeros += 1;
  }
  const told = until - from - zeros;
  return told > 0 && same - zeros >= ALIKE * told ? { bytes: same, offset } : null;
}

/** Offsets at which a piece may lie in the whole, by a few of its bytes that are not all the same. */
function found(piece: Uint8Array, whole: Uint8Array): number[] {
  let start = 0;
  while (start + WINDOW <= piece.length && isSame(piece, start)) start += 1;
  if (start + WINDOW > piece.length) return [];
  const offsets: number[] = [];
  const first = piece[start] ?? 0;
  for (let at = whole.indexOf(first); at >= 0 && offsets.length < MAX_TRIES; at = whole.indexOf(first, at + 1)) {
    let length = 1;
    while (length < WINDOW && whole[at + length] === piece[start + length]) length += 1;
    if (length === WINDOW) offsets.push(at - start);
  }
  return offsets;
}

function isSame(content: Uint8Array, start: number): boolean {
  for (let at = start + 1; at < start + WINDOW; at++) if (content[at] !== content[start]) return false;
  return true;
}

/** One after the other. */
export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
