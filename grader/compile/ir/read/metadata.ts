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
  readonly #keys: string[] = [];
  readonly #values: string[] = [];

  /** @throws UnreadIr if the line is not understood */
  constructor(text: string) {
    const lexer = new Lexer(text);
    this.text = text;
    this.number = lexer.take('metadata').slice(1);
    lexer.mark('=');
    lexer.takesWord('distinct');
    this.description = lexer.kind === 'metadata' ? lexer.take('metadata').slice(1) : '';
    if (this.description === '') {
      lexer.mark('!');
      this.#readTuple(lexer);
    } else this.#readFields(lexer);
    if (lexer.kind !== 'end') throw lexer.unread('the end of a node');
  }

  #readTuple(lexer: Lexer): void {
    if (lexer.kind === 'string') {
      this.#values.push(lexer.take('string'));
      return;
    }
    lexer.mark('{');
    while (!lexer.takes('}')) {
      this.#values.push(this.#readPart(lexer));
      if (!lexer.is('}')) lexer.mark(',');
    }
  }

  #readFields(lexer: Lexer): void {
    lexer.mark('(');
    while (!lexer.takes(')')) {
      const start = lexer.end;
      // An expression has operations, and nothing else.
      const named = lexer.kind === 'word' && lexer.text[start] === ':';
      if (named) {
        this.#keys.push(lexer.take('word'));
        lexer.mark(':');
      } else this.#keys.push('');
      this.#values.push(this.#readPart(lexer));
      if (!lexer.is(')')) lexer.mark(',');
    }
  }

  /** Reads up to the next comma, or the bracket that ends the node. */
  #readPart(lexer: Lexer): string {
    const { start } = lexer;
    while (!lexer.is(',') && !lexer.is(')') && !lexer.is('}')) {
      if (lexer.kind === 'end') throw lexer.unread('the end of a node');
      if (lexer.is('(') || lexer.is('{') || lexer.is('[') || lexer.is('<')) lexer.skipBrackets();
      else lexer.next();
    }
    return lexer.text.slice(start, lexer.before);
  }

  /** Returns what a field has, as it stands in IR; `null` if there is no such field. */
  field(key: string): string | null {
    const at = this.#keys.indexOf(key);
    return at < 0 ? null : (this.#values[at] ?? null);
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
    return this.#values.flatMap((value) => (value.startsWith('!"') ? [textOf(value.slice(1))] : []));
  }

  /** The numbers of the nodes that a tuple names. */
  get references(): readonly string[] {
    return this.#values.flatMap((value) => (NODE.test(value) ? [value.slice(1)] : []));
  }
}

const NODE = /^!\d+$/;
