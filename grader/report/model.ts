import {
  causesOf,
  cutAround,
  type DecidingLine,
  decidesAbout,
  mayExplainOutputs,
  type OpenCause,
  wordFollows,
  wordGroup,
  wordNumber,
  wordOpenGrade,
} from '../explain/index.ts';
import type { CheckResult, Finding, GradeResult, Rule } from '../result/index.ts';
import type { TimingEvidence } from '../timing/index.ts';
import type { Coverage } from './coverage.ts';
import type { MemoryView } from './memory.ts';
import type { Raster } from './pictures.ts';
import type { PlanTable } from './plan.ts';

/** What every renderer starts from. Expected values are in it for visible cases only. */
export interface ReportInput {
  readonly result: GradeResult;
  /** Title of the assignment. */
  readonly title: string;
  readonly source: string;
  /** Files of its own that the source includes. */
  readonly headers?: readonly { readonly name: string; readonly text: string }[];
  /** How the launch of one case lies over its output; null where nothing was launched. */
  readonly coverage: Coverage | null;
  /** What host code asked of the device in the same case. */
  readonly plan: PlanTable | null;
  /** Pictures of one visible case: of outputs that are pictures, and of what is wrong in a matrix. */
  readonly pictures: Pictures | null;
  /** How fast it is; null where it was not timed. */
  readonly timing: TimingEvidence | null;
  /** Which cases were run; null where nothing was. */
  readonly tried: Tried | null;
  /** How warps use memory in one visible case; null where nothing was counted. */
  readonly memory: MemoryView | null;
  /** The names of the cases that `grade trace` can record; default: none. */
  readonly tracedCases?: ReadonlySet<string>;
  /** The line that decides about the first finding; default: it is not known. */
  readonly deciding?: DecidingLine;
  /** The sentences on the numbers behind the first finding; default: none. */
  readonly numbers?: readonly string[];
}

/** The cases that the checks looked at. Of drawn ones only how many. */
export interface Tried {
  readonly listed: number;
  readonly drawn: number;
  /** True if the drawn cases are for practice; false if they are hidden, which staff only are told. */
  readonly practice: boolean;
  /** True if the course also grades with cases that the student does not see. */
  readonly others?: boolean;
  /** Of listed cases. */
  readonly sizes: readonly { readonly name: string; readonly least: number; readonly most: number }[];
}

/** A result as programs of others read it: all that is needed of it beyond its JSON. */
export interface Judged {
  readonly result: GradeResult;
  /** Title of the assignment. */
  readonly title: string;
  /** Path of the submission as the receiver knows it: relative, with `/` on every platform. */
  readonly path: string;
  /** null where only the result is at hand. */
  readonly source: string | null;
  /** Files of its own that the source includes. */
  readonly headers?: readonly { readonly name: string; readonly text: string }[];
}

/** Returns the text of the file that a finding is in; null if it is not at hand. */
export function textOfFile(
  { result, source, headers = [] }: Pick<Judged, 'result' | 'source' | 'headers'>,
  file: string | undefined,
): string | null {
  if (file === undefined || file === result.submission.file) return source;
  return headers.find(({ name }) => name === file)?.text ?? null;
}

/** Path of the file that a finding is in, as the receiver knows it; findings without a file are about the submission. */
export function pathOf({ result, path }: Pick<Judged, 'result' | 'path'>, file: string | undefined): string {
  return file === undefined || file === result.submission.file ? path : file;
}

/** What counts for the student. An open grade has no points: a fault of others must never look like a zero. */
export type Grading =
  | { readonly status: 'graded'; readonly points: number; readonly notes: readonly string[] }
  | { readonly status: 'open' | 'excused'; readonly reason: string };

/** The grading that a result alone stands for. */
export function gradingOf(result: GradeResult): Grading {
  return result.verdict === 'error' && result.responsible !== 'student'
    ? { status: 'open', reason: wordOpenGrade(openCauseOf(result)) }
    : { status: 'graded', points: result.score, notes: [] };
}

/** Returns why a result is no grade yet. */
export function openCauseOf({ verdict, responsible, checks }: GradeResult): OpenCause {
  const errors = checks.flatMap(({ findings }) => findings).filter(({ severity }) => severity === 'error');
  const rules = new Set(errors.map(({ rule }) => rule));
  if (verdict !== 'error') return 'review';
  if (rules.has('unsupported-feature')) return 'unsupported';
  if (rules.has('needs-review')) return 'needs-review';
  if (responsible === 'assignment') return 'assignment';
  return responsible === 'infrastructure' ? 'infrastructure' : 'review';
}

/** What one output of a visible case looks like, as pictures side by side. */
export interface Pictures {
  readonly case: string;
  readonly output: string;
  readonly unit: 'element' | 'pixel';
  readonly width: number;
  readonly height: number;
  readonly elements: number;
  readonly wrong: number;
  readonly unwritten: number;
  /** Largest finite |got - expected| of written elements. */
  readonly largest: number;
  readonly images: readonly { readonly role: 'input' | 'expected' | 'got' | 'difference'; readonly raster: Raster }[];
  /** The first elements that are not as expected. */
  readonly samples: readonly Sample[];
}

export interface Sample {
  readonly index: readonly number[];
  readonly expected: number;
  /** Null where it was never written. */
  readonly got: number | null;
}

export interface PlacedFinding extends Finding {
  readonly check: CheckResult['id'];
}

const SEVERITIES = { error: 0, warning: 1, note: 2 } as const;

