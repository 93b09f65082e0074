import type { Node } from 'web-tree-sitter';
import { assignedIn, baseOf, bindingsIn, lastOf } from './bindings.ts';
import { NumbaProblem } from './problem.ts';
import type { NumberName } from './types.ts';

/** A value that is known before anything runs. */
export type Constant =
  | {
      readonly kind: 'number';
      readonly value: number;
      readonly isFloat: boolean;
      /** The type if the program names one. */
      readonly type?: NumberName;
    }
  | { readonly kind: 'bool'; readonly value: boolean }
  | {
      readonly kind: 'tuple';
      readonly items: readonly Constant[];
      /** The number of values in it, also in tuples in it. */
      readonly size: number;
    }
  | { readonly kind: 'type'; readonly name: NumberName }
  | ConstantArray;

/** An array of NumPy whose elements are written out, in the order of rows. */
export interface ConstantArray {
  readonly kind: 'array';
  readonly element: NumberName;
  readonly shape: readonly number[];
  readonly items: readonly number[];
}

/** A function of the program. */
export interface PythonFunction {
  readonly name: string;
  readonly node: Node;
  /** Cell of a notebook, counted from 0. */
  readonly unit: number;
  readonly role: 'kernel' | 'device' | 'host';
  /** The reason why the grader does not know what runs under the name, e.g. a decorator; none if it knows. */
  readonly problem?: { readonly node: Node; readonly message: string };
  /** The names of the function that it is in; none if it is outside of functions. */
  readonly closure?: Scope;
  /** The assignment that gives it its name; none if it is defined under the name. */
  readonly madeBy?: number;
}

/** The meaning of a program's names outside of its functions. */
export interface Scope {
  readonly functions: ReadonlyMap<string, PythonFunction>;
  readonly constants: ReadonlyMap<string, Constant>;
  /** The full names of imported names, e.g. `numpy` for `np`. */
  readonly imports: ReadonlyMap<string, string>;
  /** All names that get values outside of functions. */
  readonly assigned: ReadonlySet<string>;
  /** The cell whose statements it is for; default: the first. */
  readonly unit?: number;
  /** The calls that are followed to the functions that they return. */
  readonly followed: Followed;
}

/** The limits of following calls: each function once at a time, and not too many calls. */
interface Followed {
  readonly open: Set<Node>;
  left: number;
}

/** Programs make fewer kernels. */
const MOST_FOLLOWED = 1000;

/** The constants of a program, without the names that its functions change. */
class Constants extends Map<string, Constant> {
  readonly #changed: ReadonlySet<string>;

  constructor(changed: ReadonlySet<string>) {
    super();
    this.#changed = changed;
  }

  override set(name: string, value: Constant): this {
    return this.#changed.has(name) ? this : super.set(name, value);
  }
}

/** A scope while it is read. */
interface Reading extends Scope {
  readonly functions: Map<string, PythonFunction>;
  readonly constants: Map<string, Constant>;
  readonly imports: Map<string, string>;
  readonly assigned: Set<string>;
  readonly unit: number;
}

/**
 * Reads imports, constants and functions of a program, also those in `if`, `try` and `with`. Of several definitions of a
 * name the last one counts.
 */
export function scopeOf(roots: readonly Node[]): Scope {
  const constants = new Constants(changedInFunctions(roots));
  const scope = { functions: new Map(), constants, imports: new Map(), assigned: new Set<string>() };
  const followed = { open: new Set<Node>(), left: MOST_FOLLOWED };
  for (const [unit, root] of roots.entries()) readBlock(root, { ...scope, followed, unit }, true);
  return { ...scope, followed };
}

/** @param isCertain - false: it depends on a condition that is not known whether the statements run */
function readBlock(block: Node, scope: Reading, isCertain: boolean): void {
  for (const node of block.namedChildren) if (node) readStatement(node, scope, isCertain);
}

