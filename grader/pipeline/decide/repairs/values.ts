import {
  applyEdits,
  bare,
  childrenOf,
  forParts,
  functionOf,
  isDevice,
  isFloating,
  isHost,
  isInteger,
  operand,
  replaceSign,
  type SyntaxNode,
  walk,
} from '../../../syntax/index.ts';
import { isCondition, isDim3, isWholeNumber, parameters, parametersOf, visible, visibleIntegers } from '../places.ts';
import { expression, type Part, type RepairOperator } from '../repair.ts';

const COMPARISONS: Readonly<Record<string, readonly string[]>> = {
  '<': ['<=', '>=', '>'],
  '<=': ['<', '>=', '>'],
  '>': ['>=', '<', '<='],
  '>=': ['>', '<=', '<'],
  '==': ['!=', '<', '>='],
  '!=': ['=='],
  '&&': ['||'],
  '||': ['&&'],
};
const ARITHMETIC: Readonly<Record<string, readonly string[]>> = {
  '+': ['-', '*'],
  '-': ['+'],
  '*': ['+', '/'],
  '/': ['%', '*'],
  '%': ['/'],
};

function withSign(node: SyntaxNode, source: string, sign: string): string | null {
  const edit = replaceSign(source, node, sign);
  return edit && applyEdits(source, [edit]).slice(node.start, node.end + sign.length - node.opcode.length);
}

export const otherComparison: RepairOperator = { name: 'other-comparison', repairs: signsOf(COMPARISONS) };

/** True if a loop that goes towards its end would not begin with another sign: that hides what is wrong. */
function endsLoop(node: SyntaxNode, sign: string): boolean {
  const { parent, opcode } = node;
  if (parent?.kind !== 'ForStmt' || !isCondition(node)) return false;
  const goesDown = /--|-=|\/=|>>=/.test(forParts(parent).step?.text ?? '');
  const [own, other] = goesDown ? ['>', '<'] : ['<', '>'];
  return opcode.startsWith(own) && sign.startsWith(other);
}

const BOUNDS: Readonly<Record<string, string>> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' };

/** The same comparison in all conditions of one line, with the bound or without it. */
export const otherBounds: RepairOperator = {
  name: 'other-bounds',
  *repairs(node, source) {
    const sign = BOUNDS[node.opcode];
    if (node.kind !== 'BinaryOperator' || node.isMacro || sign === undefined) return;
    const top = topOnLine(node, source);
    const alike = [...walk(top)].filter((each) => each.kind === 'BinaryOperator' && each.opcode === node.opcode);
    const own = alike.filter((each) => !each.isMacro && lineAt(source, each.start) === lineAt(source, node.start));
    if (own.length < 2 || own[0] !== node) return;
    const texts = own.map((each) => withSign(each, source, sign));
    const parts = own.flatMap((each, at) => (texts[at] == null ? [] : [expression(each, texts[at])]));
    if (parts.length === own.length) yield parts;
  },
};

function lineAt(source: string, at: number): number {
  return source.lastIndexOf('\n', at);
}

/** The outermost node around a node that begins on the same line, in the same block. */
function topOnLine(node: SyntaxNode, source: string): SyntaxNode {
  let top = node;
  while (top.parent && top.parent.start > lineAt(source, node.start) && top.parent.kind !== 'CompoundStmt') {
    top = top.parent;
  }
  return top;
}

export const otherArithmetic: RepairOperator = { name: 'other-arithmetic', repairs: signsOf(ARITHMETIC) };

function signsOf(signs: Readonly<Record<string, readonly string[]>>): RepairOperator['repairs'] {
  return function* repairs(node, source) {
    if (node.kind !== 'BinaryOperator' || node.isMacro) return;
    for (const sign of signs[node.opcode] ?? []) {
      if (endsLoop(node, sign)) continue;
      const text = withSign(node, source, sign);
      if (text !== null) yield [expression(node, text)];
    }
  };
}

