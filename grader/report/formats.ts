import type { ReportFile } from '../platform/files/index.ts';
import { programVersion } from '../platform/index.ts';
import { packagedTemplates } from '../platform/render/index.ts';
import { renderJobSummary, renderWorkflowCommands } from './github.ts';
import { renderGradescope } from './gradescope.ts';
import { renderHtml } from './html.ts';
import { renderJunit } from './junit.ts';
import { renderMarkdown } from './markdown.ts';
import type { Judged, ReportInput } from './model.ts';
import { renderPrairielearn } from './prairielearn.ts';
import { renderSarif } from './sarif.ts';

/** What a report needs to know besides what was graded. */
export interface Surroundings {
  /** Path of the submission as programs that read the report know it; its name without folders where none is given. */
  readonly path?: string;
  readonly now?: Date;
  /** Where the pages of the rules are served; null, which is the default, where they are not. */
  readonly docsUrl?: string | null;
}

interface Report extends ReportInput, Judged {
  readonly source: string;
  readonly now: Date;
  readonly docsUrl: string | null;
}

/** Files of a format, by their names. */
type Format = Readonly<Record<string, (report: Report) => string>>;

/** Every format that is a file. A new one is its renderer and its line here. */
const FORMATS: Readonly<Record<string, Format>> = {
  html: { 'report.html': (report) => renderHtml(report, packagedTemplates, report.docsUrl) },
  md: { 'report.md': renderMarkdown },
  json: { 'result.json': ({ result }) => `${JSON.stringify(result, null, 2)}\n` },
  junit: { 'junit.xml': (report) => renderJunit(report, report.now, report.docsUrl) },
  sarif: { 'result.sarif': (report) => renderSarif(report, programVersion(), report.docsUrl) },
  gradescope: { 'gradescope.json': renderGradescope },
  github: {
    'github.txt': renderWorkflowCommands,
    'github-summary.md': (report) => renderJobSummary(report, report),
  },
  prairielearn: { 'prairielearn.json': (report) => renderPrairielearn(report, report.pictures) },
};

/** Ids that `--format` takes; `text` goes to the terminal. */
export const REPORT_FORMATS: readonly string[] = ['text', ...Object.keys(FORMATS)];

/** @param formats - ids of REPORT_FORMATS; `text` has no file */
export function renderReports(
  input: ReportInput,
  formats: readonly string[],
  { path = input.result.submission.file, now = new Date(), docsUrl = null }: Surroundings = {},
): (ReportFile & { readonly content: string })[] {
  const report = { ...input, path, now, docsUrl };
  return formats.flatMap((id) =>
    Object.entries(FORMATS[id] ?? {}).map(([fileName, render]) => ({ fileName, content: render(report) })),
  );
}
