import { styleText } from 'node:util';
import {
  type DecidingLine,
  WARP_WORDS,
  wordAlso,
  wordDeciding,
  wordEstimate,
  wordExplain,
  wordOpen,
  wordTotal,
  wordTraceCommand,
  wordTried,
  wordVerdict,
} from '../explain/index.ts';
import type { CheckResult, EstimateEntry } from '../result/index.ts';
import { coverageWords } from './coverage.ts';
import { forTerminal } from './escape.ts';
import { memoryLines } from './memory-words.ts';
import {
  type CheckRow,
  checkRows,
  decidingLine,
  excerptOf,
  factsOf,
  type ReportInput,
  type ShownFinding,
  shownFindings,
  textOfFile,
} from './model.ts';
import { rulesOf } from './rule-links.ts';
import { type TimingWords, timingWords } from './timing.ts';
import { traceCommand } from './trace-command.ts';

type Style = (format: 'bold' | 'red' | 'green' | 'yellow' | 'cyan' | 'dim', text: string) => string;

const MARKS: Readonly<Record<CheckResult['status'], readonly [string, 'red' | 'green' | 'yellow' | 'dim']>> = {
  passed: ['✓', 'green'],
  failed: ['✗', 'red'],
  skipped: ['–', 'dim'],
  error: ['!', 'yellow'],
};

export interface TextReportOptions {
  readonly color: boolean;
  readonly width: number;
  /** Show of a passed submission what a failed one shows: estimate and memory. */
  readonly verbose?: boolean;
}

/**
 * The report for a terminal: verdict, each problem once, then checks. Problems are in gcc's style, so that editors find
 * the line.
 */
export function renderText(input: ReportInput, { color, width, verbose = false }: TextReportOptions): string {
  const { result } = input;
  const style: Style = (format, text) => (color ? styleText(format, text, { validateStream: false }) : text);
  const open = wordOpen(result);
  const tried = wordTried(input.tried, result.target);
  const tint = result.verdict === 'passed' ? 'green' : result.verdict === 'failed' ? 'red' : 'yellow';
  const out = [
    style('bold', style(tint, wordVerdict(result))),
    `${forTerminal(input.title)}: ${wordTotal(result)}`,
    ...(open ? wrap(open, width, '') : []),
  ];
  const deciding = decidingLine(input);
  for (const [index, finding] of shownFindings(result).entries()) {
    out.push('', ...findingLines(finding, input, style, width, index === 0 ? (input.numbers ?? []) : []));
    if (index === 0 && deciding !== null) out.push(...decidingLines(deciding, input, style, width));
  }
  out.push(
    '',
    ...(tried ? [...wrap(forTerminal(tried), width, ''), ''] : []),
    ...checkRows(result.checks).flatMap((row) => checkLines(row, style, width)),
  );
  const isShort = result.verdict === 'passed' && !verbose;
  const coverage = result.verdict === 'passed' ? null : coverageWords(input.coverage);
  if (coverage) out.push('', ...wrap(forTerminal(coverage), width, ''));
  if (input.timing) out.push('', ...timingLines(timingWords(input.timing), style, width));
  else if (result.estimate && !isShort) out.push('', ...estimateLines(result.estimate, style, width));
  const memory = isShort ? [] : memoryLines(input);
  if (memory.length > 0)
    out.push('', style('bold', WARP_WORDS.title), ...memory.flatMap((text) => wrap(forTerminal(text), width, '  ')));
  const rules = rulesOf(result);
  if (rules.length > 0) out.push('', ...wrap(wordExplain(rules), width, '').map((line) => style('dim', line)));
  return `${out.join('\n')}\n`;
}

function estimateLines(estimate: EstimateEntry, style: Style, width: number): string[] {
  const paragraphs = [wordEstimate(estimate), ...estimate.remarks];
  return [style('bold', 'Speed'), ...paragraphs.flatMap((text) => wrap(forTerminal(text), width, '  '))];
}

function timingLines(words: TimingWords, style: Style, width: number): string[] {
  const { sentence, facts, tiers, calibration } = words;
  const paragraphs = [
    ...tiers.map(({ name, points, asks, result }) => `Tier ${name} (${points}): ${asks}; ${result}.`),
    ...(calibration ? [calibration] : []),
    `${facts.map(({ name, value }) => `${name}: ${value}`).join('; ')}.`,
  ];
  return [
    style('bold', 'Speed'),
    ...wrap(forTerminal(sentence), width, '  '),
    ...timesLines(words, style),
    ...paragraphs.flatMap((text) => wrap(forTerminal(text), width, '  ')),
  ];
}