export const oneSide: RepairOperator = {
  name: 'one-side',
  *repairs(node) {
    if (node.kind !== 'BinaryOperator' || node.isMacro || !/^(?:&&|\|\||[-+*/])$/.test(node.opcode)) return;
    for (const side of childrenOf(node)) yield [expression(node, side.text)];
  },
};

export const always: RepairOperator = {
  name: 'always',
  *repairs(node) {
    if (!isCondition(node) || node.isMacro) return;
    yield [expression(node, `!(${node.text})`)];
    if (node.parent?.kind === 'ForStmt' || node.parent?.kind === 'WhileStmt') return;
    yield [expression(node, 'true')];
    yield [expression(node, 'false')];
  },
};

const AXES = ['x', 'y', 'z'] as const;
const BUILT_IN = /^(threadIdx|blockIdx|blockDim|gridDim)\s*\.\s*([xyz])$/;
const OTHER_NAME: Readonly<Record<string, string>> = {
  threadIdx: 'blockIdx',
  blockIdx: 'threadIdx',
  blockDim: 'gridDim',
  gridDim: 'blockDim',
};

export const builtIn: RepairOperator = {
  name: 'built-in',
  *repairs(node) {
    const [, name, axis] = BUILT_IN.exec(node.text) ?? [];
    if (node.kind !== 'PseudoObjectExpr' || node.isMacro || !name || !axis) return;
    for (const other of AXES.slice(0, 2)) if (other !== axis) yield [expression(node, `${name}.${other}`)];
    yield [expression(node, `${OTHER_NAME[name]}.${axis}`)];
    const id = (of: string) => `(blockIdx.${of} * blockDim.${of} + threadIdx.${of})`;
    if (name === 'threadIdx') yield [expression(node, id(axis))];
    if (name === 'blockDim') yield [expression(node, `(blockDim.${axis} * gridDim.${axis})`)];
  },
};

/** Swaps all uses of two names on one line of device code. */
export const swappedNames: RepairOperator = {
  name: 'swapped-names',
  *repairs(node, source) {
    if (isDevice(node)) yield* withSwappedNames(node, source);
  },
};

/** Two indexes of an element of a two-dimensional array change places. */
export const swappedSubscripts: RepairOperator = {
  name: 'swapped-subscripts',
  *repairs(node) {
    const [array, column] = node.slots;
    if (node.kind !== 'ArraySubscriptExpr' || node.isMacro || !array || !column) return;
    const [base, row] = bare(array).kind === 'ArraySubscriptExpr' ? bare(array).slots : [];
    if (!base || !row || row.text === column.text) return;
    yield [expression(row, column.text), expression(column, row.text)];
  },
};

function* withSwappedNames(node: SyntaxNode, source: string): Generator<Part[]> {
  const isUse = (each: SyntaxNode) => each.kind === 'DeclRefExpr' && isInteger(each) && !each.isMacro;
  if (!isUse(node)) return;
  const isHere = (each: SyntaxNode) => lineAt(source, each.start) === lineAt(source, node.start);
  const uses = [...walk(topOnLine(node, source))].filter((each) => isUse(each) && isHere(each));
  if (uses[0] !== node) return;
  const names = [...new Set(uses.map(({ name }) => name))];
  for (const [index, one] of names.entries()) {
    for (const other of names.slice(index + 1)) {
      yield uses
        .filter(({ name }) => name === one || name === other)
        .map((use) => expression(use, use.name === one ? other : one));
    }
  }
}

const ARRAYS = /\*\s*(?:const|__restrict(?:__)?)?\s*$/;

function plainType({ type }: SyntaxNode): string {
  return type.replace(/\b(?:const|__restrict(?:__)?|restrict)\b/g, '').replace(/\s+/g, '');
}

/** Counters of loops, parameters and other variables are rarely taken for each other. */
function roleOf(variable: SyntaxNode | undefined): string {
  if (variable?.kind === 'ParmVarDecl') return 'parameter';
  return variable?.parent?.parent?.kind === 'ForStmt' ? 'counter' : 'variable';
}

