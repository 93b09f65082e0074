import { type Block, backEdges, blocksOf, targetsOf, usesOf } from './blocks.ts';
import { type CallGraph, reaching } from './calls.ts';
import { calleeOf, IrFunction, IrModule, type Line, localOf, readLine, type Value } from './read/index.ts';

/** A module whose spinning loops call the scheduler, and what they wait for. */
export interface Spins {
  /** The same module if no loop spins. */
  readonly module: IrModule;
  /** The accesses that a spinning loop waits for. */
  readonly polled: ReadonlySet<Line>;
  /** Compare-and-swaps at one place that a loop tries until they succeed, and for nothing else. */
  readonly locks: ReadonlySet<Line>;
}

/**
 * A spinning loop waits for what another thread does: whether it ends depends on a value that is loaded anew each turn
 * with an atomic function or through `volatile`. Its threads must not run alone, so each turn calls
 * `__emu_spin(site, turn, endsAlone)`, a point where other threads may take over. Loops that make their own progress
 * (a compare-and-swap that is tried again with the value found, a counter that hands out work) stay as they are.
 */
export function markSpins(module: IrModule, graph: CallGraph): Spins {
  const touching = new Set(module.functions.flatMap(({ name, body }) => (body.some(touches) ? [name] : [])));
  const polls = new Set([...touching, ...reaching(graph, (callee) => touching.has(callee))]);
  const polled = new Set<Line>();
  const locks = new Set<Line>();
  let names = 0;
  const entities = module.entities.map((entity) => {
    if (entity.kind !== 'function' || !polls.has(entity.name)) return entity;
    const { header, body } = entity;
    const added = new Map<number, readonly string[]>();
    for (const spin of spinsOf(body, polls)) {
      added.set(spin.line, spin.code(names++));
      for (const line of spin.polled) {
        (spin.takesLock ? locks : polled).add(line);
        (spin.takesLock ? polled : locks).delete(line);
      }
    }
    if (added.size === 0) return entity;
    for (const line of polledElsewhere(body, polled)) polled.add(line);
    const lines = body.flatMap((line, at) => [...(added.get(at) ?? []).map((text) => readLine(text)), line]);
    return new IrFunction(header, { lines });
  });
  return { module: names === 0 ? module : new IrModule(entities), polled, locks };
}

/**
 * Returns the other loads through `volatile` of what a loop of this function polls. The optimizer copies the condition of
 * a loop to a place before the loop.
 */
function polledElsewhere(body: readonly Line[], polled: ReadonlySet<Line>): Line[] {
  const flags = new Set(body.flatMap((line) => (line.kind === 'load' && polled.has(line) ? [line.pointer.text] : [])));
  return body.filter((line) => line.kind === 'load' && line.volatile && flags.has(line.pointer.text));
}

interface Spin {
  /** Body line before which `code` is put: the first of the loop's header that is no phi. */
  readonly line: number;
  /** Body lines that it waits for. */
  readonly polled: readonly Line[];
  /** It ends when a compare-and-swap succeeds. */
  readonly takesLock: boolean;
  code(number: number): string[];
}

function spinsOf(body: readonly Line[], polls: ReadonlySet<string>): Spin[] {
  const blocks = blocksOf(body);
  const latches = new Map<Block, Set<Block>>();
  for (const { from, to } of backEdges(blocks)) latches.set(to, (latches.get(to) ?? new Set()).add(from));
  return [...latches].flatMap(([header, ends]) => {
    const loop = loopOf(header, ends, blocks);
    if (!loop) return [];
    const { polled, endsAlone, takesLock } = new Loop(body, loop, polls).waits();
    const incoming = polled.length > 0 ? incomingOf(header, loop, blocks, body) : null;
    if (incoming === null) return [];
    let line = header.start;
    while (body[line]?.kind === 'phi') line++;
    const code = (number: number) => [
      `  %emu.turn${number} = phi i32 ${incoming.map(({ label, inside }) => `[ ${inside ? `%emu.next${number}` : 0}, ${label} ]`).join(', ')}`,
      `  %emu.next${number} = add i32 %emu.turn${number}, 1`,
      `  call void @__emu_spin(i32 0, i32 %emu.turn${number}, i32 ${endsAlone ? 1 : 0})`,
    ];
    return [{ line, polled, takesLock, code }];
  });
}

/** Blocks of the natural loop of a header; null where it can be entered elsewhere. */
export function loopOf(header: Block, latches: ReadonlySet<Block>, blocks: readonly Block[]): Set<Block> | null {
  const loop = new Set([header]);
  const todo = [...latches];
  for (let block = todo.pop(); block; block = todo.pop()) {
    if (loop.has(block)) continue;
    loop.add(block);
    const { label } = block;
    todo.push(...blocks.filter(({ successors }) => successors.includes(label)));
  }
  const entry = blocks[0];
  return entry && entry !== header && loop.has(entry) ? null : loop;
}

/** Where control comes from into a header, once for each edge. */
function incomingOf(
  header: Block,
  loop: ReadonlySet<Block>,
  blocks: readonly Block[],
  body: readonly Line[],
): { label: string; inside: boolean }[] | null {
  const edges = blocks.flatMap((block) => {
    const targets = targetsOf(body, block.terminator, block.end);
    const edge = { label: localOf(block.label), inside: loop.has(block), named: block.label !== '' };
    return targets.filter((target) => target === header.label).map(() => edge);
  });
  return edges.length > 0 && edges.every(({ named }) => named) ? edges : null;
}