function timesLines({ times }: TimingWords, style: Style): string[] {
  if (times.length === 0) return [];
  const names = Math.max(...times.map(({ name }) => name.length));
  const medians = Math.max('median'.length, ...times.map(({ median }) => median.length));
  const head = `  ${' '.repeat(names)}  ${'median'.padStart(medians)}  times as fast as the baseline`;
  return [
    style('dim', head),
    ...times.map(({ name, median, ratio }) =>
      `  ${name.padEnd(names)}  ${median.padStart(medians)}  ${ratio ?? ''}`.trimEnd(),
    ),
  ];
}

function checkLines({ status, name, points, summary }: CheckRow, style: Style, width: number): string[] {
  const [mark, tint] = MARKS[status];
  const head = `${style(tint, mark)} ${name.padEnd(12)}${points.padStart(6)}  `;
  const [first = '', ...rest] = wrap(forTerminal(summary), width - 22, '');
  return [head + first, ...rest.map((line) => ' '.repeat(22) + line)];
}

function decidingLines(deciding: DecidingLine, { source, result }: ReportInput, style: Style, width: number): string[] {
  const { line } = deciding;
  const lead = `${forTerminal(result.submission.file)}:${line}: note: ${wordDeciding(deciding)}`;
  return [...wrap(lead, width, '  '), ...excerptLines(source, line, undefined, style, 'cyan', 0)];
}

function findingLines(
  finding: ShownFinding,
  input: ReportInput,
  style: Style,
  width: number,
  numbers: readonly string[],
): string[] {
  const tint = finding.severity === 'error' ? 'red' : finding.severity === 'warning' ? 'yellow' : 'cyan';
  const place = [finding.file, finding.line, finding.column].filter((part) => part !== undefined).join(':');
  // As gcc writes it, so that editors and terminals find the place: file:line:column: error: message [rule]
  const lead = `${place ? `${forTerminal(place)}: ` : ''}${finding.severity}: `;
  const [first = '', ...rest] = wrap(`${lead}${forTerminal(finding.message)} [${finding.rule}]`, width, '');
  const out = [
    style('bold', style(tint, first.slice(0, lead.length))) + first.slice(lead.length),
    ...wrap(rest.join(' '), width, '  ').filter((line) => line.trim() !== ''),
  ];
  out.push(...excerptLines(textOfFile(input, finding.file), finding.line, finding.column, style, tint));
  const facts = factsOf(finding);
  for (const line of facts.length > 0 ? wrap(forTerminal(facts.join(', ')), width, '  ') : [])
    out.push(style('dim', line));
  for (const sentence of numbers) out.push(...wrap(forTerminal(sentence), width, '  '));
  for (const related of finding.related ?? []) {
    const at = [related.file, related.line, related.column].filter((part) => part !== undefined).join(':');
    out.push(...wrap(`${at ? `${at}: ` : ''}note: ${forTerminal(related.message)}`, width, '  '));
    out.push(...excerptLines(textOfFile(input, related.file), related.line, related.column, style, 'cyan', 0));
  }
  const also = wordAlso({ first: finding, also: finding.also });
  if (also) out.push(...wrap(also, width, '  '));
  if (finding.hint) out.push(...wrap(forTerminal(finding.hint), width, '  ').map((line) => style('cyan', line)));
  const command = traceCommand(finding, input);
  // A command stays one line, so that it can be copied.
  if (command) out.push(style('dim', `  ${forTerminal(wordTraceCommand(command))}`));
  return out;
}

function excerptLines(
  source: string | null,
  line: number | undefined,
  column: number | undefined,
  style: Style,
  tint: 'red' | 'yellow' | 'cyan',
  around = 1,
): string[] {
  const excerpt = source === null ? null : excerptOf(source, line, column, around);
  if (!excerpt) return [];
  return excerpt.lines.flatMap(({ number, text, marked }) => {
    const gutter = `${String(number).padStart(6)} | `;
    const shown = style('dim', gutter) + forTerminal(text);
    if (!marked || excerpt.caret === null) return [shown];
    return [shown, style('dim', '       | ') + ' '.repeat(excerpt.caret) + style(tint, '^')];
  });
}

/** Breaks prose at spaces; a word that is longer stays whole. */
export function wrap(text: string, width: number, indent: string): string[] {
  const lines: string[] = [];
  let line = indent;
  for (const word of text.split(/\s+/)) {
    if (line.trim() !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = indent + word;
    } else line = line.trim() === '' ? indent + word : `${line} ${word}`;
  }
  return [...lines, line];
}
