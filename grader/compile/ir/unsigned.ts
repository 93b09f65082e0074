// Where a negative result would be used as an unsigned number: in the index of an access, in a condition that leads to it,
// or in the bound of a loop around it. An access out of bounds is explained by this if the result was below zero.
import type { Formula, UnsignedUse } from '../program.ts';
import { backEdges, blocksOf } from './blocks.ts';
import type { Places } from './places.ts';
import { type FunctionHeader, type Line, labelsOf, type Simple, type TypedValue, type Value } from './read/index.ts';
import { Values } from './values.ts';

/** The most parts of a formula. */
const PARTS = 48;
/** The most conditions above an access, and the most uses of an access. */
const CONDITIONS = 16;
const USES = 4;
/** The most blocks of a kernel: which of them dominate others takes time that grows with their square. */
const BLOCKS = 100;

const OPERATIONS: ReadonlySet<string> = new Set([
  ...['add', 'sub', 'mul', 'shl', 'lshr', 'ashr', 'and', 'or', 'xor', 'udiv', 'urem', 'sdiv', 'srem'],
  ...['zext', 'sext', 'trunc'],
]);
/** Operations whose result can be below zero. */
const FALLING: ReadonlySet<string> = new Set(['add', 'sub', 'xor']);

/** The side of a comparison that is the larger one if it is true. */
const LARGER: Readonly<Record<string, 0 | 1>> = { ult: 1, ule: 1, ugt: 0, uge: 0 };
/** The side that is the larger one if it is false. */
const LARGER_IF_FALSE: Readonly<Record<string, 0 | 1>> = { ult: 0, ule: 0, ugt: 1, uge: 1 };

interface Found extends Pick<UnsignedUse, 'role'> {
  readonly value: Value;
  /** The line that uses it. */
  readonly user: number;
  /** The branch that the line decides about, if there is one. */
  readonly branch: number;
}

/** The uses of unsigned numbers in one kernel. */
export class UnsignedUses {
  readonly #places: Places;
  readonly #values: Values | null;
  /** The number of each parameter of 32 or 64 bits among these. */
  readonly #parameters: ReadonlyMap<string, number>;
  /** The uses that decide about all accesses of a block. */
  readonly #ofBlock = new Map<number, readonly UnsignedUse[]>();

  constructor(header: FunctionHeader, body: readonly Line[], places: Places) {
    this.#places = places;
    this.#values = body.some(mayFall) && blocksOf(body).length <= BLOCKS ? new Values(body) : null;
    const names = header.parameters.flatMap(({ type, name }) => (bitsOf(type) === null ? [] : [name]));
    this.#parameters = new Map(names.map((name, number) => [name, number]));
  }