function readStatement(node: Node, scope: Reading, isCertain: boolean): void {
  switch (node.type) {
    case 'import_statement':
    case 'import_from_statement': {
      for (const [name, full] of importedBy(node))
        if (isCertain || !scope.imports.has(name)) scope.imports.set(name, full);
      forget(node, scope);
      return;
    }
    case 'expression_statement': {
      const own = assignedFunction(node, scope);
      if (own) define(own, node, scope, isCertain);
      else assignConstant(node, scope, isCertain);
      return;
    }
    case 'class_definition':
      readClass(node, scope, isCertain);
      return;
    case 'decorated_definition':
    case 'function_definition': {
      const own = functionOf(node, scope.unit, scope);
      if (own) define(own, node, scope, isCertain);
      return;
    }
    case 'if_statement':
      readIf(node, scope, isCertain);
      return;
    case 'with_statement': {
      const body = node.childForFieldName('body');
      if (body) readBlock(body, scope, isCertain);
      return;
    }
    case 'try_statement':
      // The handlers run only after an error.
      for (const part of node.namedChildren) {
        if (!part) continue;
        const body = part.type === 'block' ? part : part.namedChildren.findLast((one) => one?.type === 'block');
        if (body && /^(?:block|else_clause|finally_clause)$/.test(part.type)) readBlock(body, scope, isCertain);
        else forget(part, scope);
      }
      return;
    default:
      forget(node, scope);
  }
}

function define(own: PythonFunction, node: Node, scope: Reading, isCertain: boolean): void {
  const { functions, constants, imports } = scope;
  const before = isCertain ? undefined : functions.get(own.name);
  constants.delete(own.name);
  imports.delete(own.name);
  functions.set(own.name, before ? { ...own, problem: { node, message: severalOf(own.name, before) } } : own);
}

function severalOf(name: string, { node }: PythonFunction): string {
  return `\`${name}\` is defined in line ${node.startPosition.row + 1}, too, and the grader does not know which of the two runs: keep one`;
}

/** Reads the branch that a constant chooses; otherwise all branches. */
function readIf(node: Node, scope: Reading, isCertain: boolean): void {
  let isOpen = isCertain;
  for (const branch of [node, ...node.childrenForFieldName('alternative')]) {
    const condition = branch?.childForFieldName('condition');
    const body = branch?.childForFieldName(branch.type === 'else_clause' ? 'body' : 'consequence');
    const truth = condition ? truthOf(condition, scope) : true;
    if (!body || truth === false) continue;
    if (truth === null) isOpen = false;
    readBlock(body, scope, isOpen);
    if (truth === true) return;
  }
}

/** Returns whether a condition is true; null if that is not known. The program is imported, and there is a GPU. */
function truthOf(node: Node, scope: Scope): boolean | null {
  if (node.type === 'parenthesized_expression') return truthOf(node.namedChild(0) ?? node, scope);
  if (node.type === 'not_operator') {
    const truth = truthOf(node.childForFieldName('argument') ?? node, scope);
    return truth === null ? null : !truth;
  }
  if (node.type === 'comparison_operator' && node.namedChild(0)?.text === '__name__') return false;
  const called = node.type === 'call' ? node.childForFieldName('function') : null;
  if (called && dotted(called, scope) === 'numba.cuda.is_available') return true;
  const constant = constantOf(node, scope);
  return constant?.kind === 'bool' || constant?.kind === 'number' ? Boolean(constant.value) : null;
}

/** Removes the constants that a statement, and those in it, can change. */
function forget(node: Node, { constants, assigned }: Reading): void {
  for (const { target } of bindingsIn(node)) {
    assigned.add(target.text);
    change(target, constants);
  }
  for (const [name] of node
    .descendantsOfType(['import_statement', 'import_from_statement'])
    .flatMap((one) => [...importedBy(one)]))
    constants.delete(name);
  for (const call of node.descendantsOfType('call')) if (call) forgetChanged(call, constants);
  for (const name of node.descendantsOfType('delete_statement').flatMap((one) => one?.namedChildren ?? []))
    if (name) change(name, constants);
}

/** Removes what another value of a place changes: the constant itself, or all names of a list or an array. */
function change(target: Node, constants: Map<string, Constant>): void {
  if (target.type === 'subscript') forgetValue(baseOf(target), constants);
  else constants.delete(target.text);
}

/** Removes all names of a list or an array. */
function forgetValue(of: string, constants: Map<string, Constant>): void {
  const value = constants.get(of);
  if (value?.kind !== 'tuple' && value?.kind !== 'array') return;
  for (const [name, other] of constants) if (holds(other, value)) constants.delete(name);
}

