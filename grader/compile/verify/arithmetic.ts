import { OP } from './instructions.ts';
import { ANY, aligned, bounded, mostOf, moved, type Value } from './values.ts';

/** Where an `or` with a pointer may set bits: as an addition, which they are if they are clear. */
const MOST_BITS = 2 ** 20;

/** True for an instruction whose result is 0 or 1: a comparison. */
export function compares(op: number): boolean {
  return op >= OP.firstComparison && op <= OP.lastComparison;
}

interface Operation {
  readonly bits: 32 | 64;
  /** What is known of the result if one operand is no number. */
  readonly known: (a: Value, b: Value) => Value;
  /** The result of numbers; `null` if {@link known} says it. */
  readonly exact: ((a: bigint, b: bigint) => bigint) | null;
}

const OPERATIONS: ReadonlyMap<number, Operation> = new Map([
  ...both(OP.i32Add, OP.i64Add, sum, (a, b) => a + b),
  ...both(OP.i32Sub, OP.i64Sub, difference, (a, b) => a - b),
  ...both(OP.i32And, OP.i64And, masked, (a, b) => a & b),
  ...both(OP.i32Or, OP.i64Or, either, (a, b) => a | b),
  ...both(OP.i32Shl, OP.i64Shl, shifted, null),
]);

function both(
  narrow: number,
  wide: number,
  known: Operation['known'],
  exact: Operation['exact'],
): (readonly [number, Operation])[] {
  return [
    [narrow, { bits: 32, known, exact }],
    [wide, { bits: 64, known, exact }],
  ];
}

/** True for an instruction with two operands that {@link arithmeticOf} knows. */
export function isKnownArithmetic(op: number): boolean {
  return OPERATIONS.has(op);
}

/** Returns what is known of the result of an instruction with two operands. */
export function arithmeticOf(op: number, a: Value, b: Value): Value {
  const found = OPERATIONS.get(op);
  if (!found) return ANY;
  const { bits, known, exact } = found;
  if (exact === null || a.kind !== 'number' || b.kind !== 'number') return known(a, b);
  return numberOf(BigInt.asIntN(bits, exact(BigInt(a.value), BigInt(b.value))));
}

function numberOf(exact: bigint): Value {
  const value = Number(exact);
  return Number.isSafeInteger(value) ? { kind: 'number', value } : ANY;
}

/** Returns what is known of an integer that is made shorter or longer: addresses do not outlive it. */
export function converted(op: number, value: Value): Value {
  // Less than 2^30, so it is the same in both sizes.
  if (value.kind === 'choice') return value;
  if (value.kind !== 'number') return ANY;
  if (op === OP.i32WrapI64) return numberOf(BigInt.asIntN(32, BigInt(value.value)));
  return op === OP.i64ExtendI32U ? { kind: 'number', value: value.value >>> 0 } : value;
}

function difference(a: Value, b: Value): Value {
  if (b.kind === 'number') return moved(a, -b.value);
  return b.kind === 'room' && (a.kind === 'stack' || a.kind === 'below') ? { kind: 'below' } : ANY;
}

function sum(a: Value, b: Value): Value {
  if (b.kind === 'number') return a.kind === 'choice' ? plus(a, b) : moved(a, b.value);
  if (a.kind === 'number') return b.kind === 'choice' ? plus(b, a) : moved(b, a.value);
  return plus(a, b);
}

/** Adds a number of which only the largest value is known. */
function plus(a: Value, b: Value): Value {
  const [base, more] = b.kind === 'choice' || b.kind === 'number' ? [a, mostOf(b)] : [b, mostOf(a)];
  if (more === null) return ANY;
  switch (base.kind) {
    case 'number':
    case 'choice': {
      const most = mostOf(base);
      return most === null ? ANY : choice(most + more);
    }
    case 'stack':
    case 'frame':
      return bounded(base.high + more) ? { ...base, high: base.high + more } : ANY;
    case 'own':
      return { kind: 'own', bytes: base.bytes - more };
    case 'hook':
      return moved(base, more);
    default:
      return ANY;
  }
}

function masked(a: Value, b: Value): Value {
  const [value, mask] = b.kind === 'number' ? [a, b.value] : [b, a.kind === 'number' ? a.value : null];
  if (mask === null) return ANY;
  return mask >= 0 ? choice(mask) : aligned(value, mask);
}

function either(a: Value, b: Value): Value {
  const bits = mostOf(b) ?? mostOf(a);
  if (bits === null || bits >= MOST_BITS) return ANY;
  const base = mostOf(b) === null ? b : a;
  // `x | y` is at least `x`, and at most `x + y`.
  return base.kind === 'stack' || mostOf(base) !== null ? plus(base, choice(bits)) : ANY;
}

function shifted(a: Value, b: Value): Value {
  const most = mostOf(a);
  if (most === null || b.kind !== 'number' || b.value < 0 || b.value > 31) return ANY;
  return choice(most * 2 ** b.value);
}

function choice(most: number): Value {
  return bounded(most) ? { kind: 'choice', most } : ANY;
}
