import { type CompileResult, type HeaderFile, virtualNameOf } from '../../compile/index.ts';
import type { DecidingReason } from '../../explain/index.ts';
import { type CaseEvidence, type Evidence, judge, WORKS } from '../../judge/index.ts';
import type { Assignment } from '../../spec/index.ts';
import { applyEdits, buildTree, statementRange } from '../../syntax/index.ts';
import { type Engine, entryOptions, gatherEvidence, type MadeCase, runRequest } from '../grade/index.ts';
import { type Candidate, candidatesOf } from './candidates.ts';
import { knownFrom, lineOf } from './known-lines.ts';
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
  readonly why: DecidingReason;
  /** Every repair of the first group with any that makes all visible cases right. */
  readonly repairs: readonly { readonly line: number; readonly operator: string; readonly after: string }[];
  readonly candidates: number;
  readonly runs: number;
  /** The reason why nothing was tried, or why the search ended early; `null` if it did not. */
  readonly ended: string | null;
}

type Compiled = Extract<CompileResult, { status: 'compiled' }>;

const NONE = { line: null, why: 'repair', repairs: [], candidates: 0, runs: 0 } as const;

/** The groups of candidates that are compiled together. The first group is small, and mostly enough. */
const STAGES: readonly (readonly number[])[] = [[0], [1], [2, 3]];
/** The most candidates of a stage, in the order of {@link candidatesOf}. */
const MOST = 200;
/** Runs at the same time, so that a worker never waits for the next one. */
const AT_ONCE = 3;
/** In the first case, a variant that does not end is stopped after these loops and calls on the device. */
const STEPS = { least: 500_000, anElement: 2_000 } as const;
/** And after these milliseconds of a processor. */
const RUN_MS = 1_000;

/** Looks for the one line at which a small change makes every visible case right. */
export async function decide(request: DecideRequest): Promise<Decision> {
  const { engine, source, headers = [], fileName, limitMs, signal } = request;
  const known = knownFrom(request.evidence);
  if (!known && !isWorthDeciding(request.evidence)) return { ...NONE, ended: 'not of this kind' };
  const cases = inOrder(request);
  if (cases.length === 0) return { ...NONE, ended: 'no case' };
  const until = engine.now() + limitMs;
  const isOver = () => engine.now() > until || signal?.aborted === true || request.isUnwanted?.() === true;
  const entry = entryOptions(request.assignment.spec);
  const json = await engine.syntaxTree(source, fileName, {
    prototype: entry.wrapper ? null : entry.prototype,
    ...(headers.length > 0 && { headers }),
  });
  if (json === null) return { ...NONE, ended: 'no syntax tree' };
  const tree = buildTree(json, source, virtualNameOf(fileName));
  const told = known && lineOf(known, tree, source);
  if (told) return { ...NONE, ...told, ended: 'known from the finding' };
  if (!isWorthDeciding(request.evidence)) return { ...NONE, ended: 'not of this kind' };
  const all = candidatesOf(tree, source, isIncomplete(request.evidence));
  let so: Decision = { ...NONE, ended: null };
  for (const groups of STAGES) {
    const candidates = all.filter(({ group }) => groups.includes(group)).slice(0, MOST);
    const before = { candidates: so.candidates + candidates.length, runs: so.runs };
    if (candidates.length === 0) continue;
    const program = await compiled(request, candidates, () => Math.max(0, until - engine.now()));
    if (typeof program === 'string') return { ...NONE, ...before, ended: program };
    const found = await new Search(request, program, cases, isOver).decide();
    so = { ...found, candidates: before.candidates, runs: before.runs + found.runs };
    if (so.repairs.length > 0 || so.ended !== null) break;
  }
  return so;
}

