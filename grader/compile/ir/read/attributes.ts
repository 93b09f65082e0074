import type { Lexer } from './lexer.ts';
import { textOf } from './names.ts';
import { atType, readType, type Type } from './types.ts';
import { isValueWord } from './values.ts';

/** An attribute of a function, a parameter or an argument. */
export interface Attribute {
  /** `noundef`, `align`, `byval`; of an attribute in quotes, its text without them. */
  readonly name: string;
  /** The text in brackets or after `=`, or the number after `align`; empty if there is none. */
  readonly argument: string;
  /** The type of `byval` and the like. */
  readonly type: Type | null;
  readonly at: number;
  readonly end: number;
}

/** Attributes in whose brackets a type is. */
const TYPED: ReadonlySet<string> = new Set(['byval', 'sret', 'byref', 'elementtype', 'preallocated', 'inalloca']);

/** Reads attributes up to a type, a value, or what is no word. */
export function readAttributes(lexer: Lexer): readonly Attribute[] {
  let attributes: Attribute[] | null = null;
  while (atAttribute(lexer)) {
    attributes ??= [];
    attributes.push(lexer.has('string') ? readPair(lexer) : readAttribute(lexer));
  }
  return attributes ?? NONE;
}

const NONE: readonly Attribute[] = [];

function atAttribute(lexer: Lexer): boolean {
  if (lexer.kind === 'word') return !atType(lexer) && !isValueWord(lexer.word);
  return lexer.kind === 'string';
}

function readAttribute(lexer: Lexer): Attribute {
  const at = lexer.start;
  const name = lexer.take('word');
  let type: Type | null = null;
  let argument = '';
  if (lexer.is('(')) {
    const open = lexer.end;
    if (TYPED.has(name)) {
      lexer.next();
      type = readType(lexer);
      lexer.mark(')');
    } else lexer.skipBrackets();
    argument = lexer.text.slice(open, lexer.before - 1);
  } else if (NUMBERED.has(name)) {
    lexer.takes('=');
    argument = lexer.take('number');
  }
  return { name, argument, type, at, end: lexer.before };
}

const NUMBERED: ReadonlySet<string> = new Set(['align', 'cc']);

/** Reads `"key"="value"` or `"key"`. */
function readPair(lexer: Lexer): Attribute {
  const at = lexer.start;
  const name = textOf(lexer.take('string'));
  const argument = lexer.takes('=') ? textOf(lexer.take('string')) : '';
  return { name, argument, type: null, at, end: lexer.before };
}

/** Returns an attribute by its name; undefined if there is none. */
export function attribute(attributes: readonly Attribute[], name: string): Attribute | undefined {
  return attributes.find((each) => each.name === name);
}
