import type { Node } from 'web-tree-sitter';
import type { Surroundings } from './operators.ts';
import { NumbaProblem } from './problem.ts';
import type { Value } from './value.ts';

/** A call, before its arguments are translated. */
export interface Call {
  readonly node: Node;
  /** The text before the parentheses. */
  readonly text: string;
  readonly nodes: readonly Node[];
  readonly keywords: ReadonlyMap<string, Node>;
}
/** Translates a call of one function. */
export type Translation = (call: Call, around: Surroundings) => Value;

/** Returns the arguments; any other number of them is a problem. */
export function args(call: Call, around: Surroundings, count: number): Value[] {
  if (call.nodes.length !== count || call.keywords.size > 0) {
    throw new NumbaProblem(call.node, `\`${call.text}\` takes ${count} ${count === 1 ? 'argument' : 'arguments'} here`);
  }
  return call.nodes.map((one) => around.expression(one));
}

/** Returns the only argument. */
export function only(call: Call, around: Surroundings): Value {
  const [value] = args(call, around, 1);
  if (!value) throw new NumbaProblem(call.node, `\`${call.text}\` takes an argument`);
  return value;
}

/** @throws NumbaProblem if the call stands in host code */
export function inDevice(node: Node, { role }: Surroundings): void {
  if (role === 'host') throw new NumbaProblem(node, `\`${node.text}\` has a value in kernels alone`);
}
