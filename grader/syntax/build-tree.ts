import type { SyntaxNode } from './tree.ts';

/** The location that Clang writes, with only what is used here. */
interface ClangLocation {
  readonly offset?: number;
  readonly file?: string;
  readonly tokLen?: number;
  readonly spellingLoc?: ClangLocation;
  readonly expansionLoc?: ClangLocation;
  readonly isMacroArgExpansion?: boolean;
}

/** A node that Clang writes, with only what is used here. */
export interface ClangNode {
  readonly id?: string;
  readonly kind?: string;
  readonly loc?: ClangLocation;
  readonly range?: { readonly begin: ClangLocation; readonly end: ClangLocation };
  readonly name?: string;
  readonly type?: { readonly qualType?: string; readonly desugaredQualType?: string };
  readonly opcode?: string;
  readonly value?: unknown;
  readonly castKind?: string;
  readonly isArrow?: boolean;
  readonly constexpr?: boolean;
  readonly init?: string;
  readonly referencedDecl?: { readonly id?: string; readonly kind?: string; readonly name?: string };
  readonly isImplicit?: boolean;
  readonly inner?: readonly ClangNode[];
}

/** They have no text of their own. */
const TRANSPARENT = new Set([
  'ImplicitCastExpr',
  'ExprWithCleanups',
  'MaterializeTemporaryExpr',
  'CXXBindTemporaryExpr',
  'ConstantExpr',
  'FullExpr',
  'SubstNonTypeTemplateParmExpr',
]);

/**
 * Makes the tree that operators see of what `-ast-dump=json` writes.
 * @param json - of the host side: it holds device code too
 * @param source - the text that was compiled
 * @param virtualName - its name in Clang's file system
 */
export function buildTree(json: string, source: string, virtualName: string): SyntaxNode {
  const root = JSON.parse(json) as ClangNode;
  return new Builder(source, root, virtualName).root(root);
}

/**
 * Returns what finds the character of the source at which a node begins.
 * @param root - that the node is in
 * @param virtualName - the source's name in Clang's file system
 */
export function beginningsIn(root: ClangNode, source: string, virtualName: string): (node: ClangNode) => number | null {
  const builder = new Builder(source, root, virtualName);
  return ({ range }) => (range ? builder.beginning(range.begin) : null);
}

/** Clang names a file only where it is another than that of the location written before. */
function filesOf(root: ClangNode): ReadonlyMap<ClangLocation, string> {
  const files = new Map<ClangLocation, string>();
  let current = '';
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const location = value as ClangLocation;
    if (typeof location.offset === 'number') {
      current = location.file ?? current;
      files.set(location, current);
    }
    for (const inner of Object.values(value)) visit(inner);
  };
  visit(root);
  return files;
}

interface Place {
  readonly at: number;
  readonly length: number;
  /** Where the name of the macro stands that it came out of; null for what is written out. */
  readonly macro: number | null;
}

class Builder {
  readonly #source: string;
  readonly #isOwn: (location: ClangLocation) => boolean;
  /** Character offset at each byte offset; null where they are the same. */
  readonly #characters: Uint32Array | null;

  constructor(source: string, root: ClangNode, virtualName: string) {
    const files = filesOf(root);
    this.#source = source;
    this.#isOwn = (location) => files.get(location) === virtualName;
    this.#characters = characterOffsets(source);
  }

  root(node: ClangNode): SyntaxNode {
    const whole = { kind: 'TranslationUnitDecl', start: 0, end: this.#source.length };
    return this.#make(whole, node, null);
  }

  beginning(location: ClangLocation): number | null {
    return this.#place(location)?.at ?? null;
  }

  #build(node: ClangNode, parent: SyntaxNode): SyntaxNode | null {
    const { kind, range } = node;
    if (!kind || node.isImplicit || kind === 'CXXDefaultArgExpr') return null;
    if (TRANSPARENT.has(kind)) return this.#only(node, parent);
    const begin = range && this.#place(range.begin);
    const end = range && this.#place(range.end);
    if (!begin || !end) return null;
    const start = begin.at;
    const stop = end.macro === null ? end.at + end.length : this.#endOfCall(end.at + end.length);
    const isMacro = begin.macro !== null && begin.macro === end.macro;
    // A copy or a conversion that nobody wrote.
    if (kind === 'CXXConstructExpr') {
      const written = (node.inner ?? []).filter(({ kind: each }) => each !== 'CXXDefaultArgExpr');
      const only = written.length === 1 ? this.#build(written[0] ?? {}, parent) : null;
      if (only && only.start === start && only.end === stop) return only;
    }
    return this.#make({ kind, start, end: stop, isMacro }, node, parent);
  }

