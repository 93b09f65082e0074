import type { SourcePosition } from '../../compile/index.ts';
import type { LaunchRefusal } from '../../device/index.ts';
import type { DecidingLine, DecidingReason } from '../../explain/index.ts';
import type { Evidence } from '../../judge/index.ts';
import { bare, functionOf, isConstant, LOOPS, type SyntaxNode, walk } from '../../syntax/index.ts';
import { lineFinder } from './candidates.ts';

/** The one thing that is wrong in every case that fails. Lines are 1-based, and of the source. */
export type Known =
  /** A launch is refused. */
  | { readonly kind: 'refused'; readonly line: number; readonly reason: LaunchRefusal['reason'] }
  /** A buffer is used after it was freed. `line`: of its allocation. */
  | { readonly kind: 'freed'; readonly line: number }
  /** A kernel uses a pointer of the host. `line`: of its launch. */
  | { readonly kind: 'passed'; readonly line: number }
  /** A kernel uses dynamic shared memory, and its launch, in `line`, gives it none. */
  | { readonly kind: 'shared-memory'; readonly line: number }
  /** Barriers, in these lines, are not reached by all threads. */
  | { readonly kind: 'barrier'; readonly lines: readonly number[] };

/** Returns what is wrong if all cases agree on it, and no search is necessary to know what leads to it; else `null`. */
export function knownFrom({ cases, compiled, gpu, fileName }: Evidence): Known | null {
  if (compiled.status !== 'compiled' || gpu !== null) return null;
  const lineOf = (position: SourcePosition | null | undefined): number | null =>
    position?.file === fileName ? position.line : null;
  // Everything else can follow from a barrier at which threads are missing.
  const missed = cases.flatMap(({ run }) => run.faults.filter(({ rule }) => rule === 'barrier-divergence'));
  if (missed.length > 0) {
    const lines = new Set(missed.map(({ at }) => lineOf(at.position)));
    return lines.has(null) ? null : { kind: 'barrier', lines: [...lines].filter((line) => line !== null) };
  }
  const found = cases.flatMap(({ run }): (Known | null)[] => [
    ...run.apiErrors
      .filter(({ launch }) => launch !== null)
      .map(({ position, reason }): Known | null => {
        const line = lineOf(position);
        return line === null || reason === null || reason === 'zero-size' ? null : { kind: 'refused', line, reason };
      }),
    ...run.faults.map(({ rule, buffer, launch, kernel, fromArgument }): Known | null => {
      const allocated = lineOf(buffer?.allocatedAt);
      if (rule === 'use-after-free') return allocated === null ? null : { kind: 'freed', line: allocated };
      const launched = kernel === '' ? null : lineOf(run.launches[launch]?.position);
      if (launched === null) return null;
      if (rule === 'shared-out-of-bounds' && buffer?.role === 'shared' && buffer.bytes === 0) {
        return { kind: 'shared-memory', line: launched };
      }
      return rule === 'host-device-pointer' && fromArgument ? { kind: 'passed', line: launched } : null;
    }),
  ]);
  const [first = null] = found;
  return found.every((each) => JSON.stringify(each) === JSON.stringify(first)) ? first : null;
}

/** Returns the line that decides, or `null` if the source does not show it. */
export function lineOf(known: Known, tree: SyntaxNode, source: string): DecidingLine | null {
  const lineAt = lineFinder(source);
  if (known.kind === 'barrier') {
    const lines = new Set(known.lines.map((line) => branchLine(tree, lineAt, line)));
    const [line = null] = lines;
    return lines.size > 1 || line === null ? null : { line, why: 'barrier' };
  }
  if (known.kind === 'freed') {
    const line = freedLine(tree, lineAt, known.line);
    return line === null ? null : { line, why: 'freed' };
  }
  // Of a kernel that the grader launches itself there is none.
  const launches = [...walk(tree)].filter(
    (node) => node.kind === 'CUDAKernelCallExpr' && lineAt(node.start) <= known.line && known.line <= lineAt(node.end),
  );
  if (launches.length !== 1) return null;
  if (known.kind !== 'refused') return { line: known.line, why: known.kind };
  const argument = ARGUMENTS[known.reason];
  const written = argument ? launches[0]?.slots[1]?.slots[argument.place] : null;
  if (!written || !argument) return null;
  const line = new Origins(tree, source, lineAt).of(written, MOST_STEPS) ?? known.line;
  return { line, why: argument.why };
}

