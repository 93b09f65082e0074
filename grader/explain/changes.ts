import type { GradeResult } from '../result/index.ts';

/** The parts of a result that a later one is compared with. */
export type Compared = Pick<GradeResult, 'score' | 'maxScore' | 'verdict'> & {
  readonly checks: readonly (Pick<GradeResult['checks'][number], 'id' | 'status'> & {
    readonly findings: readonly unknown[];
  })[];
};

/**
 * Words what changed between two saves: `guards fixed, 70 → 90 of 90 points`.
 * @param before - null for the first result
 */
export function wordChanges(before: Compared | null, after: Compared): string {
  const points = `${after.score} of ${after.maxScore} points`;
  if (after.verdict === 'error') return 'the grade is open';
  if (before === null || before.verdict === 'error') return points;
  const status = new Map(before.checks.map((check) => [check.id, check.status]));
  const of = (from: string, to: string): string[] =>
    after.checks.filter((check) => check.status === to && status.get(check.id) === from).map(({ id }) => id);
  const fixed = of('failed', 'passed');
  const broken = of('passed', 'failed');
  const parts = [
    ...(fixed.length > 0 ? [`${list(fixed)} fixed`] : []),
    ...(broken.length > 0 ? [`${list(broken)} no longer ${broken.length === 1 ? 'passes' : 'pass'}`] : []),
    ...findingsChange(before, after),
  ];
  const moved = before.score !== after.score && before.maxScore === after.maxScore;
  const total = moved ? `${before.score} → ${after.score} of ${after.maxScore} points` : points;
  return [...(parts.length > 0 ? parts : moved ? [] : ['nothing changed']), total].join(', ');
}

/** Words the difference in findings: it shows progress while the same checks fail. */
function findingsChange(before: Compared, after: Compared): string[] {
  const count = ({ checks }: Compared): number => checks.reduce((sum, { findings }) => sum + findings.length, 0);
  const [was, is] = [count(before), count(after)];
  if (was === is || is === 0) return [];
  const difference = Math.abs(was - is);
  return [`${difference} ${difference === 1 ? 'finding' : 'findings'} ${is < was ? 'fewer' : 'more'}`];
}

function list(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
