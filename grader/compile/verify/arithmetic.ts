import { OP } from './instructions.ts';
import { ANY, aligned, bounded, mostOf, moved, type Value } from './values.ts';

/** Where an `or` with a pointer may set bits: as an addition, which they are if they are clear. */
const MOST_BITS = 2 ** 20;

/** True for an instruction whose result is 0 or 1: a comparison. */
export function compares(op: number): boolean {
  return op >= OP.firstComparison && op <= OP.lastComparison;
}

/** Returns what is known of the result of an instruction with two operands on 32-bit integers. */
export function arithmeticOf(op: number, a: Value, b: Value): Value {
  switch (op) {
    case OP.i32Add:
      return sum(a, b);
    case OP.i32Sub:
      if (b.kind === 'number') return moved(a, -b.value);
      return b.kind === 'room' && (a.kind === 'stack' || a.kind === 'below') ? { kind: 'below' } : ANY;
    case OP.i32And:
      return masked(a, b);
    case OP.i32Or:
      return either(a, b);
    case OP.i32Shl:
      return shifted(a, b);
    default:
      return ANY;
  }
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
  return mask >= 0 && value.kind !== 'number' ? choice(mask) : aligned(value, mask);
}

function either(a: Value, b: Value): Value {
  if (a.kind === 'number' && b.kind === 'number') return { kind: 'number', value: a.value | b.value };
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