/** The place between the brackets of a launch of what is refused. */
const ARGUMENTS: Partial<Record<LaunchRefusal['reason'], { readonly place: number; readonly why: DecidingReason }>> = {
  'grid-size': { place: 1, why: 'grid' },
  'threads-per-block': { place: 2, why: 'block' },
  'block-dim': { place: 2, why: 'block' },
  'shared-memory': { place: 3, why: 'shared-memory' },
};

/**
 * The line of the one branch around a barrier, or of the one return before it. `null` if something else can decide as well:
 * what calls a function, or a loop that depends on the thread or that some threads leave.
 */
function branchLine(tree: SyntaxNode, lineAt: (at: number) => number, line: number): number | null {
  const barriers = [...walk(tree)].filter(
    ({ kind, start, slots }) => kind === 'CallExpr' && lineAt(start) === line && slots[0]?.text === '__syncthreads',
  );
  const [barrier] = barriers;
  const within = barrier && functionOf(barrier);
  if (!barrier || barriers.length > 1 || !within?.attributes.includes('CUDAGlobalAttr')) return null;
  const branches: SyntaxNode[] = [];
  for (const node of walk(within)) {
    const isAround = node.start < barrier.start && barrier.end <= node.end;
    if (node.kind === 'SwitchStmt' && isAround) return null;
    if (LOOPS.has(node.kind) && isAround && !isUniform(node, barrier, within)) return null;
    const isBefore = node.start < barrier.start && node.slots.some((branch) => branch !== null && has(branch, RETURN));
    if (node.kind === 'IfStmt' && (isAround || isBefore)) branches.push(node);
  }
  return branches.length === 1 && branches[0] ? lineAt(branches[0].start) : null;
}

const RETURN: ReadonlySet<string> = new Set(['ReturnStmt']);
const LEAVES: ReadonlySet<string> = new Set(['BreakStmt', 'ContinueStmt', 'GotoStmt']);

function has(node: SyntaxNode, kinds: ReadonlySet<string>): boolean {
  return [...walk(node)].some(({ kind }) => kinds.has(kind));
}

/** True if all threads run a loop around a barrier equally often, as far as its head and its jumps show. */
function isUniform(loop: SyntaxNode, barrier: SyntaxNode, within: SyntaxNode): boolean {
  if (has(loop, LEAVES)) return false;
  const body = loop.slots.find((slot) => slot && slot.start <= barrier.start && barrier.end <= slot.end);
  const head = loop.slots
    .filter((slot) => slot && slot !== body)
    .map((slot) => slot?.text ?? '')
    .join(' ');
  const own = [...walk(within)].filter(({ kind, text }) => kind === 'VarDecl' && /\bthreadIdx\b/.test(text));
  return !/\bthreadIdx\b/.test(head) && own.every(({ name }) => !new RegExp(`\\b${name}\\b`).test(head));
}

