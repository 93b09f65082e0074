import type { Comparison } from '../compare/index.ts';
import type { AccessEnd } from '../device/index.ts';
import { wordCheck, worded } from '../explain/index.ts';
import type { LaunchRecord } from '../host/index.ts';
import type { Finding } from '../result/index.ts';
import type { AssignmentSpec } from '../spec/index.ts';
import type { CaseEvidence, CheckOutcome } from './evidence.ts';

/**
 * Returns the outcomes that a student may see. Findings and summaries come from a judgment that knows no hidden case;
 * only the status and the points of each check come from the judgment of all cases. A submission decides what it
 * prints, writes, launches and where it fails, so anything else would carry the size or the data of a hidden case out.
 * @param own - judged without hidden cases
 * @param whole - judged with all cases
 * @param feedback - `lines`: the assignment permits the rules and lines of what failed in hidden cases only
 */
export function withoutHidden(
  own: readonly CheckOutcome[],
  whole: readonly CheckOutcome[],
  feedback: AssignmentSpec['feedback']['hidden'],
): CheckOutcome[] {
  return whole.map((outcome, index): CheckOutcome => {
    const seen = own[index];
    if (seen?.id !== outcome.id) throw new Error('two judgments have different checks');
    const { status, skippedBy, earned } = outcome;
    const isSame = seen.status === status && seen.skippedBy === skippedBy;
    return {
      id: seen.id,
      status,
      skippedBy,
      ...(isSame ? pickSummary(seen) : hiddenOnly(outcome)),
      findings: feedback === 'lines' ? [...seen.findings, ...linesOf(outcome, seen)] : seen.findings,
      ...(earned !== undefined && { earned }),
    };
  });
}

function pickSummary({ summary, summaryDetail }: CheckOutcome): Pick<CheckOutcome, 'summary' | 'summaryDetail'> {
  return { summary, ...(summaryDetail && { summaryDetail }) };
}

function hiddenOnly({ id, status }: CheckOutcome): Pick<CheckOutcome, 'summary' | 'summaryDetail'> {
  const summaryDetail = { kind: 'hidden-case' } as const;
  return { summary: wordCheck({ id, status, summaryDetail }), summaryDetail };
}

/** Returns the rule and the line of each finding that only hidden cases have; nothing else of it. */
function linesOf({ findings }: CheckOutcome, seen: CheckOutcome): Finding[] {
  const key = ({ rule, line }: Finding) => `${rule}|${line}`;
  const known = new Set(seen.findings.map(key));
  return findings
    .filter((finding) => !known.has(key(finding)))
    .map(({ rule, severity, file, line }) =>
      worded({
        rule,
        severity,
        ...(file !== undefined && { file }),
        ...(line !== undefined && { line }),
        detail: { kind: 'hidden-case' },
      }),
    );
}

/**
 * What staff are told of a hidden case: its name, how it ended, and how often something happened, without its sizes and
 * values. Reports get passed on. Students see nothing that was made from one.
 */
type Case = Pick<CaseEvidence, 'visible'>;

/** Patterns that say something of the program alone; the others have numbers that follow from sizes or values. */
const OF_THE_PROGRAM: ReadonlySet<NonNullable<Comparison['pattern']>['kind']> = new Set([
  'everywhere',
  'triangle',
  'not-a-number',
  'transposed',
  'input-copy',
  'swapped-planes',
  'interleaved-planes',
  'plane-stride',
  'ignored-plane',
  'input-transposed',
  'input-stride',
  'accumulated',
]);

/** The comparison of an output as a result may tell it; its counts stay, for the checks to judge by. */
export function tellableComparison({ visible }: Case, comparison: Comparison): Comparison {
  if (visible) return comparison;
  return {
    ...comparison,
    maxError: null,
    firstMismatch: null,
    firstWrong: null,
    pattern: tellablePattern(comparison.pattern),
    unwrittenPattern: tellablePattern(comparison.unwrittenPattern),
  };
}

function tellablePattern(pattern: Comparison['pattern']): Comparison['pattern'] {
  const isExact = pattern && !('elsewhere' in pattern);
  if (!isExact || !OF_THE_PROGRAM.has(pattern.kind)) return null;
  // One or several: the number itself follows from sizes.
  return pattern.kind === 'input-copy' ? { ...pattern, planes: Math.min(pattern.planes, 2) } : pattern;
}

/** A launch as words may tell it: its grid, its block and its shared memory may follow from sizes. */
export function tellableLaunch({ visible }: Case, launch: LaunchRecord | null): LaunchRecord | null {
  return visible ? launch : null;
}

/** Block and thread of an access; the first thread beyond an end tells where the end is. */
export function tellableThread({ visible }: Case, { block, thread }: AccessEnd): { block?: Triple; thread?: Triple } {
  return visible ? { block: [...block], thread: [...thread] } : {};
}

type Triple = [number, number, number];

/** The cases whose launches a result lists, with grids and counters. */
export function tellableCases(cases: readonly CaseEvidence[]): CaseEvidence[] {
  return cases.filter(({ visible }) => visible);
}