export const otherName: RepairOperator = {
  name: 'other-name',
  *repairs(node) {
    if (node.kind !== 'DeclRefExpr' || node.isMacro || !/^(?:ParmVarDecl|VarDecl)$/.test(node.refersTo)) return;
    if (isInteger(node)) {
      const own = visibleIntegers(node).find(({ name }) => name === node.name);
      for (const other of visibleIntegers(node)) {
        if (other.name !== node.name && roleOf(other) === roleOf(own)) yield [expression(node, other.name)];
      }
    } else if (ARRAYS.test(node.type) || isFloating(node)) {
      for (const other of visible(node)) {
        if (other.name !== node.name && plainType(other) === plainType(node)) yield [expression(node, other.name)];
      }
    }
  },
};

export const offByOne: RepairOperator = {
  name: 'off-by-one',
  *repairs(node) {
    if (!isWholeNumber(node) || node.isMacro) return;
    if (node.kind === 'IntegerLiteral') {
      const value = Number(node.value);
      // Blocks of 0 or 1 threads hide what is wrong.
      const others = value > 2 ? [value + 1, value - 1, value * 2, value >> 1] : [0, 1, 2, 3];
      for (const other of others) if (other !== value) yield [expression(node, String(other))];
      return;
    }
    if (!isOperand(node)) return;
    yield [expression(node, `${operand(node)} + 1`)];
    yield [expression(node, `${operand(node)} - 1`)];
  },
};

/** True if a node is a whole side: of a comparison or an assignment, an index, an argument or a first value. */
function isOperand({ parent, ...node }: SyntaxNode): boolean {
  if (!parent) return false;
  if (parent.kind === 'VarDecl' || parent.kind === 'CallExpr' || parent.kind === 'CUDAKernelCallExpr') return true;
  if (parent.kind === 'ArraySubscriptExpr') return parent.slots[1]?.start === node.start;
  return /^(?:[<>=!]=?|[-+*/%]=)$/.test(parent.opcode);
}

export const factor: RepairOperator = {
  name: 'factor',
  *repairs(node) {
    if (!isWholeNumber(node) || node.isMacro || !isDevice(node)) return;
    const isTerm = node.parent?.opcode === '+' || node.parent?.opcode === '-' || isOperand(node);
    if (!isTerm || !/^(?:DeclRefExpr|PseudoObjectExpr)$/.test(node.kind)) return;
    for (const { name } of parameters(node).filter(isInteger)) {
      if (node.text !== name) yield [expression(node, `${operand(node)} * ${name}`)];
    }
  },
};

const SIZED = /^(?:cuda(?:Malloc|Memcpy|Memset)\w*|malloc)$/;

/** A size in bytes of a copy, of an allocation or of shared memory. */
export const bytes: RepairOperator = {
  name: 'bytes',
  *repairs(node) {
    const { parent } = node;
    if (!isInteger(node) || node.isMacro || !parent || !isHost(node)) return;
    const isConfigured =
      parent.parent?.kind === 'CUDAKernelCallExpr' && parent.parent.slots[1] === parent && parent.slots[3] === node;
    const isSize = parent.kind === 'CallExpr' && SIZED.test(parent.slots[0]?.text ?? '') && parent.slots[0] !== node;
    const isFirst = parent.kind === 'VarDecl' && /size|bytes|len/i.test(parent.name);
    if (!isSize && !isConfigured && !isFirst) return;
    // The first value of a variable that is used once is the better place.
    if (isUsedOnce(node)) return;
    for (const by of ['sizeof(float)', '2', '3']) yield [expression(node, `${operand(node)} * ${by}`)];
    for (const { name } of visibleIntegers(node)) {
      if (node.text === name) continue;
      yield [expression(node, `${operand(node)} * ${name}`)];
      if (isSize) {
        yield [expression(node, name)];
        yield [expression(node, `${name} * sizeof(float)`)];
      }
    }
  },
};

