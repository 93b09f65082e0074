import { wordVerdict } from '../wording/index.ts';
import { coverageSentence } from './coverage.ts';
import { fenced, forMarkdown } from './escape.ts';
import { allFindings, excerptOf, type ReportInput } from './model.ts';

const MARKS = { passed: '✅', failed: '❌', skipped: '➖', error: '⚠️' } as const;

/** The report for pull requests and issue trackers. */
export function renderMarkdown(input: ReportInput): string {
  const { result, source } = input;
  const out = [
    `## ${forMarkdown(wordVerdict(result))}`,
    '',
    `**${forMarkdown(input.title)}**: ${result.score} of ${result.maxScore} points`,
    '',
    '| | check | points | |',
    '| --- | --- | ---: | --- |',
    ...result.checks.map(
      ({ status, id, score, maxScore, summary }) =>
        `| ${MARKS[status]} | ${id} | ${maxScore > 0 ? `${score}/${maxScore}` : ''} | ${forMarkdown(summary)} |`,
    ),
  ];
  for (const finding of allFindings(result)) {
    const place = [finding.file, finding.line, finding.column].filter((part) => part !== undefined).join(':');
    out.push(
      '',
      `### ${forMarkdown([place, finding.rule].filter(Boolean).join(' · '))}`,
      '',
      forMarkdown(finding.message),
    );
    const excerpt = excerptOf(source, finding.line, finding.column);
    if (excerpt) {
      const text = excerpt.lines.map(
        ({ number, text: line, marked }) => `${marked ? '>' : ' '} ${String(number).padStart(4)}  ${line}`,
      );
      out.push('', fenced(text.join('\n'), 'cuda'));
    }
    for (const related of finding.related ?? []) {
      out.push('', `- ${related.line ? `line ${related.line}: ` : ''}${forMarkdown(related.message)}`);
    }
    if (finding.hint) out.push('', `*${forMarkdown(finding.hint)}*`);
  }
  const coverage = coverageSentence(input.coverage);
  if (coverage) out.push('', forMarkdown(coverage));
  return `${out.join('\n')}\n`;
}
