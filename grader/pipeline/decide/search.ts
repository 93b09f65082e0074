import { type CompileResult, type HeaderFile, virtualNameOf } from '../../compile/index.ts';
import { type CaseEvidence, type Evidence, judge, WORKS } from '../../judge/index.ts';
import type { Assignment } from '../../spec/index.ts';
import { applyEdits, buildTree, statementRange } from '../../syntax/index.ts';
import { type Engine, entryOptions, gatherEvidence, type MadeCase, runRequest } from '../grade/index.ts';
import { type Candidate, candidatesOf } from './candidates.ts';
import { CHOICE, variantsOf } from './variants.ts';

/** A failed submission, as it was graded. */
export interface DecideRequest {
  readonly assignment: Assignment;
  readonly source: string;
  readonly headers?: readonly HeaderFile[];
  readonly fileName: string;
  readonly engine: Engine;
  readonly evidence: Evidence;
  /** The visible cases. */
  readonly cases: readonly MadeCase[];
  /** The milliseconds for all of it. After these, no line is named. */
  readonly limitMs: number;
  readonly signal?: AbortSignal;
  /** Asked between two runs: true if nobody waits for the line any more. Unlike `signal`, it stops no worker. */
  readonly isUnwanted?: () => boolean;
}

/** The outcome of a search. */
export interface Decision {
  /** The line that decides; `null` if there is not exactly one. */
  readonly line: number | null;
  /** Every repair of the first group with any that makes all visible cases right. */
  readonly repairs: readonly { readonly line: number; readonly operator: string; readonly after: string }[];
  readonly candidates: number;
  readonly runs: number;
  /** The reason why nothing was tried, or why the search ended early; `null` if it did not. */
  readonly ended: string | null;
}

type Compiled = Extract<CompileResult, { status: 'compiled' }>;

const NONE = { line: null, repairs: [], candidates: 0, runs: 0 } as const;

/** The most candidates that are tried, in the order of {@link candidatesOf}. */
const MOST = 250;
/** Runs at the same time, so that a worker never waits for the next one. */
const AT_ONCE = 3;
/** A variant that does not end is stopped early: after these loops and calls on the device, or milliseconds of a processor. */
const STEPS = 1_000_000;
const RUN_MS = 1_000;

/** Looks for the one line at which a small change makes every visible case right. */
export async function decide(request: DecideRequest): Promise<Decision> {
  const { engine, assignment, source, headers = [], fileName, limitMs, signal } = request;
  const { spec } = assignment;
  if (!isWorthDeciding(request.evidence)) return { ...NONE, ended: 'not of this kind' };
  const until = engine.now() + limitMs;
  const isOver = () => engine.now() > until || signal?.aborted === true || request.isUnwanted?.() === true;
  const entry = entryOptions(spec);
  const named = { ...(headers.length > 0 && { headers }) };
  const json = await engine.syntaxTree(source, fileName, {
    prototype: entry.wrapper ? null : entry.prototype,
    ...named,
  });
  if (json === null) return { ...NONE, ended: 'no syntax tree' };
  const tree = buildTree(json, source, virtualNameOf(fileName));
  let candidates = candidatesOf(tree, source, isIncomplete(request.evidence)).slice(0, MOST);
  let program: Compiled | null = null;
  for (let attempt = 0; attempt < 2 && program === null; attempt++) {
    if (isOver()) return { ...NONE, candidates: candidates.length, ended: 'time' };
    const { text, partsAt } = variantsOf(source, candidates);
    const compiled = await engine.compile(text, fileName, {
      ...entry,
      ...named,
      heapBytes: spec.limits.deviceMemoryMiB * 2 ** 20,
      timeoutMs: Math.max(1, until - engine.now()) + 10_000,
      ...(signal && { signal }),
    });
    if (compiled.status === 'compiled') program = compiled;
    else if (compiled.status === 'rejected') {
      const refused = new Set(
        compiled.diagnostics.filter(({ severity }) => severity === 'error').flatMap((each) => partsAt(each)),
      );
      if (refused.size === 0) return { ...NONE, ended: `not compiled: ${compiled.diagnostics[0]?.message}` };
      candidates = candidates.filter((candidate) => !refused.has(candidate));
    } else break;
  }
  if (program === null) return { ...NONE, candidates: candidates.length, ended: 'not compiled' };
  return await new Search(request, program, candidates, isOver).decide(source);
}

class Search {
  readonly #request: DecideRequest;
  readonly #program: Compiled;
  readonly #candidates: readonly Candidate[];
  readonly #isOver: () => boolean;
  #runs = 0;

  constructor(request: DecideRequest, program: Compiled, candidates: readonly Candidate[], isOver: () => boolean) {
    this.#request = request;
    this.#program = program;
    this.#candidates = candidates;
    this.#isOver = isOver;
  }

