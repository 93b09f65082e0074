import { type Block, backEdges, parseBlocks } from './blocks.ts';
import { type CallGraph, reaching } from './calls.ts';
import { type IrFunction, type IrModule, parseModule, quote, unquote } from './module.ts';
import { argumentsOf } from './runtime.ts';
import { valuesIn } from './slice.ts';

/**
 * A spinning loop waits for what another thread does: whether it ends depends on a value that is loaded anew each turn
 * with an atomic function or through `volatile`. Its threads must not run alone, so each turn calls
 * `__emu_spin(site, turn, endsAlone)`, a point where other threads may take over. Loops that make their own progress
 * (a compare-and-swap that is tried again with the value found, a counter that hands out work) stay as they are.
 */
export function markSpins(module: IrModule, graph: CallGraph): IrModule {
  const touching = new Set(
    module.functions.flatMap(({ name, start, end }) =>
      module.lines.slice(start + 1, end).some((line) => TOUCHES.test(line)) ? [name] : [],
    ),
  );
  const polls = new Set([...touching, ...reaching(graph, (callee) => touching.has(callee))]);
  const edits = new Map<number, string[]>();
  const polled = new Map<number, string>();
  let names = 0;
  for (const fn of module.functions) {
    if (!polls.has(fn.name)) continue;
    for (const spin of spinsOf(module, fn, polls)) {
      edits.set(fn.start + 1 + spin.line, spin.code(names++));
      for (const line of spin.polled) polled.set(fn.start + 1 + line, spin.takesLock ? LOCK : POLLED);
    }
  }
  if (edits.size === 0) return module;
  const lines = module.lines.flatMap((line, at) => [...(edits.get(at) ?? []), line + (polled.get(at) ?? '')]);
  return parseModule(lines.join('\n'));
}

/** Marks an access that a spinning loop waits for: a comment, so that nothing else has to know. */
const POLLED = ' ; emu.polled';
/** The same of one that takes a lock. */
const LOCK = ' ; emu.lock';

export function isPolled(line: string): boolean {
  return line.endsWith(POLLED);
}

/** A compare-and-swap at one place that a loop tries until it succeeds, and for nothing else. */
export function takesLock(line: string): boolean {
  return line.endsWith(LOCK);
}

interface Spin {
  /** Body line before which `code` is put: the first of the loop's header that is no phi. */
  readonly line: number;
  /** Body lines that it waits for. */
  readonly polled: readonly number[];
  /** It ends when a compare-and-swap succeeds. */
  readonly takesLock: boolean;
  code(number: number): string[];
}

function spinsOf(module: IrModule, fn: IrFunction, polls: ReadonlySet<string>): Spin[] {
  const body = module.lines.slice(fn.start + 1, fn.end);
  const blocks = parseBlocks(body);
  const latches = new Map<Block, Set<Block>>();
  for (const { from, to } of backEdges(blocks)) latches.set(to, (latches.get(to) ?? new Set()).add(from));
  return [...latches].flatMap(([header, ends]) => {
    const loop = loopOf(header, ends, blocks);
    if (!loop) return [];
    const { polled, endsAlone, takesLock } = new Loop(body, loop, polls).waits();
    const incoming = polled.length > 0 ? incomingOf(header, loop, blocks, body) : null;
    if (incoming === null) return [];
    let line = header.start;
    while (/^\s+%\S+ = phi /.test(body[line] ?? '')) line++;
    const code = (number: number) => [
      `  %emu.turn${number} = phi i32 ${incoming.map(({ label, inside }) => `[ ${inside ? `%emu.next${number}` : 0}, ${label} ]`).join(', ')}`,
      `  %emu.next${number} = add i32 %emu.turn${number}, 1`,
      `  call void @__emu_spin(i32 0, i32 %emu.turn${number}, i32 ${endsAlone ? 1 : 0})`,
    ];
    return [{ line, polled, takesLock, code }];
  });
}

