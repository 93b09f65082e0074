import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { seedFrom } from '../platform/files/index.ts';
import type { GradeResult } from '../result/index.ts';
import type { Assignment } from '../spec/index.ts';
import type { GradingTask } from './grading/index.ts';
import { assignmentDigest, type EngineIdentity, resultKey } from './key.ts';
import { type BatchStore, proposedFolder, type StoredAttempt, staffFolder } from './state/store.ts';

/** The standing of a stored attempt against what would be graded now. */
export type Standing =
  /** Graded, and the grade would be the same again. */
  | { readonly kind: 'current'; readonly result: GradeResult }
  /** Not graded, or the machine failed. */
  | { readonly kind: 'missing' }
  /** There is nothing that could be graded before a person has done something. */
  | { readonly kind: 'undecided' }
  /** Graded by another engine, or for another version of the assignment. */
  | { readonly kind: 'changed'; readonly result: GradeResult };

export interface Planned {
  readonly attempt: StoredAttempt;
  readonly standing: Standing;
  readonly task: GradingTask;
}

export interface PlanSettings {
  readonly assignments: ReadonlyMap<string, Assignment>;
  readonly engine: EngineIdentity;
  /** The course's secret, or the batch's own. */
  readonly secret: string;
  readonly reports: readonly string[];
  /** The address where the pages of the rules are served; null where they are not. */
  readonly docsUrl?: string | null;
}

/** Returns what is to be done for each attempt of a batch. */
export async function planBatch(store: BatchStore, settings: PlanSettings): Promise<Planned[]> {
  const digests = new Map([...settings.assignments].map(([id, assignment]) => [id, assignmentDigest(assignment)]));
  const attempts = await store.attempts();
  return Promise.all(attempts.map((attempt) => planAttempt(store, attempt, digests, settings)));
}

async function planAttempt(
  store: BatchStore,
  attempt: StoredAttempt,
  digests: ReadonlyMap<string, string>,
  { assignments, engine, secret, reports, docsUrl }: PlanSettings,
): Promise<Planned> {
  const { sha256, file, folder, further, problem } = attempt;
  const seed = store.batch.seed ?? seedFrom(secret, attempt.assignment, store.drawnFor(attempt.assignment));
  const assignment = digests.get(attempt.assignment) ?? '';
  const key = resultKey({
    sha256,
    fileName: file,
    assignment,
    seed: concealed(secret, seed),
    engine,
    further,
    problem: problem?.text ?? null,
  });
  const result = await store.result(attempt);
  // What is there all the same cannot be read: it makes room for the next one.
  if (result === null) await store.retire(attempt, 'damaged');
  const standing: Standing =
    attempt.owners !== null || (problem !== null && problem.kind !== 'no-source')
      ? { kind: 'undecided' }
      : result === null || isRetried(result)
        ? { kind: 'missing' }
        : { kind: result.environment.key === key ? 'current' : 'changed', result };
  const into = standing.kind === 'changed' ? proposedFolder(attempt) : folder;
  const task: GradingTask = {
    attempt: folder,
    assignment: assignments.get(attempt.assignment)?.folder ?? '',
    source: join(store.path(folder), file),
    ...(further.length > 0 && { headers: further.map(({ name }) => name) }),
    ...(problem && { problem: problem.text }),
    sha256,
    seed,
    key,
    into: store.path(into),
    staff: store.path(staffFolder(into)),
    reports,
    at: wholeSecond(attempt.submittedAt ?? store.batch.createdAt),
    ...(docsUrl && { docsUrl }),
  };
  return { attempt, standing, task };
}

/** Returns a moment without its fraction of a second. */
function wholeSecond(time: string): string {
  return new Date(1000 * Math.floor(Date.parse(time) / 1000)).toISOString();
}

/** Returns what stands for a seed where students can read it: a short seed cannot be guessed from it. */
function concealed(secret: string, seed: string): string {
  return createHmac('sha256', secret).update(`key\n${seed}`).digest('hex');
}

/** The machine's faults pass; what the emulator cannot do, it will not do the next time either. */
function isRetried({ verdict, responsible, checks }: GradeResult): boolean {
  if (verdict !== 'error' || responsible !== 'infrastructure') return false;
  return !checks.some(({ findings }) => findings.some(({ rule }) => rule === 'unsupported-feature'));
}
