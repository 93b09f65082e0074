/** The knowledge about a value while a function is interpreted: an integer of 32 or 64 bits. Addresses have the size of a pointer. */
export type Value =
  | { readonly kind: 'any' }
  | { readonly kind: 'number'; readonly value: number }
  /** One of several numbers, none of them negative. */
  | { readonly kind: 'choice'; readonly most: number }
  /** An address in a variable of the object. */
  | { readonly kind: 'address'; readonly symbol: number; readonly offset: number }
  | { readonly kind: 'function'; readonly symbol: number }
  /** In the function's own frame: bytes from the stack pointer at its entry, at least `low` and at most `high`. */
  | { readonly kind: 'stack'; readonly low: number; readonly high: number }
  /** A stack pointer below an array of variable size, which a hook has checked. */
  | { readonly kind: 'below' }
  /** A number of bytes that a hook has found room for on the stack. */
  | { readonly kind: 'room' }
  /** In the coroutine's frame: bytes from its start, at least `low` and at most `high`. */
  | { readonly kind: 'frame'; readonly low: number; readonly high: number }
  /** A pointer that every caller passes from memory of its own, and how many bytes follow it there. */
  | { readonly kind: 'own'; readonly bytes: number }
  /** The result of the hook call `call`, and at most `offset` bytes more: what lies below `bytes` is for `mode`. */
  | {
      readonly kind: 'hook';
      readonly call: number;
      readonly bytes: number;
      readonly offset: number;
      readonly mode: HookMode;
    };

export type HookMode = 'load' | 'store' | 'both';

export const ANY: Value = { kind: 'any' };

/** What holds whichever of two values it is. */
export function join(a: Value, b: Value): Value {
  if (a === b || isSame(a, b)) return a;
  if ((a.kind === 'stack' || a.kind === 'frame') && a.kind === b.kind)
    return { kind: a.kind, low: Math.min(a.low, b.low), high: Math.max(a.high, b.high) };
  const [most, other] = [mostOf(a), mostOf(b)];
  if (most !== null && other !== null) return { kind: 'choice', most: Math.max(most, other) };
  if (a.kind === 'own' && b.kind === 'own') return a.bytes < b.bytes ? a : b;
  if (a.kind === 'hook' && b.kind === 'hook' && a.call === b.call && a.bytes === b.bytes && a.mode === b.mode)
    return a.offset > b.offset ? a : b;
  if ((a.kind === 'below' && b.kind === 'stack') || (a.kind === 'stack' && b.kind === 'below'))
    return { kind: 'below' };
  return ANY;
}

/** The largest number that a value can be; `null` if it can be anything else. */
export function mostOf(value: Value): number | null {
  if (value.kind === 'choice') return value.most;
  return value.kind === 'number' && value.value >= 0 ? value.value : null;
}

export function isSame(a: Value, b: Value): boolean {
  if (a.kind !== b.kind) return false;
  switch (a.kind) {
    case 'number':
      return a.value === (b as typeof a).value;
    case 'choice':
      return a.most === (b as typeof a).most;
    case 'address':
      return a.symbol === (b as typeof a).symbol && a.offset === (b as typeof a).offset;
    case 'function':
      return a.symbol === (b as typeof a).symbol;
    case 'stack':
    case 'frame':
      return a.low === (b as typeof a).low && a.high === (b as typeof a).high;
    case 'own':
      return a.bytes === (b as typeof a).bytes;
    case 'hook':
      return (
        a.call === (b as typeof a).call &&
        a.offset === (b as typeof a).offset &&
        a.bytes === (b as typeof a).bytes &&
        a.mode === (b as typeof a).mode
      );
    default:
      return true;
  }
}

/** The value that is `by` more; not of a number. */
export function moved(value: Value, by: number): Value {
  switch (value.kind) {
    case 'address':
      return { ...value, offset: value.offset + by };
    case 'stack':
    case 'frame':
      return bounded(value.low + by) && bounded(value.high + by)
        ? { kind: value.kind, low: value.low + by, high: value.high + by }
        : ANY;
    case 'own':
      return by >= 0 ? { kind: 'own', bytes: value.bytes - by } : ANY;
    case 'hook':
      return by >= 0 && bounded(value.offset + by) ? { ...value, offset: value.offset + by } : ANY;
    case 'room':
      // What rounds it up to the stack's alignment.
      return by >= 0 && by < 16 ? value : ANY;
    default:
      return ANY;
  }
}

/** Addresses must not wrap around. */
export function bounded(offset: number): boolean {
  return Math.abs(offset) < 2 ** 30;
}

/** The value with its lowest bits cleared, as `value & mask`; a number is none of these. */
export function aligned(value: Value, mask: number): Value {
  const cleared = -mask - 1;
  if (mask >= 0 || (mask & -mask) !== -mask || cleared > 4096) return ANY;
  if (value.kind === 'stack') return { kind: 'stack', low: value.low - cleared, high: value.high };
  return (value.kind === 'room' || value.kind === 'below') && cleared < 16 ? value : ANY;
}
