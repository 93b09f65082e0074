import {
  bare,
  blocksAreSquare,
  type Change,
  childrenOf,
  type Edit,
  forParts,
  functionOf,
  inCondition,
  isConstant,
  isDevice,
  isInteger,
  replace,
  type SyntaxNode,
  some,
  swap,
  walk,
} from '../../../syntax/index.ts';
import type { Operator } from '../operator.ts';

const BUILT_IN = /^(threadIdx|blockIdx|blockDim|gridDim)\s*\.\s*([xy])$/;

function otherAxis(node: SyntaxNode): Edit | null {
  const [, name, axis] = BUILT_IN.exec(node.text) ?? [];
  if (node.kind !== 'PseudoObjectExpr' || node.isMacro || !name) return null;
  return replace(node, `${name}.${axis === 'x' ? 'y' : 'x'}`);
}

/** In square blocks it makes no difference. */
function isHarmless(node: SyntaxNode): boolean {
  return node.text.startsWith('blockDim') && blocksAreSquare(node);
}

export const swapAxis: Operator = {
  name: 'swap-axis',
  about: 'threadIdx.x becomes threadIdx.y, and so with blockIdx, blockDim and gridDim',
  imitates: 'mixes up the axes of the grid in one place',
  *changes(node) {
    const edit = otherAxis(node);
    if (edit && !isHarmless(node)) yield [edit];
  },
};

export const swapAxes: Operator = {
  name: 'swap-axes',
  about: 'x and y of threadIdx, blockIdx and blockDim change places in a whole function',
  imitates: 'takes x for the row and y for the column',
  *changes(node) {
    if (node.kind !== 'FunctionDecl' || !isDevice(node)) return;
    const edits = [...walk(node)].map(otherAxis).filter((edit) => edit !== null);
    if (new Set(edits.map(({ text }) => text.at(-1))).size === 2) yield edits;
  },
};

export const shiftIndex: Operator = {
  name: 'shift-index',
  about: 'an index is one larger',
  imitates: 'counts from one, or takes the neighbour',
  *changes(node) {
    if (!isDevice(node)) return;
    const index = node.kind === 'ArraySubscriptExpr' ? node.slots[1] : threadIndex(node);
    if (index && !isConstant(index)) yield [replace(index, `${lowOperand(index)} + 1`)];
  },
};

/** The initial value of a variable that is worked out from the thread's number. */
function threadIndex(node: SyntaxNode): SyntaxNode | null {
  const value = node.kind === 'VarDecl' && isInteger(node) ? (node.slots[0] ?? null) : null;
  if (value?.kind !== 'BinaryOperator' || !['+', '*'].includes(value.opcode)) return null;
  return some(value, ({ text }) => text.startsWith('threadIdx')) ? value : null;
}

/** As an operand of +. */
function lowOperand(node: SyntaxNode): string {
  return node.kind === 'ConditionalOperator' ? `(${node.text})` : node.text;
}

export const shiftLoop: Operator = {
  name: 'shift-loop',
  about: 'a loop begins one later, or ends one earlier',
  imitates: 'leaves out the first or the last term',
  *changes(node) {
    if (node.kind !== 'ForStmt' || node.isMacro) return;
    const { init, condition } = forParts(node);
    const start = init?.kind === 'DeclStmt' ? init.slots[0]?.slots[0] : init?.slots[1];
    if (start && isDevice(node)) yield [replace(start, isZero(start) ? '1' : `${lowOperand(start)} + 1`)];
    const end = condition?.slots[1];
    if (condition && end && /^<=?$/.test(condition.opcode)) yield [replace(end, `${lowOperand(end)} - 1`)];
    const down = condition && end && /^>=?$/.test(condition.opcode);
    if (down) yield [replace(end, `${lowOperand(end)} + 1`)];
  },
};

function isZero(node: SyntaxNode): boolean {
  return node.kind === 'IntegerLiteral' && node.value === '0';
}

export const wrongStep: Operator = {
  name: 'wrong-step',
  about: 'a loop that goes on by a stride goes on by one, and one that halves subtracts one',
  imitates: 'writes ++ out of habit',
  *changes(node) {
    const step = node.kind === 'ForStmt' && isDevice(node) ? forParts(node).step : null;
    const [variable, by] = step?.slots ?? [];
    if (!step || step.isMacro || !variable || !by) return;
    if (step.kind === 'CompoundAssignOperator' && step.opcode === '+=' && by.text !== '1') {
      yield [replace(step, `${variable.text}++`)];
    }
    if (step.kind === 'CompoundAssignOperator' && /^(?:>>|\/)=$/.test(step.opcode)) {
      yield [replace(step, `${variable.text}--`)];
    }
  },
};

