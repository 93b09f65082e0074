import type { Node } from 'web-tree-sitter';
import type { Constant, ConstantArray, Scope } from './scope.ts';
import type { NumberName } from './types.ts';

/** Returns the named children that are no comments. */
export function childrenOf(node: Node): Node[] {
  return node.namedChildren.filter((one): one is Node => one !== null && one.type !== 'comment');
}

export function argumentsOf(call: Node): Node[] {
  const given = call.childForFieldName('arguments');
  return given ? childrenOf(given) : [];
}

/** Returns the full name of an expression, e.g. `numba.cuda.grid`; null if it is none. */
export function dotted(node: Node, { imports }: Pick<Scope, 'imports'>): string | null {
  if (node.type === 'identifier') return imports.get(node.text) ?? null;
  if (node.type !== 'attribute') return null;
  const object = node.childForFieldName('object');
  const before = object ? dotted(object, { imports }) : null;
  return before === null ? null : `${before}.${node.childForFieldName('attribute')?.text ?? ''}`;
}

/** Larger tuples are not constants. A tuple that has another one twice doubles with each line. */
const MOST_VALUES = 100_000;

/** Evaluates an expression of constants; null if it is none. */
export function constantOf(node: Node, scope: Scope): Constant | null {
  switch (node.type) {
    case 'integer':
    case 'float': {
      const value = Number(node.text.replaceAll('_', ''));
      // `1j` is not real.
      return Number.isNaN(value) ? null : { kind: 'number', value, isFloat: node.type === 'float' };
    }
    case 'true':
    case 'false':
      return { kind: 'bool', value: node.type === 'true' };
    case 'identifier':
    case 'attribute': {
      const name = dotted(node, scope);
      const own = scope.constants.get(node.text);
      const known = name === null ? undefined : NUMBERS.get(name);
      if (known !== undefined && !own) return { kind: 'number', value: known, isFloat: true };
      return own ?? typeOf(node, scope);
    }
    case 'subscript': {
      const [object, index] = [node.childForFieldName('value'), node.childForFieldName('subscript')];
      const tuple = object ? constantOf(object, scope) : null;
      const at = index && tuple?.kind === 'tuple' ? constantOf(index, scope) : null;
      return tuple?.kind === 'tuple' && at?.kind === 'number' ? (tuple.items.at(at.value) ?? null) : null;
    }
    case 'parenthesized_expression': {
      const [inner] = childrenOf(node);
      return inner ? constantOf(inner, scope) : null;
    }
    case 'list':
    case 'tuple':
    case 'expression_list': {
      const items = childrenOf(node).map((item) => constantOf(item, scope));
      const size = items.reduce((sum, item) => sum + (item?.kind === 'tuple' ? item.size : 1), 0);
      const isKnown = size <= MOST_VALUES && items.every((item) => item !== null);
      return isKnown ? { kind: 'tuple', items: items as Constant[], size } : null;
    }
    case 'unary_operator': {
      const inner = constantOf(node.childForFieldName('argument') ?? node, scope);
      return inner?.kind === 'number' && node.child(0)?.text === '-' ? { ...inner, value: -inner.value } : null;
    }
    case 'binary_operator':
      return arithmetic(node, scope);
    case 'call': {
      const array = arrayOf(node, scope);
      if (array) return array;
      const [name, argument] = [node.childForFieldName('function'), argumentsOf(node)[0]];
      const inner = argument ? constantOf(argument, scope) : null;
      const type = name ? constantOf(name, scope) : null;
      if (type?.kind !== 'type' || inner?.kind !== 'number') return null;
      const isFloat = type.name.startsWith('float');
      return { kind: 'number', value: isFloat ? inner.value : Math.trunc(inner.value), isFloat, type: type.name };
    }
    default:
      return null;
  }
}

/** Evaluates `np.array([…], dtype)`; null if an element is not constant. */
function arrayOf(node: Node, scope: Scope): ConstantArray | null {
  const called = node.childForFieldName('function');
  if (!called || dotted(called, scope) !== 'numpy.array') return null;
  const given = argumentsOf(node);
  const dtype =
    given.find((one) => one.type === 'keyword_argument')?.childForFieldName('value') ??
    given.filter((one) => one.type !== 'keyword_argument')[1];
  const values = given[0] ? constantOf(given[0], scope) : null;
  const type = dtype ? constantOf(dtype, scope) : null;
  if (values?.kind !== 'tuple' || (dtype && type?.kind !== 'type')) return null;
  const shape = shapeOf(values);
  const items = shape === null ? null : leavesOf(values);
  if (!shape || !items) return null;
  const isFloat = items.some((item) => item.kind === 'number' && item.isFloat);
  const element = type?.kind === 'type' ? type.name : isFloat ? 'float64' : 'int64';
  return { kind: 'array', element, shape, items: items.map((item) => Number(item.value)) };
}

