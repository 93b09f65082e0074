import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Compiler, virtualNameOf } from '../../compile/index.ts';
import { AssignmentError, InfrastructureError } from '../../platform/index.ts';
import type { Assignment } from '../../spec/index.ts';
import { buildTree } from '../../syntax/index.ts';
import { isInPython, parseSubmissions, SUBMISSIONS_FOLDER, SUBMISSIONS_MANIFEST } from '../submissions.ts';
import { type GradeSettings, gradePrograms, type Judged } from './grade-mutants.ts';
import { entriesOf, type KnownMutant, type KnownMutants, verdictsOf } from './known.ts';
import { keyOf, type Mutant, makeMutants } from './mutants.ts';
import { OPERATORS } from './operators/index.ts';
import { sample } from './sample.ts';

export interface MutateRequest extends GradeSettings {
  readonly assignment: Assignment;
  readonly known: KnownMutants;
  /** Accepted submissions to make bugs in; null: all. */
  readonly files: readonly string[] | null;
  /** Names of operators; null: all. */
  readonly operators: readonly string[] | null;
  /** Mutants to grade; null: all. */
  readonly max: number | null;
  readonly onProgress: (activity: string, done: number, total: number) => void;
}

export type MutantOutcome =
  | { readonly kind: 'invalid' }
  /** `by` tells who says so: the compiler made the same code of it, or the assignment's list. */
  | { readonly kind: 'equivalent'; readonly by: 'compiler' | 'launch' | 'list'; readonly reason: string }
  | { readonly kind: 'killed'; readonly checks: readonly string[]; readonly rules: readonly string[] }
  /** With the reason of the assignment's list; null where it is not in there. */
  | { readonly kind: 'survived'; readonly reason: string | null }
  | { readonly kind: 'fault'; readonly message: string };

export interface MutateResult {
  readonly assignment: string;
  readonly seed: string;
  /** How many there are, of which some were drawn. */
  readonly made: number;
  readonly mutants: readonly { readonly mutant: Mutant; readonly outcome: MutantOutcome }[];
  /** Names of the accepted submissions in Python: bugs are made in CUDA C++ only. */
  readonly inPython: readonly string[];
  /** Sources of the submissions, by file. */
  readonly sources: ReadonlyMap<string, string>;
  /** Entries of `mutants.yaml` that no operator makes, or that do not pass. */
  readonly stale: readonly { readonly entry: KnownMutant; readonly why: string }[];
  /** Killed of what is no equivalent; 1 where nothing was left to kill. */
  readonly ratio: number;
}

interface Original {
  readonly file: string;
  readonly source: string;
}

/** Accepted submissions of an assignment in CUDA C++. @throws AssignmentError where the list of them cannot be read */
export function acceptedSubmissions(assignment: Assignment): Original[] {
  return accepted(assignment).filter((entry) => !isInPython(entry));
}

/** Names of the accepted submissions in Python, in which no bugs are made. @throws AssignmentError as above */
export function acceptedInPython(assignment: Assignment): string[] {
  return accepted(assignment)
    .filter(isInPython)
    .map(({ file }) => file);
}

function accepted({ folder }: Assignment): Original[] {
  const path = join(folder, SUBMISSIONS_FOLDER, SUBMISSIONS_MANIFEST);
  const read = (name: string): string => {
    try {
      return readFileSync(name, 'utf8');
    } catch (cause) {
      throw new AssignmentError(`${name} cannot be read: bugs are made in accepted submissions.`, { cause });
    }
  };
  const manifest = parseSubmissions(read(path), path);
  return manifest.accepted.map(({ file }) => ({
    file,
    source: read(join(folder, SUBMISSIONS_FOLDER, 'accepted', file)),
  }));
}

/** All mutants of submissions, file by file. @throws AssignmentError where one does not compile */
export async function mutantsOf(originals: readonly Original[]): Promise<Mutant[]> {
  const compiler = new Compiler();
  const mutants: Mutant[] = [];
  try {
    for (const { file, source } of originals) {
      // However it is to be called: that changes its linkage, and no tree.
      const json = await compiler.syntaxTree(source, file, { prototype: null });
      if (json === null) throw new AssignmentError(`The accepted submission ${file} does not compile.`);
      const tree = buildTree(json, source, virtualNameOf(file));
      mutants.push(...makeMutants({ file, source, tree }, OPERATORS));
    }
  } finally {
    await compiler.dispose();
  }
  return mutants;
}