function holds(value: Constant, part: Constant): boolean {
  return value === part || (value.kind === 'tuple' && value.items.some((item) => holds(item, part)));
}

/** The methods that change a list or an array, and the functions that change their first argument. */
const CHANGES = /^(?:append|clear|extend|fill|insert|itemset|partition|pop|put|remove|resize|reverse|sort)$/;
const CHANGES_FIRST = /(?:^|\.)(?:copyto|fill_diagonal|place|put|putmask|shuffle)$/;

/** Removes the lists and arrays that a call changes: `a.sort()`, `np.copyto(a, b)` and `np.add(a, b, out=a)`. */
function forgetChanged(call: Node, constants: Map<string, Constant>): void {
  const called = call.childForFieldName('function');
  const given = argumentsOf(call);
  const out = given.find((one) => one.childForFieldName('name')?.text === 'out')?.childForFieldName('value');
  if (out) forgetValue(baseOf(out), constants);
  const method = called?.childForFieldName('attribute')?.text ?? '';
  if (called && CHANGES.test(method)) forgetValue(baseOf(called), constants);
  if (given[0] && CHANGES_FIRST.test(called?.text ?? '')) forgetValue(baseOf(given[0]), constants);
}

/** Returns the names that functions of the program change outside of themselves: they are no constants. */
function changedInFunctions(roots: readonly Node[]): Set<string> {
  const changed = new Set<string>();
  for (const own of roots.flatMap((root) => root.descendantsOfType('function_definition'))) {
    if (!own) continue;
    const bindings = bindingsIn(own);
    const assigned = new Set(bindings.map(({ target }) => target.text));
    const globals = own
      .descendantsOfType('global_statement')
      .flatMap((one) => (one?.namedChildren ?? []).map((name) => name?.text ?? ''));
    for (const name of globals) if (assigned.has(name)) changed.add(name);
    const parameters =
      own
        .childForFieldName('parameters')
        ?.descendantsOfType('identifier')
        .map((one) => one?.text) ?? [];
    for (const { target } of bindings) {
      const base = baseOf(target);
      if (target.type === 'identifier' || assigned.has(base) || parameters.includes(base)) continue;
      changed.add(target.type === 'subscript' ? base : target.text);
    }
  }
  return changed;
}

/** Returns the function that a statement defines; null if it defines none. */
function functionOf(node: Node, unit: number, scope: Scope): PythonFunction | null {
  const definition = node.type === 'decorated_definition' ? node.childForFieldName('definition') : node;
  if (definition?.type !== 'function_definition') return null;
  return { name: definition.childForFieldName('name')?.text ?? '', node: definition, unit, ...roleOf(node, scope) };
}

/** Remembers the constants of a class as `Class.name`. */
function readClass(node: Node, scope: Reading, isCertain: boolean): void {
  const [name, body] = [node.childForFieldName('name')?.text ?? '', node.childForFieldName('body')];
  scope.constants.delete(name);
  if (!body) return;
  const inside = { ...scope, functions: new Map(scope.functions), constants: new Map(scope.constants) };
  readBlock(body, inside, isCertain);
  for (const attribute of assignedIn(body)) {
    const value = inside.constants.get(attribute);
    if (value) scope.constants.set(`${name}.${attribute}`, value);
  }
}

/** Returns the named children that are no comments. */
export function childrenOf(node: Node): Node[] {
  return node.namedChildren.filter((one): one is Node => one !== null && one.type !== 'comment');
}