/** The program that has all candidates which can be compiled, or the reason why there is none. */
async function compiled(
  { engine, assignment: { spec }, source, headers = [], fileName, signal }: DecideRequest,
  wanted: readonly Candidate[],
  msLeft: () => number,
): Promise<Variants | string> {
  let candidates = wanted;
  for (let attempt = 0; attempt < 2; attempt++) {
    if (msLeft() === 0) return 'time';
    const { text, partsAt } = variantsOf(source, candidates);
    const result = await engine.compile(text, fileName, {
      ...entryOptions(spec),
      ...(headers.length > 0 && { headers }),
      heapBytes: spec.limits.deviceMemoryMiB * 2 ** 20,
      timeoutMs: Math.max(1, msLeft()) + 10_000,
      ...(signal && { signal }),
    });
    if (result.status === 'compiled') return { program: result, candidates };
    if (result.status !== 'rejected') return 'not compiled';
    const errors = result.diagnostics.filter(({ severity }) => severity === 'error');
    const refused = new Set(errors.flatMap((each) => partsAt(each)));
    if (refused.size === 0) return `not compiled: ${result.diagnostics[0]?.message}`;
    candidates = candidates.filter((candidate) => !refused.has(candidate));
  }
  return 'not compiled';
}

/** A program with its candidates: number 1 is the first of them. */
interface Variants {
  readonly program: Compiled;
  readonly candidates: readonly Candidate[];
}

class Search {
  readonly #request: DecideRequest;
  readonly #program: Compiled;
  readonly #candidates: readonly Candidate[];
  readonly #cases: readonly MadeCase[];
  readonly #isOver: () => boolean;
  #runs = 0;

  constructor(
    request: DecideRequest,
    { program, candidates }: Variants,
    cases: readonly MadeCase[],
    isOver: () => boolean,
  ) {
    this.#request = request;
    this.#program = program;
    this.#candidates = candidates;
    this.#cases = cases;
    this.#isOver = isOver;
  }

  async decide(): Promise<Decision> {
    const about = () => ({ candidates: this.#candidates.length, runs: this.#runs });
    const [first] = this.#cases;
    if (!first || (await this.#isRight(0, first))) return { ...NONE, ...about(), ended: 'not repeated' };
    let left: number[] = [];
    for (const group of new Set(this.#candidates.map((each) => each.group))) {
      left = this.#candidates.flatMap((each, index) => (each.group === group ? [index + 1] : []));
      for (const own of this.#cases) {
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
      line: lines.size === 1 && !kept.some(({ adds }) => adds) ? line : null,
      why: 'repair',
      repairs: kept.map((each) => ({
        line: each.line,
        operator: each.operator,
        after: changed(this.#request.source, each),
      })),
      ...about(),
      ended: null,
    };
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
    const limits = { ...asked.limits };
    if (own === this.#cases[0]) {
      const most = Math.max(STEPS.least, STEPS.anElement * own.plan.elements);
      limits.deviceSteps = Math.min(limits.deviceSteps, most);
      limits.wallMs = Math.min(limits.wallMs, RUN_MS);
    }
    const run = await engine.run({ ...asked, limits, choice: { number, ...CHOICE } }, signal);
    if (run.host.status !== 'returned') return false;
    const seen = await gatherEvidence(assignment.spec, own, run, asked);
    return isRight({ ...evidence, compiled: this.#program }, seen);
  }
}

/** The failing cases, then the others; the smallest first. */
function inOrder({ evidence, cases }: DecideRequest): MadeCase[] {
  const failed = new Set(evidence.cases.filter((seen) => !isRight(evidence, seen)).map(({ name }) => name));
  const sorted = [...cases].sort((a, b) => a.plan.elements - b.plan.elements);
  const failing = sorted.filter(({ plan }) => failed.has(plan.name));
  return failing.length === 0 ? [] : [...failing, ...sorted.filter(({ plan }) => !failed.has(plan.name))];
}

/** True if the cases of a program are wrong on the emulator, and no launch fails for another reason than an empty grid. */
function isWorthDeciding({ cases, gpu, compiled }: Evidence): boolean {
  if (compiled.status !== 'compiled' || gpu !== null || cases.some(({ undecided }) => undecided !== undefined))
    return false;
  return cases.every(({ run: { launches, apiErrors } }) => {
    const empty = new Set(apiErrors.filter(({ reason }) => reason === 'zero-size').map(({ launch }) => launch));
    return launches.every(({ outcome }, at) => !outcome.error || empty.has(at));
  });
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