/** Causes before what follows from them: a launch that was refused explains outputs that were never written. */
const CAUSES: Readonly<Record<Rule, number>> = {
  'compile-error': 0,
  'signature-mismatch': 1,
  'needs-review': 2,
  'unsupported-feature': 2,
  'policy-violation': 3,
  'compile-warning': 3,
  'launch-error': 4,
  'host-device-pointer': 5,
  'use-after-free': 6,
  'double-free': 7,
  'host-fault': 8,
  'wrong-shape': 8,
  'out-of-bounds-read': 9,
  'out-of-bounds-write': 9,
  'shared-out-of-bounds': 10,
  'local-out-of-bounds': 10,
  'misaligned-access': 11,
  'stack-overflow': 12,
  'barrier-divergence': 13,
  'shared-race': 14,
  'global-race': 14,
  'host-race': 8,
  'order-dependent-output': 14,
  'uninitialized-read': 15,
  'undefined-arithmetic': 15,
  timeout: 16,
  'device-assert': 17,
  'unwritten-output': 18,
  'wrong-output': 19,
  'modified-input': 19,
  'missing-technique': 20,
  'too-slow': 21,
  'shared-alias': 13,
  leak: 22,
};

/**
 * Findings of all checks in the order in which every format shows them: errors first, causes before consequences, and
 * equals as they were found. Each stands once, though two checks may have met the same problem.
 */
export function allFindings(result: Pick<GradeResult, 'checks'>): PlacedFinding[] {
  const kept = new Map<string, PlacedFinding>();
  for (const check of result.checks) {
    for (const finding of check.findings) {
      const key = [finding.rule, finding.line, finding.column, finding.message].join('|');
      if (!kept.has(key)) kept.set(key, { ...finding, check: check.id });
    }
  }
  const rank = ({ severity, rule }: Finding) => 100 * SEVERITIES[severity] + CAUSES[rule];
  return [...kept.values()].sort((a, b) => rank(a) - rank(b));
}

/** A finding with those that the same change fixes. */
export interface ShownFinding extends PlacedFinding {
  readonly also: readonly PlacedFinding[];
}

/**
 * As `allFindings`, each cause once; a hint that an earlier finding gives is not given again, and what may only follow
 * from an earlier finding says so.
 */
export function shownFindings(result: Pick<GradeResult, 'checks'>): ShownFinding[] {
  const given = new Set<string>();
  let reason: Finding | null = null;
  return causesOf(allFindings(result)).map(({ first, also }) => {
    const { hint: own, ...finding } = first;
    const hint = wordFollows(first, reason) ?? own;
    if (reason === null && mayExplainOutputs(first)) reason = first;
    if (hint === undefined || given.has(hint)) return { ...finding, also };
    given.add(hint);
    return { ...finding, also, hint };
  });
}

/** Where and how often: `kernel gray`, `case photo`, `1,042 times`. */
export function factsOf({ kernel, case: name, count, rule }: Finding): string[] {
  const elements = rule === 'wrong-output' || rule === 'unwritten-output';
  return [
    ...(kernel ? [`kernel ${kernel}`] : []),
    ...(name
      ? [`${elements ? 'shown for' : rule === 'missing-technique' ? 'judged in' : 'first seen in'} case ${name}`]
      : []),
    ...(count !== undefined && count > 1
      ? [elements ? `${wordNumber(count)} elements in all cases` : `${wordNumber(count)} times in all cases`]
      : []),
  ];
}

/** A line of the table of checks: a check, or several that were not judged for one reason. */
export interface CheckRow {
  readonly status: CheckResult['status'];
  readonly name: string;
  /** `20/20`; empty if the check has no points here. */
  readonly points: string;
  readonly summary: string;
}

/** Returns the table of checks. Checks that were not judged, for one reason, are one row in the place of the first. */
export function checkRows(checks: readonly CheckResult[]): CheckRow[] {
  const same = (check: CheckResult): readonly CheckResult[] =>
    check.status === 'skipped' || check.status === 'error'
      ? checks.filter(({ status, summary }) => status === check.status && summary === check.summary)
      : [check];
  return checks.flatMap((check): CheckRow[] => {
    const group = same(check);
    if (group[0] !== check) return [];
    const sum = (of: 'score' | 'maxScore'): number => group.reduce((all, one) => all + one[of], 0);
    const names = group.map(({ id }) => id);
    return [
      {
        status: check.status,
        name: names.length === 1 ? check.id : `${names.length} checks`,
        points: sum('maxScore') > 0 ? `${sum('score')}/${sum('maxScore')}` : '',
        summary: names.length === 1 ? check.summary : wordGroup(names, check.summary),
      },
    ];
  });
}

/** Lines around a finding, with their numbers. Tabs become four spaces. */
export interface Excerpt {
  readonly lines: readonly { readonly number: number; readonly text: string; readonly marked: boolean }[];
  /** Column of the marked line under which the caret stands, from 0; null where there is none. */
  readonly caret: number | null;
}

export function excerptOf(
  source: string,
  line: number | undefined,
  column: number | undefined,
  around = 1,
): Excerpt | null {
  const lines = source.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  if (line === undefined || line > lines.length) return null;
  const first = Math.max(1, line - around);
  const shown = lines.slice(first - 1, line + around);
  const before = (lines[line - 1] ?? '').slice(0, (column ?? 1) - 1);
  const place = column === undefined ? 0 : expand(before).length;
  const at = cutAround(expand(lines[line - 1] ?? ''), place);
  return {
    lines: shown.map((text, index) => ({
      number: first + index,
      text: first + index === line ? at.text : cutAround(expand(text), 0).text,
      marked: first + index === line,
    })),
    caret: column === undefined ? null : at.place,
  };
}

function expand(text: string): string {
  return text.replace(/\t/g, '    ');
}

/** The line that decides, if it says something about the first finding. */
export function decidingLine({ result, deciding }: ReportInput): DecidingLine | null {
  const [first] = shownFindings(result);
  return deciding && decidesAbout(deciding, first) ? deciding : null;
}
