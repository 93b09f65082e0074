import { forHtml, forMarkdown } from './escape.ts';

const BEGIN = '<!--grade-->';
const END = '<!--/grade-->';
/** Students cannot write these comments into a report: reports escape `<`. */
const PART = /<!--grade-->[\s\S]*?<!--\/grade-->/;

/**
 * Returns a report with sentences on what staff decided after it was made, before all else.
 * @param sentences - none removes those of before
 */
export function withGrade(report: string, format: 'html' | 'markdown', sentences: readonly string[]): string {
  const plain = report.replace(PART, '');
  if (sentences.length === 0) return plain;
  const part = `${BEGIN}${format === 'html' ? asHtml(sentences) : asMarkdown(sentences)}${END}`;
  return format === 'html' ? plain.replace('</header>', (end) => end + part) : part + plain;
}

function asHtml(sentences: readonly string[]): string {
  const lines = sentences.map((sentence) => `<p>${forHtml(sentence).replaceAll('\n', '<br>')}</p>`);
  return `<section class="decided" aria-label="Your grade">${lines.join('')}</section>`;
}

function asMarkdown(sentences: readonly string[]): string {
  return `\n\n${sentences.map((sentence) => `> ${forMarkdown(sentence)}`).join('\n>\n')}\n\n`;
}
