/**
 * Names of IR. In IR a name has a sigil, and quotes if it has unusual characters. A quoted name has some characters as
 * bytes: `@"\C3\BC"` is ü.
 */

/** Returns the name that a token stands for: `@"a b"` and `@ab` to `a b` and `ab`. */
export function nameOf(token: string): string {
  const from = SIGILS.has(token[0] ?? '') ? 1 : 0;
  return token[from] === '"' ? unescaped(token.slice(from + 1, -1)) : token.slice(from);
}

const SIGILS: ReadonlySet<string> = new Set(['%', '@', '$']);

/** Returns a symbol as IR has it. */
export function symbolOf(name: string): string {
  return spelled('@', name);
}

/** Returns the name of a value or a label as IR has it. */
export function localOf(name: string): string {
  return spelled('%', name);
}

function spelled(sigil: string, name: string): string {
  return /^[-\w.$]+$/.test(name) ? sigil + name : `${sigil}"${name.replace(/[^ !#-[\]-~\u0080-\uffff]/g, escaped)}"`;
}

function escaped(char: string): string {
  return `\\${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}

/**
 * Returns IR whose names and metadata have characters in the place of the bytes that LLVM's printer writes (`\C3\B6` for
 * ö), so that each symbol is spelled as the host's object and the student spell it. LLVM reads both. Constants (`c"…"`)
 * keep their bytes.
 */
export function withReadableNames(text: string): string {
  if (!ESCAPED.test(text)) return text;
  return text.replace(/(c?)"[^"\n]*"/g, (quoted, constant: string) =>
    constant === '' ? quoted.replace(ESCAPED_RUN, decoded) : quoted,
  );
}

const ESCAPED = /\\[89A-F][0-9A-F]/;
const ESCAPED_RUN = /(?:\\[89A-F][0-9A-F])+/g;

/** Returns the text of a string without its quotes. */
export function textOf(token: string): string {
  return unescaped(token.slice(1, -1));
}

/**
 * Returns the text of a constant `c"…"` up to its first zero byte, as a C function reads it.
 * @returns one character for each byte; `null` if the token is no such constant
 */
export function cText(token: string): string | null {
  if (!token.startsWith('c"')) return null;
  const bytes = token
    .slice(2, -1)
    .replace(/\\([0-9A-Fa-f]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return bytes.split('\0', 1)[0] ?? '';
}

function unescaped(text: string): string {
  return text.includes('\\') ? text.replace(/\\\\|(?:\\[0-9A-Fa-f]{2})+/g, decoded) : text;
}

/** Returns escaped bytes as the characters that they encode. Bytes that are not UTF-8 stay as they are. */
function decoded(escapes: string): string {
  if (escapes === '\\\\') return '\\';
  const bytes = Uint8Array.from(escapes.slice(1).split('\\'), (hex) => Number.parseInt(hex, 16));
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return escapes;
  }
}
