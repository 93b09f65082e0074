/**
 * A node of Clang's syntax tree as operators see it: what is implicit is left out, and every node is text of the
 * source, from `start` up to `end` in characters.
 */
export interface SyntaxNode {
  /** Clang's name of the class, e.g. `BinaryOperator`. */
  readonly kind: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly parent: SyntaxNode | null;
  /** Children in Clang's order; null for what is absent or implicit. */
  readonly slots: readonly (SyntaxNode | null)[];
  /** As Clang writes it, aliases resolved; empty for a statement. */
  readonly type: string;
  /** What a declaration declares, or an expression refers to. */
  readonly name: string;
  /** Of a declaration: where its name stands. */
  readonly nameAt: number | null;
  readonly opcode: string;
  readonly value: string;
  /** Class of the declaration that an expression refers to. */
  readonly refersTo: string;
  /** Classes of a declaration's attributes, e.g. `CUDAGlobalAttr`. */
  readonly attributes: readonly string[];
  /** The whole of it is what a macro stands for: it can be replaced, and not be taken apart. */
  readonly isMacro: boolean;
}

export function childrenOf(node: SyntaxNode): SyntaxNode[] {
  return node.slots.filter((slot) => slot !== null);
}

/** The node and all below it, in the order of the source as far as Clang keeps to that. */
export function* walk(node: SyntaxNode): Generator<SyntaxNode> {
  yield node;
  for (const child of childrenOf(node)) yield* walk(child);
}

export function some(node: SyntaxNode | null, test: (node: SyntaxNode) => boolean): boolean {
  if (node === null) return false;
  return test(node) || childrenOf(node).some((child) => some(child, test));
}

/** Without its parentheses and casts that were written out. */
export function bare(node: SyntaxNode): SyntaxNode {
  let inner = node;
  while (inner.kind === 'ParenExpr' && inner.slots[0]) inner = inner.slots[0];
  return inner;
}

const FUNCTIONS = new Set(['FunctionDecl', 'CXXMethodDecl', 'CXXConstructorDecl', 'CXXConversionDecl']);

export function functionOf(node: SyntaxNode): SyntaxNode | null {
  for (let at: SyntaxNode | null = node; at; at = at.parent) if (FUNCTIONS.has(at.kind)) return at;
  return null;
}

/** It is code of a kernel or of a `__device__` function. */
export function isDevice(node: SyntaxNode): boolean {
  const attributes = functionOf(node)?.attributes ?? [];
  return attributes.includes('CUDAGlobalAttr') || attributes.includes('CUDADeviceAttr');
}

/** It is code of a function that the CPU runs, and only that. */
export function isHost(node: SyntaxNode): boolean {
  return functionOf(node) !== null && !isDevice(node);
}

/** Type of a whole number, as an index or a size has. */
export function isInteger({ type }: SyntaxNode): boolean {
  return /\b(?:int|long|short|unsigned|size_t)\b/.test(type) && !/[*&[(<]|\bfloat\b|\bdouble\b/.test(type);
}

export function isFloating({ type }: SyntaxNode): boolean {
  return /\b(?:float|double|__half)\b/.test(type) && !/[*&[(<]/.test(type);
}

/** A number that is known when it is compiled: a literal, a macro, a `constexpr` or a template's parameter. */
export function isConstant(node: SyntaxNode): boolean {
  const inner = bare(node);
  if (inner.kind === 'IntegerLiteral') return true;
  if (inner.kind !== 'DeclRefExpr') return false;
  return inner.refersTo === 'NonTypeTemplateParmDecl' || (inner.refersTo === 'VarDecl' && /\bconst\b/.test(inner.type));
}

/** It stands as a statement of its own, not inside an expression. */
export function isStatement(node: SyntaxNode): boolean {
  const { parent } = node;
  if (parent === null) return false;
  if (parent.kind === 'CompoundStmt') return true;
  const at = parent.slots.indexOf(node);
  if (parent.kind === 'ForStmt' || parent.kind === 'WhileStmt') return at === parent.slots.length - 1;
  return parent.kind === 'IfStmt' && at > 0;
}

/** The statement that holds an expression. */
export function statementOf(node: SyntaxNode): SyntaxNode | null {
  for (let at: SyntaxNode | null = node; at; at = at.parent) if (isStatement(at)) return at;
  return null;
}

export const LOOPS: ReadonlySet<string> = new Set(['ForStmt', 'WhileStmt', 'DoStmt']);

export interface ForParts {
  readonly init: SyntaxNode | null;
  readonly condition: SyntaxNode | null;
  readonly step: SyntaxNode | null;
  readonly body: SyntaxNode | null;
}

export function forParts({ slots }: SyntaxNode): ForParts {
  const [init = null, , condition = null, step = null, body = null] = slots;
  return { init, condition, step, body };
}

/** It is a condition: of a loop, a branch, `?:`, or a part of one. */
export function inCondition(node: SyntaxNode): boolean {
  for (let at = node; at.parent; at = at.parent) {
    const { kind } = at.parent;
    if (kind === 'IfStmt' || kind === 'ConditionalOperator' || kind === 'WhileStmt') return at.parent.slots[0] === at;
    if (kind === 'ForStmt') return forParts(at.parent).condition === at;
    if (kind === 'CompoundStmt') return false;
  }
  return false;
}
