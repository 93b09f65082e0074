import type { Node } from 'web-tree-sitter';
import { childrenOf, constantOf, dotted } from './constants.ts';
import { NumbaProblem } from './problem.ts';
import type { ConstantArray, Scope } from './scope.ts';
import {
  arithmeticType,
  cNumber,
  isFloat,
  isUnsigned,
  type NumbaType,
  type NumberName,
  number,
  unified,
  wordType,
} from './types.ts';
import { converted, nameOf, numeric, tupleOf, type Value } from './value.ts';

export { childrenOf } from './constants.ts';

/** The function around an expression. */
export interface Surroundings {
  readonly scope: Scope;
  readonly role: 'kernel' | 'device' | 'host';
  /** The types of the function's variables, as far as they are known. */
  readonly variables: ReadonlyMap<string, NumbaType>;
  /** Variables without a type, as what assigns them has a problem. */
  readonly broken: ReadonlySet<string>;
  /** Returns the name of a variable in C++. */
  spell(name: string): string;
  /** Translates an expression. */
  expression(node: Node): Value;
  /** Makes a function of the program ready for arguments of these types. */
  readonly functions: {
    use(name: string, types: readonly NumbaType[], at: Node): { readonly name: string; readonly result: NumbaType };
  };
  /** Returns an array whose elements the program writes out, under the name that it has outside of functions. */
  constantArray(name: string, array: ConstantArray): Value;
  /**
   * Returns the items of a tuple that a function returns.
   * @param takesArrays - true if the function can change what the rest of the statement reads
   * @throws NumbaProblem if they must have names
   */
  unpacked(node: Node, type: NumbaType, code: string, takesArrays: boolean): Value;
  /** Declares a variable that outlives the statement, e.g. a shared array. */
  declare(code: string): void;
  /** Returns a name for memory of the kernel's own. */
  memory(space: string): string;
  /** Returns a name that nothing else has. */
  fresh(name: string): string;
  /** Returns an array, generators or a stream that host code makes; null if the call makes none. */
  made(node: Node): Value | null;
  /** Assigns a number to a variable inside of an expression. */
  assigned(node: Node, value: Value): Value;
}

/** Returns a child that the grammar promises. */
export function field(node: Node, name: string): Node {
  const found = node.childForFieldName(name);
  if (!found) throw new NumbaProblem(node, 'this is not valid Python');
  return found;
}

export function child(node: Node, at: number): Node {
  const found = childrenOf(node)[at];
  if (!found) throw new NumbaProblem(node, 'this is not valid Python');
  return found;
}

/** Returns the type that a `dtype` names, as `np.float32` and `x.dtype` do; null for another expression. */
export function dtypeOf(node: Node, around: Surroundings): NumberName | null {
  const constant = constantOf(node, around.scope);
  if (constant?.kind === 'type') return constant.name;
  if (node.type !== 'attribute' || field(node, 'attribute').text !== 'dtype') return null;
  const { type } = around.expression(field(node, 'object'));
  return type.kind === 'array' ? type.element : null;
}

/** Returns the type that both values convert to. */
export function common(values: readonly Value[], node: Node): NumberName {
  const names = values.map((value) => nameOf(value, node));
  const type = names.map(number).reduce((left: NumbaType, right: NumbaType): NumbaType => {
    const both = unified(left, right);
    if (!both) throw new NumbaProblem(node, `there is no type for ${wordType(left)} and ${wordType(right)}`);
    return both;
  });
  return type.kind === 'number' ? type.name : 'float64';
}

/** Translates an operator between two numbers. */
export function binary(operator: string, left: Value, right: Value, node: Node): Value {
  if (left.items && right.items && operator === '+') return tupleOf([...left.items, ...right.items]);
  if (operator === '@')
    throw new NumbaProblem(node, '`@` works on the host alone: write the loop over the inner dimension');
  const [a, b] = [nameOf(left, node, 'the left side'), nameOf(right, node, 'the right side')];
  const type = arithmeticType(a, b);
  const both = (name: NumberName): [string, string] => [converted(left, name), converted(right, name)];
  switch (operator) {
    case '+':
    case '-':
    case '*': {
      const [x, y] = both(type);
      return numeric(type, `(${x} ${operator} ${y})`);
    }
    case '/': {
      const name = isFloat(type) ? type : 'float64';
      const [x, y] = both(name);
      return numeric(name, `(${x} / ${y})`);
    }
    case '//': {
      const [x, y] = both(type);
      return numeric(type, `numba::floor_divide<${cNumber(type)}>(${x}, ${y})`);
    }
    case '%': {
      const [x, y] = both(type);
      return numeric(type, `numba::modulo<${cNumber(type)}>(${x}, ${y})`);
    }
    case '**': {
      if (!isFloat(b)) {
        const name = isFloat(a) ? a : type;
        return numeric(name, `numba::power<${cNumber(name)}>(${converted(left, name)}, ${converted(right, 'int64')})`);
      }
      const [x, y] = both(type);
      return numeric(type, `::${type === 'float32' ? 'powf' : 'pow'}(${x}, ${y})`);
    }
    case '&':
    case '|':
    case '^': {
      if (a === 'bool' && b === 'bool') return numeric('bool', `(bool)(${left.code} ${operator} ${right.code})`);
      for (const name of [a, b]) noFloats(operator, name, node);
      const [x, y] = both(type);
      return numeric(type, `(${x} ${operator} ${y})`);
    }
    case '<<':
    case '>>': {
      for (const name of [a, b]) noFloats(operator, name, node);
      const name = isUnsigned(a) ? 'uint64' : 'int64';
      return numeric(name, `(${converted(left, name)} ${operator} ${right.code})`);
    }
    default:
      break;
  }
  throw new NumbaProblem(node, `the operator \`${operator}\` is outside of the subset`);
}

export function noFloats(operator: string, type: NumberName, node: Node): void {
  if (isFloat(type)) throw new NumbaProblem(node, `\`${operator}\` takes integers, and a side is ${type}`);
}

/**
 * Refuses an expression that C++ would evaluate twice if that is not the same as once.
 * @param node - the expression
 */
export function assertRepeatable(node: Node, around: Surroundings): void {
  for (const call of node.descendantsOfType('call')) {
    if (call && hasEffects(call, around))
      throw new NumbaProblem(call, 'give the result of this call a name first, and use the name here');
  }
}

/** True if a call can change something, or give another result the next time. */
export function hasEffects(call: Node, { scope }: Surroundings): boolean {
  const target = call.childForFieldName('function');
  const full = target ? (dotted(target, scope) ?? '') : '';
  return scope.functions.has(target?.text ?? '') || /^numba\.cuda\.(?:atomic|random|shfl|syncthreads)/.test(full);
}

/** Returns an element as C++: the access itself stands in the line of the program, and in no function of the header. */
export function elementAt(array: string, indexes: readonly string[]): string {
  return `(*${array}.at(${indexes.join(', ')}))`;
}