/**
 * Makes bugs in an assignment's accepted submissions and grades them.
 * @throws AssignmentError where an accepted submission does not pass
 */
export async function mutate(request: MutateRequest): Promise<MutateResult> {
  const { assignment, files, operators, max, seed, known, onProgress } = request;
  const originals = acceptedSubmissions(assignment).filter(({ file }) => files?.includes(file) ?? true);
  onProgress('reading syntax trees', 0, 0);
  const all = (await mutantsOf(originals)).filter(({ operator }) => operators?.includes(operator) ?? true);
  const chosen = sample(all, max ?? all.length, seed);
  const total = originals.length + chosen.length;
  const judged = await gradePrograms(assignment, [...originals, ...chosen], request, ({ file }, done) =>
    onProgress(`grading bugs in ${file}`, done, total),
  );
  const codes = new Map(originals.map(({ file }, index) => [file, codeOf(file, judged[index])]));
  const verdicts = verdictsOf(known);
  const mutants = chosen.map((mutant, index) => {
    const one = judged[originals.length + index] ?? { kind: 'fault', message: 'It was not graded.' };
    return { mutant, outcome: outcomeOf(one, mutant, codes.get(mutant.file), verdicts.get(keyOf(mutant))) };
  });
  const count = (kind: MutantOutcome['kind']) => mutants.filter(({ outcome }) => outcome.kind === kind).length;
  const [killed, survived] = [count('killed'), count('survived')];
  return {
    assignment: assignment.spec.id,
    seed,
    made: all.length,
    mutants,
    inPython: acceptedInPython(assignment),
    sources: new Map(originals.map(({ file, source }) => [file, source])),
    stale: staleEntries(request, all, mutants),
    ratio: killed + survived === 0 ? 1 : killed / (killed + survived),
  };
}

function codeOf(file: string, judged: Judged | undefined): string {
  switch (judged?.kind) {
    case 'passed':
      return judged.code;
    case 'failed':
      throw new AssignmentError(
        `The accepted submission ${file} does not pass: ${judged.checks.join(', ')}. Fix it before you run grade mutate.`,
      );
    case 'invalid':
      throw new AssignmentError(
        `The accepted submission ${file} does not compile. Fix it before you run grade mutate.`,
      );
    default:
      throw new InfrastructureError(`The accepted submission ${file} was not judged. ${judged?.message ?? ''}`);
  }
}

const SAME_LOOPS = 'Each kernel is a grid-stride loop, so a launch of any size runs the same iterations.';

function outcomeOf(
  judged: Judged,
  { isLaunchOnly }: Pick<Mutant, 'isLaunchOnly'>,
  original: string | undefined,
  known: { readonly verdict: string; readonly reason: string } | undefined,
): MutantOutcome {
  if (judged.kind === 'invalid' || judged.kind === 'fault') return judged;
  if (judged.kind === 'failed') return { kind: 'killed', checks: judged.checks, rules: judged.rules };
  if (judged.code === original) return { kind: 'equivalent', by: 'compiler', reason: 'It compiles to the same code.' };
  if (isLaunchOnly) return { kind: 'equivalent', by: 'launch', reason: SAME_LOOPS };
  if (known?.verdict === 'equivalent') return { kind: 'equivalent', by: 'list', reason: known.reason };
  return { kind: 'survived', reason: known?.reason ?? null };
}

function staleEntries(
  { known, files, operators }: MutateRequest,
  all: readonly Mutant[],
  graded: MutateResult['mutants'],
): MutateResult['stale'] {
  const made = new Set(all.map(keyOf));
  const outcomes = new Map(graded.map(({ mutant, outcome }) => [keyOf(mutant), outcome]));
  return entriesOf(known)
    .filter(({ file, operator }) => (files?.includes(file) ?? true) && (operators?.includes(operator) ?? true))
    .flatMap((entry) => {
      if (!made.has(keyOf(entry))) return [{ entry, why: 'no operator makes it any more' }];
      const outcome = outcomes.get(keyOf(entry));
      if (outcome?.kind === 'killed')
        return [{ entry, why: `the assignment catches it: ${outcome.checks.join(', ')}` }];
      return [];
    });
}
