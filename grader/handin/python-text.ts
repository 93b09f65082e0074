import { at, joined, type Place, type Placed } from './origin.ts';

/** The parts of a string literal of Python. */
export interface Literal {
  readonly isRaw: boolean;
  readonly isBytes: boolean;
  readonly isFormatted: boolean;
}

/** Reads the letters before the quotes. */
export function literalOf(start: string): Literal {
  const letters = start.replace(/['"]+$/, '').toLowerCase();
  return { isRaw: letters.includes('r'), isBytes: letters.includes('b'), isFormatted: letters.includes('f') };
}

const SIMPLE: ReadonlyMap<string, string> = new Map([
  ['\\', '\\'],
  ["'", "'"],
  ['"', '"'],
  ['a', '\x07'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
]);

const ESCAPE = /\\(?:\r?\n|[0-7]{1,3}|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[\s\S])/g;

/**
 * Returns what a piece of a string literal stands for, each character with its line.
 * @param place - of the first character
 */
export function unescaped(piece: string, isRaw: boolean, place: Place): Placed {
  const parts: Placed[] = [];
  let line = place.line;
  const add = (text: string): void => {
    // A line end belongs to the line that it ends.
    for (const [one] of text.replace(/\r\n?/g, '\n').matchAll(/[^\n]*\n|[^\n]+/g)) {
      parts.push(at(one, { unit: place.unit, line }));
      if (one.endsWith('\n')) line += 1;
    }
  };
  if (isRaw) {
    add(piece);
    return joined(parts);
  }
  let from = 0;
  for (const match of piece.matchAll(ESCAPE)) {
    add(piece.slice(from, match.index));
    from = match.index + match[0].length;
    if (/^\\\r?\n$/.test(match[0])) line += 1;
    else parts.push(at(meaningOf(match[0]), { unit: place.unit, line }));
  }
  add(piece.slice(from));
  return joined(parts);
}

function meaningOf(sequence: string): string {
  const code = sequence.slice(1);
  const simple = SIMPLE.get(code);
  if (simple !== undefined) return simple;
  if (/^[0-7]/.test(code)) return String.fromCharCode(Number.parseInt(code, 8));
  if (/^[xuU][0-9a-fA-F]/.test(code)) {
    const point = Number.parseInt(code.slice(1), 16);
    return point <= 0x10ffff ? String.fromCodePoint(point) : sequence;
  }
  // Python keeps an escape that it does not know.
  return sequence;
}