function argumentsOf(call: Node): Node[] {
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
function operated(left: Constant, right: Constant, operator: string | undefined): Constant | null {
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

/** The names that `from math import *` gives. */
const NAMES_OF_MATH = (
  'acos acosh asin asinh atan atan2 atanh ceil comb copysign cos cosh degrees dist e erf erfc exp expm1 fabs factorial ' +
  'floor fmod frexp fsum gamma gcd hypot inf isclose isfinite isinf isnan isqrt lcm ldexp lgamma log log10 log1p log2 ' +
  'modf nan nextafter perm pi pow prod radians remainder sin sinh sqrt tan tanh tau trunc ulp'
).split(' ');

function importModules(node: Node, imports: Map<string, string>): void {
  for (const child of node.namedChildren) {
    if (child?.type === 'dotted_name') {
      const [first = ''] = child.text.split('.');
      imports.set(first, first);
    }
    if (child?.type === 'aliased_import') {
      imports.set(child.childForFieldName('alias')?.text ?? '', child.childForFieldName('name')?.text ?? '');
    }
  }
}

function importNames(node: Node, imports: Map<string, string>): void {
  const module = node.childForFieldName('module_name')?.text ?? '';
  for (const child of node.childrenForFieldName('name')) {
    if (child === null) continue;
    const name = child.childForFieldName('name')?.text ?? child.text;
    imports.set(child.childForFieldName('alias')?.text ?? name, `${module}.${name}`);
  }
  const isAll = module === 'math' && node.namedChildren.some((child) => child?.type === 'wildcard_import');
  if (isAll) for (const name of NAMES_OF_MATH) imports.set(name, `math.${name}`);
}

/** Remembers constants, and removes those that the statement changes. Of several assignments the last one counts. */
function assignConstant(node: Node, scope: Reading, isCertain: boolean): void {
  const found = isCertain ? assignedConstants(node.namedChild(0), scope) : [];
  forget(node, scope);
  if (isCertain) for (const name of assignedIn(node)) scope.imports.delete(name);
  for (const [name, value] of found) scope.constants.set(name, value);
}

/** Returns the names that an assignment makes constants. */
function assignedConstants(node: Node | null, scope: Scope): [string, Constant][] {
  const [left, right] = [node?.childForFieldName('left'), node?.childForFieldName('right')];
  if (!node || !left || !right) return [];
  if (node.type === 'augmented_assignment') {
    const [before, by] = [constantOf(left, scope), constantOf(right, scope)];
    const value = before && by ? operated(before, by, node.childForFieldName('operator')?.text.slice(0, -1)) : null;
    return value && left.type === 'identifier' ? [[left.text, value]] : [];
  }
  if (node.type !== 'assignment') return [];
  // `a = b = 1`
  const inner = right.type === 'assignment' ? assignedConstants(right, scope) : [];
  const value = constantOf(lastOf(right), scope);
  return value ? [...inner, ...namesFor(left, value)] : inner;
}

function namesFor(left: Node, value: Constant): [string, Constant][] {
  if (/^(?:identifier|attribute)$/.test(left.type)) return [[left.text, value]];
  const targets = childrenOf(left);
  if (!/^(?:pattern_list|tuple_pattern|list_pattern)$/.test(left.type) || value.kind !== 'tuple') return [];
  if (targets.length !== value.items.length) return [];
  return targets.flatMap((target, at) => namesFor(target, value.items[at] ?? value));
}

function roleOf(node: Node, scope: Scope): Pick<PythonFunction, 'role' | 'problem'> {
  if (node.type !== 'decorated_definition') return { role: 'host' };
  for (const decorator of node.namedChildren) {
    const what = decorator?.type === 'decorator' ? decorator.namedChild(0) : null;
    const named = what?.type === 'call' ? what.childForFieldName('function') : what;
    if (!named || !what) continue;
    const role = roleOfJit(what, scope);
    if (role !== null) return { role };
    const message = `the decorator \`${named.text}\` is not known here: \`@cuda.jit\` makes a kernel`;
    return { role: 'host', problem: { node: named, message } };
  }
  return { role: 'host' };
}

/** @throws NumbaProblem for a function of which the grader does not know what runs, e.g. for its decorator */
export function assertKnown({ problem, unit }: PythonFunction): void {
  if (problem) throw Object.assign(new NumbaProblem(problem.node, problem.message), { unit });
}

/** Returns what `cuda.jit`, or `cuda.jit(…)`, makes of a function; null for another expression. */
function roleOfJit(what: Node, scope: Scope): 'kernel' | 'device' | null {
  const named = what.type === 'call' ? what.childForFieldName('function') : what;
  const name = named ? dotted(named, scope) : null;
  // Kernels can call functions that Numba compiles for the CPU.
  if (name === 'numba.njit' || name === 'numba.jit') return 'device';
  if (name !== 'numba.cuda.jit' && name !== 'numba.cuda.cuda.jit') return null;
  const args = what.type === 'call' ? (what.childForFieldName('arguments')?.namedChildren ?? []) : [];
  const isDevice = args.some(
    (one) =>
      one?.type === 'keyword_argument' &&
      one.childForFieldName('name')?.text === 'device' &&
      one.childForFieldName('value')?.type === 'true',
  );
  return isDevice ? 'device' : 'kernel';
}

/** Returns the function of `name = cuda.jit(f)`, `name = cuda.jit(…)(f)`, `name = make_kernel(…)` and `name = f`; null for another statement. */
function assignedFunction(node: Node, scope: Scope): PythonFunction | null {
  const assignment = node.namedChild(0);
  if (assignment?.type !== 'assignment') return null;
  const [left, right] = [assignment.childForFieldName('left'), assignment.childForFieldName('right')];
  if (left?.type !== 'identifier' || (right?.type !== 'call' && right?.type !== 'identifier')) return null;
  const made = functionValue(right, scope);
  return made && { ...made, name: left.text, madeBy: assignment.id };
}

/** Returns the function of the program that an expression is; null for another value. */
function functionValue(node: Node, scope: Scope): PythonFunction | null {
  if (node.type === 'identifier') return scope.functions.get(node.text) ?? null;
  const called = node.type === 'call' ? node.childForFieldName('function') : null;
  if (!called) return null;
  const given = argumentsOf(node);
  const role = roleOfJit(called.type === 'call' ? called : node, scope);
  if (role === null) {
    const factory = called.type === 'identifier' ? scope.functions.get(called.text) : undefined;
    return factory?.role === 'host' ? madeBy(factory, given, scope) : null;
  }
  const [argument] = given;
  if (argument?.type === 'lambda')
    return { name: 'lambda', node: argument, unit: scope.unit ?? 0, role, closure: scope };
  const own = argument ? functionValue(argument, scope) : null;
  return own && { ...own, role };
}

/** Returns the function that a function returns for arguments that are constants or functions; null for another value. */
function madeBy(factory: PythonFunction, given: readonly Node[], scope: Scope): PythonFunction | null {
  const last = factory.node.childForFieldName('body')?.namedChildren.at(-1);
  const returned = last?.type === 'return_statement' ? last.namedChild(0) : null;
  const { open, left } = scope.followed;
  // A function that calls itself, on every path or not, makes no kernel that is known.
  if (!returned || open.has(factory.node) || left <= 0) return null;
  scope.followed.left -= 1;
  open.add(factory.node);
  try {
    return returnedBy(factory, returned, given, scope);
  } finally {
    open.delete(factory.node);
  }
}

function returnedBy(
  factory: PythonFunction,
  returned: Node,
  given: readonly Node[],
  scope: Scope,
): PythonFunction | null {
  const around = factory.closure ?? scope;
  const [constants, functions] = [new Map(around.constants), new Map(around.functions)];
  const isNamed = (one: Node): boolean => one.type === 'keyword_argument';
  const positional = given.filter((one) => !isNamed(one));
  const unknown: string[] = [];
  for (const [at, { name, fallback }] of parametersOf(factory.node).entries()) {
    const named = given.find((one) => isNamed(one) && one.childForFieldName('name')?.text === name);
    const argument = named?.childForFieldName('value') ?? positional[at] ?? fallback;
    const constant = argument ? constantOf(argument, scope) : null;
    const own = argument ? functionValue(argument, scope) : null;
    if (constant) constants.set(name, constant);
    else if (own) functions.set(name, own);
    else unknown.push(name);
  }
  return functionValue(
    returned,
    scopeInside(factory, unknown, { ...around, constants, functions, unit: factory.unit }),
  );
}

/** True if a program has kernels in Numba, also in a function. */
export function hasKernels(scope: Scope): boolean {
  const isKernel = ({ role }: PythonFunction): boolean => role === 'kernel';
  return [...scope.functions.values()].some(
    (own) => isKernel(own) || [...scopeInside(own, [], scope).functions.values()].some(isKernel),
  );
}

/** Returns the first place that makes a kernel, whatever is around it; null if there is none. */
export function kernelIn(root: Node, scope: Scope): Node | null {
  const found = root.descendantsOfType(['decorator', 'call']).find((node) => {
    const what = node?.type === 'decorator' ? node.namedChild(0) : node;
    return (
      what &&
      (roleOfJit(what, scope) === 'kernel' || /^(?:numba\.)?cuda\.jit\b(?![\s\S]*\bdevice\s*=\s*True)/.test(what.text))
    );
  });
  return found ?? null;
}

/** Returns the first place that gives a name a meaning, whatever is around it; null if there is none. */
export function bindingOf(name: string, root: Node): Node | null {
  const defined = root
    .descendantsOfType('function_definition')
    .flatMap((node) => node?.childForFieldName('name') ?? [])
    .find(({ text }) => text === name);
  const imported = root
    .descendantsOfType(['import_statement', 'import_from_statement'])
    .find((node) => [...importedBy(node)].some(([own]) => own === name));
  return defined ?? bindingsIn(root).find(({ target }) => target.text === name)?.target ?? imported ?? null;
}

function importedBy(node: Node | null): Map<string, string> {
  const imports = new Map<string, string>();
  if (node?.type === 'import_statement') importModules(node, imports);
  if (node?.type === 'import_from_statement') importNames(node, imports);
  return imports;
}

/** A name that the function assigns is no constant of the program in it. One that it gives one constant is a constant. */
export function scopeInside(own: PythonFunction, parameters: readonly string[], scope: Scope): Scope {
  const assigned = new Map<string, Node[]>(parameters.map((name) => [name, []]));
  for (const { target, value } of bindingsIn(own.node)) {
    if (target.type === 'identifier')
      assigned.set(target.text, [...(assigned.get(target.text) ?? []), value ?? target]);
  }
  const isParameter = new Set(parameters);
  const isOutside = ([name]: readonly [string, unknown]): boolean => !assigned.has(name);
  const outside = new Map([...scope.constants].filter(isOutside));
  const imports = new Map([...scope.imports].filter(isOutside));
  // Numba has no imports in kernels.
  if (own.role === 'host') {
    for (const node of own.node.descendantsOfType(['import_statement', 'import_from_statement']))
      for (const [name, full] of importedBy(node)) imports.set(name, full);
  }
  const inside = { ...scope, constants: outside, imports };
  const own_ = [...assigned].flatMap(([name, [value, ...more]]) => {
    const constant = value && more.length === 0 && !isParameter.has(name) ? constantOf(value, inside) : null;
    return constant?.kind === 'number' || constant?.kind === 'type' ? [[name, constant] as const] : [];
  });
  const functions = new Map(scope.functions);
  // A name that the function assigns is no function of the program in it, but for those that the next statements make.
  for (const name of assigned.keys()) functions.delete(name);
  const body: Scope = { ...inside, constants: new Map([...outside, ...own_]), functions, unit: own.unit };
  for (const node of own.node.childForFieldName('body')?.namedChildren ?? []) {
    const made = node?.type === 'expression_statement' ? assignedFunction(node, body) : null;
    if (made) functions.set(made.name, made);
    const inner = node ? functionOf(node, own.unit, scope) : null;
    if (inner) {
      imports.delete(inner.name);
      functions.set(inner.name, { ...inner, closure: body });
    }
  }
  return body;
}

/** A parameter of a function of the program. */
export interface Parameter {
  readonly name: string;
  /** The value if a call gives none; null: it must. */
  readonly fallback: Node | null;
}

/** @throws NumbaProblem for stars */
export function parametersOf(node: Node): Parameter[] {
  const parameters = node.childForFieldName('parameters')?.namedChildren ?? [];
  return parameters.flatMap((one): Parameter[] => {
    if (one === null || one.type === 'comment' || one.type === 'keyword_separator') return [];
    const name = one.type === 'identifier' ? one : (one.childForFieldName('name') ?? one.namedChild(0));
    const isNamed = /^(?:identifier|typed_parameter|default_parameter|typed_default_parameter)$/.test(one.type);
    if (!isNamed || name?.type !== 'identifier') {
      throw new NumbaProblem(one, 'parameters have names here, and no stars');
    }
    return [{ name: name.text, fallback: one.childForFieldName('value') }];
  });
}
