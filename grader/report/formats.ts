import { renderHtml } from './html.ts';
import { renderMarkdown } from './markdown.ts';
import type { ReportInput } from './model.ts';
import { packagedTemplates } from './templates.ts';

interface Format {
  readonly fileName: string;
  render(input: ReportInput): string;
}

/** Every format that is a file. A new one is its renderer and its line here. */
const FORMATS: Readonly<Record<string, Format>> = {
  html: { fileName: 'report.html', render: (input) => renderHtml(input, packagedTemplates) },
  md: { fileName: 'report.md', render: renderMarkdown },
  json: { fileName: 'result.json', render: ({ result }) => `${JSON.stringify(result, null, 2)}\n` },
};

/** Ids that `--format` takes; `text` goes to the terminal. */
export const REPORT_FORMATS: readonly string[] = ['text', ...Object.keys(FORMATS)];

/** @param formats - ids of REPORT_FORMATS; `text` has no file */
export function renderReports(input: ReportInput, formats: readonly string[]): { fileName: string; content: string }[] {
  return formats.flatMap((id) => {
    const format = FORMATS[id];
    return format ? [{ fileName: format.fileName, content: format.render(input) }] : [];
  });
}
