// Which plain loads an atomic function of the same place confirms. A value that is loaded plainly may be stale. That does
// no harm if all that follows from it is tried by an atomic function: `old = *p; do … while (atomicCAS(p, old, …))`,
// `if (*p < x) atomicMax(p, x)`, `if (*p == 0 && atomicCAS(p, 0, 1) == 0) …`. Each use of the value must be such a trial;
// else the load stays a plain one.
import type { Edge } from './dominance.ts';
import { isHarmless, memoryOf, touchesMemory } from './instruction.ts';
import { calleeOf, type Line, layoutOf, type NamedTypes } from './read/index.ts';
import { localsIn, Values } from './values.ts';

type Swap = Extract<Line, { kind: 'cmpxchg' }>;
type Atomic = Extract<Line, { kind: 'atomicrmw' | 'cmpxchg' }>;

/**
 * Returns the lines that load what an atomic function of the same place confirms.
 * @param defined - true for functions of the module
 */
export function confirmedLoads(
  body: readonly Line[],
  types: NamedTypes,
  defined: (callee: string) => boolean,
): Set<number> {
  const found = new Set<number>();
  if (!body.some(isAtomic)) return found;
  const values = new Values(body);
  const placeOf = (line: Line) => {
    const memory = memoryOf(line);
    if (!memory || memory.kind === 'copy') return '';
    return `${layoutOf(memory.type, types).stored} ${values.expression(memory.pointer)}`;
  };
  const atomics = new Map<string, Atomic[]>();
  for (const line of body.filter(isAtomic)) {
    const place = placeOf(line);
    atomics.set(place, [...(atomics.get(place) ?? []), line]);
  }
  for (const [at, line] of body.entries()) {
    if (line.kind !== 'load' || line.orders.length > 0 || line.result === null) continue;
    const same = atomics.get(placeOf(line));
    if (same && new Confirmation(values, line.result, same, defined).holds()) found.add(at);
  }
  return found;
}

function isAtomic(line: Line): line is Atomic {
  return line.kind === 'atomicrmw' || line.kind === 'cmpxchg';
}

/** Atomic functions that change a place only if its value asks for it. */
const DECIDE: ReadonlySet<string> = new Set(['max', 'min', 'umax', 'umin', 'fmax', 'fmin', 'or', 'and']);

/** Functions of the emulator that a value can decide about with no harm. */
const IDLE: ReadonlySet<string> = new Set([
  ...['__emu_index', '__emu_site', '__emu_spin', '__emu_fence', '__emu_acquire', '__emu_clock'],
]);

/** The uses of one load. */
class Confirmation {
  readonly #values: Values;
  readonly #load: string;
  readonly #atomics: ReadonlySet<Line>;
  readonly #defined: (callee: string) => boolean;
  /** Values that depend on the loaded one: those that have its bits, and all others. */
  readonly #same = new Set<string>();
  readonly #tainted = new Set<string>();
  /** For a choice between ways that the value decides about: what it is if nothing was tried. */
  readonly #untried = new Map<string, string>();
  readonly #todo: string[] = [];
  readonly #branches = new Set<number>();

  constructor(values: Values, load: string, atomics: readonly Atomic[], defined: (callee: string) => boolean) {
    this.#values = values;
    this.#load = load;
    this.#atomics = new Set(atomics);
    this.#defined = defined;
  }

  holds(): boolean {
    this.#keep();
    this.#taint(this.#load);
    for (let name = this.#todo.pop(); name !== undefined; name = this.#todo.pop()) {
      for (const at of this.#values.usersOf(name)) if (!this.#isFine(name, at)) return false;
    }
    return true;
  }

  /** Finds the values that have the bits of the load, or those that an atomic function has found instead. */
  #keep(): void {
    const todo = [this.#load];
    for (let name = todo.pop(); name !== undefined; name = todo.pop()) {
      if (this.#same.has(name)) continue;
      this.#same.add(name);
      for (const at of this.#values.usersOf(name)) {
        const line = this.#values.body[at];
        if (line?.result && keepsBits(line)) todo.push(line.result);
      }
    }
  }

  #taint(name: string | null): true {
    if (name !== null && !this.#tainted.has(name)) {
      this.#tainted.add(name);
      this.#todo.push(name);
    }
    return true;
  }

  #isFine(name: string, at: number): boolean {
    const { body, dominance } = this.#values;
    const line = body[at];
    if (!line) return false;
    const block = dominance.blockAt(at);
    if (line.kind !== 'phi' && this.#isSettled(name, (edge) => dominance.leadsTo(edge, block))) return true;
    switch (line.kind) {
      case 'phi':
        return this.#passes(name, line, block);
      case 'select':
        return this.#chooses(name, line) || this.#taint(line.result);
      case 'simple':
      case 'freeze':
      case 'getelementptr':
      case 'load':
        return this.#taint(line.result);
      case 'cmpxchg':
        return this.#swaps(name, line);
      case 'store':
        return this.#isRetried(name, line, block);
      case 'call':
        return this.#isArithmetic(line) && this.#taint(line.result);
      case 'br':
      case 'switch':
        return this.#decides(name, at);
      case 'record':
        return true;
      default:
        return false;
    }
  }

  /** A phi gets the value along the edges that nothing has settled. */
  #passes(name: string, line: Extract<Line, { kind: 'phi' }>, block: number): boolean {
    const { dominance } = this.#values;
    const isOpen = line.incoming.some(({ value, label }) => {
      const from = dominance.numberOf(label.name);
      if (!localsIn(value).includes(name) || from === undefined) return false;
      const along = (edge: Edge) => dominance.leadsTo(edge, from) || (edge.from === from && edge.to === block);
      return !this.#isSettled(name, along);
    });
    return !isOpen || this.#taint(line.result);
  }

