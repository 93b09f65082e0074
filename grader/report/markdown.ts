import {
  WARP_WORDS,
  wordAlso,
  wordDeciding,
  wordEstimate,
  wordOpen,
  wordTotal,
  wordTried,
  wordVerdict,
} from '../explain/index.ts';
import type { Finding } from '../result/index.ts';
import { coverageWords } from './coverage.ts';
import { fenced, forMarkdown } from './escape.ts';
import { memoryLines } from './memory-words.ts';
import { checkRows, decidingLine, excerptOf, factsOf, type ReportInput, shownFindings, textOfFile } from './model.ts';
import { planWords } from './plan.ts';
import { timingWords } from './timing.ts';

const MARKS = { passed: '✅', failed: '❌', skipped: '➖', error: '⚠️' } as const;

/** The report for pull requests and issue trackers. */
export function renderMarkdown(input: ReportInput): string {
  const { result } = input;
  const open = wordOpen(result);
  const tried = wordTried(input.tried, result.target);
  const out = [
    `## ${forMarkdown(wordVerdict(result))}`,
    '',
    `**${forMarkdown(input.title)}**: ${wordTotal(result)}`,
    ...(open ? ['', open] : []),
  ];
  const deciding = decidingLine(input);
  for (const [index, finding] of shownFindings(result).entries()) {
    const numbers = index === 0 ? input.numbers : [];
    out.push('', ...findingLines(finding, textOfFile(input, finding.file), numbers));
    if (index === 0 && deciding !== null) out.push('', `**${wordDeciding(deciding)}**`);
  }
  out.push(
    ...(tried ? ['', forMarkdown(tried)] : []),
    '',
    '| | check | points | |',
    '| --- | --- | ---: | --- |',
    ...checkRows(result.checks).map(
      ({ status, name, points, summary }) => `| ${MARKS[status]} | ${name} | ${points} | ${forMarkdown(summary)} |`,
    ),
  );
  out.push(...timingLines(input), ...memorySection(input), ...planLines(input));
  return `${out.join('\n')}\n`;
}

/** A finding with its heading, the lines around it and what else is known of it. */
export function findingLines(
  finding: Finding & { readonly also?: readonly Finding[] },
  source: string | null,
  numbers: readonly string[] = [],
): string[] {
  const place = [finding.file, finding.line, finding.column].filter((part) => part !== undefined).join(':');
  const heading = forMarkdown([place, finding.rule].filter(Boolean).join(' · '));
  const out = [`### ${heading}`, '', forMarkdown(finding.message)];
  const excerpt = source === null ? null : excerptOf(source, finding.line, finding.column);
  if (excerpt) {
    const text = excerpt.lines.map(
      ({ number, text: line, marked }) => `${marked ? '>' : ' '} ${String(number).padStart(4)}  ${line}`,
    );
    out.push('', fenced(text.join('\n'), 'cuda'));
  }
  for (const sentence of numbers) out.push('', `- ${forMarkdown(sentence)}`);
  for (const related of finding.related ?? []) {
    out.push('', `- ${related.line ? `line ${related.line}: ` : ''}${forMarkdown(related.message)}`);
  }
  const also = wordAlso({ first: finding, also: finding.also ?? [] });
  if (also) out.push('', also);
  if (finding.hint) out.push('', `*${forMarkdown(finding.hint)}*`);
  const facts = factsOf(finding);
  if (facts.length > 0) out.push('', forMarkdown(facts.join(', ')));
  return out;
}

function timingLines({ timing, result: { estimate } }: ReportInput): string[] {
  if (!timing && estimate)
    return [
      '',
      '### Speed',
      ...[wordEstimate(estimate), ...estimate.remarks].flatMap((text) => ['', forMarkdown(text)]),
    ];
  if (!timing) return [];
  const { sentence, times, facts, tiers, calibration } = timingWords(timing);
  const table = (names: readonly string[], rows: readonly (readonly string[])[]) =>
    rows.length > 0 ? ['', ...header(names), ...rows.map(row)] : [];
  return [
    '',
    '### Speed',
    '',
    forMarkdown(sentence),
    ...table(
      ['program', 'median time', 'times as fast as the baseline'],
      times.map(({ name, median, ratio }) => [name, median, ratio ?? '–']),
    ),
    ...table(
      ['tier', 'points', 'asks for', 'result'],
      tiers.map(({ name, points, asks, result }) => [name, points, asks, result]),
    ),
    ...(calibration ? ['', forMarkdown(calibration)] : []),
    ...table(
      ['how it was measured', 'value'],
      facts.map(({ name, value }) => [name, value]),
    ),
  ];
}

function memorySection(input: ReportInput): string[] {
  const lines = memoryLines(input);
  return lines.length === 0
    ? []
    : ['', `### ${WARP_WORDS.title}`, '', ...lines.map((line) => `- ${forMarkdown(line)}`)];
}

function planLines({ plan, coverage }: ReportInput): string[] {
  if (!plan) return [];
  const { launches, moreLaunches, steps, moreSteps } = planWords(plan);
  const sentence = coverageWords(coverage);
  return [
    '',
    `### The launch plan of the case ${forMarkdown(plan.case)}`,
    ...(sentence ? ['', forMarkdown(sentence)] : []),
    '',
    ...(launches.length > 0
      ? [
          ...header(['kernel', 'grid, in blocks', 'block, in threads', 'shared memory per block', 'covers', 'line']),
          ...launches.map(({ kernel, times, grid, block, shared, covers, line }) =>
            row([kernel + times, grid, block, shared, covers, String(line ?? '–')]),
          ),
        ]
      : ['Nothing was launched.']),
    ...(moreLaunches ? ['', moreLaunches] : []),
    '',
    ...header(['what host code asks for, in order', 'size', 'line']),
    ...steps.map(({ what, times, size, line }) => row([what + times, size, String(line ?? '–')])),
    ...(moreSteps ? ['', moreSteps] : []),
  ];
}

function header(names: readonly string[]): string[] {
  return [row(names), row(names.map(() => '---'))];
}

function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => (cell === '---' ? cell : forMarkdown(cell))).join(' | ')} |`;
}
