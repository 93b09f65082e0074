import type { Lexer } from './lexer.ts';
import { readFirst, readType, type Type, textFrom } from './types.ts';

/** A value of IR: what an instruction or a variable is given. */
export type Value = {
  /** The value as it stands in IR; for a local value or a symbol, its name with its sigil. */
  readonly text: string;
  /** The place of its first character in the line. */
  readonly at: number;
} & (
  | { readonly kind: 'local' }
  | { readonly kind: 'global' }
  /** A whole number in decimal digits. */
  | { readonly kind: 'integer' }
  /** `null`, `undef`, `true`, a number with a fraction, a string and so on. */
  | { readonly kind: 'literal' }
  /** Elements of an array, a vector or a struct. */
  | { readonly kind: 'aggregate'; readonly elements: readonly TypedValue[] }
  /** A constant expression. */
  | {
      readonly kind: 'expression';
      readonly operation: string;
      /** The type that an address computation counts in. */
      readonly sourceType: Type | null;
      readonly operands: readonly TypedValue[];
    }
  | { readonly kind: 'metadata' }
);

export interface TypedValue {
  readonly type: Type;
  readonly value: Value;
}

/** Receives each name of a value and each symbol that is read, in their order. */
export type Uses = string[];

/** Words with which a value begins; each other word before a value is an attribute. */
const VALUE_WORDS: ReadonlySet<string> = new Set([
  ...['true', 'false', 'null', 'undef', 'poison', 'zeroinitializer', 'none', 'splat', 'asm', 'blockaddress'],
  ...['getelementptr', 'ptrtoint', 'ptrtoaddr', 'inttoptr', 'bitcast', 'addrspacecast', 'trunc', 'add', 'sub', 'mul'],
  ...['xor', 'shl', 'extractelement', 'insertelement', 'shufflevector'],
  ...['dso_local_equivalent', 'no_cfi', 'ptrauth'],
]);
const PLAIN: ReadonlySet<string> = new Set(['true', 'false', 'null', 'undef', 'poison', 'zeroinitializer', 'none']);
/** Flags of a constant expression. */
const FLAGS: ReadonlySet<string> = new Set(['inbounds', 'nuw', 'nusw', 'nsw', 'exact', 'disjoint', 'inrange']);

/** True if a word begins a value. */
export function isValueWord(word: string): boolean {
  return VALUE_WORDS.has(word) || isSpecialNumber(word);
}

/** True for numbers of LLVM that begin with a letter. */
function isSpecialNumber(word: string): boolean {
  return word === 'nan' || word === 'inf' || word === 'qnan' || word === 'snan';
}

/** Reads a value of a type that came before. @throws UnreadIr if no value begins at the token */
export function readValue(lexer: Lexer, uses: Uses): Value {
  const at = lexer.start;
  const { kind } = lexer;
  if (kind === 'local' || kind === 'global') {
    const text = lexer.take(kind);
    uses.push(text);
    return { kind, text, at };
  }
  if (kind === 'number') {
    const text = lexer.take('number');
    return { kind: INTEGER.test(text) ? 'integer' : 'literal', text, at };
  }
  if (kind === 'bytes' || kind === 'string') return { kind: 'literal', text: lexer.take(kind), at };
  if (kind === 'metadata' || lexer.is('!')) return readMetadata(lexer, at);
  if (kind === 'word') return readWordValue(lexer, at, uses);
  if (lexer.is('<') || lexer.is('[') || lexer.is('{')) return readAggregate(lexer, at, uses);
  throw lexer.unread('a value');
}

const INTEGER = /^-?\d+$/;