/** Blocks of the natural loop of a header; null where it can be entered elsewhere. */
function loopOf(header: Block, latches: ReadonlySet<Block>, blocks: readonly Block[]): Set<Block> | null {
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
  body: readonly string[],
): { label: string; inside: boolean }[] | null {
  const edges = blocks.flatMap((block) => {
    const text = body.slice(block.terminator, block.end).join('\n');
    const targets = [...text.matchAll(/\blabel (%(?:"[^"]*"|[-\w.$]+))/g)].map((match) => unquote(match[1] ?? ''));
    const edge = { label: quote(block.label).replace(/^@/, '%'), inside: loop.has(block), named: block.label !== '' };
    return targets.filter((target) => target === header.label).map(() => edge);
  });
  return edges.length > 0 && edges.every(({ named }) => named) ? edges : null;
}

const TOUCHES = /^\s+(?:%\S+ = )?(?:tail )?(?:load (?:atomic|volatile)|atomicrmw|cmpxchg) /;
const ARITHMETIC = /^\s+%\S+ = (?:add|sub|mul|shl|lshr|ashr|fadd|fsub|fmul|getelementptr) /;
/** These change what they find, whatever it is. */
const COUNTS = /^\s+%\S+ = atomicrmw (?:volatile )?(?:add|sub|fadd|fsub|uinc_wrap|udec_wrap) ptr (\S+), \S+ (\S+) /;

/** What decides whether a loop goes on. */
class Loop {
  readonly #body: readonly string[];
  readonly #polls: ReadonlySet<string>;
  readonly #blocks: readonly Block[];
  /** Lines of the loop that define values. */
  readonly #definitions = new Map<string, number>();
  readonly #labels: ReadonlySet<string>;

  constructor(body: readonly string[], loop: ReadonlySet<Block>, polls: ReadonlySet<string>) {
    this.#body = body;
    this.#polls = polls;
    this.#blocks = [...loop];
    this.#labels = new Set(this.#blocks.map(({ label }) => label));
    for (const { start, end } of loop) {
      for (let at = start; at < end; at++) {
        const name = /^\s+(%(?:"[^"]*"|[-\w.$]+)) = /.exec(body[at] ?? '')?.[1];
        if (name) this.#definitions.set(name, at);
      }
    }
  }

  /** Lines that load what others must change before it ends (none: it does not spin), and could it also end alone? */
  waits(): { polled: number[]; endsAlone: boolean; takesLock: boolean } {
    const exits = this.#blocks.filter(({ successors }) => successors.some((label) => !this.#labels.has(label)));
    const todo = exits.flatMap((block) => this.#condition(block));
    const seen = new Set<string>();
    let everyCondition = false;
    const polled: number[] = [];
    let endsAlone = false;
    for (let value = todo.pop(); value !== undefined; value = todo.pop()) {
      const at = this.#definitions.get(value);
      if (at === undefined || seen.has(value)) continue;
      seen.add(value);
      const line = this.#body[at] ?? '';
      const operands = valuesIn(line.slice(line.indexOf(' = ') + 3));
      if (this.#waits(line)) {
        polled.push(at);
        continue;
      }
      if (line.includes('@__emu_clock(')) endsAlone = true;
      if (ARITHMETIC.test(line) && operands.some((operand) => this.#turns(operand))) endsAlone = true;
      // A value that depends on the way that was taken depends on the conditions of that way.
      if (/ = phi /.test(line) && this.#choices(line) > 1) everyCondition = true;
      todo.push(...operands);
      if (everyCondition) {
        todo.push(...this.#blocks.flatMap((block) => this.#condition(block)));
        everyCondition = false;
      }
    }
    const [only = -1] = polled;
    const swapped = / = cmpxchg (?:weak )?(?:volatile )?ptr (\S+),/.exec(this.#body[only] ?? '')?.[1];
    const takesLock =
      polled.length === 1 &&
      exits.length === 1 &&
      !endsAlone &&
      swapped !== undefined &&
      !this.#definitions.has(swapped);
    return { polled, endsAlone, takesLock };
  }

  #condition({ terminator, end }: Block): string[] {
    return valuesIn(this.#body.slice(terminator, end).join(' ')).filter((value) => this.#definitions.has(value));
  }

  /** Does this value change from turn to turn by itself? */
  #turns(value: string): boolean {
    const line = this.#body[this.#definitions.get(value) ?? -1] ?? '';
    return / = phi /.test(line);
  }

  /** Different values that a phi gets from inside the loop. */
  #choices(line: string): number {
    const incoming = [...line.matchAll(/\[ ([^,\]]+), (%(?:"[^"]*"|[-\w.$]+)) \]/g)];
    return new Set(incoming.filter(([, , label]) => this.#labels.has(unquote(label ?? ''))).map(([, value]) => value))
      .size;
  }

  #waits(line: string): boolean {
    const loaded = / = (?:tail )?load (?:atomic|volatile) .*?\bptr (%(?:"[^"]*"|[-\w.$]+))/.exec(line);
    if (loaded) return !this.#isOwn(loaded[1] ?? '');
    if (/ = (?:tail )?load (?:atomic|volatile) /.test(line)) return true;
    const counts = COUNTS.exec(line);
    if (counts) return counts[2] === '0,' || this.#changes(counts[1] ?? '') > 1;
    if (/ = atomicrmw /.test(line)) return true;
    const compared = / = cmpxchg (?:weak )?(?:volatile )?ptr \S+, \S+ (\S+),/.exec(line)?.[1];
    if (compared !== undefined) return !this.#definitions.has(compared);
    const callee = argumentsOf(line)?.callee;
    return callee !== undefined && this.#polls.has(callee);
  }

  /** A local variable of the thread, which nobody else changes. */
  #isOwn(pointer: string): boolean {
    const definition = this.#body.find((line) => line.trimStart().startsWith(`${pointer} = `)) ?? '';
    if (/ = alloca /.test(definition)) return true;
    const base = / = getelementptr .*?\bptr (%(?:"[^"]*"|[-\w.$]+))/.exec(definition)?.[1];
    return base !== undefined && this.#isOwn(base);
  }

  /** Atomic functions of the loop that change this place. */
  #changes(pointer: string): number {
    const atomic = (line: string) => / = (?:atomicrmw|cmpxchg) /.test(line) && line.includes(` ptr ${pointer},`);
    return this.#blocks.reduce((sum, { start, end }) => sum + this.#body.slice(start, end).filter(atomic).length, 0);
  }
}
