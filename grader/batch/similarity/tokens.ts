import type { Node } from 'web-tree-sitter';
import { collectNames, DROPPED, isPrototype, kindOf } from './kinds.ts';
import { lastFirst, type Step, type Token } from './order.ts';
import type { CudaParser } from './parser.ts';

/** A source read for comparison. */
export interface Reading {
  /** In the order in which they are compared, which is not always the source's. */
  readonly tokens: readonly Token[];
  /** Without their signs, white space made one blank. */
  readonly comments: readonly string[];
  /** Names that the source declares. */
  readonly names: ReadonlySet<string>;
  /** Texts in quotation marks, without includes. */
  readonly texts: readonly string[];
}

/** Twenty times what the longest example submissions have. Pairs take work in the product of both: here half a second. */
export const MAX_TOKENS = 6_000;

/** @returns null where the source has too many tokens, or takes too much work to parse */
export function readTokens(source: string, parser: CudaParser): Reading | null {
  const reader: Reader = { parser, tokens: [], comments: [], names: new Set(), texts: [] };
  return readInto(reader, source, 0) ? reader : null;
}

interface Reader extends Reading {
  readonly parser: CudaParser;
  readonly tokens: Token[];
  readonly comments: string[];
  readonly names: Set<string>;
  readonly texts: string[];
}

interface Place {
  readonly reader: Reader;
  readonly steps: Step[];
  /** Where the text that is parsed begins in the source; not 0 in the body of a macro. */
  readonly offset: number;
  readonly text: string;
}

function readInto(reader: Reader, text: string, offset: number): boolean {
  const tree = reader.parser.parse(text);
  if (!tree) return false;
  try {
    collectNames(tree.rootNode, reader.names);
    // A stack of our own: students nest as deep as they like.
    const steps: Step[] = [{ node: tree.rootNode, parent: null }];
    for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
      if ('node' in step) readNode(step.node, step.parent, { reader, steps, offset, text });
      else reader.tokens.push(step);
      if (reader.tokens.length > MAX_TOKENS) return false;
    }
    return true;
  } finally {
    tree.delete();
  }
}

function readNode(node: Node, parent: Node | null, { reader, steps, offset, text }: Place): void {
  const { type, startIndex, endIndex } = node;
  if (DROPPED.has(type) || (type === 'declaration' && isPrototype(node, parent))) return;
  if (type === 'comment') {
    const words = commentWords(node.text);
    if (words !== '') reader.comments.push(words);
    return;
  }
  if (type === 'preproc_arg') {
    // A macro's body is plain text to the grammar. What it defines in turn is not looked into.
    if (offset === 0) readInto(reader, text.slice(startIndex, endIndex).replace(/\\(?=\r?\n)/g, ' '), startIndex);
    return;
  }
  if (type === 'string_literal' && parent?.type === 'linkage_specification') return;
  if (type === 'string_literal' && endIndex - startIndex > 2) reader.texts.push(node.text);
  const kind = kindOf(node, parent, reader.names);
  if (kind === null) for (const step of lastFirst(node, offset)) steps.push(step);
  else if (kind !== '' && endIndex > startIndex) {
    reader.tokens.push({ kind, start: startIndex + offset, end: endIndex + offset });
  }
}

function commentWords(text: string): string {
  return text
    .replace(/^\/\/+|^\/\*+|\*+\/$/g, '')
    .replace(/^\s*\*+ ?/gm, '')
    .replace(/\s+/g, ' ')
    .trim();
}
