import {
  bare,
  dropStatement,
  functionOf,
  isDevice,
  isFloating,
  isInteger,
  isStatement,
  LOOPS,
  operand,
  replace,
  replaceSign,
  type SyntaxNode,
  some,
  statementOf,
  statementRange,
  swap,
  walk,
} from '../../../syntax/index.ts';
import type { Operator } from '../operator.ts';

/** Zero, or a list of zeros. */
function isZero(node: SyntaxNode | null | undefined): boolean {
  if (!node) return false;
  const inner = bare(node);
  if (inner.kind === 'InitListExpr') return inner.slots.every((slot) => slot === null || isZero(slot));
  return /^(?:Integer|Floating)Literal$/.test(inner.kind) && Number(inner.value) === 0;
}

export const dropStart: Operator = {
  name: 'drop-start',
  about: 'leaves out that a variable or an element begins at zero',
  imitates: 'thinks that memory is zero',
  *changes(node, source) {
    if (!isDevice(node) || node.isMacro) return;
    const [first, second] = node.slots;
    if (node.kind === 'BinaryOperator' && node.opcode === '=' && isStatement(node) && isZero(second)) {
      yield [dropStatement(source, node)];
    }
    const isLoop = node.parent?.parent && LOOPS.has(node.parent.parent.kind) && !isStatement(node.parent);
    if (node.kind !== 'VarDecl' || isLoop || !isZero(first) || !first || node.nameAt === null) return;
    const nameEnd = node.nameAt + node.name.length;
    const extents = /^\s*(?:\[[^\]]*\]\s*)*/.exec(source.slice(nameEnd))?.[0].trimEnd() ?? '';
    yield [{ start: nameEnd + extents.length, end: node.end, text: '' }];
  },
};

export const dropFill: Operator = {
  name: 'drop-fill',
  about: 'a[i] = inside ? x : 0 becomes if (inside) a[i] = x',
  imitates: 'does not fill what lies outside',
  *changes(node, source) {
    const [target, value] = node.slots;
    if (node.kind !== 'BinaryOperator' || node.opcode !== '=' || node.isMacro || !isStatement(node)) return;
    const choice = value ? bare(value) : null;
    const [condition, then, otherwise] = choice?.slots ?? [];
    if (choice?.kind !== 'ConditionalOperator' || !isDevice(node) || !target || !condition || !then) return;
    const { start, end } = statementRange(source, node);
    if (isZero(otherwise)) {
      yield [{ start, end, text: `if (${bare(condition).text}) ${target.text} = ${then.text};` }];
    }
  },
};

export const overwriteSum: Operator = {
  name: 'overwrite-sum',
  about: '+= becomes =, and so with the other compound assignments',
  imitates: 'keeps the last term in the place of the sum',
  *changes(node, source) {
    if (node.kind !== 'CompoundAssignOperator' || node.isMacro || !isStatement(node) || !isDevice(node)) return;
    const edit = replaceSign(source, node, '=');
    if (edit) yield [edit];
  },
};

export const subtractSum: Operator = {
  name: 'subtract-sum',
  about: '+= becomes -=, and * becomes + in the value that is added',
  imitates: 'mistypes the operation',
  *changes(node, source) {
    if (node.isMacro || !isDevice(node)) return;
    const isSum = node.kind === 'CompoundAssignOperator' && node.opcode === '+=';
    const isProduct = node.kind === 'BinaryOperator' && node.opcode === '*' && !isInteger(node);
    const edit = isSum ? replaceSign(source, node, '-=') : isProduct ? replaceSign(source, node, '+') : null;
    if (edit) yield [edit];
  },
};

export const wrongConstant: Operator = {
  name: 'wrong-constant',
  about: 'a number in the formula is a tenth smaller, or changes places with the next one',
  imitates: 'copies a coefficient wrongly',
  *changes(node) {
    if (node.isMacro || !isCoefficient(node)) return;
    const scaled = Number((Number(node.value) * 0.9).toPrecision(5));
    const suffix = /[fFuUlL]*$/.exec(node.text)?.[0] ?? '';
    const isFloat = node.kind === 'FloatingLiteral';
    const written = isFloat ? (Number.isInteger(scaled) ? `${scaled}.0` : String(scaled)) : String(Math.round(scaled));
    yield [replace(node, `${written}${suffix}`)];
    const next = nextCoefficient(node);
    if (next && next.text !== node.text) yield swap(node, next);
  },
};

