import type { Node } from 'web-tree-sitter';
import { attributeOf, callOf } from './calls.ts';
import { constantOf } from './constants.ts';
import { insteadOf, insteadOfSyntax } from './instead.ts';
import {
  assertRepeatable,
  binary,
  child,
  childrenOf,
  common,
  elementAt,
  field,
  noFloats,
  type Surroundings,
} from './operators.ts';
import { Consequence, NumbaProblem } from './problem.ts';
import type { Constant, ConstantArray } from './scope.ts';
import { itemAt } from './series.ts';
import { arithmeticType, cNumber, comparedType, isFloat, isUnsigned, number, wordType } from './types.ts';
import { converted, nameOf, numeric, truth, tupleOf, type Value, variable, whole } from './value.ts';

/** A tuple that has another one twice doubles with each line. */
const MOST_ITEMS = 1000;
const TOO_MANY = `a tuple has at most ${MOST_ITEMS} items here: use an array`;

/** Translates an expression. */
export function expressionOf(node: Node, around: Surroundings): Value {
  const value = anyOf(node, around);
  if (sizeOf(value) > MOST_ITEMS) {
    throw new NumbaProblem(node, TOO_MANY);
  }
  return value;
}

/** Numbers in tuples, by the tuple: its parts were counted before. */
const SIZES = new WeakMap<readonly Value[], number>();

function sizeOf({ items }: Value): number {
  if (!items) return 1;
  const known = SIZES.get(items);
  if (known !== undefined) return known;
  const size = items.reduce((sum, item) => sum + sizeOf(item), 0);
  SIZES.set(items, size);
  return size;
}

function anyOf(node: Node, around: Surroundings): Value {
  const constant =
    node.type === 'identifier' && around.variables.has(node.text) ? null : constantOf(node, around.scope);
  if (constant?.kind === 'array') {
    assertExact(constant, node);
    if (node.type === 'identifier') return around.constantArray(node.text, constant);
  } else if (constant !== null && constant.kind !== 'type') return literal(constant, node);
  switch (node.type) {
    case 'identifier':
      return named(node, around);
    case 'parenthesized_expression':
      return expressionOf(child(node, 0), around);
    case 'tuple':
    case 'expression_list':
    case 'list':
      return tupleOf(childrenOf(node).map((item) => expressionOf(item, around)));
    case 'binary_operator':
      return binary(
        field(node, 'operator').text,
        expressionOf(field(node, 'left'), around),
        expressionOf(field(node, 'right'), around),
        node,
      );
    case 'unary_operator':
      return unary(node, around);
    case 'not_operator': {
      const argument = field(node, 'argument');
      return numeric('bool', `(!${truth(expressionOf(argument, around), argument)})`);
    }
    case 'boolean_operator':
      return logical(node, around);
    case 'comparison_operator':
      return comparison(node, around);
    case 'conditional_expression': {
      const [yes, condition, no] = childrenOf(node);
      if (!yes || !condition || !no) break;
      const values = [expressionOf(yes, around), expressionOf(no, around)] as const;
      const name = common(values, node);
      const asked = truth(expressionOf(condition, around), condition);
      return numeric(name, `(${asked} ? ${converted(values[0], name)} : ${converted(values[1], name)})`);
    }
    case 'integer':
    case 'float':
      throw new NumbaProblem(node, `complex numbers are outside of the subset: ${insteadOf('complex')}`);
    case 'named_expression':
      return around.assigned(field(node, 'name'), expressionOf(field(node, 'value'), around));
    case 'none':
      return { type: { kind: 'none' }, code: '' };
    case 'subscript':
      return element(node, around);
    case 'attribute':
      return attributeOf(node, around);
    case 'call':
      return callOf(node, around);
    default:
      break;
  }
  const what = node.type.replaceAll('_', ' ');
  throw new NumbaProblem(
    node,
    `a ${what} is outside of the subset of Numba that the grader translates: ${insteadOfSyntax(what)}`,
  );
}

function literal(constant: Exclude<Constant, { kind: 'type' | 'array' }>, node: Node): Value {
  switch (constant.kind) {
    case 'bool':
      return numeric('bool', String(constant.value));
    case 'tuple':
      if (constant.size > MOST_ITEMS) throw new NumbaProblem(node, TOO_MANY);
      return tupleOf(
        constant.items.map((item) => {
          if (item.kind === 'type' || item.kind === 'array')
            throw new NumbaProblem(node, 'only numbers are items of a tuple here');
          return literal(item, node);
        }),
      );
    case 'number': {
      const { value, isFloat: float, type } = constant;
      if (type !== undefined)
        return numeric(type, `(${cNumber(type)})${float ? cFloat(value) : cInteger(value, node)}`);
      return {
        type: number(float ? 'float64' : 'int64'),
        code: float ? cFloat(value) : cInteger(value, node),
        isLiteral: true,
      };
    }
  }
}

