import type { Node } from 'web-tree-sitter';
import { NumbaProblem } from './problem.ts';
import { cNumber, cType, isFloat, type NumbaType, type NumberName, number, wordType } from './types.ts';

/** An expression of Python as C++. */
export interface Value {
  readonly type: NumbaType;
  /** C++ that needs no parentheses; of a tuple, nothing. */
  readonly code: string;
  /** The items of a tuple. */
  readonly items?: readonly Value[];
  /** True if it is a number written in the source. */
  readonly isLiteral?: boolean;
}

export function numeric(name: NumberName, code: string): Value {
  return { type: number(name), code };
}

export function tupleOf(items: readonly Value[]): Value {
  return { type: { kind: 'tuple', items: items.map(({ type }) => type) }, code: '', items };
}

/** Returns the type of a number. */
export function nameOf(value: Value, node: Node, what = 'this'): NumberName {
  if (value.type.kind !== 'number')
    throw new NumbaProblem(node, `${what} is ${wordType(value.type)}: expected a number`);
  return value.type.name;
}

/** Converts a number. */
export function converted(value: Value, name: NumberName): string {
  if (value.type.kind === 'number' && value.type.name === name) return value.code;
  return `(${cNumber(name)})${value.code}`;
}

/** Converts a value to the type of a variable. */
export function convertedTo(value: Value, type: NumbaType): string {
  return type.kind === 'number' ? converted(value, type.name) : value.code;
}

/** Returns what a condition asks. */
export function truth(value: Value, node: Node): string {
  const name = nameOf(value, node, 'the condition');
  return name === 'bool' ? value.code : `(${value.code} != 0)`;
}

/** Returns an index or an extent. */
export function whole(value: Value, node: Node, what: string): string {
  const name = nameOf(value, node, what);
  if (isFloat(name)) {
    throw new NumbaProblem(
      node,
      `${what} is ${name}: expected an integer. \`//\` divides integers; \`int(…)\` rounds to zero`,
    );
  }
  return value.code;
}

/** Returns the declaration of a variable. */
export function declaration(name: string, type: NumbaType): string {
  if (type.kind === 'tuple') return type.items.map((item, at) => declaration(`${name}_${at}`, item)).join(' ');
  return type.kind === 'number' ? `${cType(type)} ${name} = 0;` : `${cType(type)} ${name}{};`;
}

/** Returns a variable as a value. */
export function variable(name: string, type: NumbaType): Value {
  if (type.kind !== 'tuple') return { type, code: name };
  return tupleOf(type.items.map((item, at) => variable(`${name}_${at}`, item)));
}

/** Returns the items of a tuple in C++. */
export function itemsOf(code: string, type: NumbaType): Value {
  if (type.kind !== 'tuple') return { type, code };
  return tupleOf(type.items.map((item, at) => itemsOf(`${code}${'.tail'.repeat(at)}.head`, item)));
}

/** Returns a value in one expression, as a function returns it. */
export function packed(value: Value, type: NumbaType): string {
  if (type.kind !== 'tuple') return convertedTo(value, type);
  const items = type.items.map((item, at) => packed(value.items?.[at] ?? value, item));
  return `${cType(type)}${items.reduceRight((rest, item) => (rest === '' ? `{${item}}` : `{${item}, ${rest}}`), '')}`;
}

/** Returns what writes a constant of a type in C++. */
export function cConstant(type: NumberName): (value: number) => string {
  return (value) => {
    if (!isFloat(type)) return `${value}${type === 'uint64' ? 'ull' : 'll'}`;
    if (Number.isNaN(value)) return 'NAN';
    if (!Number.isFinite(value)) return value > 0 ? 'INFINITY' : '-INFINITY';
    const text = String(value);
    return `${/[.e]/.test(text) ? text : `${text}.0`}${type === 'float32' ? 'f' : ''}`;
  };
}
