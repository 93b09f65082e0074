import { type CompileResult, type HeaderFile, virtualNameOf } from '../../compile/index.ts';
import type { DecidingReason } from '../../explain/index.ts';
import { type CaseEvidence, type Evidence, judge, WORKS } from '../../judge/index.ts';
import type { Assignment } from '../../spec/index.ts';
import { applyEdits, buildTree, statementRange } from '../../syntax/index.ts';
import {
  type Engine,
  entryOptions,
  filesToCompile,
  gatherEvidence,
  type MadeCase,
  type ProgramFiles,
  programFiles,
  runRequest,
} from '../grade/index.ts';
import { type Candidate, candidatesOf } from './candidates.ts';
import { knownFrom, lineOf } from './known-lines.ts';
import { REPAIRS } from './repairs/index.ts';
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
  /** Asked between two runs: true if the line is no longer wanted. Unlike `signal`, it stops no worker. */
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

/** The most candidates of a group. */
const MOST = 300;
/** Runs at the same time, so that a worker never waits for the next one. */
const AT_ONCE = 3;
/** In the first case, a variant that does not end is stopped after these loops and calls on the device. */
const STEPS = { least: 500_000, anElement: 2_000 } as const;
/** And after these milliseconds of a processor. */
const RUN_MS = 1_000;

/** Looks for the one line at which a small change makes every visible case right. */
export async function decide(request: DecideRequest): Promise<Decision> {
  const { engine, source, fileName, limitMs, evidence } = request;
  const files = programFiles(request.assignment, request.headers ?? [], fileName, engine);
  const { headers } = files;
  const known = knownFrom(evidence);
  // Where a line ends with a carriage return alone, lines are counted in another way.
  if ((!known && !isWorthDeciding(evidence)) || /\r(?!\n)/.test(source)) return { ...NONE, ended: 'not of this kind' };
  const cases = inOrder(request);
  if (cases.length === 0) return { ...NONE, ended: 'no case' };
  const until = engine.now() + limitMs;
  const deadline = new Deadline(() => until - engine.now(), request);
  const entry = entryOptions(evidence.spec);
  const options = { prototype: entry.wrapper ? null : entry.prototype, ...(headers.length > 0 && { headers }) };
  const json = await engine.syntaxTree(source, fileName, options);
  if (json === null) return { ...NONE, ended: 'no syntax tree' };
  const tree = buildTree(json, source, virtualNameOf(fileName));
  const told = known && lineOf(known, tree, source);
  if (told) return { ...NONE, ...told, ended: 'known from the finding' };
  if (!isWorthDeciding(evidence)) return { ...NONE, ended: 'not of this kind' };
  const withLaunches = isIncomplete(evidence);
  let so: Decision = { ...NONE, ended: null };
  for (const group of REPAIRS.keys()) {
    const candidates = candidatesOf(tree, source, { group, withLaunches, most: MOST + 1 });
    const isCut = candidates.length > MOST;
    const before = { candidates: so.candidates + candidates.length, runs: so.runs };
    if (candidates.length === 0) continue;
    const program = await compiled(request, files, candidates.slice(0, MOST), deadline);
    if (typeof program === 'string') return { ...NONE, ...before, ended: program };
    const found = await new Search(request, program, cases, deadline).decide();
    so = { ...found, candidates: before.candidates, runs: before.runs + found.runs };
    // What is left out could be at another line.
    if (isCut && so.ended === null) return { ...so, line: null, ended: 'too many candidates' };
    if (so.repairs.length > 0 || so.ended !== null) break;
  }
  return so;
}

/** The end of a search: by its time, or because its line is no longer wanted. */
class Deadline {
  readonly #msLeft: () => number;
  readonly #request: Pick<DecideRequest, 'signal' | 'isUnwanted'>;

  constructor(msLeft: () => number, request: Pick<DecideRequest, 'signal' | 'isUnwanted'>) {
    this.#msLeft = msLeft;
    this.#request = request;
  }