/** The line of the one call that frees the variable of an allocation, in its function. */
function freedLine(tree: SyntaxNode, lineAt: (at: number) => number, allocatedAt: number): number | null {
  const calls = [...walk(tree)].filter(({ kind }) => kind === 'CallExpr');
  const allocations = calls.filter(
    (call) => lineAt(call.start) === allocatedAt && /^cudaMalloc/.test(call.slots[0]?.text ?? ''),
  );
  const [allocation] = allocations;
  const name = /&\s*(\w+)\s*$/.exec(allocation?.slots[1]?.text ?? '')?.[1];
  const within = allocation && functionOf(allocation);
  if (allocations.length !== 1 || name === undefined || !within || getsAnother(name, within.text)) return null;
  const frees = calls.filter(
    ({ slots: [callee, freed] }) => /^cudaFree/.test(callee?.text ?? '') && freed?.text === name,
  );
  const [free] = frees;
  return free && frees.length === 1 && functionOf(free)?.start === within.start ? lineAt(free.start) : null;
}

/** True if a pointer can become another one after its allocation. */
function getsAnother(name: string, text: string): boolean {
  const addresses = text.match(new RegExp(`&\\s*${name}\\b`, 'g')) ?? [];
  return addresses.length > 1 || new RegExp(`\\b${name}\\s*=(?!=)|\\bswap\\s*\\([^;]*\\b${name}\\b`).test(text);
}

/** A variable that is the value of itself ends here. */
const MOST_STEPS = 10;

/** Follows the argument of a launch to the number or the macro that it comes from. */
class Origins {
  readonly #tree: SyntaxNode;
  readonly #source: string;
  readonly #lineAt: (at: number) => number;

  constructor(tree: SyntaxNode, source: string, lineAt: (at: number) => number) {
    this.#tree = tree;
    this.#source = source;
    this.#lineAt = lineAt;
  }

  of(node: SyntaxNode, steps: number): number | null {
    const inner = bare(node);
    if (steps === 0) return null;
    if (inner.isMacro) return this.#macro(node.text) ?? this.#lineAt(node.start);
    if (inner.kind === 'DeclRefExpr') return this.#variable(inner, steps);
    if (/^CXX(?:Construct|TemporaryObject|FunctionalCast)Expr$/.test(inner.kind) && /\bdim3\b/.test(inner.type)) {
      return this.#together(inner, steps);
    }
    // A size that is computed may be in the wrong place.
    return isConstant(inner) ? this.#lineAt(node.start) : null;
  }

  /** The one line of all parts that are not 1, or that of the whole. */
  #together(node: SyntaxNode, steps: number): number | null {
    const parts = node.slots.filter((slot) => slot !== null && bare(slot).value !== '1');
    const lines = new Set(parts.map((part) => part && this.of(part, steps - 1)));
    const [line = null] = lines;
    if (lines.has(null)) return null;
    return lines.size === 1 ? line : this.#lineAt(node.start);
  }

  #variable(use: SyntaxNode, steps: number): number | null {
    const within = functionOf(use);
    const declared = [...walk(this.#tree)].filter(
      (each) =>
        each.kind === 'VarDecl' &&
        each.name === use.name &&
        (functionOf(each) === null || functionOf(each)?.start === within?.start),
    );
    const [declaration] = declared;
    const value = declaration?.slots[0];
    if (declared.length !== 1 || !declaration || !value || this.#changes(declaration)) return null;
    return this.of(value, steps - 1);
  }

  #changes({ name, start, end }: SyntaxNode): boolean {
    const rest = `${this.#source.slice(0, start)}${' '.repeat(end - start)}${this.#source.slice(end)}`;
    return new RegExp(
      `\\b${name}\\s*(?:\\.\\s*[xyz]\\s*)?(?:[-+*/%&|^]|<<|>>)?=(?!=)|\\+\\+\\s*${name}\\b|--\\s*${name}\\b|\\b${name}\\s*(?:\\+\\+|--)|&\\s*${name}\\b`,
    ).test(rest);
  }

  #macro(text: string): number | null {
    if (!/^[A-Za-z_]\w*$/.test(text)) return null;
    const found = [...this.#source.matchAll(new RegExp(`^[ \\t]*#[ \\t]*define[ \\t]+${text}\\b`, 'gm'))];
    return found.length === 1 && found[0] ? this.#lineAt(found[0].index + found[0][0].length) : null;
  }
}
