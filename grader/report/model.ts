import type { CheckResult, Finding, GradeResult } from '../result/index.ts';

/** What every renderer starts from. Expected values are in it for visible cases only. */
export interface ReportInput {
  readonly result: GradeResult;
  /** Title of the assignment. */
  readonly title: string;
  readonly source: string;
  /** How the launch of one case lies over its output; null where nothing was launched. */
  readonly coverage: Coverage | null;
  /** Pictures of one visible case, for outputs that are pictures. */
  readonly pictures: Pictures | null;
}

/** One launch over a two-dimensional view of the output, in elements. A flat output is one row. */
export interface Coverage {
  readonly case: string;
  readonly kernel: string;
  readonly grid: readonly [number, number, number];
  readonly block: readonly [number, number, number];
  readonly output: string;
  /** Rows and columns of the data; threads that the launch has in each direction. */
  readonly rows: number;
  readonly columns: number;
  readonly threadRows: number;
  readonly threadColumns: number;
  readonly blockRows: number;
  readonly blockColumns: number;
}

/** 8-bit grey pictures of one size. */
export interface Pictures {
  readonly case: string;
  readonly width: number;
  readonly height: number;
  readonly expected: Uint8Array;
  readonly got: Uint8Array;
  /** |got - expected|, stretched so that the largest difference is white. */
  readonly difference: Uint8Array;
  readonly maxDifference: number;
  readonly differing: number;
}

export interface PlacedFinding extends Finding {
  readonly check: CheckResult['id'];
}

/** Findings of all checks, errors first, each once: two checks may have met the same problem. */
export function allFindings(result: GradeResult): PlacedFinding[] {
  const order = { error: 0, warning: 1, note: 2 };
  const kept = new Map<string, PlacedFinding>();
  for (const check of result.checks) {
    for (const finding of check.findings) {
      const key = [finding.rule, finding.line, finding.column, finding.message].join('|');
      if (!kept.has(key)) kept.set(key, { ...finding, check: check.id });
    }
  }
  return [...kept.values()].sort((a, b) => order[a.severity] - order[b.severity]);
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
  const before = firstBytes(lines[line - 1] ?? '', (column ?? 1) - 1);
  return {
    lines: shown.map((text, index) => ({
      number: first + index,
      text: expand(text),
      marked: first + index === line,
    })),
    caret: column === undefined ? null : expand(before).length,
  };
}

/** Compilers count columns in bytes of UTF-8. */
function firstBytes(text: string, bytes: number): string {
  return new TextDecoder().decode(new TextEncoder().encode(text).slice(0, bytes));
}

function expand(text: string): string {
  return text.replace(/\t/g, '    ');
}