  #only(node: ClangNode, parent: SyntaxNode): SyntaxNode | null {
    const made = (node.inner ?? []).map((inner) => this.#build(inner, parent)).filter((inner) => inner !== null);
    return made.at(-1) ?? null;
  }

  #make(
    { kind, start, end, isMacro = false }: { kind: string; start: number; end: number; isMacro?: boolean },
    node: ClangNode,
    parent: SyntaxNode | null,
  ): SyntaxNode {
    const { type, opcode, value, referencedDecl, name } = node;
    const inner = node.inner ?? [];
    const slots: (SyntaxNode | null)[] = [];
    const nameAt = node.loc ? this.#place(node.loc) : null;
    const made: SyntaxNode = {
      kind,
      start,
      end,
      text: this.#source.slice(start, end),
      parent,
      slots,
      type: type?.desugaredQualType ?? type?.qualType ?? '',
      name: name ?? referencedDecl?.name ?? '',
      nameAt: nameAt && nameAt.macro === null ? nameAt.at : null,
      opcode: opcode ?? '',
      value: typeof value === 'string' ? value : '',
      refersTo: referencedDecl?.kind ?? '',
      attributes: inner.flatMap(({ kind: each }) => (each?.endsWith('Attr') ? [each] : [])),
      isMacro,
    };
    // threadIdx.x is a property that calls a function: nobody wrote what lies below.
    if (kind === 'PseudoObjectExpr') return made;
    for (const each of inner) {
      if (each.kind?.endsWith('Attr') || each.kind?.endsWith('Comment')) continue;
      slots.push(this.#build(each, made));
    }
    if (isMacro) slots.splice(0, slots.length, ...argumentsOf(made));
    return made;
  }

  /** Returns the place of a location in the source; `null` if it is in a header. */
  #place(location: ClangLocation): Place | null {
    const { spellingLoc, expansionLoc } = location;
    if (expansionLoc) {
      const isArgument = location.isMacroArgExpansion ?? expansionLoc.isMacroArgExpansion ?? false;
      if (isArgument && spellingLoc && this.#isOwn(spellingLoc)) return this.#plain(spellingLoc, null);
      return this.#isOwn(expansionLoc) ? this.#plain(expansionLoc, expansionLoc.offset ?? 0) : null;
    }
    return this.#isOwn(location) ? this.#plain(location, null) : null;
  }

  #plain({ offset, tokLen }: ClangLocation, macro: number | null): Place | null {
    if (offset === undefined) return null;
    const at = this.#character(offset);
    return { at, length: this.#character(offset + (tokLen ?? 0)) - at, macro };
  }

  #character(byte: number): number {
    return this.#characters === null ? byte : (this.#characters[byte] ?? this.#source.length);
  }

  /** Returns the end of a macro's name, or of the parentheses after it. */
  #endOfCall(end: number): number {
    if (this.#source[end] !== '(') return end;
    let depth = 0;
    for (let at = end; at < this.#source.length; at++) {
      if (this.#source[at] === '(') depth++;
      if (this.#source[at] === ')' && --depth === 0) return at + 1;
    }
    return end;
  }
}

/** The arguments of a macro are text of the source, and can be taken apart. */
function argumentsOf({ slots }: SyntaxNode): SyntaxNode[] {
  return slots.flatMap((slot) => (slot === null ? [] : slot.isMacro ? argumentsOf(slot) : [slot]));
}

function characterOffsets(source: string): Uint32Array | null {
  const length = new TextEncoder().encode(source).length;
  if (length === source.length) return null;
  const offsets = new Uint32Array(length + 1);
  let byte = 0;
  let character = 0;
  for (const symbol of source) {
    const bytes = new TextEncoder().encode(symbol).length;
    offsets.fill(character, byte, byte + bytes);
    byte += bytes;
    character += symbol.length;
  }
  offsets[length] = source.length;
  return offsets;
}