function isUsedOnce(node: SyntaxNode): boolean {
  const { kind, refersTo, name } = bare(node);
  const uses = (functionOf(node)?.text ?? '').match(new RegExp(`\\b${name}\\b`, 'g')) ?? [];
  return kind === 'DeclRefExpr' && refersTo === 'VarDecl' && /size|bytes|len/i.test(name) && uses.length === 2;
}

/** A division, or all divisions in a dim3. */
export const roundedUp: RepairOperator = {
  name: 'rounded-up',
  *repairs(node) {
    yield roundingUp(node);
    if (!isDim3(node)) return;
    const all = [...walk(node)].flatMap(roundingUp);
    if (all.length > 1) yield all;
  },
};

function roundingUp(node: SyntaxNode): Part[] {
  if (node.kind !== 'BinaryOperator' || node.opcode !== '/' || node.isMacro || !isInteger(node)) return [];
  const [left, right] = childrenOf(node);
  if (!left || !right) return [];
  const [of, by] = [operand(left), operand(right)];
  return [expression(node, `((${of} + ${by} - 1) / ${by})`)];
}

/** A part of a launch configuration or a dim3, in host code. */
export const blocks: RepairOperator = {
  name: 'blocks',
  *repairs(node) {
    if (!isInteger(node) || !isHost(node) || node.isMacro) return;
    const { parent } = node;
    const isPart =
      parent?.kind === 'CallExpr'
        ? parent.parent?.kind === 'CUDAKernelCallExpr'
        : isExtent(node) || parent?.kind === 'VarDecl';
    if (!isPart) return;
    const numbers = parameters(node)
      .filter(isInteger)
      .map(({ name }) => name);
    for (const name of numbers) {
      for (const by of ['256', '16']) yield [expression(node, `(${name} + ${by} - 1) / ${by}`)];
    }
  },
};

function isExtent({ parent }: SyntaxNode): boolean {
  return !!parent && isDim3(parent);
}

/** Two extents of a dim3 change places. */
export const swappedDimensions: RepairOperator = {
  name: 'swapped-dimensions',
  *repairs(node) {
    if (isDim3(node) && !node.isMacro) yield* withSwapped(node.slots);
  },
};

/** Two arguments of a launch or of a call change places. */
export const swappedArguments: RepairOperator = {
  name: 'swapped-arguments',
  *repairs(node) {
    const isLaunch = node.kind === 'CUDAKernelCallExpr';
    if ((!isLaunch && node.kind !== 'CallExpr') || node.isMacro) return;
    yield* withSwapped(node.slots.slice(isLaunch ? 2 : 1), parameterNames(node));
  },
};

/** The names of the parameters of a called function of the source; none if it has no function of that name, or several. */
function parameterNames(call: SyntaxNode): string[] {
  let root = call;
  while (root.parent) root = root.parent;
  const name = call.slots[0]?.text.replace(/<.*$/s, '');
  const called = functionsIn(root).filter((each) => each.name === name);
  const [first] = called;
  return first && called.length === 1 ? parametersOf(first).map((each) => each.name) : [];
}

const functionsOf = new WeakMap<SyntaxNode, SyntaxNode[]>();

function functionsIn(root: SyntaxNode): SyntaxNode[] {
  const known = functionsOf.get(root);
  if (known) return known;
  const found = [...walk(root)].filter(({ kind }) => kind === 'FunctionDecl');
  functionsOf.set(root, found);
  return found;
}

/** @param names - of the parameters: two arguments that are called like theirs are in order */
function* withSwapped(given: readonly (SyntaxNode | null)[], names: readonly string[] = []): Generator<Part[]> {
  for (const [at, one] of given.entries()) {
    for (const [second, other] of given.entries()) {
      if (second <= at || !one || !other || one.text === other.text || one.isMacro || other.isMacro) continue;
      if (one.text === names[at] && other.text === names[second]) continue;
      const areAlike = (isInteger(one) && isInteger(other)) || (/\*/.test(one.type) && /\*/.test(other.type));
      if (areAlike) yield [expression(one, other.text), expression(other, one.text)];
    }
  }
}

