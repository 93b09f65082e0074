import { type Attribute, readAttributes } from './attributes.ts';
import type { Attachment } from './instructions.ts';
import { Lexer } from './lexer.ts';
import { nameOf } from './names.ts';
import { readAttachment } from './read-line.ts';
import { readFirst, type Type } from './types.ts';
import { readTyped } from './values.ts';

/** A part of a line. */
export interface Part {
  readonly at: number;
  readonly end: number;
}

export interface Parameter extends Part {
  readonly type: Type;
  readonly attributes: readonly Attribute[];
  /** The name of its value, with its sigil; empty in a declaration. */
  readonly name: string;
}

/** The line that defines or declares a function. */
export interface FunctionHeader {
  readonly text: string;
  /** The name of the function. */
  readonly name: string;
  /** The words between `define` and the rest that decide who can see it. */
  readonly linkage: Part;
  /** Words and attributes between these and the type of the result. */
  readonly resultAttributes: readonly Attribute[];
  readonly result: Type;
  readonly resultAt: number;
  readonly symbolAt: number;
  readonly parameters: readonly Parameter[];
  /** True if it takes further arguments of any type. */
  readonly isVariadic: boolean;
  /** Attributes of the function that stand in the line. */
  readonly attributes: readonly Attribute[];
  /** The numbers of its groups of attributes, with their places. */
  readonly groups: readonly (Part & { readonly number: string })[];
  readonly section: Part | null;
  readonly comdat: Part | null;
  readonly attachments: readonly Attachment[];
  /** The place of the bracket before its body; that of the end of a declaration. */
  readonly open: number;
}

const LINKAGE: ReadonlySet<string> = new Set([
  ...['internal', 'private', 'linkonce', 'linkonce_odr', 'weak', 'weak_odr', 'dso_local', 'hidden', 'protected'],
]);

/** Reads the line of a `define` or a `declare`. @throws UnreadIr if it is not understood */
export function readHeader(text: string): FunctionHeader {
  const lexer = new Lexer(text);
  const isDefinition = lexer.isWord('define');
  lexer.next();
  const attachments: Attachment[] = [];
  while (lexer.has('metadata')) attachments.push(readAttachment(lexer, lexer.start - 1));
  const linkageAt = lexer.start;
  let linkageEnd = linkageAt;
  while (lexer.kind === 'word' && LINKAGE.has(lexer.word)) {
    lexer.next();
    linkageEnd = lexer.start;
  }
  const resultAttributes = readAttributes(lexer);
  const resultAt = lexer.start;
  const result = readFirst(lexer);
  const symbolAt = lexer.start;
  const name = nameOf(lexer.take('global'));
  const parameters: Parameter[] = [];
  let isVariadic = false;
  lexer.mark('(');
  while (!lexer.takes(')')) {
    if (lexer.takesWord('...')) isVariadic = true;
    else parameters.push(readParameter(lexer));
    if (!lexer.is(')')) lexer.mark(',');
  }
  const attributes: Attribute[] = [];
  const groups: (Part & { number: string })[] = [];
  let section: Part | null = null;
  let comdat: Part | null = null;
  while (lexer.kind !== 'end' && !lexer.is('{')) {
    const { start } = lexer;
    if (lexer.kind === 'group') groups.push({ number: lexer.take('group').slice(1), at: start, end: lexer.before });
    else if (lexer.has('metadata')) attachments.push(readAttachment(lexer, start - 1));
    else if (lexer.takesWord('section')) {
      lexer.take('string');
      section = { at: start, end: lexer.before };
    } else if (lexer.takesWord('comdat')) {
      if (lexer.is('(')) lexer.skipBrackets();
      comdat = { at: start, end: lexer.before };
    } else if (lexer.takesWord('prefix') || lexer.takesWord('prologue') || lexer.takesWord('personality'))
      readTyped(lexer, []);
    else if (lexer.takesWord('gc') || lexer.takesWord('partition')) lexer.take('string');
    else {
      attributes.push(...readAttributes(lexer));
      if (lexer.start === start) throw lexer.unread('an attribute');
    }
  }
  const open = lexer.start;
  if (isDefinition) lexer.mark('{');
  if (lexer.kind !== 'end') throw lexer.unread('the end of the line');
  const linkage = { at: linkageAt, end: linkageEnd };
  return {
    text,
    name,
    linkage,
    resultAttributes,
    result,
    resultAt,
    symbolAt,
    parameters,
    isVariadic,
    attributes,
    groups,
    section,
    comdat,
    attachments,
    open,
  };
}

function readParameter(lexer: Lexer): Parameter {
  const at = lexer.start;
  const type = readFirst(lexer);
  const attributes = readAttributes(lexer);
  const name = lexer.kind === 'local' ? lexer.take('local') : '';
  return { type, attributes, name, at, end: lexer.before };
}
