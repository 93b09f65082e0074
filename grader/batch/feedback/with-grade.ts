import { forHtml } from '../../report/index.ts';

/** The place in a report before its first section. A name or a message cannot have it: there it would be escaped. */
const PLACE = '<main>\n';

/**
 * Puts sentences about the grade into a report, before all else. The report alone knows neither the late policy nor
 * what staff have decided.
 * @returns the report unchanged if it has no place for them
 */
export function withGrade(report: string, sentences: readonly string[]): string {
  const at = report.indexOf(PLACE);
  if (at === -1) return report;
  const lines = sentences.map((sentence) => `<p>${forHtml(sentence)}</p>`).join('\n');
  const section = `<section aria-labelledby="grade">\n<h2 id="grade">Grade</h2>\n${lines}\n</section>\n`;
  return report.slice(0, at + PLACE.length) + section + report.slice(at + PLACE.length);
}
