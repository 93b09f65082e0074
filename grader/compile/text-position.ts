import type { SourcePosition } from './program.ts';

export const BYTE_ORDER_MARK = '\uFEFF';

/** Where a character of a file stands. */
export function positionAt(text: string, index: number, file: string): SourcePosition {
  const before = text.slice(0, index);
  const column = index - before.lastIndexOf('\n');
  const line = before.split('\n').length;
  return { file, line, column: line === 1 && text.startsWith(BYTE_ORDER_MARK) ? column - 1 : column };
}

/**
 * Clang counts columns in bytes of UTF-8; an editor counts characters, and no byte order mark.
 * @param column - 1-based, as Clang tells it
 */
export function characterColumn(lines: Readonly<Record<number, string>>, line: number, column: number): number {
  const text = lines[line - 1];
  if (text === undefined || column < 1) return column;
  const before = charactersIn(text, column - 1);
  return before + 1 - (line === 1 && before > 0 && text.startsWith(BYTE_ORDER_MARK) ? 1 : 0);
}

/** The line that was asked for last: Clang may say thousands of things about one. */
let encoded: { readonly text: string; readonly starts: Uint32Array | null } = { text: '', starts: null };

/** Characters in the first bytes of a text as UTF-8, a cut one included. */
function charactersIn(text: string, bytes: number): number {
  if (encoded.text !== text) encoded = { text, starts: startsOf(text) };
  const { starts } = encoded;
  return starts === null ? Math.min(bytes, text.length) : (starts[Math.min(bytes, starts.length - 1)] ?? 0);
}

/** Returns how many characters come before each byte, and before the end; null where each character is a byte. */
function startsOf(text: string): Uint32Array | null {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length === text.length) return null;
  const starts = new Uint32Array(bytes.length + 1);
  let characters = 0;
  for (const [at, byte] of bytes.entries()) {
    starts[at] = characters;
    // What is no continuation begins a character; one of four bytes has two units of UTF-16.
    if ((byte & 0xc0) !== 0x80) characters += byte >= 0xf0 ? 2 : 1;
  }
  starts[bytes.length] = characters;
  return starts;
}