  /** Returns the uses that decide about an access, or about its address. */
  of(at: number, pointer: Value): readonly UnsignedUse[] {
    const values = this.#values;
    if (!values) return [];
    const own = indexes(values, pointer).flatMap((one) => this.#use(one, values) ?? []);
    return [...own, ...this.#deciding(values.dominance.blockAt(at), values)].slice(0, USES);
  }

  #deciding(block: number, values: Values): readonly UnsignedUse[] {
    const known = this.#ofBlock.get(block);
    if (known) return known;
    const found = [...guards(values, block), ...bounds(values, block)];
    const uses = found.flatMap((one) => this.#use(one, values) ?? []);
    this.#ofBlock.set(block, uses);
    return uses;
  }

  #use({ role, value, user, branch }: Found, values: Values): UnsignedUse | null {
    const root = withoutCasts(value, values);
    const line = values.definition(root.text);
    if (line?.kind !== 'simple' || !FALLING.has(line.operation)) return null;
    const bits = bitsOf(line.operands[0]?.type);
    const formula = bits === null ? null : new Formulas(values, this.#parameters).of(root);
    const lines = [values.lineOf(root.text), user, ...values.usersOf(root.text), branch];
    const position = lines.map((at) => this.#places.known(at)).find((place) => place !== null);
    return bits === null || !formula || !position ? null : { role, position, bits, formula };
  }
}

/** True for arithmetic of whole numbers whose result can be below zero: nearly all functions have none of it. */
function mayFall(line: Line): boolean {
  if (line.kind !== 'simple' || !FALLING.has(line.operation)) return false;
  const [, right] = line.operands;
  if (bitsOf(right?.type) === null) return false;
  return line.operation === 'sub' || (right?.value.kind === 'integer' && Number(right.value.text) < 0);
}

function bitsOf(type: TypedValue['type'] | undefined): 32 | 64 | null {
  return type?.kind === 'integer' && (type.bits === 32 || type.bits === 64) ? type.bits : null;
}

/** Returns what is widened to an unsigned number, or the value itself. */
function withoutCasts(value: Value, values: Values): Value {
  const line = values.definition(value.text);
  if (line?.kind === 'freeze') return withoutCasts(line.operand.value, values);
  const operand = widened(line);
  return operand ? withoutCasts(operand, values) : value;
}

/** Returns the unsigned number that a line widens. With `nneg` it was a signed one that the optimizer knows. */
function widened(line: Line | null): Value | null {
  if (line?.kind !== 'simple' || line.operation !== 'zext' || line.flags.includes('nneg')) return null;
  return line.operands[0]?.value ?? null;
}

/** Finds the unsigned numbers of 32 bits that an address is computed from. */
function indexes(values: Values, pointer: Value): Found[] {
  const found: Found[] = [];
  const todo = [pointer.text];
  for (let name = todo.pop(), seen = 0; name !== undefined && seen < PARTS; name = todo.pop(), seen++) {
    const line = values.definition(name);
    const value = widened(line);
    if (line && value) found.push({ role: 'index', value, user: values.lineOf(line.result), branch: -1 });
    else if (line?.kind === 'getelementptr') todo.push(...line.uses);
    else if (line?.kind === 'simple' && SCALING.has(line.operation)) todo.push(...line.uses);
  }
  return found;
}

const SCALING: ReadonlySet<string> = new Set(['add', 'mul', 'shl']);

/** Finds the larger side of each unsigned comparison that must hold in a block. */
function guards(values: Values, block: number): Found[] {
  const { body, dominance } = values;
  const found: Found[] = [];
  for (const [from, { terminator, successors }] of dominance.blocks.entries()) {
    const branch = body[terminator];
    if (branch?.kind !== 'br' || successors.length !== 2 || from === block) continue;
    if (!dominance.dominates(from, block) || found.length >= CONDITIONS) continue;
    const way = labelsOf(branch).findIndex(({ name }) => {
      const to = dominance.numberOf(name);
      return to !== undefined && dominance.leadsTo({ from, to }, block);
    });
    const [condition] = branch.uses;
    if (way < 0 || condition === undefined) continue;
    for (const { line, holds } of comparisons(values, condition, way === 0)) {
      const side = (holds ? LARGER : LARGER_IF_FALSE)[line.which ?? ''];
      const operand = side === undefined ? undefined : line.operands[side];
      if (operand)
        found.push({ role: 'guard', value: operand.value, user: values.lineOf(line.result), branch: terminator });
    }
  }
  return found;
}

/** Returns the comparisons that a condition consists of, and whether each holds if the condition does, or does not. */
function comparisons(
  values: Values,
  condition: string,
  holds: boolean,
  depth = 4,
): { readonly line: Simple; readonly holds: boolean }[] {
  const line = values.definition(condition);
  if (!line || depth === 0) return [];
  if (line.kind === 'simple' && line.operation === 'icmp') return [{ line, holds }];
  return conditions(line, holds).flatMap((part) => comparisons(values, part, holds, depth - 1));
}

/** Returns the conditions of which each one holds, or of which none holds. */
function conditions(line: Line, holds: boolean): readonly string[] {
  if (line.kind === 'simple') return line.operation === (holds ? 'and' : 'or') ? line.uses : [];
  if (line.kind !== 'select') return [];
  const [, first, second] = line.operands.map(({ value }) => value.text);
  const isBoth = holds ? second === 'false' : first === 'true';
  return isBoth ? line.uses : [];
}

/** Finds the values that loops around a block compare their counters with. */
function bounds(values: Values, block: number): Found[] {
  const { body, dominance } = values;
  return backEdges(dominance.blocks).flatMap(({ from, to }) => {
    const [latch, head] = [dominance.numberOf(from.label) ?? 0, dominance.numberOf(to.label) ?? 0];
    const isInside = dominance.dominates(head, block) && (block === latch || dominance.between(block, head).has(latch));
    const branch = body[from.terminator];
    if (!isInside || branch?.kind !== 'br' || from.successors.length !== 2) return [];
    const goesOn = labelsOf(branch)[0]?.name === to.label;
    return comparisons(values, branch.uses[0] ?? '', goesOn).flatMap(({ line }) =>
      line.operands
        .filter(({ value }) => isUnsigned(value, values))
        .map(
          ({ value }): Found => ({ role: 'bound', value, user: values.lineOf(line.result), branch: from.terminator }),
        ),
    );
  });
}

/** True if a number that can be below zero is not a signed one: the compiler would know that it does not wrap. */
function isUnsigned(value: Value, values: Values): boolean {
  const line = values.definition(withoutCasts(value, values).text);
  return line?.kind === 'simple' && FALLING.has(line.operation) && !line.flags.includes('nsw');
}

/** Makes a formula of a value that only launch, thread and parameters decide. */
class Formulas {
  readonly #values: Values;
  readonly #parameters: ReadonlyMap<string, number>;
  #left = PARTS;

  constructor(values: Values, parameters: ReadonlyMap<string, number>) {
    this.#values = values;
    this.#parameters = parameters;
  }

  /** Returns `null` if something else decides the value. */
  of(value: Value): Formula | null {
    if (this.#left-- <= 0) return null;
    if (value.kind === 'integer') return { kind: 'number', digits: value.text };
    const number = this.#parameters.get(value.text);
    if (number !== undefined) return { kind: 'parameter', number };
    const line = this.#values.definition(value.text);
    if (line?.kind === 'freeze') return this.of(line.operand.value);
    if (line?.kind === 'call') {
      const which = line.callee?.text === '@__emu_index' ? line.args[0]?.value : undefined;
      return which?.kind === 'integer' ? { kind: 'index', number: Number(which.text) } : null;
    }
    return line?.kind === 'simple' ? this.#computed(line) : null;
  }

  #computed({ operation, operands, to, flags }: Simple): Formula | null {
    const from = bitsOf(operands[0]?.type);
    const bits = to ? bitsOf(to) : from;
    if (from === null || bits === null || !OPERATIONS.has(operation)) return null;
    const parts = operands.flatMap(({ value }) => this.of(value) ?? []);
    if (parts.length !== operands.length) return null;
    return { kind: 'computed', operation, from, bits, isSigned: flags.includes('nsw'), operands: parts };
  }
}