function readWordValue(lexer: Lexer, at: number, uses: Uses): Value {
  const word = lexer.take('word');
  if (PLAIN.has(word) || isSpecialNumber(word)) return { kind: 'literal', text: word, at };
  if (!VALUE_WORDS.has(word) || word === 'asm') throw lexer.unread(`a value and not "${word}"`);
  if (word === 'dso_local_equivalent' || word === 'no_cfi') {
    const value = readValue(lexer, uses);
    const operands = [{ type: { kind: 'pointer', space: 0, text: 'ptr' } as const, value }];
    return { kind: 'expression', operation: word, sourceType: null, operands, text: textFrom(lexer, at), at };
  }
  while (lexer.kind === 'word' && FLAGS.has(lexer.word)) {
    const isRange = lexer.isWord('inrange');
    lexer.next();
    if (isRange && lexer.is('(')) lexer.skipBrackets();
  }
  return word === 'blockaddress' ? readBlockAddress(lexer, at, uses) : readExpression(lexer, word, at, uses);
}

function readBlockAddress(lexer: Lexer, at: number, uses: Uses): Value {
  lexer.mark('(');
  const value = readValue(lexer, uses);
  lexer.mark(',');
  lexer.take('local');
  lexer.mark(')');
  const operands = [{ type: { kind: 'pointer', space: 0, text: 'ptr' } as const, value }];
  return { kind: 'expression', operation: 'blockaddress', sourceType: null, operands, text: textFrom(lexer, at), at };
}

function readExpression(lexer: Lexer, operation: string, at: number, uses: Uses): Value {
  lexer.mark('(');
  let sourceType: Type | null = null;
  if (operation === 'getelementptr') {
    sourceType = readType(lexer);
    lexer.mark(',');
  }
  const operands: TypedValue[] = [];
  do operands.push(readTyped(lexer, uses));
  while (lexer.takes(','));
  if (lexer.takesWord('to')) readType(lexer);
  lexer.mark(')');
  return { kind: 'expression', operation, sourceType, operands, text: textFrom(lexer, at), at };
}

function readAggregate(lexer: Lexer, at: number, uses: Uses): Value {
  const elements: TypedValue[] = [];
  const packed = lexer.takes('<') && (lexer.is('{') || lexer.is('['));
  const angle = lexer.text[at] === '<';
  const close = !angle || packed ? (lexer.is('{') ? '}' : ']') : '>';
  if (!angle || packed) lexer.next();
  while (!lexer.takes(close)) {
    elements.push(readTyped(lexer, uses));
    if (!lexer.is(close)) lexer.mark(',');
  }
  if (packed) lexer.mark('>');
  return { kind: 'aggregate', elements, text: textFrom(lexer, at), at };
}

/** Reads a node (`!5`), a string, a tuple or a description that stands in its place (`!DIExpression()`). */
function readMetadata(lexer: Lexer, at: number): Value {
  if (lexer.takes('!')) {
    if (lexer.kind === 'string') lexer.next();
    else lexer.skipBrackets();
  } else {
    lexer.next();
    if (lexer.is('(')) lexer.skipBrackets();
  }
  return { kind: 'metadata', text: textFrom(lexer, at), at };
}

/** Reads a type and a value of it. */
export function readTyped(lexer: Lexer, uses: Uses): TypedValue {
  const type = readFirst(lexer);
  // Metadata may be a value with its type.
  if (type.text === 'metadata' && lexer.kind !== 'metadata' && !lexer.is('!')) {
    const at = lexer.start;
    readTyped(lexer, uses);
    return { type, value: { kind: 'metadata', text: textFrom(lexer, at), at } };
  }
  return { type, value: readValue(lexer, uses) };
}

/** Adds the names of values and symbols in a value. */
export function namesIn(value: Value): string[] {
  switch (value.kind) {
    case 'local':
    case 'global':
      return [value.text];
    case 'aggregate':
      return value.elements.flatMap((element) => namesIn(element.value));
    case 'expression':
      return value.operands.flatMap((operand) => namesIn(operand.value));
    default:
      return [];
  }
}

/** Returns the symbols in a value, with their places. */
export function symbolsIn(value: Value): Value[] {
  switch (value.kind) {
    case 'global':
      return [value];
    case 'aggregate':
      return value.elements.flatMap((element) => symbolsIn(element.value));
    case 'expression':
      return value.operands.flatMap((operand) => symbolsIn(operand.value));
    default:
      return [];
  }
}
