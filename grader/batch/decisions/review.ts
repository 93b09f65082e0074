import { createHash } from 'node:crypto';
import { allFindings } from '../../report/index.ts';
import type { Grade, GradeBook, GradedAttempt, HeldHandIn } from '../model.ts';
import type { JournalLine } from '../state/journal.ts';
import type { RegradeRequest } from './requests.ts';

/** The reason for staff to look at a grade. */
export type ReviewKind = 'request' | 'owner' | 'file' | 'open' | 'unsupported' | 'needs-review' | 'too-close';

/** A grade that waits for a decision of staff. */
export interface ReviewItem {
  readonly grade: Grade;
  /** The attempt that it is about; `null` if nothing was handed in. */
  readonly attempt: GradedAttempt | null;
}

/** Grades that one decision settles: the same source and the same reason. */
export interface ReviewGroup {
  /** Stays the same while source and reason do. */
  readonly id: string;
  readonly kind: ReviewKind;
  readonly assignment: string;
  readonly reason: string;
  /** The 1-based line of the source that the reason is about; `null` if none is named. */
  readonly line: number | null;
  /** The text of that line; `null` if it cannot be read. */
  readonly text: string | null;
  /** The evidence at that place; `null` if there is nothing more than the reason. */
  readonly evidence: string | null;
  readonly items: readonly ReviewItem[];
  /** The hand-in of which staff must say whose it is; absent if it is about something else. */
  readonly held?: HeldHandIn;
}

interface Reason extends Pick<ReviewGroup, 'kind' | 'reason' | 'line' | 'evidence'> {
  readonly attempt: GradedAttempt | null;
}

/**
 * Returns what staff have to decide, the requests of students first, then what concerns most students.
 * @param events - of the journal: a decision settles what was there before it
 * @param sourceOf - the text of an attempt's file; `null` if it cannot be read
 * @param handInOf - what identifies the files of an attempt without a source; `null` if there are none
 */
export function reviewGroups(
  { grades, held = [] }: GradeBook,
  requests: readonly RegradeRequest[],
  events: readonly JournalLine[],
  sourceOf: (attempt: GradedAttempt) => string | null,
  handInOf: (attempt: GradedAttempt) => string | null,
): readonly ReviewGroup[] {
  const groups = new Map<string, ReviewGroup & { items: ReviewItem[] }>();
  for (const grade of grades) {
    for (const { attempt, ...facts } of reasonsOf(grade, requests)) {
      if (isSettled(grade, attempt, facts, events)) continue;
      const source = attempt ? sourceOf(attempt) : null;
      const content = attempt === null || facts.kind === 'request' ? null : (source ?? handInOf(attempt));
      const owner = content ?? `${grade.student}\n${attempt?.folder ?? ''}`;
      const parts = [facts.kind, grade.assignment, facts.reason, facts.line, owner];
      const id = createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 8);
      const text = facts.line === null ? null : (source?.split(/\r\n|\n|\r/)[facts.line - 1]?.trim() ?? null);
      const group = groups.get(id) ?? { id, assignment: grade.assignment, ...facts, text, items: [] };
      groups.set(id, group);
      group.items.push({ grade, attempt });
    }
  }
  const rank = ({ kind }: ReviewGroup): number => (kind === 'request' ? 0 : kind === 'owner' ? 1 : 2);
  return [...groups.values(), ...held.map((one) => ownerGroup(one, grades))].sort(
    (a, b) => rank(a) - rank(b) || b.items.length - a.items.length || (a.id < b.id ? -1 : 1),
  );
}