  get msLeft(): number {
    return Math.max(0, this.#msLeft());
  }

  get isOver(): boolean {
    return this.msLeft === 0 || this.#request.signal?.aborted === true || this.#request.isUnwanted?.() === true;
  }

  /** Gives a signal that is aborted then to what takes long, and ends if it does not. @returns null if the time is over */
  async within<Value>(work: (signal: AbortSignal) => Promise<Value>): Promise<Value | null> {
    const { signal } = this.#request;
    const stop = new AbortController();
    const end = (): void => stop.abort();
    const timer = setTimeout(end, this.msLeft);
    signal?.addEventListener('abort', end);
    if (this.isOver) end();
    try {
      return await work(stop.signal);
    } catch (error) {
      if (stop.signal.aborted) return null;
      throw error;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
    }
  }
}

/** The program that has all candidates which can be compiled, or the reason why there is none. */
async function compiled(
  { engine, evidence: { spec }, source, fileName }: DecideRequest,
  files: ProgramFiles,
  wanted: readonly Candidate[],
  deadline: Deadline,
): Promise<Variants | string> {
  let candidates = wanted;
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    if (deadline.isOver) return 'time';
    const { text, partsAt } = variantsOf(source, candidates);
    const result = await deadline.within((signal) =>
      engine.compile(text, fileName, {
        ...entryOptions(spec),
        ...filesToCompile(files),
        heapBytes: spec.limits.deviceMemoryMiB * 2 ** 20,
        timeoutMs: COMPILER_MS,
        signal,
      }),
    );
    if (result === null) return 'time';
    if (result.status === 'compiled') return { program: result, candidates };
    if (result.status !== 'rejected') return 'not compiled';
    const errors = result.diagnostics.filter(({ severity }) => severity === 'error');
    const refused = new Set(errors.flatMap((each) => partsAt(each)));
    if (refused.size === 0) return `not compiled: ${result.diagnostics[0]?.message}`;
    candidates = candidates.filter((candidate) => !refused.has(candidate));
  }
  return 'not compiled';
}

const MOST_ATTEMPTS = 3;
/** The signal comes before that. */
const COMPILER_MS = 120_000;

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
  readonly #deadline: Deadline;
  #runs = 0;
  /** A run was stopped by a limit that has nothing to do with its variant. */
  #isUndecided = false;

  constructor(
    request: DecideRequest,
    { program, candidates }: Variants,
    cases: readonly MadeCase[],
    deadline: Deadline,
  ) {
    this.#request = request;
    this.#program = program;
    this.#candidates = candidates;
    this.#cases = cases;
    this.#deadline = deadline;
  }

  async decide(): Promise<Decision> {
    const about = () => ({ candidates: this.#candidates.length, runs: this.#runs });
    const [first] = this.#cases;
    if (!first || (await this.#isRight(0, first))) return { ...NONE, ...about(), ended: 'not repeated' };
    let left = this.#candidates.map((_, index) => index + 1);
    for (const own of this.#cases) {
      if (left.length === 0) break;
      left = await this.#right(left, own);
      if (this.#isUndecided || this.#deadline.isOver) return { ...NONE, ...about(), ended: 'time' };
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
      for (let number = waiting.shift(); number !== undefined && !this.#deadline.isOver; number = waiting.shift()) {
        if (await this.#isRight(number, own)) right.add(number);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    return numbers.filter((number) => right.has(number));
  }

  async #isRight(number: number, own: MadeCase): Promise<boolean> {
    const { engine, evidence, signal } = this.#request;
    this.#runs++;
    const asked = runRequest(evidence.spec, this.#program, own.plan, own, false);
    const limits = { ...asked.limits };
    const isFirst = own === this.#cases[0];
    if (isFirst) limits.deviceSteps = Math.min(limits.deviceSteps, STEPS.least + STEPS.anElement * own.plan.elements);
    limits.wallMs = Math.min(limits.wallMs, isFirst ? RUN_MS : Math.max(RUN_MS, this.#deadline.msLeft));
    const started = engine.now();
    const run = await engine.run({ ...asked, limits, choice: { number, ...CHOICE } }, signal);
    const { host } = run;
    // In the first case it does not end, unless the time of all runs of this program was over before. Later it may have had too little.
    const hadTime = isFirst && engine.now() - started >= limits.wallMs;
    if (host.status === 'stopped' && (host.limit === 'calls' || (host.limit === 'wall' && !hadTime))) {
      this.#isUndecided = true;
    }
    if (run.host.status !== 'returned') return false;
    const seen = await gatherEvidence(evidence.spec, own, run, asked);
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
    return { start: end, end, text: ` ${text}` };
  });
  const text = applyEdits(source, edits);
  const begin = source.lastIndexOf('\n', first.node.start) + 1;
  const end = text.indexOf('\n', begin);
  return text.slice(begin, end < 0 ? undefined : end).trim();
}