function isIndexTerm(node: SyntaxNode, opcodes: readonly string[]): boolean {
  if (node.kind !== 'BinaryOperator' || node.isMacro || !opcodes.includes(node.opcode)) return false;
  return isDevice(node) && (isInteger(node) || node.type === '<dependent type>');
}

export const dropTerm: Operator = {
  name: 'drop-term',
  about: 'leaves out one term of an index',
  imitates: 'forgets the block, the row or the plane',
  *changes(node) {
    if (!isIndexTerm(node, ['+'])) return;
    const [left, right] = node.slots;
    if (left) yield [replace(node, left.text)];
    if (right) yield [replace(node, right.text)];
  },
};

export const dropFactor: Operator = {
  name: 'drop-factor',
  about: 'leaves out one factor of an index: 2 * size becomes size, row * width becomes row',
  imitates: 'forgets how far apart rows, planes or blocks lie',
  *changes(node) {
    if (!isIndexTerm(node, ['*'])) return;
    const [left, right] = node.slots;
    if (!left || !right) return;
    if (bare(left).kind === 'IntegerLiteral') yield [replace(node, right.text)];
    else yield [replace(node, left.text)];
  },
};

export const wrongStride: Operator = {
  name: 'wrong-stride',
  about: 'a factor or a bound that is a parameter becomes the next whole-number parameter',
  imitates: 'takes the height for the width',
  *changes(node) {
    const { kind, opcode } = node;
    if (kind !== 'BinaryOperator' || node.isMacro || !isDevice(node)) return;
    if (opcode !== '*' && !/^[<>]=?$/.test(opcode)) return;
    for (const side of childrenOf(node)) {
      const used = bare(side);
      if (used.kind === 'DeclRefExpr' && used.refersTo === 'ParmVarDecl' && isInteger(used) && !used.isMacro) {
        yield* otherParameter(used);
      }
    }
  },
};

/** The parameter that comes next, the first after the last: one mistake of many, and enough. */
function* otherParameter(used: SyntaxNode): Generator<Change> {
  const parameters = childrenOf(functionOf(used) ?? used).filter(
    (child) => child.kind === 'ParmVarDecl' && isInteger(child) && child.name !== '',
  );
  const at = parameters.findIndex(({ name }) => name === used.name);
  const other = parameters[(at + 1) % parameters.length];
  if (at >= 0 && other && other.name !== used.name) yield [replace(used, other.name)];
}

export const swapIndices: Operator = {
  name: 'swap-indices',
  about: 'a[i][j] becomes a[j][i]',
  imitates: 'mixes up row and column of a two-dimensional array',
  *changes(node) {
    const [inner, last] = node.slots;
    const first = inner?.kind === 'ArraySubscriptExpr' ? inner.slots[1] : null;
    if (node.kind !== 'ArraySubscriptExpr' || !isDevice(node) || !first || !last || first.text === last.text) return;
    yield swap(first, last);
  },
};

function isDividend(node: SyntaxNode): boolean {
  let at = node;
  while (at.parent?.kind === 'ParenExpr') at = at.parent;
  return at.parent?.opcode === '/' && at.parent.slots[0] === at;
}

export const plusMinus: Operator = {
  name: 'plus-minus',
  about: '+ becomes -, and - becomes +',
  imitates: 'mistypes a sign',
  *changes(node, source) {
    const { kind, opcode, isMacro } = node;
    if (kind !== 'BinaryOperator' || !/^[+-]$/.test(opcode) || isMacro || inCondition(node)) return;
    if (!functionOf(node)) return;
    const [left, right] = node.slots;
    if (!left || !right) return;
    const at = source.slice(left.end, right.start).indexOf(opcode);
    if (at < 0) return;
    const start = left.end + at;
    // (n + b + 1) / b rounds up as well, at times by a block more.
    if (opcode === '-' && right.text === '1' && isDividend(node)) return;
    yield [{ start, end: start + 1, text: opcode === '+' ? '-' : '+' }];
  },
};