/** Returns what staff have to say about a hand-in whose owner is not known. Its items are the grades that wait for it. */
function ownerGroup(held: HeldHandIn, grades: readonly Grade[]): ReviewGroup {
  const { assignment, folder, student, owners } = held;
  const id = createHash('sha256')
    .update(JSON.stringify(['owner', assignment, folder]))
    .digest('hex')
    .slice(0, 8);
  const whose =
    owners.length === 0
      ? 'is of no student in the roster'
      : `can be that of ${owners.join(' or ')}${owners.length === 1 ? ', or another one' : ''}`;
  const waiting = grades.filter(
    (grade) =>
      grade.assignment === assignment &&
      grade.openCause === 'owner' &&
      (owners.length === 0 ? grade.attempts.length === 0 : owners.includes(grade.student)),
  );
  return {
    id,
    kind: 'owner',
    assignment,
    reason: `${JSON.stringify(student)} (${folder}) ${whose}`,
    line: null,
    text: null,
    evidence: null,
    items: waiting.map((grade) => ({ grade, attempt: grade.counted ?? grade.attempts.at(-1) ?? null })),
    held,
  };
}

function reasonsOf(grade: Grade, requests: readonly RegradeRequest[]): Reason[] {
  const shown = grade.counted ?? grade.attempts.at(-1) ?? null;
  const asked = requests
    .filter(
      ({ student, assignment }) => student === grade.student && (assignment ?? grade.assignment) === grade.assignment,
    )
    .map(({ message }): Reason => ({ kind: 'request', reason: message, line: null, evidence: null, attempt: shown }));
  return [...asked, ...doubtsOf(grade)];
}

/** Returns why a grade is open, or not sure. */
function doubtsOf(grade: Grade): Reason[] {
  const { open, openCause, counted, attempts } = grade;
  // The hand-in itself is what staff decide about.
  if (openCause === 'owner') return [];
  if (open !== null) {
    const attempt =
      attempts.find(({ attempt: name }) => open.startsWith(`attempt ${name}: `)) ?? attempts.at(-1) ?? null;
    const reason =
      attempt && open.startsWith(`attempt ${attempt.attempt}: `) ? open.slice(attempt.attempt.length + 10) : open;
    const finding = attempt?.result && allFindings(attempt.result).find(({ severity }) => severity === 'error');
    const rule = finding?.rule;
    const kind =
      rule === 'unsupported-feature'
        ? 'unsupported'
        : rule === 'needs-review'
          ? 'needs-review'
          : openCause === 'undecided'
            ? 'file'
            : 'open';
    const evidence = finding && finding.message !== reason ? finding.message : null;
    return [{ kind, reason, line: finding?.line ?? null, evidence, attempt }];
  }
  const result = counted?.result;
  if (!result) return [];
  return allFindings(result).flatMap((finding): Reason[] => {
    const { rule, detail, message, line } = finding;
    const kind =
      rule === 'unsupported-feature'
        ? 'unsupported'
        : rule === 'needs-review'
          ? 'needs-review'
          : detail?.kind === 'too-close'
            ? 'too-close'
            : null;
    return kind === null ? [] : [{ kind, reason: message, line: line ?? null, evidence: null, attempt: counted }];
  });
}

/** True if staff decided about the grade after what there is to decide came up. */
function isSettled(
  grade: Grade,
  attempt: GradedAttempt | null,
  { kind, reason }: Pick<Reason, 'kind' | 'reason'>,
  events: readonly JournalLine[],
): boolean {
  // Points that are added, or a comment, do not make an open grade final.
  if (kind !== 'request' && grade.open !== null) return false;
  const began = events.findLastIndex((event) =>
    kind === 'request'
      ? event.event === 'requested' && event.student === grade.student && event.message === reason
      : 'attempt' in event &&
        event.attempt === attempt?.folder &&
        (event.event === 'graded' || event.event === 'applied'),
  );
  return events.slice(began + 1).some((event) => {
    if (event.event === 'applied')
      return kind === 'request' && grade.attempts.some(({ folder }) => folder === event.attempt);
    return (
      event.event === 'decided' &&
      event.student === grade.student &&
      (event.assignment ?? grade.assignment) === grade.assignment &&
      grade.decisions.some(
        ({ reason: why, set, comment }) => why === event.reason && set === event.set && comment === event.comment,
      )
    );
  });
}
