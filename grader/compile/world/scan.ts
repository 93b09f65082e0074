/** A preprocessing directive of a file, with what continues it. */
export interface Directive {
  /** Offsets of its `#` and of the line break that ends it. */
  readonly start: number;
  readonly end: number;
  /** The word after `#`, e.g. `ifdef`; empty if there is none. */
  readonly name: string;
  /** The text after that word, without comments and continuations. */
  readonly argument: string;
}

export interface Scan {
  readonly directives: readonly Directive[];
  /** Identifiers outside comments and literals, with the offset where each first occurs. */
  readonly identifiers: ReadonlyMap<string, number>;
  /** The file pastes tokens with `##`. */
  readonly pastes: boolean;
}

const WORD = /[A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]*/y;
const RAW = /^(?:u8|[uUL])?R$/;
const SPLICE = /\\[ \t]*\r?\n/g;

/**
 * Finds directives as a preprocessor does: after splices and comments, with `%:` for `#`, and not inside literals.
 * Words are matched after their splices are removed.
 */
export function scan(text: string): Scan {
  const directives: Directive[] = [];
  const identifiers = new Map<string, number>();
  let pastes = false;
  let atLineStart = true;
  let open: { start: number; parts: string[] } | null = null;
  const { code, offsets } = spliced(text);

  const close = (at: number) => {
    if (open === null) return;
    const [, name = '', argument = ''] = /^\s*(\w*)([\s\S]*)$/.exec(open.parts.join('')) ?? [];
    directives.push({ start: offsets(open.start), end: offsets(at), name, argument: argument.trim() });
    open = null;
  };
  for (let at = 0; at < code.length; ) {
    const from = at;
    const char = code[at] ?? '';
    if (char === '\n') {
      close(at);
      atLineStart = true;
      at += 1;
      continue;
    }
    if (code.startsWith('//', at)) {
      at = endOf(code, '\n', at, 0);
      continue;
    }
    if (code.startsWith('/*', at)) {
      at = endOf(code, '*/', at + 2, 2);
      open?.parts.push(' ');
      continue;
    }
    if (/\s/.test(char)) {
      open?.parts.push(' ');
      at += 1;
      continue;
    }
    const isHash = char === '#' || code.startsWith('%:', at);
    if (isHash && atLineStart && open === null) {
      at += char === '#' ? 1 : 2;
      open = { start: from, parts: [] };
      atLineStart = false;
      continue;
    }
    atLineStart = false;
    if (code.startsWith('##', at) || code.startsWith('%:%:', at)) pastes = true;
    WORD.lastIndex = at;
    const word = WORD.exec(code)?.[0];
    if (word !== undefined) {
      at += word.length;
      if (RAW.test(word) && code[at] === '"') at = endOfRaw(code, at);
      else if (!identifiers.has(word)) identifiers.set(word, offsets(from));
    } else if (/\d/.test(char) || (char === '.' && /\d/.test(code[at + 1] ?? ''))) {
      at += /^(?:[eEpP][+-]|'[\w]|[\w.])+/.exec(code.slice(at, at + 100))?.[0].length ?? 1;
    } else if (char === '"' || char === "'") {
      at = endOfLiteral(code, at, char);
    } else at += 1;
    open?.parts.push(code.slice(from, at));
  }
  close(code.length);
  return { directives, identifiers, pastes };
}

/** Removes continued line breaks. @returns the text, and the offset in the file of each offset in it */
function spliced(text: string): { code: string; offsets: (at: number) => number } {
  const cuts: { at: number; removed: number }[] = [];
  let removed = 0;
  const code = text.replace(SPLICE, (splice, index: number) => {
    cuts.push({ at: index - removed, removed: removed + splice.length });
    removed += splice.length;
    return '';
  });
  if (cuts.length === 0) return { code, offsets: (at) => at };
  return { code, offsets: (at) => at + (cuts.findLast((cut) => cut.at <= at)?.removed ?? 0) };
}

function endOf(code: string, sign: string, from: number, beyond: number): number {
  const found = code.indexOf(sign, from);
  return found < 0 ? code.length : found + beyond;
}

/** An unterminated literal ends with its line, as in skipped code. */
function endOfLiteral(code: string, from: number, quote: string): number {
  for (let at = from + 1; at < code.length; at++) {
    if (code[at] === '\\') at += 1;
    else if (code[at] === quote) return at + 1;
    else if (code[at] === '\n') return at;
  }
  return code.length;
}

function endOfRaw(code: string, quote: number): number {
  const parenthesis = code.indexOf('(', quote);
  if (parenthesis < 0) return code.length;
  const sign = `)${code.slice(quote + 1, parenthesis)}"`;
  return endOf(code, sign, parenthesis, sign.length);
}
