import { wordNumber } from '../../explain/index.ts';
import type { BookAssignment, Grade, GradedAttempt } from '../model.ts';
import { type CheckCounts, checkCounts } from './checks.ts';
import { commonView, linesView } from './finding-view.ts';
import { commonFindings, locatedFindings, sharedLines } from './findings.ts';
import { pointsHistogram } from './histogram.ts';
import { classSpeed, classTraffic } from './speed.ts';
import { speedView, trafficView } from './speed-view.ts';
import { countedOf, medianOf, percent, STANDINGS, type Standing, standingOf } from './standing.ts';
import { STANDING_WORDS, studentRow } from './students.ts';

export interface ViewOptions {
  readonly readSource: (attempt: GradedAttempt) => string | null;
  readonly report: string;
}

/** What the template shows of one assignment. */
export function assignmentView(
  { id, title }: BookAssignment,
  grades: readonly Grade[],
  { readSource, report }: ViewOptions,
): object {
  const counted = countedOf(grades);
  const points = grades.flatMap((grade) => grade.points ?? []).sort((a, b) => a - b);
  const maxPoints = mostCommon(grades.flatMap((grade) => grade.maxPoints ?? []));
  const located = locatedFindings(counted, ({ attempt }) => readSource(attempt));
  return {
    id,
    title,
    counts: countsView(grades),
    figures: [
      { name: 'Students', value: wordNumber(grades.length) },
      { name: 'Mean points', value: points.length === 0 ? '–' : oneDigit(meanOf(points)) },
      { name: 'Median points', value: oneDigit(medianOf(points)) },
      { name: 'Points to get', value: maxPoints === null ? '–' : String(maxPoints) },
    ],
    histogram: pointsHistogram(points, maxPoints ?? 0),
    judged: counted.length,
    checks: checkCounts(counted).map((check) => checkView(check, counted.length)),
    common: commonView(commonFindings(located), counted.length, report),
    shared: linesView(sharedLines(located), report),
    speed: speedView(classSpeed(counted), report),
    traffic: trafficView(classTraffic(counted), report),
    maxPoints: maxPoints === null ? null : String(maxPoints),
    standings: shownStandings(grades).map((standing) => ({ standing, words: STANDING_WORDS[standing] })),
    students: grades.map((grade) => studentRow(grade, maxPoints, report)),
  };
}

/** Returns the standings that a class can have: nobody is excused in most. */
function shownStandings(grades: readonly Grade[]): readonly Standing[] {
  return STANDINGS.filter(
    (standing) => standing !== 'excused' || grades.some((grade) => standingOf(grade) === standing),
  );
}

/** The standings with their share, and where each lies on a bar of 100. */
function countsView(grades: readonly Grade[]): object[] {
  const standings = grades.map(standingOf);
  let from = 0;
  return shownStandings(grades).map((standing) => {
    const count = standings.filter((one) => one === standing).length;
    const width = grades.length === 0 ? 0 : (100 * count) / grades.length;
    const x = from;
    from += width;
    const words = STANDING_WORDS[standing];
    return { standing, words, count, share: percent(count, grades.length), x: short(x), width: short(width) };
  });
}

function checkView({ id, aim, passed, failed, notJudged }: CheckCounts, all: number): object {
  return {
    id,
    aim,
    passed,
    failed,
    notJudged,
    share: percent(failed, all),
    failedWidth: short((100 * failed) / all),
    notJudgedFrom: short((100 * failed) / all),
    notJudgedWidth: short((100 * notJudged) / all),
  };
}

/** Equal totals are the rule; where results differ, the one that most have. */
function mostCommon(values: readonly number[]): number | null {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([a, m], [b, n]) => n - m || b - a)[0]?.[0] ?? null;
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function oneDigit(value: number | null): string {
  return value === null ? '–' : String(Math.round(value * 10) / 10);
}

function short(value: number): number {
  return Math.round(value * 100) / 100;
}