  async decide(source: string): Promise<Decision> {
    const about = () => ({ candidates: this.#candidates.length, runs: this.#runs });
    const cases = this.#inOrder();
    const [first] = cases;
    if (!first) return { ...NONE, ...about(), ended: 'no case' };
    if (await this.#isRight(0, first)) return { ...NONE, ...about(), ended: 'not repeated' };
    let left: number[] = [];
    for (const group of new Set(this.#candidates.map((each) => each.group))) {
      left = this.#candidates.flatMap((each, index) => (each.group === group ? [index + 1] : []));
      for (const own of cases) {
        if (left.length === 0) break;
        left = await this.#right(left, own);
        if (this.#isOver()) return { ...NONE, ...about(), ended: 'time' };
      }
      if (left.length > 0) break;
    }
    const kept = left.map((number) => this.#candidates[number - 1]).filter((each) => each !== undefined);
    const lines = new Set(kept.map(({ line }) => line));
    const [line = null] = lines;
    return {
      line: lines.size === 1 ? line : null,
      repairs: kept.map((each) => ({ line: each.line, operator: each.operator, after: changed(source, each) })),
      ...about(),
      ended: null,
    };
  }

  /** The failing cases, then the others; the smallest first. */
  #inOrder(): MadeCase[] {
    const { evidence, cases } = this.#request;
    const failed = new Set(evidence.cases.filter((seen) => !isRight(evidence, seen)).map(({ name }) => name));
    const sorted = [...cases].sort((a, b) => a.plan.elements - b.plan.elements);
    const failing = sorted.filter(({ plan }) => failed.has(plan.name));
    return failing.length === 0 ? [] : [...failing, ...sorted.filter(({ plan }) => !failed.has(plan.name))];
  }

  async #right(numbers: readonly number[], own: MadeCase): Promise<number[]> {
    const right = new Set<number>();
    const waiting = [...numbers];
    const worker = async (): Promise<void> => {
      for (let number = waiting.shift(); number !== undefined && !this.#isOver(); number = waiting.shift()) {
        if (await this.#isRight(number, own)) right.add(number);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    return numbers.filter((number) => right.has(number));
  }

  async #isRight(number: number, own: MadeCase): Promise<boolean> {
    const { assignment, engine, evidence, signal } = this.#request;
    this.#runs++;
    const asked = runRequest(assignment.spec, this.#program, own.plan, own, false);
    const { deviceSteps, wallMs } = asked.limits;
    const limits = {
      ...asked.limits,
      deviceSteps: Math.min(deviceSteps, STEPS),
      wallMs: Math.min(wallMs, RUN_MS),
    };
    const run = await engine.run({ ...asked, limits, choice: { number, ...CHOICE } }, signal);
    if (run.host.status !== 'returned') return false;
    const seen = await gatherEvidence(assignment.spec, own, run, asked);
    return isRight({ ...evidence, compiled: this.#program }, seen);
  }
}

/** True if the cases of a program are wrong on the emulator. */
function isWorthDeciding({ cases, gpu, compiled }: Evidence): boolean {
  if (compiled.status !== 'compiled' || gpu !== null || cases.some(({ undecided }) => undecided !== undefined))
    return false;
  // Of a launch that fails, constants decide, and no variant can change these.
  return !cases.some(({ run }) => run.launches.some(({ outcome }) => outcome.error));
}

/** True if elements are missing. If none is, a launch with fewer threads only hides what is wrong. */
function isIncomplete({ cases }: Evidence): boolean {
  return cases.some(({ outputs }) => outputs.some(({ comparison }) => comparison.unwritten > 0));
}

const DECIDED = new Set(['guards', 'correctness', 'memory', 'races']);

function isRight(evidence: Evidence, seen: CaseEvidence): boolean {
  const outcomes = judge({ ...evidence, cases: [seen], gpu: null, sanitizer: null, participation: WORKS });
  return outcomes.every(({ id, status }) => !DECIDED.has(id) || status === 'passed');
}

function changed(source: string, { parts }: Candidate): string {
  const first = parts[0];
  if (!first) return '';
  const edits = parts.map(({ kind, node, text }) => {
    if (kind === 'expression') return { start: node.start, end: node.end, text };
    const { start, end } = statementRange(source, node);
    if (kind === 'statement') return { start, end, text };
    return kind === 'before' ? { start, end: start, text: `${text} ` } : { start: end, end, text: ` ${text}` };
  });
  const text = applyEdits(source, edits);
  const begin = source.lastIndexOf('\n', first.node.start) + 1;
  const end = text.indexOf('\n', begin);
  return text.slice(begin, end < 0 ? undefined : end).trim();
}