function cFloat(value: number): string {
  if (Number.isNaN(value)) return 'numba::nan()';
  if (!Number.isFinite(value)) return value > 0 ? 'numba::infinity()' : '(-numba::infinity())';
  const text = String(value);
  const whole = /[.e]/.test(text) ? text : `${text}.0`;
  return value < 0 || Object.is(value, -0) ? `(${whole})` : whole;
}

/** @throws NumbaProblem for integers that would be rounded */
export function assertExact({ element: type, items }: ConstantArray, node: Node): void {
  if (!isFloat(type)) for (const item of items) cInteger(Number(item), node);
}

function cInteger(value: number, node: Node): string {
  if (!Number.isSafeInteger(value))
    throw new NumbaProblem(
      node,
      'integers of more than 53 bits are outside of the subset: compute them from smaller ones, with `<<` and `|` in the kernel',
    );
  return value < 0 ? `(${value}ll)` : `${value}ll`;
}

function named(node: Node, around: Surroundings): Value {
  const type = around.variables.get(node.text);
  if (type) return variable(around.spell(node.text), type);
  if (around.broken.has(node.text)) throw new Consequence(node, 'what assigns it has a problem');
  if (node.text === 'None') return { type: { kind: 'none' }, code: '' };
  throw new NumbaProblem(node, unknown(node.text, around));
}

function unknown(name: string, { scope, role }: Surroundings): string {
  if (scope.functions.has(name))
    return `\`${name}\` is a function: call it, or launch it as \`${name}[blocks, threads](…)\``;
  if (scope.imports.has(name))
    return `\`${name}\` is a module or a function, and no value: call a function as \`${name}(…)\``;
  if (scope.assigned.has(name))
    return `\`${name}\` is not a constant here: the program computes or changes it. Give it its value in one assignment, outside of functions`;
  const where = role === 'host' ? 'in this function' : 'in this kernel';
  return `\`${name}\` has no value here: nothing assigns it ${where}, and no constant of the program has that name`;
}

function unary(node: Node, around: Surroundings): Value {
  const argument = field(node, 'argument');
  const value = expressionOf(argument, around);
  const name = nameOf(value, argument);
  const wide = arithmeticType(name, name);
  // Numba computes with as many bits as an unsigned number has, and makes it longer then.
  const [before, from] = isUnsigned(name) ? [`(${cNumber(wide)})(${cNumber(name)})`, name] : ['', wide];
  switch (node.child(0)?.text) {
    case '-':
      return numeric(wide, `(${before}(-${converted(value, from)}))`);
    case '+':
      return numeric(wide, converted(value, wide));
    case '~':
      noFloats('~', name, node);
      if (name === 'bool') throw new NumbaProblem(node, '`~` takes integers, and this is a bool: write `not`');
      return numeric(wide, `(${before}(~${converted(value, from)}))`);
    default:
      throw new NumbaProblem(node, 'this operator is outside of the subset: use `+`, `-`, `not` or `~`');
  }
}

/** `a and b` is one of its sides. */
function logical(node: Node, around: Surroundings): Value {
  const [left, right] = [field(node, 'left'), field(node, 'right')];
  const values = [expressionOf(left, around), expressionOf(right, around)] as const;
  const isAnd = field(node, 'operator').text === 'and';
  const name = common(values, node);
  if (name === 'bool') return numeric('bool', `(${values[0].code} ${isAnd ? '&&' : '||'} ${values[1].code})`);
  assertRepeatable(left, around);
  const [x, y] = values.map((value) => converted(value, name));
  const asked = truth(values[0], left);
  return numeric(name, isAnd ? `(${asked} ? ${y} : ${x})` : `(${asked} ? ${x} : ${y})`);
}

function comparison(node: Node, around: Surroundings): Value {
  const operands = childrenOf(node);
  const operators = node.childrenForFieldName('operators').map((one) => one?.text ?? '');
  const values = operands.map((one) => expressionOf(one, around));
  // `a < b < c` has `b` twice in C++.
  for (const one of operands.slice(1, -1)) assertRepeatable(one, around);
  const parts = operators.map((operator, at) => {
    const [left, right] = [values[at], values[at + 1]];
    const isNot = operator.endsWith('not') || operator.startsWith('not');
    if (left && right && /^is(?: not)?$/.test(operator) && right.type.kind === 'none')
      return String((left.type.kind === 'none') !== isNot);
    if (left && right?.items && /^(?:not )?in$/.test(operator)) {
      assertRepeatable(operands[at] ?? node, around);
      const found = right.items.map((item) => {
        const type = comparedType(nameOf(left, node), nameOf(item, node));
        return `${converted(left, type)} == ${converted(item, type)}`;
      });
      return `${isNot ? '!' : ''}(${found.length > 0 ? found.join(' || ') : 'false'})`;
    }
    if (!left || !right || !/^(?:<|>|<=|>=|==|!=)$/.test(operator)) {
      throw new NumbaProblem(
        node,
        `\`${operator}\` is outside of the subset: expected <, <=, >, >=, == or !=, and \`in\` before a tuple`,
      );
    }
    const [a, b] = [nameOf(left, node), nameOf(right, node)];
    const type = comparedType(a, b);
    return `${converted(left, type)} ${operator} ${converted(right, type)}`;
  });
  return numeric('bool', parts.length === 1 ? `(${parts[0]})` : `(${parts.map((part) => `(${part})`).join(' && ')})`);
}