/** A number other than 0 and 1 in device code, or in what is in constant memory; a whole one only where it is no size. */
function isCoefficient(node: SyntaxNode): boolean {
  const value = Number(node.value);
  if (!Number.isFinite(value) || value === 0 || value === 1) return false;
  if (!isDevice(node) && !inDeviceVariable(node)) return false;
  if (node.kind === 'FloatingLiteral') return true;
  return node.kind === 'IntegerLiteral' && value >= 100 && (value & (value - 1)) !== 0;
}

function inDeviceVariable(node: SyntaxNode): boolean {
  for (let at: SyntaxNode | null = node; at; at = at.parent) {
    if (at.kind === 'VarDecl') return at.attributes.some((name) => /^CUDA(?:Constant|Device)Attr$/.test(name));
  }
  return false;
}

function nextCoefficient(node: SyntaxNode): SyntaxNode | null {
  let scope = statementOf(node);
  if (scope === null) for (scope = node; scope.parent && scope.kind !== 'VarDecl'; ) scope = scope.parent;
  const all = [...walk(scope)].filter((each) => !each.isMacro && isCoefficient(each));
  return all[all.indexOf(node) + 1] ?? null;
}

export const wrongIdentity: Operator = {
  name: 'wrong-identity',
  about: 'what begins or fills up at the end of the range of a type begins at zero',
  imitates: 'begins every reduction like a sum',
  *changes(node) {
    if (!isDevice(node)) return;
    const value = node.kind === 'VarDecl' ? node.slots[0] : null;
    if (value && /INFINITY|_MAX\b|_MIN\b|1e3\d/i.test(value.text))
      yield [replace(value, isFloating(node) ? '0.0f' : '0')];
    const branches = node.kind === 'ConditionalOperator' ? node.slots.slice(1) : [];
    for (const branch of branches) {
      if (!branch || branch.isMacro) continue;
      if (/INFINITY|_MAX\b|_MIN\b/.test(branch.text)) yield [replace(branch, '0')];
    }
  },
};

export const wrongType: Operator = {
  name: 'wrong-type',
  about: 'a variable of a floating type becomes a whole number',
  imitates: 'loses what comes behind the point',
  *changes(node, source) {
    if (node.kind !== 'VarDecl' || !isDevice(node) || !isFloating(node) || node.nameAt === null) return;
    const [, type] = /^(?:const\s+)?(float|double)\b/.exec(node.text) ?? [];
    if (!type || node.isMacro || holdsWhole(node)) return;
    const at = source.indexOf(type, node.start);
    yield [{ start: at, end: at + type.length, text: 'int' }];
  },
};

/** It gets a whole number, and nothing else later: it loses nothing. */
function holdsWhole(variable: SyntaxNode): boolean {
  const scope = functionOf(variable);
  const value = variable.slots[0] ?? null;
  if (scope === null || value === null || !isInteger(value)) return false;
  return !some(scope, ({ opcode, slots }) => {
    return /^(?:[-+*/]?=|[-+]{2})$/.test(opcode) && slots[0]?.name === variable.name;
  });
}

export const dropCast: Operator = {
  name: 'drop-cast',
  about: 'leaves out a cast to a floating type',
  imitates: 'divides whole numbers and rounds up what is already rounded down',
  *changes(node) {
    const [operandNode] = node.slots;
    if (!/^(?:CStyle|CXXStatic|CXXFunctional)CastExpr$/.test(node.kind) || node.isMacro) return;
    if (isFloating(node) && operandNode && isInteger(operandNode)) yield [replace(node, operand(operandNode))];
  },
};

const OPPOSITE: Readonly<Record<string, string>> = { min: 'max', max: 'min', fminf: 'fmaxf', fmaxf: 'fminf' };

export const confuseMinMax: Operator = {
  name: 'confuse-min-max',
  about: 'min becomes max, and max becomes min',
  imitates: 'takes the wrong end of a range',
  *changes(node) {
    const callee = node.kind === 'CallExpr' && isDevice(node) ? node.slots[0] : null;
    const other = OPPOSITE[callee?.text ?? ''];
    const isComparison = some(callee ?? null, ({ isMacro }) => isMacro);
    if (callee && other && !isComparison) yield [replace(callee, other)];
  },
};
