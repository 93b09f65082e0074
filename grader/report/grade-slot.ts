import { forHtml, forMarkdown } from './escape.ts';

const BEGIN = '<!--grade-->';
const END = '<!--/grade-->';
const HEADER_END = '</header>';

/**
 * Returns a report with sentences on what staff decided after it was made, before all else.
 * @param sentences - none removes those of before
 */
export function withGrade(report: string, format: 'html' | 'markdown', sentences: readonly string[]): string {
  return around(report, format, sentences)
    .map((piece) => (typeof piece === 'string' ? piece : report.slice(...piece)))
    .join('');
}

/** The same for a report in HTML as bytes: a class has many, and text of them needs several times the memory. */
export function withGradeIn(report: Buffer, sentences: readonly string[]): Buffer {
  return Buffer.concat(
    around(report, 'html', sentences).map((piece) =>
      typeof piece === 'string' ? Buffer.from(piece) : report.subarray(...piece),
    ),
  );
}

/**
 * Returns the parts of a report that stay, as positions, and the new sentences at their place. Students cannot write the
 * comments around the old ones into a report: reports escape `<`.
 */
function around(
  report: { readonly length: number; indexOf(text: string, from?: number): number },
  format: 'html' | 'markdown',
  sentences: readonly string[],
): (string | [number, number])[] {
  const begin = report.indexOf(BEGIN);
  const end = begin < 0 ? -1 : report.indexOf(END, begin);
  const old: [number, number] = end < 0 ? [0, 0] : [begin, end + END.length];
  const header = format === 'html' ? report.indexOf(HEADER_END) : 0;
  const at = header < 0 || sentences.length === 0 ? null : format === 'html' ? header + HEADER_END.length : 0;
  const [first, last] = old;
  if (at === null)
    return [
      [0, first],
      [last, report.length],
    ];
  const part = `${BEGIN}${format === 'html' ? asHtml(sentences) : asMarkdown(sentences)}${END}`;
  return at <= first
    ? [[0, at], part, [at, first], [last, report.length]]
    : [[0, first], [last, at], part, [at, report.length]];
}

function asHtml(sentences: readonly string[]): string {
  const lines = sentences.map((sentence) => `<p>${forHtml(sentence).replaceAll('\n', '<br>')}</p>`);
  return `<section class="decided" aria-label="Your grade">${lines.join('')}</section>`;
}

function asMarkdown(sentences: readonly string[]): string {
  return `\n\n${sentences.map((sentence) => `> ${forMarkdown(sentence)}`).join('\n>\n')}\n\n`;
}