/** Translates `x[i]`, `x[i, j]`, `x[i, :]` and `shape[0]`. */
export function element(node: Node, around: Surroundings): Value {
  const object = field(node, 'value');
  const value = expressionOf(object, around);
  const subscripts = node.childrenForFieldName('subscript').filter((one): one is Node => one !== null);
  if (value.items) {
    const [only] = subscripts;
    const at = only ? constantOf(only, around.scope) : null;
    if (only?.type === 'slice' && subscripts.length === 1) return tupleOf(sliced(value.items, only, around));
    if (only && subscripts.length === 1 && at === null) {
      return itemAt(value.items, around.expression(only), node);
    }
    if (at?.kind !== 'number' || at.isFloat) throw new NumbaProblem(node, 'the index of a tuple is one integer here');
    const found = value.items.at(at.value);
    if (!found)
      throw new NumbaProblem(node, `the tuple has ${value.items.length} items, and none has the index ${at.value}`);
    return found;
  }
  assertRepeatable(object, around);
  if (value.type.kind !== 'array')
    throw new NumbaProblem(object, `\`${object.text}\` is ${wordType(value.type)}, and has no elements`);
  const { element: name, rank } = value.type;
  const given = subscripts.flatMap((one) => indexesOf(one, around));
  // `...` stands for each dimension that gets no index.
  const missing = Math.max(0, rank - given.filter(({ kind }) => kind !== 'rest').length);
  const indexes = given.flatMap((one): Index[] =>
    one.kind === 'rest' ? Array.from({ length: missing }, () => ({ kind: 'slice', code: '' })) : [one],
  );
  if (indexes.length > rank) {
    throw new NumbaProblem(
      node,
      `\`${object.text}\` has ${rank} ${rank === 1 ? 'dimension' : 'dimensions'}, and gets ${indexes.length} indexes`,
    );
  }
  if (indexes.length === rank && indexes.every(({ kind }) => kind === 'number')) {
    if (around.role === 'host') {
      throw new NumbaProblem(node, `\`${object.text}\` is on the device: only a kernel reads and writes its elements`);
    }
    return numeric(
      name,
      elementAt(
        value.code,
        indexes.map(({ code }) => code),
      ),
    );
  }
  let code = value.code;
  let left = rank;
  // From the last dimension on, so that the numbers of the others stay.
  for (const [at, index] of [...indexes.entries()].reverse()) {
    if (index.kind === 'number') {
      code += `.pick<${at}>(${index.code})`;
      left -= 1;
    } else if (index.code !== '') code += `.cut<${at}>(${index.code})`;
  }
  return { type: { kind: 'array', element: name, rank: left }, code };
}

/** Returns the items of `shape[:2]`. */
function sliced(items: readonly Value[], node: Node, { scope }: Surroundings): Value[] {
  const [start, stop, step] = partsOfSlice(node).map((part) => {
    const value = part ? constantOf(part, scope) : null;
    if (part && (value?.kind !== 'number' || value.isFloat))
      throw new NumbaProblem(part, 'a bound of the slice of a tuple is a constant integer here');
    return value?.kind === 'number' ? value.value : undefined;
  });
  if (step === undefined || step === 1) return items.slice(start, stop);
  if (step === -1 && start === undefined && stop === undefined) return items.toReversed();
  throw new NumbaProblem(node, 'a slice of a tuple has the step 1, or is `[::-1]`, here');
}

interface Index {
  readonly kind: 'number' | 'slice' | 'rest';
  readonly code: string;
}

function indexesOf(node: Node, around: Surroundings): Index[] {
  if (node.type === 'slice') return [{ kind: 'slice', code: sliceOf(node, around) }];
  if (node.type === 'ellipsis') return [{ kind: 'rest', code: '' }];
  const value = expressionOf(node, around);
  const items = value.items ?? [value];
  return items.map((item) => ({ kind: 'number', code: whole(item, node, 'the index') }));
}

/** Returns the arguments of `cut`: start, stop and step; nothing for all. */
function sliceOf(node: Node, around: Surroundings): string {
  const parts = partsOfSlice(node);
  if (parts.every((part) => part === null)) return '';
  const [start, stop, step] = parts.map((part) =>
    part ? whole(expressionOf(part, around), part, 'a bound of the slice') : null,
  );
  return [start ?? (step ? 'numba::END' : '0'), stop ?? 'numba::END', ...(step ? [step] : [])].join(', ');
}

/** Returns start, stop and step; null for one that is not written. */
function partsOfSlice(node: Node): (Node | null)[] {
  const parts: (Node | null)[] = [null, null, null];
  let at = 0;
  for (const one of node.children) {
    if (one?.text === ':') at += 1;
    else if (one) parts[at] = one;
  }
  return parts;
}
