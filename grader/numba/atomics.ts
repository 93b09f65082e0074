import type { Node } from 'web-tree-sitter';
import type { Translation } from './call.ts';
import { elementAt, type Surroundings } from './operators.ts';
import { NumbaProblem } from './problem.ts';
import { type NumberName, wordType } from './types.ts';
import { converted, numeric, whole } from './value.ts';

const ATOMICS = new Map([
  ['add', 'atomicAdd'],
  ['sub', 'numba::atomic_sub'],
  ['max', 'numba::atomic_max'],
  ['min', 'numba::atomic_min'],
  ['nanmax', 'numba::atomic_max'],
  ['nanmin', 'numba::atomic_min'],
  ['and_', 'atomicAnd'],
  ['or_', 'atomicOr'],
  ['xor', 'atomicXor'],
  ['inc', 'atomicInc'],
  ['dec', 'atomicDec'],
  ['exch', 'atomicExch'],
]);

/** `cuda.atomic.add(array, index, value)` returns the old value. */
export function atomic(full: string): Translation | null {
  const name = full.startsWith('atomic.') ? full.slice('atomic.'.length) : '';
  const device = ATOMICS.get(name);
  if (device !== undefined) {
    return (call, around) => {
      if (call.nodes.length !== 3)
        throw new NumbaProblem(call.node, `\`${call.text}\` takes an array, an index and a value`);
      const [array, index, value] = call.nodes as [Node, Node, Node];
      const place = placeIn(array, index, around);
      return numeric(place.name, atomicCall(device, place, [converted(around.expression(value), place.name)]));
    };
  }
  if (name === 'cas' || name === 'compare_and_swap') {
    return (call, around) => {
      const [array, ...rest] = call.nodes;
      if (!array || rest.length !== (name === 'cas' ? 3 : 2))
        throw new NumbaProblem(
          call.node,
          `\`${call.text}\` takes ${name === 'cas' ? 'an array, an index,' : 'an array,'} an old and a new value`,
        );
      const place = placeIn(array, name === 'cas' ? (rest.shift() ?? null) : null, around);
      return numeric(
        place.name,
        atomicCall(
          'atomicCAS',
          place,
          rest.map((one) => converted(around.expression(one), place.name)),
        ),
      );
    };
  }
  return null;
}

interface ElementPlace {
  readonly name: NumberName;
  readonly code: string;
}

/** CUDA's functions know `unsigned long long`; sums of signed integers have the same bits. */
function atomicCall(device: string, { name, code }: ElementPlace, values: readonly string[]): string {
  if (name !== 'int64' || !/^atomic(?:Add|And|Or|Xor|Exch|CAS)$/.test(device))
    return `${device}(&${code}, ${values.join(', ')})`;
  const unsigned = values.map((value) => `(unsigned long long)${value}`);
  return `(long long)${device}((unsigned long long*)&${code}, ${unsigned.join(', ')})`;
}

function placeIn(array: Node, index: Node | null, around: Surroundings): ElementPlace {
  const value = around.expression(array);
  if (value.type.kind !== 'array')
    throw new NumbaProblem(array, `\`${array.text}\` is ${wordType(value.type)}: expected an array`);
  const given = index ? around.expression(index) : numeric('int64', '0');
  const items = given.items ?? [given];
  if (items.length !== value.type.rank) {
    throw new NumbaProblem(
      index ?? array,
      `\`${array.text}\` has ${value.type.rank} dimensions, and gets ${items.length} indexes`,
    );
  }
  return {
    name: value.type.element,
    code: elementAt(
      value.code,
      items.map((item) => whole(item, index ?? array, 'the index')),
    ),
  };
}
