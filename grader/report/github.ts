import { wordLeftOut, wordRule, wordVerdict } from '../explain/index.ts';
import { SUMMARY_BYTES } from '../platform/files/index.ts';
import { forMarkdown, forWorkflowMessage, forWorkflowProperty } from './escape.ts';
import { renderMarkdown } from './markdown.ts';
import { allFindings, gradingOf, type Judged, pathOf, type ReportInput } from './model.ts';

/** Workflow commands and job summaries of GitHub Actions. */

/** GitHub shows so many annotations of a kind for each step, and drops the rest without a word. */
const SHOWN = 10;
const LEVELS = { error: 'error', warning: 'warning', note: 'notice' } as const;

export interface Annotation {
  readonly level: 'error' | 'warning' | 'notice';
  readonly title: string;
  readonly message: string;
  /** From the repository's root; null where it is about no file. */
  readonly file: string | null;
  readonly line: number | null;
  readonly column: number | null;
}

/** One command a line. What GitHub would drop is counted instead. */
export function workflowCommands(annotations: readonly Annotation[]): { text: string; leftOut: number } {
  const counts = { error: 0, warning: 0, notice: 0 };
  const shown = annotations.filter(({ level }) => ++counts[level] <= SHOWN);
  return { text: shown.map((one) => `${command(one)}\n`).join(''), leftOut: annotations.length - shown.length };
}

function command({ level, title, message, file, line, column }: Annotation): string {
  const properties = {
    ...(file !== null && { file }),
    ...(file !== null && line !== null && { line, endLine: line }),
    ...(file !== null && line !== null && column !== null && { col: column }),
    title,
  };
  const list = Object.entries(properties).map(([name, value]) => `${name}=${forWorkflowProperty(String(value))}`);
  return `::${level} ${list.join(',')}::${forWorkflowMessage(message)}`;
}

/** The verdict as a notice, or as an error where there is none; then each finding at its place. */
function annotationsOf(judged: Judged): Annotation[] {
  const { result, title } = judged;
  const grading = gradingOf(result);
  const verdict: Annotation = {
    level: grading.status === 'open' ? 'error' : 'notice',
    title,
    message: grading.status === 'open' ? grading.reason : `${wordVerdict(result)} ${pointsOf(judged)}`,
    file: judged.path,
    line: null,
    column: null,
  };
  return [
    verdict,
    ...allFindings(result).map(({ severity, rule, message, hint, file, line, column }): Annotation => {
      return {
        level: LEVELS[severity],
        title: `${wordRule(rule).title} [${rule}]`,
        message: [message, hint].filter(Boolean).join('\n'),
        file: pathOf(judged, file),
        line: line ?? null,
        column: line === undefined ? null : (column ?? null),
      };
    }),
  ];
}

function pointsOf({ result }: Judged): string {
  return `${result.score} of ${result.maxScore} points.`;
}

export function renderWorkflowCommands(judged: Judged): string {
  return workflowCommands(annotationsOf(judged)).text;
}

/** The Markdown report as a job summary. */
export function renderJobSummary(input: ReportInput, judged: Judged): string {
  const { leftOut } = workflowCommands(annotationsOf(judged));
  const short = `## ${forMarkdown(wordVerdict(input.result))}\n\n**${forMarkdown(input.title)}**: ${pointsOf(judged)}\n`;
  return jobSummary(renderMarkdown(input), short, leftOut);
}

/**
 * @param short - stands for `markdown` where that is longer than GitHub takes
 * @param leftOut - annotations that GitHub would not show
 */
export function jobSummary(markdown: string, short: string, leftOut: number): string {
  const note = leftOut > 0 ? `\n${wordLeftOut(leftOut, 'annotation')}\n` : '';
  const whole = markdown + note;
  return new TextEncoder().encode(whole).length <= SUMMARY_BYTES ? whole : short + note;
}