/** True if others can change what the line gives while it is waited for. */
function touches(line: Line): boolean {
  if (line.kind === 'load') return line.volatile || line.orders.length > 0;
  return line.kind === 'atomicrmw' || line.kind === 'cmpxchg';
}

const ARITHMETIC: ReadonlySet<string> = new Set([
  ...['add', 'sub', 'mul', 'shl', 'lshr', 'ashr', 'fadd', 'fsub', 'fmul'],
]);
/** These change what they find, whatever it is. */
const COUNTS: ReadonlySet<string> = new Set(['add', 'sub', 'fadd', 'fsub', 'uinc_wrap', 'udec_wrap']);

/** What decides whether a loop goes on. */
class Loop {
  readonly #body: readonly Line[];
  readonly #polls: ReadonlySet<string>;
  readonly #blocks: readonly Block[];
  /** Lines of the loop that define values. */
  readonly #definitions = new Map<string, number>();
  readonly #labels: ReadonlySet<string>;

  constructor(body: readonly Line[], loop: ReadonlySet<Block>, polls: ReadonlySet<string>) {
    this.#body = body;
    this.#polls = polls;
    this.#blocks = [...loop];
    this.#labels = new Set(this.#blocks.map(({ label }) => label));
    for (const { start, end } of loop) {
      for (let at = start; at < end; at++) {
        const name = body[at]?.result;
        if (name) this.#definitions.set(name, at);
      }
    }
  }

  /** Lines that load what others must change before it ends (none: it does not spin), and could it also end alone? */
  waits(): { polled: Line[]; endsAlone: boolean; takesLock: boolean } {
    const exits = this.#blocks.filter(({ successors }) => successors.some((label) => !this.#labels.has(label)));
    const todo = exits.flatMap((block) => this.#condition(block));
    const seen = new Set<string>();
    let everyCondition = false;
    const polled: Line[] = [];
    let endsAlone = false;
    for (let value = todo.pop(); value !== undefined; value = todo.pop()) {
      const at = this.#definitions.get(value);
      if (at === undefined || seen.has(value)) continue;
      seen.add(value);
      const line = this.#body[at];
      if (!line) continue;
      const operands = line.uses;
      if (this.#waits(line)) {
        polled.push(line);
        continue;
      }
      if (calleeOf(line) === '__emu_clock') endsAlone = true;
      const isArithmetic = line.kind === 'simple' ? ARITHMETIC.has(line.operation) : line.kind === 'getelementptr';
      if (isArithmetic && operands.some((operand) => this.#turns(operand))) endsAlone = true;
      // A value that depends on the way that was taken depends on the conditions of that way.
      if (line.kind === 'phi' && this.#choices(line.incoming) > 1) everyCondition = true;
      todo.push(...operands);
      if (everyCondition) {
        todo.push(...this.#blocks.flatMap((block) => this.#condition(block)));
        everyCondition = false;
      }
    }
    const [only] = polled;
    const swapped = only?.kind === 'cmpxchg' ? only.pointer.text : undefined;
    const takesLock =
      polled.length === 1 &&
      exits.length === 1 &&
      !endsAlone &&
      swapped !== undefined &&
      !this.#definitions.has(swapped);
    return { polled, endsAlone, takesLock };
  }

  #condition({ terminator, end }: Block): string[] {
    return usesOf(this.#body, terminator, end).filter((value) => this.#definitions.has(value));
  }

  /** Does this value change from turn to turn by itself? */
  #turns(value: string): boolean {
    return this.#body[this.#definitions.get(value) ?? -1]?.kind === 'phi';
  }

  /** Different values that a phi gets from inside the loop. */
  #choices(incoming: readonly { readonly value: Value; readonly label: { readonly name: string } }[]): number {
    return new Set(incoming.filter(({ label }) => this.#labels.has(label.name)).map(({ value }) => value.text)).size;
  }

  #waits(line: Line): boolean {
    if (line.kind === 'load') return touches(line) && !this.#isOwn(line.pointer);
    if (line.kind === 'atomicrmw') {
      if (!COUNTS.has(line.operation)) return true;
      return line.value.text === '0' || this.#changes(line.pointer) > 1;
    }
    if (line.kind === 'cmpxchg') return !this.#definitions.has(line.expected.text);
    const callee = calleeOf(line);
    return callee !== null && this.#polls.has(callee);
  }

  /** A local variable of the thread, which nobody else changes. */
  #isOwn(pointer: Value): boolean {
    if (pointer.kind !== 'local') return false;
    const definition = this.#body.find(({ result }) => result === pointer.text);
    if (definition?.kind === 'alloca') return true;
    return definition?.kind === 'getelementptr' && this.#isOwn(definition.base.value);
  }

  /** Atomic functions of the loop that change this place. */
  #changes({ text }: Value): number {
    const atomic = (line: Line) => (line.kind === 'atomicrmw' || line.kind === 'cmpxchg') && line.pointer.text === text;
    return this.#blocks.reduce((sum, { start, end }) => sum + this.#body.slice(start, end).filter(atomic).length, 0);
  }
}
