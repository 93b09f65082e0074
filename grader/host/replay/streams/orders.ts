import type { StreamProgram, Unit } from './program.ts';

/** Units of a program with more than these are not looked at one by one. */
const MOST_UNITS = 600;
/** Operations of a program whose order is tried. */
const MOST_OPERATIONS = 50_000;

/** Puts off one unit, and what comes after it, until another one has run, or as long as CUDA allows. */
interface Held {
  readonly unit: number;
  readonly until: number | null;
}

/** How units are chosen if several can run. */
type Preference = 'last-call' | 'level' | 'last-stream' | 'first-stream';

const PREFERENCES: readonly Preference[] = ['last-call', 'level', 'last-stream', 'first-stream'];

/** An order of a program's operations that CUDA allows. */
export interface LegalOrder {
  /** Numbers of operations. */
  readonly operations: readonly number[];
  readonly units: readonly number[];
}

/** The orders of a program that CUDA allows besides the one of the recording. */
export class StreamOrders {
  readonly #program: StreamProgram;
  /** By unit: all units that CUDA orders before it. */
  readonly #ancestors: readonly ReadonlySet<number>[];

  constructor(program: StreamProgram) {
    this.#program = program;
    const ancestors: ReadonlySet<number>[] = [];
    for (const { after } of program.units) {
      const all = new Set(after);
      for (const each of after) for (const other of ancestors[each] ?? []) all.add(other);
      ancestors.push(all);
    }
    this.#ancestors = ancestors;
  }

  get units(): readonly Unit[] {
    return this.#program.units;
  }

  /** Returns different orders, those that change most first. None is that of the recording. */
  tries(most: number): LegalOrder[] {
    const { units, operations } = this.#program;
    if (units.length < 2 || units.length > MOST_UNITS || operations > MOST_OPERATIONS) return [];
    const found = new Map<string, LegalOrder>();
    const add = (order: LegalOrder) => {
      if (found.size < most && order.units.some((unit, index) => unit !== index)) found.set(order.units.join(), order);
    };
    for (const preference of PREFERENCES) add(this.#inOrder(preference));
    // If nothing can change its place, nothing can be put off.
    for (const [unit] of found.size > 0 ? units.entries() : []) {
      if (found.size >= most) break;
      add(this.hold(unit));
    }
    return [...found.values()];
  }

  /** Puts one unit off, as long as CUDA allows or until another one has run. All others run as they were recorded. */
  hold(unit: number, until: number | null = null): LegalOrder {
    return this.#schedule({ unit, until }, (pending) => [...pending].sort((a, b) => a - b));
  }

  /** Returns the units that ran after this one in the recording, and before it in an order. */
  overtaking({ units }: LegalOrder, unit: number): readonly number[] {
    return units.slice(0, units.indexOf(unit)).filter((other) => other > unit);
  }

  #inOrder(preference: Preference): LegalOrder {
    return this.#schedule(null, (pending) => this.#sorted(pending, preference));
  }

  #schedule(held: Held | null, sort: (pending: ReadonlySet<number>) => readonly number[]): LegalOrder {
    const operations: number[] = [];
    const order: number[] = [];
    const pending = new Set<number>();
    let isHolding = held !== null;
    const isHeld = (unit: number) =>
      isHolding && held !== null && (unit === held.unit || this.#isAfter(unit, held.unit));
    const execute = (unit: number) => {
      const { from, to } = this.#unit(unit);
      for (let at = from; at < to; at++) operations.push(at);
      order.push(unit);
      pending.delete(unit);
    };
    const finish = (wanted: Iterable<number>) => {
      const needed = new Set<number>();
      for (const unit of wanted)
        for (const each of [unit, ...(this.#ancestors[unit] ?? [])]) if (pending.has(each)) needed.add(each);
      for (const unit of sort(needed)) execute(unit);
    };
    for (const item of this.#program.items) {
      if (item.kind === 'host') for (let at = item.from; at < item.to; at++) operations.push(at);
      else if (item.kind === 'done') finish(item.units ?? [...pending]);
      else {
        pending.add(item.unit);
        if (item.isHere || (held !== null && !isHeld(item.unit))) finish([item.unit]);
        if (isHolding && held?.until === item.unit && !pending.has(item.unit)) {
          isHolding = false;
          finish([...pending]);
        }
      }
    }
    finish([...pending]);
    return { operations, units: order };
  }

  /** Each unit after those that CUDA orders before it. */
  #sorted(units: ReadonlySet<number>, preference: Preference): readonly number[] {
    const sorted: number[] = [];
    const open = new Set(units);
    const levels = new Map<number, number>();
    for (const unit of preference === 'level' ? [...units].sort((a, b) => a - b) : []) {
      const before = this.#unit(unit).after.map((each) => levels.get(each) ?? -1);
      levels.set(unit, 1 + Math.max(-1, ...before));
    }
    const descending = [...units].sort((a, b) => b - a);
    const add = (unit: number): void => {
      if (!open.has(unit)) return;
      const before = [...(this.#ancestors[unit] ?? [])].filter((each) => open.has(each));
      open.delete(unit);
      for (const each of this.#sorted(new Set(before), preference)) {
        open.delete(each);
        sorted.push(each);
      }
      sorted.push(unit);
    };
    const rank = (unit: number): number => {
      const { stream } = this.#unit(unit);
      if (preference === 'level') return levels.get(unit) ?? 0;
      return preference === 'last-stream' ? -stream : stream;
    };
    if (preference !== 'last-call') descending.sort((a, b) => rank(a) - rank(b) || b - a);
    if (preference === 'level') return descending;
    for (const unit of descending) add(unit);
    return sorted;
  }

  #unit(index: number): Unit {
    const unit = this.#program.units[index];
    if (!unit) throw new Error('a program without its unit');
    return unit;
  }

  #isAfter(unit: number, other: number): boolean {
    return this.#ancestors[unit]?.has(other) ?? false;
  }
}
