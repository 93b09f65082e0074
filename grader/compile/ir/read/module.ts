import { type Attribute, readAttributes } from './attributes.ts';
import { UnreadIr } from './fault.ts';
import { type FunctionHeader, type Part, readHeader } from './header.ts';
import type { Attachment, Line } from './instructions.ts';
import { Lexer } from './lexer.ts';
import { MetadataNode } from './metadata.ts';
import { nameOf, withReadableNames } from './names.ts';
import { readAttachment, readLine } from './read-line.ts';
import { type NamedTypes, readType, type Type } from './types.ts';
import { readValue, type Value } from './values.ts';

/** A function that the module defines. */
export class IrFunction {
  readonly kind = 'function';
  readonly header: FunctionHeader;
  readonly #texts: readonly string[];
  #body: readonly Line[] | null;

  /** @param body - the lines between the header and `}`: read, or as text, which is read when it is asked for */
  constructor(
    header: FunctionHeader,
    body: { readonly texts: readonly string[] } | { readonly lines: readonly Line[] },
  ) {
    this.header = header;
    this.#texts = 'texts' in body ? body.texts : [];
    this.#body = 'lines' in body ? body.lines : null;
  }

  get name(): string {
    return this.header.name;
  }

  /** @throws UnreadIr if a line is not understood */
  get body(): readonly Line[] {
    this.#body ??= readBody(this.#texts);
    return this.#body;
  }

  /** True if a word can be in its body: it asks the text, without reading it. */
  mayMention(word: string): boolean {
    return this.#body?.some(({ text }) => text.includes(word)) ?? this.#texts.some((text) => text.includes(word));
  }

