import { UnreadIr } from './fault.ts';

/**
 * The kinds of tokens of LLVM IR (https://llvm.org/docs/LangRef.html):
 * - `local`, `global`, `comdat`: a name with its sigil, as in `%i`, `@"a b"` and `$f`
 * - `metadata`: `!12`, `!dbg` and `!DILocation`; `group`: `#3`; `record`: `#dbg_value`
 * - `word`: a keyword, a type or a flag; `number`: a number of any form
 * - `string`: `"text"`; `bytes`: `c"text"`; `mark`: one character; `end`: the end of the line, or its comment
 */
export type TokenKind =
  | 'local'
  | 'global'
  | 'comdat'
  | 'metadata'
  | 'group'
  | 'record'
  | 'word'
  | 'number'
  | 'string'
  | 'bytes'
  | 'mark'
  | 'end';

const NAME = 1;
const LETTER = 2;
const DIGIT = 4;
/** The classes of the first 128 characters. */
const CLASSES = new Uint8Array(128);
for (let code = 0; code < 128; code++) {
  const char = String.fromCharCode(code);
  if (/[A-Za-z_]/.test(char)) CLASSES[code] = NAME | LETTER;
  else if (/\d/.test(char)) CLASSES[code] = NAME | DIGIT;
  else if (/[-.$]/.test(char)) CLASSES[code] = NAME;
}
const SPACE = 32;
const TAB = 9;
const QUOTE = 34;
const SEMICOLON = 59;
const LOWER_C = 99;
const PLUS = 43;
const MINUS = 45;
const DOT = 46;

/** The tokens of one line, one at a time. */
export class Lexer {
  readonly text: string;
  kind: TokenKind = 'end';
  /** The place of the token's first character. */
  start = 0;
  /** The place after its last character. */
  end: number;
  /** The place after the last character of the token before. */
  before: number;

  /** @param at - the place to begin at */
  constructor(text: string, at = 0) {
    this.text = text;
    this.end = at;
    this.before = at;
    this.next();
  }

  /** The token as it stands in the line. */
  get word(): string {
    return this.text.slice(this.start, this.end);
  }

  /** Goes to the next token. */
  next(): void {
    const { text } = this;
    this.before = this.end;
    let at = this.end;
    let code = text.charCodeAt(at);
    while (code === SPACE || code === TAB) code = text.charCodeAt(++at);
    this.start = at;
    if (at >= text.length || code === SEMICOLON) {
      this.kind = 'end';
      this.end = at;
      return;
    }
    const kind = code < 128 ? (CLASSES[code] ?? 0) : 0;
    if (kind & LETTER) {
      if (code === LOWER_C && text.charCodeAt(at + 1) === QUOTE) {
        this.kind = 'bytes';
        this.end = this.#endOfString(at + 1);
        return;
      }
      this.kind = 'word';
      this.end = this.#endOfName(at + 1);
      return;
    }
    if (kind & DIGIT || code === MINUS || code === PLUS) {
      this.kind = 'number';
      this.end = this.#endOfNumber(at + 1);
      return;
    }
    switch (text[at]) {
      case '%':
        this.#named('local', at + 1);
        return;
      case '@':
        this.#named('global', at + 1);
        return;
      case '$':
        this.#named('comdat', at + 1);
        return;
      case '"':
        this.kind = 'string';
        this.end = this.#endOfString(at);
        return;
      case '#':
        this.kind = (CLASSES[text.charCodeAt(at + 1)] ?? 0) & DIGIT ? 'group' : 'record';
        this.end = this.#endOfName(at + 1);
        return;
      case '!':
        this.end = this.#endOfName(at + 1);
        this.kind = this.end > at + 1 ? 'metadata' : 'mark';
        return;
      case '.':
        if (text.startsWith('...', at)) {
          this.kind = 'word';
          this.end = at + 3;
          return;
        }
        break;
    }
    if (!MARKS.has(code)) throw new UnreadIr(`a token at column ${at + 1}`, text);
    this.kind = 'mark';
    this.end = at + 1;
  }

  has(kind: TokenKind): boolean {
    return this.kind === kind;
  }

  is(mark: string): boolean {
    return this.kind === 'mark' && this.text[this.start] === mark;
  }

  isWord(word: string): boolean {
    return this.kind === 'word' && this.end - this.start === word.length && this.text.startsWith(word, this.start);
  }

  /** Goes on if the token is this mark. */
  takes(mark: string): boolean {
    if (!this.is(mark)) return false;
    this.next();
    return true;
  }

  /** Goes on if the token is this word. */
  takesWord(word: string): boolean {
    if (!this.isWord(word)) return false;
    this.next();
    return true;
  }

  /** @throws UnreadIr if the token is another one */
  mark(mark: string): void {
    if (!this.takes(mark)) throw this.unread(`"${mark}"`);
  }

  /** @throws UnreadIr if the token is of another kind */
  take(kind: TokenKind): string {
    if (this.kind !== kind) throw this.unread(`a ${kind}`);
    const { word } = this;
    this.next();
    return word;
  }

  /** Goes past the bracket that closes the current one. */
  skipBrackets(): void {
    let depth = 0;
    do {
      if (this.kind === 'end') throw this.unread('a closing bracket');
      if (this.kind === 'mark') {
        const mark = this.text[this.start] ?? '';
        if ('([{<'.includes(mark)) depth++;
        else if (')]}>'.includes(mark)) depth--;
      }
      this.next();
    } while (depth > 0);
  }

  unread(expected: string): UnreadIr {
    return new UnreadIr(`${expected} at column ${this.start + 1}`, this.text);
  }

  #named(kind: TokenKind, at: number): void {
    this.kind = kind;
    const quoted = this.text.charCodeAt(at) === QUOTE;
    this.end = quoted ? this.#endOfString(at) : this.#endOfName(at);
    if (this.end === at) throw new UnreadIr(`a name at column ${at + 1}`, this.text);
  }

  #endOfName(from: number): number {
    let at = from;
    for (let code = this.text.charCodeAt(at); code < 128 && (CLASSES[code] ?? 0) & NAME; )
      code = this.text.charCodeAt(++at);
    return at;
  }

  /** Returns the end of a number: also of one with an exponent, as `1.0e+10`, and of one in hexadecimal. */
  #endOfNumber(from: number): number {
    let at = from;
    for (let code = this.text.charCodeAt(at); ; code = this.text.charCodeAt(++at)) {
      const isPart = code < 128 && ((CLASSES[code] ?? 0) & (LETTER | DIGIT) || code === DOT);
      const isSign = (code === PLUS || code === MINUS) && this.text.charCodeAt(at - 1) === 101;
      if (!isPart && !isSign) return at;
    }
  }

  #endOfString(quote: number): number {
    const end = this.text.indexOf('"', quote + 1);
    if (end < 0) throw new UnreadIr('the end of a string', this.text);
    return end + 1;
  }
}

const MARKS: ReadonlySet<number> = new Set([...'()[]{}<>,=:*|!/'].map((mark) => mark.charCodeAt(0)));
