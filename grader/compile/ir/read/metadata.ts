import { UnreadIr } from './fault.ts';
import { Lexer } from './lexer.ts';
import { textOf } from './names.ts';

/** A node of metadata: `!12 = distinct !DILocation(line: 3, scope: !4)` or `!12 = !{!3, !"text"}`. */
export class MetadataNode {
  readonly kind = 'node';
  readonly text: string;
  /** Without `!`. */
  readonly number: string;
  /** `DILocation` and so on; empty for a tuple. */
  readonly description: string;
  /** The place of what follows the description. */
  readonly #from: number;
  #content: Content | null = null;

  /** @throws UnreadIr if the line is no node; what is in the node is read when it is asked for */
  constructor(text: string) {
    const lexer = new Lexer(text);
    this.text = text;
    this.number = lexer.take('metadata').slice(1);
    lexer.mark('=');
    lexer.takesWord('distinct');
    this.description = lexer.kind === 'metadata' ? lexer.take('metadata').slice(1) : '';
    this.#from = lexer.start;
    const isTuple = lexer.is('!') && (text.endsWith('}') || text.endsWith('"'));
    const hasFields = this.description !== '' && lexer.is('(') && text.endsWith(')');
    if (!isTuple && !hasFields) throw new UnreadIr('a node of metadata', text);
  }

  /** The fields or the parts, which are read when they are asked for. @throws UnreadIr if they are not understood */
  get #read(): Content {
    this.#content ??= readContent(new Lexer(this.text, this.#from), this.description === '');
    return this.#content;
  }

  /** Returns what a field has, as it stands in IR; `null` if there is no such field. */
  field(key: string): string | null {
    const { keys, values } = this.#read;
    const at = keys.indexOf(key);
    return at < 0 ? null : (values[at] ?? null);
  }

  /** Returns the number of the node that a field names; `null` if it names none. */
  reference(key: string): string | null {
    const value = this.field(key);
    return value?.startsWith('!') ? value.slice(1) : null;
  }

  /** Returns the text of a field; `null` if there is none. */
  string(key: string): string | null {
    const value = this.field(key);
    return value?.startsWith('"') ? textOf(value) : null;
  }

  /** Returns the number that a field has; 0 if there is no such field. */
  integer(key: string): number {
    return Number(this.field(key) ?? 0);
  }

  /** The texts in a tuple. */
  get strings(): readonly string[] {
    if (this.description !== '') return [];
    return this.#read.values.flatMap((value) => (value.startsWith('!"') ? [textOf(value.slice(1))] : []));
  }

  /** The numbers of the nodes that a tuple names. */
  get references(): readonly string[] {
    return this.#read.values.flatMap((value) => (NODE.test(value) ? [value.slice(1)] : []));
  }
}

const NODE = /^!\d+$/;

interface Content {
  /** The names of fields; empty for a part without a name. */
  readonly keys: readonly string[];
  readonly values: readonly string[];
}

function readContent(lexer: Lexer, isTuple: boolean): Content {
  const keys: string[] = [];
  const values: string[] = [];
  if (isTuple) lexer.mark('!');
  if (isTuple && lexer.has('string')) values.push(lexer.take('string'));
  else {
    const close = isTuple ? '}' : ')';
    lexer.mark(isTuple ? '{' : '(');
    while (!lexer.takes(close)) {
      // An expression has operations, and nothing else.
      const isNamed = lexer.has('word') && lexer.text[lexer.end] === ':';
      keys.push(isNamed ? lexer.take('word') : '');
      if (isNamed) lexer.mark(':');
      values.push(readPart(lexer));
      if (!lexer.is(close)) lexer.mark(',');
    }
  }
  if (!lexer.has('end')) throw lexer.unread('the end of a node');
  return { keys, values };
}

/** Reads up to the next comma, or the bracket that ends the node. */
function readPart(lexer: Lexer): string {
  const { start } = lexer;
  while (!lexer.is(',') && !lexer.is(')') && !lexer.is('}')) {
    if (lexer.has('end')) throw lexer.unread('the end of a node');
    if (lexer.is('(') || lexer.is('{') || lexer.is('[') || lexer.is('<')) lexer.skipBrackets();
    else lexer.next();
  }
  return lexer.text.slice(start, lexer.before);
}