  /** Returns the lines as text, from the header to `}`. */
  print(): string[] {
    return [this.header.text, ...(this.#body?.map(({ text }) => text) ?? this.#texts), '}'];
  }
}

/** Reads the lines of a body. @throws UnreadIr if a line is not understood */
export function readBody(texts: readonly string[]): Line[] {
  let inSwitch = false;
  return texts.map((text) => {
    const line = readLine(text, inSwitch);
    if (line.kind === 'switch') inSwitch = true;
    else if (line.kind === 'cases-end') inSwitch = false;
    return line;
  });
}

interface Entry {
  readonly text: string;
}

export type Declaration = Entry & { readonly kind: 'declaration'; readonly header: FunctionHeader };
export type Variable = Entry & {
  readonly kind: 'variable';
  /** The name with its sigil. */
  readonly symbol: string;
  /** The words and attributes before `global` or `constant`. */
  readonly words: readonly Attribute[];
  readonly isConstant: boolean;
  /** The place of `global` or `constant`, and the place after it. */
  readonly keyword: Part;
  readonly type: Type;
  /** The place of its type. */
  readonly typeAt: number;
  readonly initializer: Value | null;
  /** The symbols that the initializer names. */
  readonly uses: readonly string[];
  /** The parts that follow, each from its comma on: `comdat`, `section`, `align` and so on. */
  readonly more: readonly (Part & { readonly name: string })[];
  /** The place after its type and its initializer. */
  readonly end: number;
  readonly attachments: readonly Attachment[];
};
export type Alias = Entry & {
  readonly kind: 'alias';
  readonly symbol: string;
  readonly words: readonly Attribute[];
  /** `alias` or `ifunc`. */
  readonly form: string;
  readonly type: Type;
  readonly uses: readonly string[];
};
export type TypeDefinition = Entry & { readonly kind: 'type'; readonly name: string; readonly type: Type };
export type AttributeGroup = Entry & {
  readonly kind: 'attributes';
  readonly number: string;
  readonly attributes: readonly Attribute[];
  /** The place of the bracket that ends it. */
  readonly close: number;
};
export type NamedMetadata = Entry & { readonly kind: 'named-metadata'; readonly name: string };
export type Comdat = Entry & { readonly kind: 'comdat' };
/** Assembly beside all functions. */
export type ModuleAssembly = Entry & { readonly kind: 'assembly' };
/** Empty lines, comments, and the lines about the source and the machine. */
export type Other = Entry & { readonly kind: 'other' };

/** A part of a module: one line, or a function. */
export type Entity =
  | IrFunction
  | Declaration
  | Variable
  | Alias
  | TypeDefinition
  | AttributeGroup
  | MetadataNode
  | NamedMetadata
  | Comdat
  | ModuleAssembly
  | Other;

/** A module of LLVM IR that was read. */
export class IrModule {
  readonly entities: readonly Entity[];
  readonly functions: readonly IrFunction[];
  /** The nodes of its metadata. */
  readonly nodes: readonly MetadataNode[];
  /** The variables that it defines or declares. */
  readonly variables: readonly Variable[];
  readonly types: NamedTypes;
  readonly groups: ReadonlyMap<string, AttributeGroup>;

  constructor(entities: readonly Entity[]) {
    const functions: IrFunction[] = [];
    const nodes: MetadataNode[] = [];
    const variables: Variable[] = [];
    const types = new Map<string, Type>();
    const groups = new Map<string, AttributeGroup>();
    for (const entity of entities) {
      if (entity.kind === 'function') functions.push(entity);
      else if (entity.kind === 'node') nodes.push(entity);
      else if (entity.kind === 'variable') variables.push(entity);
      else if (entity.kind === 'type') types.set(entity.name, entity.type);
      else if (entity.kind === 'attributes') groups.set(entity.number, entity);
    }
    this.entities = entities;
    this.functions = functions;
    this.nodes = nodes;
    this.variables = variables;
    this.types = types;
    this.groups = groups;
  }

  /** The attributes of a function that are in its groups. */
  groupsOf({ groups }: FunctionHeader): readonly Attribute[] {
    return groups.flatMap(({ number }) => this.groups.get(number)?.attributes ?? []);
  }

  print(): string {
    const lines: string[] = [];
    for (const entity of this.entities) {
      if (entity.kind === 'function') lines.push(...entity.print());
      else lines.push(entity.text);
    }
    return lines.join('\n');
  }
}

/** Reads a module. @throws UnreadIr if a line is not understood */
export function readModule(text: string): IrModule {
  return new IrModule(readEntities(withReadableNames(text).split('\n')));
}

/** Reads lines of a module. @throws UnreadIr if a line is not understood, or a function has no end */
export function readEntities(lines: readonly string[]): Entity[] {
  const entities: Entity[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (!line.startsWith('define ')) {
      entities.push(readEntity(line));
      continue;
    }
    const end = lines.indexOf('}', at);
    if (end < 0) throw new UnreadIr('the end of the function', line);
    entities.push(new IrFunction(readHeader(line), { texts: lines.slice(at + 1, end) }));
    at = end;
  }
  return entities;
}

function readEntity(text: string): Entity {
  switch (text[0]) {
    case undefined:
    case ';':
      return { kind: 'other', text };
    case '!':
      return readMetadata(text);
    case '@':
      return readGlobal(text);
    case '%':
      return readTypeDefinition(text);
    case '$':
      return readComdat(text);
  }
  const lexer = new Lexer(text);
  if (lexer.isWord('declare')) return { kind: 'declaration', header: readHeader(text), text };
  if (lexer.takesWord('attributes')) return readGroup(lexer);
  if (lexer.takesWord('source_filename')) {
    lexer.mark('=');
    lexer.take('string');
    return whole(lexer, { kind: 'other', text });
  }
  if (lexer.takesWord('target')) {
    lexer.take('word');
    lexer.mark('=');
    lexer.take('string');
    return whole(lexer, { kind: 'other', text });
  }
  if (lexer.takesWord('module')) {
    if (!lexer.takesWord('asm')) throw lexer.unread('"asm"');
    lexer.take('string');
    return whole(lexer, { kind: 'assembly', text });
  }
  throw lexer.unread('the beginning of a line of a module');
}

function whole<Read extends Entity>(lexer: Lexer, entity: Read): Read {
  if (lexer.kind !== 'end') throw lexer.unread('the end of the line');
  return entity;
}

function readMetadata(text: string): Entity {
  const code = text.charCodeAt(1);
  if (code >= ZERO && code <= NINE) return new MetadataNode(text);
  const lexer = new Lexer(text);
  const name = lexer.take('metadata').slice(1);
  lexer.mark('=');
  lexer.mark('!');
  lexer.skipBrackets();
  return whole(lexer, { kind: 'named-metadata', name, text });
}

const ZERO = 48;
const NINE = 57;

function readTypeDefinition(text: string): Entity {
  const lexer = new Lexer(text);
  const name = lexer.take('local');
  lexer.mark('=');
  if (!lexer.takesWord('type')) throw lexer.unread('"type"');
  const type = readType(lexer);
  return whole(lexer, { kind: 'type', name, type, text });
}

function readComdat(text: string): Entity {
  const lexer = new Lexer(text);
  lexer.take('comdat');
  lexer.mark('=');
  if (!lexer.takesWord('comdat')) throw lexer.unread('"comdat"');
  lexer.take('word');
  return whole(lexer, { kind: 'comdat', text });
}

function readGroup(lexer: Lexer): Entity {
  const number = lexer.take('group').slice(1);
  lexer.mark('=');
  lexer.mark('{');
  const attributes = readAttributes(lexer);
  const close = lexer.start;
  lexer.mark('}');
  return whole(lexer, { kind: 'attributes', number, attributes, close, text: lexer.text });
}

function readGlobal(text: string): Entity {
  const lexer = new Lexer(text);
  const symbol = lexer.take('global');
  lexer.mark('=');
  const words = readAttributes(lexer);
  const last = words.at(-1);
  const uses: string[] = [];
  if (last?.name === 'alias' || last?.name === 'ifunc') {
    const type = readType(lexer);
    while (lexer.takes(',')) {
      if (lexer.takesWord('partition')) lexer.take('string');
      else {
        readType(lexer);
        readValue(lexer, uses);
      }
    }
    return whole(lexer, { kind: 'alias', symbol, words: words.slice(0, -1), form: last.name, type, uses, text });
  }
  if (last?.name !== 'global' && last?.name !== 'constant') throw lexer.unread('"global" or "constant" before this');
  const typeAt = lexer.start;
  const type = readType(lexer);
  const initializer = lexer.is(',') || lexer.kind === 'end' ? null : readValue(lexer, uses);
  const end = lexer.before;
  const more: (Part & { name: string })[] = [];
  const attachments: Attachment[] = [];
  while (lexer.is(',')) {
    const at = lexer.start;
    lexer.next();
    if (lexer.kind === 'metadata') {
      attachments.push(readAttachment(lexer, at));
      continue;
    }
    const name = lexer.take('word');
    if (lexer.is('(')) lexer.skipBrackets();
    else if (lexer.kind === 'number' || lexer.kind === 'string') lexer.next();
    more.push({ name, at, end: lexer.before });
  }
  // Sections that a pragma of Clang's names.
  while (lexer.kind === 'group') lexer.next();
  return whole(lexer, {
    ...{ kind: 'variable', symbol, words: words.slice(0, -1), isConstant: last.name === 'constant', keyword: last },
    ...{ type, typeAt, initializer, uses, more, end, attachments, text },
  });
}

/** Returns the name of a variable or an alias. */
export function symbolName({ symbol }: { readonly symbol: string }): string {
  return nameOf(symbol);
}
