import {
  childrenOf,
  functionOf,
  isConstant,
  isHost,
  isInteger,
  isStatement,
  type SyntaxNode,
  some,
} from '../../syntax/index.ts';

const FIXED = new Set(['StaticAssertDecl', 'EnumConstantDecl', 'CaseStmt', 'ParmVarDecl', 'UnaryExprOrTypeTraitExpr']);
const UNEVALUATED = /\b(?:constexpr|static|__shared__|extern)\b/;

/** True if an expression can be replaced by a choice at run time: it is a value, in a function, and not a constant of the language. */
export function isReplaceable(node: SyntaxNode): boolean {
  if (functionOf(node) === null || isCallee(node) || isPlace(node) || !isWhole(node.text)) return false;
  for (let at = node; at.parent; at = at.parent) {
    const { parent } = at;
    if (FIXED.has(parent.kind)) return false;
    if (parent.kind === 'VarDecl' && (UNEVALUATED.test(parent.text) || isLanguageConstant(parent))) return false;
    if (/^(?:FunctionDecl|CXXMethodDecl)$/.test(parent.kind)) {
      return at.kind === 'CompoundStmt' && !/\bconstexpr\b/.test(parent.text.slice(0, at.start - parent.start));
    }
  }
  return false;
}

/** True if a text is one expression. The text of a macro's arguments can be several, or a part of one. */
function isWhole(text: string): boolean {
  let depth = 0;
  for (const letter of text) {
    if ('([{'.includes(letter)) depth++;
    if (')]}'.includes(letter)) depth--;
    if (depth < 0 || (letter === ',' && depth === 0)) return false;
  }
  return depth === 0;
}

/** A constant of a whole-number type that array sizes and template arguments can use. */
function isLanguageConstant(variable: SyntaxNode): boolean {
  const value = variable.slots[0];
  return /\bconst\b/.test(variable.type) && isInteger(variable) && !!value && !some(value, refersToValue);
}

function refersToValue(node: SyntaxNode): boolean {
  if (node.kind === 'PseudoObjectExpr' || node.kind === 'CallExpr') return true;
  return node.kind === 'DeclRefExpr' && !isConstant(node);
}

function isCallee({ parent, ...node }: SyntaxNode): boolean {
  if (parent?.kind === 'CUDAKernelCallExpr' && node.text.startsWith('<<<')) return true;
  return (
    !!parent &&
    /^(?:CUDAKernel|CXXMember|CXXOperator)?CallExpr$/.test(parent.kind) &&
    parent.slots[0]?.start === node.start
  );
}

/** True if an expression names memory that is written, or whose address or part is taken. */
function isPlace(node: SyntaxNode): boolean {
  let at = node;
  while (at.parent?.kind === 'ParenExpr') at = at.parent;
  const { parent } = at;
  if (!parent) return true;
  if (parent.kind === 'MemberExpr') return true;
  if (parent.kind === 'UnaryOperator' && /^(?:&|\+\+|--)$/.test(parent.opcode)) return true;
  const isAssignment =
    parent.kind === 'CompoundAssignOperator' || (parent.kind === 'BinaryOperator' && parent.opcode === '=');
  return isAssignment && parent.slots[0] === at;
}

/** The variables and parameters that can be named at a node, the nearest first. */
export function visible(node: SyntaxNode): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  for (let at = node; at.parent; at = at.parent) {
    const { parent } = at;
    if (parent.kind === 'CompoundStmt' || parent.kind === 'ForStmt') {
      for (const sibling of parent.slots) {
        if (sibling === at) break;
        if (sibling?.kind === 'DeclStmt')
          found.unshift(...childrenOf(sibling).filter(({ kind }) => kind === 'VarDecl'));
      }
    }
    if (/^(?:FunctionDecl|CXXMethodDecl)$/.test(parent.kind)) {
      found.push(...childrenOf(parent).filter(({ kind, name }) => kind === 'ParmVarDecl' && name !== ''));
      break;
    }
  }
  const names = new Set<string>();
  return found.filter(({ name }) => !names.has(name) && names.add(name));
}

/** The whole-number variables and parameters that can be named at a node. */
export function visibleIntegers(node: SyntaxNode): SyntaxNode[] {
  return visible(node).filter(isInteger);
}

export function parameters(node: SyntaxNode): SyntaxNode[] {
  return parametersOf(functionOf(node) ?? node).filter(({ name }) => name !== '');
}

export function parametersOf(declaration: SyntaxNode): SyntaxNode[] {
  return childrenOf(declaration).filter(({ kind }) => kind === 'ParmVarDecl');
}

/** True if a node is the condition of a branch or of a loop. */
export function isCondition(node: SyntaxNode): boolean {
  const { parent } = node;
  if (!parent || isStatement(node)) return false;
  if (parent.kind === 'IfStmt' || parent.kind === 'WhileStmt' || parent.kind === 'ConditionalOperator')
    return parent.slots[0] === node;
  return parent.kind === 'ForStmt' && parent.slots[2] === node;
}

export function isWholeNumber(node: SyntaxNode): boolean {
  return isInteger(node) || node.type === '<dependent type>';
}

/** True if an expression of host code decides how many threads a launch has, itself or by a variable. */
export function shapesLaunch(node: SyntaxNode): boolean {
  if (!isHost(node)) return false;
  for (let at = node; at.parent; at = at.parent) {
    const { parent } = at;
    if (isDim3(parent)) return true;
    const { parent: launch } = parent;
    if (launch?.kind === 'CUDAKernelCallExpr' && launch.slots[1] === parent) {
      return parent.slots[1] === at || parent.slots[2] === at;
    }
    if (parent.kind === 'VarDecl') return isIn(parent, functionOf(node)?.text ?? '');
  }
  return false;
}

export function isDim3({ kind, type }: SyntaxNode): boolean {
  return /^CXX(?:Construct|TemporaryObject)Expr$/.test(kind) && /\bdim3\b/.test(type);
}

/** True if a variable is named in the grid or the block of a launch, or in a dim3. */
function isIn({ name }: SyntaxNode, text: string): boolean {
  const launches = [...text.matchAll(/<<<(.*?)>>>/gs)].map(([, written = '']) => firstTwo(written));
  const shapes = [...launches, ...(text.match(/\bdim3\b[^;]*/g) ?? [])];
  return shapes.some((shape) => new RegExp(`\\b${name}\\b`).test(shape));
}

/** The first two of several arguments. */
function firstTwo(written: string): string {
  let depth = 0;
  let commas = 0;
  for (const [at, letter] of [...written].entries()) {
    if (letter === '(') depth++;
    if (letter === ')') depth--;
    if (letter === ',' && depth === 0 && ++commas === 2) return written.slice(0, at);
  }
  return written;
}
