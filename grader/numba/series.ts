import type { Node } from 'web-tree-sitter';
import { childrenOf, elementAt, field, type Surroundings } from './operators.ts';
import { NumbaProblem } from './problem.ts';
import { cNumber, type NumbaType, sameType, wordType } from './types.ts';
import { converted, nameOf, numeric, tupleOf, type Value, whole } from './value.ts';

/** The values that a loop runs over. */
export interface Series {
  /** C++ before the loop. */
  readonly before: readonly string[];
  /** The number of values in C++. */
  readonly length: string;
  /** Returns the value with a number. */
  item(at: string): Value;
}

const EXPECTED =
  'a loop runs over `range(…)`, an array, a tuple of numbers of one type, or `enumerate` or `zip` of these';

/** Translates what stands after `in`. */
export function seriesOf(node: Node, around: Surroundings): Series {
  const called = node.type === 'call' ? field(node, 'function').text : '';
  const given = node.type === 'call' ? childrenOf(field(node, 'arguments')) : [];
  switch (around.scope.functions.has(called) ? '' : called) {
    case 'range':
      return range(given, node, around);
    case 'enumerate': {
      const [over, from] = given;
      if (!over || given.length > 2)
        throw new NumbaProblem(node, '`enumerate` takes what it counts, and the first number');
      const first = from?.type === 'keyword_argument' ? field(from, 'value') : from;
      const number = first ? whole(around.expression(first), first, 'the first number') : '0';
      const series = seriesOf(over, around);
      const start = around.fresh('start');
      const before = [...series.before, `const long long ${start} = ${number};`];
      return { ...series, before, item: (at) => tupleOf([numeric('int64', `(${start} + ${at})`), series.item(at)]) };
    }
    case 'zip': {
      const all = given.map((one) => seriesOf(one, around));
      const [first, ...rest] = all;
      if (!first) throw new NumbaProblem(node, '`zip` takes what it runs over');
      const length = rest.reduce((least, one) => `numba::minimum<long long>(${least}, ${one.length})`, first.length);
      const before = all.flatMap((one) => one.before);
      return { before, length, item: (at) => tupleOf(all.map((one) => one.item(at))) };
    }
    default: {
      const value = around.expression(node);
      if (value.items) return ofTuple(value.items, node, around);
      return ofArray(value, node, around);
    }
  }
}

function range(given: readonly Node[], node: Node, around: Surroundings): Series {
  const bounds = given.map((one) => `(long long)${whole(around.expression(one), one, 'a bound of `range`')}`);
  if (bounds.length < 1 || bounds.length > 3) throw new NumbaProblem(node, '`range` takes one to three integers');
  const [start = '0', stop = '0', step = '1'] = bounds.length === 1 ? ['0', ...bounds] : bounds;
  const [from, by, count] = ['from', 'by', 'count'].map((word) => around.fresh(word));
  const before = `const long long ${from} = ${start}, ${by} = ${step}, ${count} = numba::steps(${from}, ${stop}, ${by});`;
  return { before: [before], length: `${count}`, item: (at) => numeric('int64', `(${from} + ${at} * ${by})`) };
}

function ofArray(value: Value, node: Node, around: Surroundings): Series {
  if (value.type.kind !== 'array' || around.role === 'host') {
    throw new NumbaProblem(node, `${EXPECTED}, and this is ${wordType(value.type)}`);
  }
  const { element, rank } = value.type;
  const name = around.fresh('over');
  return {
    before: [`const auto ${name} = ${value.code};`],
    length: `${name}.shape[0]`,
    item: (at) =>
      rank === 1
        ? numeric(element, elementAt(name, [at]))
        : { type: { kind: 'array', element, rank: rank - 1 }, code: `${name}.pick<0>(${at})` },
  };
}

/** Returns the type of all items; null if they have several, which Numba refuses. */
function typeOfAll(items: readonly Value[]): NumbaType | null {
  const [first] = items;
  return first && items.every((item) => sameType(item.type, first.type)) ? first.type : null;
}

/** The items of a tuple are in an array, and those of tuples in a tuple in one for each place. */
function ofTuple(items: readonly Value[], node: Node, around: Surroundings): Series {
  const type = typeOfAll(items);
  if (type?.kind === 'tuple') {
    const columns = type.items.map((_, at) =>
      ofTuple(
        items.map((item) => item.items?.[at] ?? item),
        node,
        around,
      ),
    );
    const before = columns.flatMap((column) => column.before);
    return { before, length: String(items.length), item: (at) => tupleOf(columns.map((column) => column.item(at))) };
  }
  if (type?.kind !== 'number') throw new NumbaProblem(node, EXPECTED);
  const name = around.fresh('items');
  const codes = items.map((item) => converted(item, type.name));
  return {
    before: [`const ${cNumber(type.name)} ${name}[] = {${codes.join(', ')}};`],
    length: String(items.length),
    item: (at) => numeric(type.name, `${name}[${at}]`),
  };
}

/** Returns an item of a tuple whose number is known when the kernel runs. */
export function itemAt(items: readonly Value[], index: Value, node: Node): Value {
  const type = typeOfAll(items);
  if (type?.kind !== 'number') {
    throw new NumbaProblem(node, 'the index of a tuple must be a constant, because its items have several types');
  }
  const at = whole(index, node, 'the index');
  const codes = items.map((item) => converted(item, type.name)).join(', ');
  return numeric(
    type.name,
    `[&] { const ${cNumber(type.name)} numba_items[] = {${codes}}; const long long numba_at = ${at}; return numba_items[numba_at < 0 ? numba_at + ${items.length} : numba_at]; }()`,
  );
}

/** Returns C++ that stores a number, or the elements of an array, in a part of an array. */
export function storedPart(target: Value, value: Value, node: Node): string {
  if (target.type.kind !== 'array') throw new NumbaProblem(node, 'expected a part of an array');
  const { element, rank } = target.type;
  const loop = 'for (long long numba_k = 0; numba_k < numba_to.size(); ++numba_k) *numba_to.nth(numba_k) =';
  const to = `const auto numba_to = ${target.code};`;
  if (value.type.kind === 'array') {
    if (value.type.rank !== rank) {
      throw new NumbaProblem(
        node,
        `this part has ${rank} dimensions, and the right side has ${value.type.rank}: write the loop`,
      );
    }
    return `{ ${to} const auto numba_from = ${value.code}; ${loop} (${cNumber(element)})*numba_from.nth(numba_k); }`;
  }
  nameOf(value, node, 'the right side');
  return `{ ${to} const ${cNumber(element)} numba_value = ${converted(value, element)}; ${loop} numba_value; }`;
}