/** Returns the extents of nested lists; null if rows differ in length. */
function shapeOf(value: Constant): number[] | null {
  if (value.kind !== 'tuple') return [];
  const inner = value.items.map(shapeOf);
  const [first] = inner;
  if (!first || inner.some((one) => JSON.stringify(one) !== JSON.stringify(first))) return null;
  return [value.items.length, ...first];
}

function leavesOf(value: Constant): Extract<Constant, { kind: 'number' | 'bool' }>[] | null {
  if (value.kind === 'number' || value.kind === 'bool') return [value];
  if (value.kind !== 'tuple') return null;
  const inner = value.items.map(leavesOf);
  return inner.some((one) => one === null) ? null : inner.flatMap((one) => one ?? []);
}

const NUMBERS = new Map([
  ['math.pi', Math.PI],
  ['math.e', Math.E],
  ['math.tau', 2 * Math.PI],
  ['math.inf', Number.POSITIVE_INFINITY],
  ['math.nan', Number.NaN],
  ['numpy.pi', Math.PI],
  ['numpy.e', Math.E],
  ['numpy.inf', Number.POSITIVE_INFINITY],
  ['numpy.nan', Number.NaN],
]);

/** Types by the end of their full names. */
const TYPES = new Map<string, NumberName>([
  ['bool', 'bool'],
  ['bool_', 'bool'],
  ['boolean', 'bool'],
  ['b1', 'bool'],
  ['int8', 'int8'],
  ['int16', 'int16'],
  ['int32', 'int32'],
  ['int64', 'int64'],
  ['intp', 'int64'],
  ['int_', 'int64'],
  ['i4', 'int32'],
  ['i8', 'int64'],
  ['uint8', 'uint8'],
  ['byte', 'uint8'],
  ['uint16', 'uint16'],
  ['uint32', 'uint32'],
  ['uint64', 'uint64'],
  ['uintp', 'uint64'],
  ['u1', 'uint8'],
  ['u4', 'uint32'],
  ['u8', 'uint64'],
  ['float32', 'float32'],
  ['float64', 'float64'],
  ['float_', 'float64'],
  ['double', 'float64'],
  ['single', 'float32'],
  ['f4', 'float32'],
  ['f8', 'float64'],
]);

function typeOf(node: Node, scope: Scope): Constant | null {
  const name = dotted(node, scope);
  if (name === null) {
    if (node.type !== 'identifier') return null;
    if (node.text === 'float') return { kind: 'type', name: 'float64' };
    if (node.text === 'int') return { kind: 'type', name: 'int64' };
    return node.text === 'bool' ? { kind: 'type', name: 'bool' } : null;
  }
  const [, from, last] = /^(numba|numba\.types|numpy)\.(\w+)$/.exec(name) ?? [];
  const type = from === undefined ? undefined : TYPES.get(last ?? '');
  return type === undefined ? null : { kind: 'type', name: type };
}

function arithmetic(node: Node, scope: Scope): Constant | null {
  const [left, right] = ['left', 'right'].map((field) => {
    const operand = node.childForFieldName(field);
    return operand ? constantOf(operand, scope) : null;
  });
  return left && right ? operated(left, right, node.childForFieldName('operator')?.text) : null;
}

/** Returns the result of an operator between constants; null if it is not known. */
export function operated(left: Constant, right: Constant, operator: string | undefined): Constant | null {
  if (left.kind !== 'number' || right.kind !== 'number') return null;
  const value = calculated(left, right, operator);
  if (left.type !== 'float32' && right.type !== 'float32') return value;
  // A number of Python beside a float32 is a float32 for NumPy, and a float64 in a kernel.
  return left.type === right.type && value ? { ...value, value: Math.fround(value.value), type: 'float32' } : null;
}

type ConstantNumber = Extract<Constant, { kind: 'number' }>;

/** Returns the result of an operator; null if it is not known. Integers of more than 53 bits are rounded here. */
function calculated(left: ConstantNumber, right: ConstantNumber, operator: string | undefined): ConstantNumber | null {
  const isFloat = left.isFloat || right.isFloat || operator === '/' || (operator === '**' && right.value < 0);
  const isExact = ({ isFloat: float, value }: ConstantNumber): boolean => float || Number.isSafeInteger(value);
  const value = resultOf(left.value, right.value, operator, isFloat);
  const result = { kind: 'number', value: value ?? 0, isFloat } as const;
  return value !== null && [left, right, result].every(isExact) ? result : null;
}

function resultOf(a: number, b: number, operator: string | undefined, isFloat: boolean): number | null {
  // A remainder has the sign of the divisor, and is exact.
  const left = a % b !== 0 && a < 0 !== b < 0 ? (a % b) + b : a % b;
  switch (operator) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return b === 0 ? null : a / b;
    case '//':
      return b === 0 ? null : Math.round((a - left) / b);
    case '%':
      return b === 0 ? null : left;
    case '**':
      return a ** b;
    case '<<':
      return isFloat || b < 0 ? null : a * 2 ** b;
    case '>>':
      return isFloat || b < 0 ? null : Math.floor(a / 2 ** b);
    default:
      return null;
  }
}
