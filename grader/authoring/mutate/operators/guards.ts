import {
  bare,
  type Change,
  dropStatement,
  inCondition,
  isDevice,
  LOOPS,
  operand,
  replace,
  replaceSign,
  type SyntaxNode,
  some,
} from '../../../syntax/index.ts';
import type { Operator } from '../operator.ts';

export const dropGuard: Operator = {
  name: 'drop-guard',
  about: 'takes a condition away, and does always what it allowed',
  imitates: 'forgets that the last block has more threads than there are elements',
  *changes(node, source) {
    if (!isDevice(node) || node.isMacro) return;
    if (node.kind === 'IfStmt') yield* withoutIf(node, source);
    if (node.kind === 'ConditionalOperator') yield* withoutChoice(node);
  },
};

function* withoutIf(node: SyntaxNode, source: string): Generator<Change> {
  const [, then, otherwise] = node.slots;
  if (!then || otherwise) return;
  if (leaves(then)) yield [dropStatement(source, node)];
  else yield [{ start: node.start, end: then.start, text: '' }];
}

/** Nothing but `return`, `continue` or `break`. */
function leaves(statement: SyntaxNode): boolean {
  if (/^(?:Return|Continue|Break)Stmt$/.test(statement.kind)) return true;
  const [only, ...more] = statement.slots;
  return statement.kind === 'CompoundStmt' && more.length === 0 && !!only && leaves(only);
}

/** `inside ? x[i] : 0` loads always. */
function* withoutChoice(node: SyntaxNode): Generator<Change> {
  const [, then, otherwise] = node.slots;
  const loaded = [then, otherwise].find((branch) => some(branch ?? null, isLoad));
  if (loaded) yield [replace(node, operand(loaded))];
}

function isLoad({ kind, opcode }: SyntaxNode): boolean {
  return kind === 'ArraySubscriptExpr' || kind === 'CallExpr' || (kind === 'UnaryOperator' && opcode === '*');
}

export const weakenGuard: Operator = {
  name: 'weaken-guard',
  about: 'keeps one side of && or ||',
  imitates: 'guards one dimension and forgets the other',
  *changes(node) {
    if (!isLogical(node)) return;
    for (const side of [node.slots[0], node.slots[1]]) if (side) yield [replace(node, side.text)];
  },
};

export const confuseAndOr: Operator = {
  name: 'confuse-and-or',
  about: '&& becomes ||, and || becomes &&',
  imitates: 'joins the two halves of a guard with the wrong word',
  *changes(node, source) {
    if (!isLogical(node)) return;
    const edit = replaceSign(source, node, node.opcode === '&&' ? '||' : '&&');
    if (edit) yield [edit];
  },
};

function isLogical(node: SyntaxNode): boolean {
  const { kind, opcode, isMacro } = node;
  return kind === 'BinaryOperator' && (opcode === '&&' || opcode === '||') && !isMacro && isDevice(node);
}

const NEIGHBOURS: Readonly<Record<string, string>> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' };

export const shiftBound: Operator = {
  name: 'shift-bound',
  about: '< becomes <=, > becomes >=, and the other way round',
  imitates: 'is off by one in a guard or in the end of a loop',
  *changes(node, source) {
    const other = NEIGHBOURS[node.opcode];
    if (node.kind !== 'BinaryOperator' || !other || node.isMacro) return;
    if (!isDevice(node) && !inLoopCondition(node)) return;
    const edit = replaceSign(source, node, other);
    if (edit) yield [edit];
  },
};

function inLoopCondition(node: SyntaxNode): boolean {
  let at = node;
  while (at.parent && bare(at.parent) === bare(at)) at = at.parent;
  return LOOPS.has(at.parent?.kind ?? '') && inCondition(at);
}
