import type { OpenCause } from '../../explain/index.ts';
import { causeOf } from '../export/index.ts';
import type { Grade, GradedAttempt } from '../model.ts';

/** The next step of staff. */
export type Remedy =
  | 'decide'
  | 'say-whose'
  | 'name-file'
  | 'import-again'
  | 'grade-again'
  | 'fix-assignment'
  | 'needs-gpu';

const REMEDY_OF: Readonly<Record<OpenCause, Remedy>> = {
  ungraded: 'grade-again',
  infrastructure: 'grade-again',
  assignment: 'fix-assignment',
  unsupported: 'needs-gpu',
  'needs-review': 'decide',
  review: 'decide',
  undecided: 'name-file',
  unreadable: 'import-again',
  owner: 'say-whose',
  totals: 'fix-assignment',
};

/** Grades that are open for one reason. */
export interface OpenGroup {
  readonly remedy: Remedy;
  readonly reason: string;
  readonly grades: readonly { readonly grade: Grade; readonly attempt: GradedAttempt | null }[];
}

/** Returns the groups, the largest one first. */
export function openGroups(grades: readonly Grade[]): OpenGroup[] {
  const groups = new Map<string, { remedy: Remedy; reason: string; grades: OpenGroup['grades'][number][] }>();
  for (const grade of grades) {
    if (grade.open === null) continue;
    const remedy = REMEDY_OF[causeOf(grade)];
    // The grade waits for a hand-in that can be another student's, and not for an own attempt.
    const attempt = remedy === 'say-whose' ? null : openAttempt(grade, grade.open);
    const lead = attempt ? prefixOf(attempt) : '';
    const reason = grade.open.startsWith(lead) ? grade.open.slice(lead.length) : grade.open;
    const key = `${remedy}|${reason}`;
    const group = groups.get(key) ?? { remedy, reason, grades: [] };
    groups.set(key, group);
    group.grades.push({ grade, attempt });
  }
  return [...groups.values()].sort((a, b) => b.grades.length - a.grades.length || (a.reason < b.reason ? -1 : 1));
}

/** The book says which attempt it waits for, before the reason. */
function openAttempt({ attempts }: Grade, open: string): GradedAttempt | null {
  return attempts.find((attempt) => open.startsWith(prefixOf(attempt))) ?? attempts.at(-1) ?? null;
}

function prefixOf({ attempt }: GradedAttempt): string {
  return `attempt ${attempt}: `;
}