/** The coefficients of a larger sum are a table that was copied. */
const MOST_COEFFICIENTS = 9;

/** Swaps two operands or numbers, e.g. the coefficients of a sum. */
export const swappedNumbers: RepairOperator = {
  name: 'swapped-numbers',
  *repairs(node) {
    if (node.kind !== 'BinaryOperator' || node.isMacro || !/^[-+/<>]/.test(node.opcode)) return;
    const [left, right] = childrenOf(node);
    if (!left || !right) return;
    if (/^[-/]/.test(node.opcode)) yield [expression(node, `${operand(right)} ${node.opcode} ${operand(left)}`)];
    const coefficients = [left, right].flatMap(literalsOf);
    if (coefficients.length > MOST_COEFFICIENTS) return;
    for (const [at, one] of coefficients.entries()) {
      for (const other of coefficients.slice(at + 1)) {
        if (one.text !== other.text) yield [expression(one, other.text), expression(other, one.text)];
      }
    }
  },
};

function literalsOf(node: SyntaxNode): SyntaxNode[] {
  if (node.kind === 'FloatingLiteral' && !node.isMacro) return [node];
  return childrenOf(node).flatMap(literalsOf);
}

const OPPOSITE: Readonly<Record<string, string>> = {
  min: 'max',
  max: 'min',
  fminf: 'fmaxf',
  fmaxf: 'fminf',
  cudaMemcpyHostToDevice: 'cudaMemcpyDeviceToHost',
  cudaMemcpyDeviceToHost: 'cudaMemcpyHostToDevice',
};

export const opposite: RepairOperator = {
  name: 'opposite',
  *repairs(node) {
    if (node.isMacro) return;
    const other = Object.hasOwn(OPPOSITE, node.text) ? OPPOSITE[node.text] : undefined;
    if (node.kind === 'DeclRefExpr' && other && node.refersTo === 'EnumConstantDecl') yield [expression(node, other)];
    const callee = node.kind === 'CallExpr' ? (node.slots[0]?.text ?? '') : '';
    if (/^f?(?:min|max)f?$/.test(callee) && Object.hasOwn(OPPOSITE, callee)) {
      yield [expression(node, `${OPPOSITE[callee]}${node.text.slice(callee.length)}`)];
    }
  },
};

/** Casts that come too early, too late or not at all. */
export const otherCast: RepairOperator = {
  name: 'other-cast',
  *repairs(node) {
    const [inner] = node.slots;
    if (node.isMacro) return;
    if (/^(?:CStyle|CXXStatic|CXXFunctional)CastExpr$/.test(node.kind) && inner) {
      yield [expression(node, operand(inner))];
    }
    if (node.kind === 'BinaryOperator' && node.opcode === '/' && isInteger(node)) {
      const [left, right] = childrenOf(node);
      if (left && right && isDevice(node)) yield [expression(node, `(float)${operand(left)} / ${operand(right)}`)];
    }
  },
};

const FIRST = ['0', '-INFINITY', 'INFINITY', '1'] as const;

/** The first value of a variable, and the value of elements that fill up. */
export const firstValue: RepairOperator = {
  name: 'first-value',
  *repairs(node) {
    if (!isDevice(node) || node.isMacro || !isFloating(node)) return;
    const { parent } = node;
    const isFirst = parent?.kind === 'VarDecl' || (parent?.kind === 'ConditionalOperator' && parent.slots[0] !== node);
    if (!isFirst && !(parent?.opcode === '=' && parent.slots[1] === node)) return;
    if (bare(node).kind === 'DeclRefExpr' || node.kind === 'ArraySubscriptExpr') return;
    for (const value of FIRST) if (value !== node.text) yield [expression(node, value)];
  },
};
