import { ANY, isSame, join, type Value } from './values.ts';

/** After so many rounds, what still changes in a loop is given up. */
const MOST_ROUNDS = 12;

/** The knowledge at one point of a function. */
export interface State {
  locals: Value[];
  stack: Value;
  /**
   * The last call of any function, by its place. Where paths with different ones meet, the block that ends there stands
   * for them; -1 if there was none, or a loop is between.
   */
  call: number;
  /** Bytes that the result of that call may still be loaded and stored through. */
  loads: number;
  stores: number;
}

/** A block of WebAssembly that is open, with the knowledge of the branches that leave it. */
export interface Block {
  readonly op: number;
  readonly at: number;
  readonly height: number;
  readonly arity: number;
  /** What is known where the block is left by a branch. */
  out: State | null;
  values: Value[] | null;
  otherwise: State | null;
}

/** Returns a block that nothing has left yet. */
export function block(op: number, at: number, height: number, arity: number): Block {
  return { op, at, height, arity, out: null, values: null, otherwise: null };
}

/** Copies a state, so that the one can change without the other. */
export function copyOf(state: State): State {
  return { ...state, locals: [...state.locals] };
}

/** True if both know the same. */
export function sameState(a: State, b: State): boolean {
  return (
    a.call === b.call && isSame(a.stack, b.stack) && a.locals.every((value, i) => isSame(value, b.locals[i] ?? ANY))
  );
}

/** Stands for the last call where a block ends; it is no place of a call. */
export function metAt(block: number): number {
  return -3 - block;
}

/** Returns what holds where two paths meet: the answers of the last hooks of both are one that was not used either. */
export function joined(x: Value, a: State, y: Value, b: State, met: number): Value {
  const areLast = x.kind === 'hook' && y.kind === 'hook' && x.call === a.call && y.call === b.call;
  if (!areLast || a.call === b.call || met === -1 || x.offset !== y.offset) return join(x, y);
  const mode = x.mode === y.mode || y.mode === 'both' ? x.mode : x.mode === 'both' ? y.mode : null;
  return mode ? { ...x, call: met, bytes: Math.min(x.bytes, y.bytes), mode } : ANY;
}

/**
 * Merges what two paths know where they meet.
 * @param met - stands for the last call, if it is another one on each path
 * @param round - how often the function was interpreted before
 */
export function merged(a: State, b: State, met: number, round: number): State {
  const meet = (x: Value, y: Value) => (round > MOST_ROUNDS && !isSame(x, y) ? ANY : joined(x, a, y, b, met));
  const isKnown = a.call !== -1 && b.call !== -1;
  return {
    locals: a.locals.map((value, i) => meet(value, b.locals[i] ?? ANY)),
    stack: meet(a.stack, b.stack),
    call: a.call === b.call ? a.call : isKnown ? met : -1,
    loads: isKnown ? Math.min(a.loads, b.loads) : 0,
    stores: isKnown ? Math.min(a.stores, b.stores) : 0,
  };
}
