import type { Grade, GradedAttempt } from '../model.ts';

/** Whose turn it is, and with what. */
export type Remedy = 'name-file' | 'import-again' | 'grade-again' | 'fix-assignment' | 'needs-gpu';

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
    const attempt = openAttempt(grade, grade.open);
    const lead = attempt ? prefixOf(attempt) : '';
    const reason = grade.open.startsWith(lead) ? grade.open.slice(lead.length) : grade.open;
    const remedy = remedyOf(attempt);
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

function remedyOf(attempt: GradedAttempt | null): Remedy {
  if (attempt?.problem?.kind === 'undecided') return 'name-file';
  if (attempt?.problem?.kind === 'lost') return 'import-again';
  const result = attempt?.result;
  if (result?.verdict !== 'error') return 'grade-again';
  if (result.responsible === 'assignment') return 'fix-assignment';
  const isUnsupported = result.checks.some(({ findings }) =>
    findings.some(({ rule }) => rule === 'unsupported-feature'),
  );
  return isUnsupported ? 'needs-gpu' : 'grade-again';
}