  /** `success ? value : what was found`: where the value is taken it is confirmed. */
  #chooses(name: string, line: Extract<Line, { kind: 'select' }>): boolean {
    const [condition, yes, no] = line.operands.map(({ value }) => value.text);
    if (condition === undefined || condition === name) return false;
    return this.#ownSwaps().some((swap) => {
      const says = this.#successOf(swap).get(condition);
      if (says === undefined || !this.#isFrom(name, this.#expectedOf(swap))) return false;
      return name !== (says ? no : yes);
    });
  }

  #swaps(name: string, line: Swap): boolean {
    const expected = localsIn(line.expected);
    const isOwn = this.#atomics.has(line) && !localsIn(line.pointer).includes(name);
    return isOwn && expected.some((each) => this.#keeps(each, line));
  }

  /** `do { next[i] = old; } while ((old = atomicCAS(head, old, i)) != …)`: if the swap fails, the store is made again. */
  #isRetried(name: string, { value, pointer }: Extract<Line, { kind: 'store' }>, block: number): boolean {
    const { dominance } = this.#values;
    if (value.text !== name || localsIn(pointer).some((each) => this.#tainted.has(each))) return false;
    return this.#ownSwaps().some((swap) => {
      const at = swap.result === null ? 0 : this.#values.blockOf(swap.result);
      const failures = this.#edgesAfter(swap, false);
      return (
        this.#expectedOf(swap).has(name) &&
        dominance.dominates(block, at) &&
        dominance.isFollowed(block, at) &&
        failures.length > 0 &&
        failures.every(({ to }) => dominance.isFollowed(to, block))
      );
    });
  }

  /** True if the value has the bits of the load, and the place is the same when the bits are compared. */
  #keeps(name: string, { pointer }: Atomic): boolean {
    if (!this.#same.has(name)) return false;
    const { dominance } = this.#values;
    const leaves = [...this.#values.slice(localsIn(pointer))];
    const seen = new Set<string>();
    const todo = [name];
    for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
      if (seen.has(next) || !this.#same.has(next)) continue;
      seen.add(next);
      const line = this.#values.definition(next);
      const block = this.#values.blockOf(next);
      const isKnown = (leaf: string) => {
        const own = this.#values.blockOf(leaf);
        return own !== block ? dominance.dominates(own, block) : this.#values.definition(leaf)?.kind !== 'phi';
      };
      if (line?.kind === 'phi' && !leaves.every(isKnown)) return false;
      if (line && keepsBits(line)) todo.push(...line.uses);
    }
    return true;
  }

  /** True if a swap that expected the value has succeeded wherever `reaches` says yes of the edge after it. */
  #isSettled(name: string, reaches: (edge: Edge) => boolean): boolean {
    return this.#ownSwaps().some(
      (swap) => this.#edgesAfter(swap, true).some(reaches) && this.#isFrom(name, this.#expectedOf(swap)),
    );
  }

  #ownSwaps(): Swap[] {
    return [...this.#atomics].flatMap((line) =>
      line.kind === 'cmpxchg' && localsIn(line.expected).some((name) => this.#keeps(name, line)) ? [line] : [],
    );
  }

  /** Returns what a swap expects, and the values whose bits are the same. */
  #expectedOf({ expected }: Swap): Set<string> {
    const found = new Set<string>();
    const todo = localsIn(expected);
    for (let name = todo.pop(); name !== undefined; name = todo.pop()) {
      if (found.has(name)) continue;
      found.add(name);
      const line = this.#values.definition(name);
      if (line && keepsBits(line) && line.kind !== 'phi' && line.kind !== 'select') todo.push(...line.uses);
    }
    return found;
  }

  /** True if all that the value has of the load comes through some values. */
  #isFrom(name: string, some: ReadonlySet<string>): boolean {
    const seen = new Set<string>();
    const todo = [name];
    for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
      if (some.has(next) || seen.has(next) || !this.#tainted.has(next)) continue;
      seen.add(next);
      const line = this.#values.definition(next);
      if (!line || next === this.#load || line.kind === 'phi' || this.#untried.has(next)) return false;
      todo.push(...line.uses);
    }
    return true;
  }

  /** Returns the values that say whether a swap has succeeded, and whether they say it or the opposite. */
  #successOf(swap: Swap): Map<string, boolean> {
    const found = new Map<string, boolean>();
    if (swap.result === null) return found;
    const expected = this.#expectedOf(swap);
    for (const at of this.#values.usersOf(swap.result)) {
      const part = this.#values.body[at];
      if (part?.kind !== 'simple' || part.operation !== 'extractvalue' || part.result === null) continue;
      if (part.which === '1') found.set(part.result, true);
      for (const user of this.#values.usersOf(part.result)) {
        const line = this.#values.body[user];
        if (line?.kind !== 'simple' || line.operation !== 'icmp' || line.result === null) continue;
        const other = line.uses.find((each) => each !== part.result);
        if (other !== undefined && expected.has(other) && part.which === '0')
          found.set(line.result, line.which === 'eq');
      }
    }
    for (const [name, says] of found) {
      for (const at of this.#values.usersOf(name)) {
        const line = this.#values.body[at];
        if (line?.kind === 'simple' && line.operation === 'xor' && line.result !== null) found.set(line.result, !says);
      }
    }
    return found;
  }

  /** Returns the edges that are taken only after a swap that has succeeded, or that has failed. */
  #edgesAfter(swap: Swap, success: boolean): Edge[] {
    const { body, dominance } = this.#values;
    return [...this.#successOf(swap)].flatMap(([name, says]) =>
      this.#values.usersOf(name).flatMap((at) => {
        const line = body[at];
        if (line?.kind !== 'br') return [];
        const to = dominance.numberOf(line.labels[says === success ? 0 : 1]?.name ?? '');
        return to === undefined ? [] : [{ from: dominance.blockAt(at), to }];
      }),
    );
  }

  /** A branch that depends on the value: all that happens only on one of its ways must be a trial, or follow from one. */
  #decides(condition: string, at: number): boolean {
    const { body, dominance } = this.#values;
    if (this.#branches.has(at)) return true;
    this.#branches.add(at);
    const block = dominance.blockAt(at);
    const end = dominance.meeting(block);
    const region = dominance.between(block, end);
    const tried = [...this.#triedEdges(region), ...this.#sideOf(condition, at)];
    const isTried = (number: number) => tried.some((edge) => dominance.leadsTo(edge, number));
    for (const number of region) {
      const { start = 0, end: after = 0 } = dominance.blocks[number] ?? {};
      for (let line = start; line < after; line++) {
        const each = body[line];
        if (each && !isTried(number) && !this.#isIdle(each, condition)) return false;
        if (each?.result) this.#escapes(each.result, region, end);
      }
    }
    this.#meet(block, end, region, (from, to) =>
      tried.some((edge) => dominance.leadsTo(edge, from) || (edge.from === from && edge.to === to)),
    );
    return true;
  }

  /** A value of a way that is used after the ways have met depends on how often the way was gone. */
  #escapes(name: string, region: ReadonlySet<number>, end: number | null): void {
    const { body, dominance } = this.#values;
    const isOutside = (at: number) => {
      const block = dominance.blockAt(at);
      return !region.has(block) && !(block === end && body[at]?.kind === 'phi');
    };
    if (!this.#isAnswer(name) && this.#values.usersOf(name).some(isOutside)) this.#taint(name);
  }

  /** True for what an atomic function of the place has answered. */
  #isAnswer(name: string): boolean {
    return [...this.#values.slice([name])].some((each) => {
      const line = this.#values.definition(each);
      return line !== null && this.#atomics.has(line);
    });
  }

  /** Taints a choice where the ways meet, if a way without a trial chooses otherwise. */
  #meet(
    block: number,
    end: number | null,
    region: ReadonlySet<number>,
    isTried: (from: number, to: number) => boolean,
  ): void {
    const { body, dominance } = this.#values;
    if (end === null) return;
    for (let at = dominance.blocks[end]?.start ?? 0; body[at]?.kind === 'phi'; at++) {
      const line = body[at];
      if (line?.kind !== 'phi') break;
      const ways = line.incoming.flatMap(({ value, label }) => {
        const from = dominance.numberOf(label.name);
        return from === undefined || !(from === block || region.has(from)) ? [] : [{ value, from }];
      });
      const untried = ways.filter(({ from }) => !isTried(from, end));
      const [first, ...others] = new Set(ways.map(({ value }) => value.text));
      if (first === undefined || untried.length === 0) continue;
      const varies = region.has(this.#values.blockOf(first)) && this.#values.definition(first) !== null;
      if (others.length === 0 && !varies) continue;
      const [only, ...more] = new Set(untried.map(({ value }) => value.text));
      if (line.result !== null && only !== undefined && more.length === 0) this.#untried.set(line.result, only);
      this.#taint(line.result);
    }
  }

  /** Returns the edges after branches of a region that an atomic function's answer decides. */
  #triedEdges(region: ReadonlySet<number>): Edge[] {
    const { dominance, body } = this.#values;
    return [...region].flatMap((from) => {
      const { terminator = 0, successors = [] } = dominance.blocks[from] ?? {};
      const line = body[terminator];
      const decides = line?.uses.some((name) => this.#isAnswer(name)) && !line.uses.some((name) => this.#isOpen(name));
      return decides ? successors.flatMap((label) => edgeTo(from, dominance.numberOf(label))) : [];
    });
  }

  /** A value that depends on the load other than through what a swap has compared it with. */
  #isOpen(name: string): boolean {
    if (!this.#tainted.has(name) && !this.#same.has(name)) return false;
    return !this.#ownSwaps().some((swap) => this.#successOf(swap).has(name));
  }

  /** Returns the way of a branch that is taken only if a trial has been made: `won = *p == 0 && atomicCAS(…) == 0`. */
  #sideOf(condition: string, at: number): Edge[] {
    const { dominance, body } = this.#values;
    const untried = this.#untried.get(condition);
    const line = body[at];
    if (line?.kind !== 'br' || (untried !== 'false' && untried !== 'true')) return [];
    const to = dominance.numberOf(line.labels[untried === 'false' ? 0 : 1]?.name ?? '');
    return edgeTo(dominance.blockAt(at), to);
  }

  /** True for a line that changes nothing for others, or only what it tries. */
  #isIdle(line: Line, condition: string): boolean {
    if (this.#atomics.has(line) && isAtomic(line)) return this.#tries(line, condition);
    if (line.kind === 'load') return line.orders.length === 0 && !line.volatile;
    if (line.kind === 'ret') return line.operand === null;
    if (line.kind === 'unreachable' || line.kind === 'unusual') return false;
    if (line.kind !== 'call') return !touchesMemory(line);
    const callee = calleeOf(line);
    return callee !== null && (IDLE.has(callee) || isHarmless(callee) || this.#isArithmetic(line));
  }

  /** True if an atomic function does by itself what the condition has looked at. */
  #tries(line: Atomic, condition: string): boolean {
    if (line.kind === 'cmpxchg') {
      const expected = localsIn(line.expected);
      return expected.length === 0 || expected.some((name) => this.#keeps(name, line));
    }
    const operand = localsIn(line.value);
    if (line.result !== null && this.#values.usersOf(line.result).length > 0) return true;
    if (line.operation === 'xchg') return operand.length === 0;
    if (!DECIDE.has(line.operation)) return false;
    const looked = this.#values.slice([condition]);
    return operand.length === 0 || [...this.#values.slice(operand)].some((name) => looked.has(name));
  }

  /** True for a call that only computes. */
  #isArithmetic(line: Extract<Line, { kind: 'call' }>): boolean {
    const callee = calleeOf(line);
    if (
      callee === null ||
      line.result === null ||
      this.#defined(callee) ||
      callee.startsWith('__emu_') ||
      touchesMemory(line)
    )
      return false;
    return line.args.every(({ type }) => type.kind === 'integer' || type.kind === 'float' || type.kind === 'vector');
  }
}

function edgeTo(from: number, to: number | undefined): Edge[] {
  return to === undefined ? [] : [{ from, to }];
}

/** True if the line passes a value on as it is. */
function keepsBits(line: Line): boolean {
  if (line.kind === 'simple') return line.operation === 'bitcast';
  return line.kind === 'phi' || line.kind === 'freeze' || line.kind === 'select';
}
