import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { EXPORT_FORMATS, type ExportFormat, exportBook } from '../../../grader/batch/export/index.ts';
import { FEEDBACK_FORMATS } from '../../../grader/batch/feedback/index.ts';
import { packageRoot } from '../../../grader/platform/root.ts';
import { REPORT_FORMATS } from '../../../grader/report/index.ts';
import {
  gradescopeSchema,
  junitMistakes,
  prairielearnSchema,
  readCommands,
  sarifMistakes,
} from '../../report/readers.ts';
import { CLASS } from './fixtures.ts';

const page = readFileSync(join(packageRoot, 'docs', 'formats.md'), 'utf8');

/** The example under a heading. */
function example(heading: string): string {
  const section = page.split(new RegExp(`^#+ ${heading}$`, 'm'))[1] ?? '';
  return /^```\w+\n([\s\S]*?)^```$/m.exec(section)?.[1] ?? '';
}

function head(csv: string, columns: number): string[] {
  const lines: string[][] = parse(csv, { bom: true });
  expect(lines.length).toBeGreaterThan(1);
  return lines[0]?.slice(0, columns) ?? [];
}

describe('docs/formats.md', () => {
  it('names every format', () => {
    for (const format of [...REPORT_FORMATS, ...EXPORT_FORMATS, ...FEEDBACK_FORMATS])
      expect(page).toContain(`\`${format}\``);
  });

  it('shows what readers take', async () => {
    expect(await junitMistakes(example('JUnit'))).toEqual([]);
    expect(sarifMistakes(JSON.parse(example('SARIF')))).toEqual([]);
    expect(gradescopeSchema.safeParse(JSON.parse(example('Gradescope'))).error).toBeUndefined();
    expect(prairielearnSchema.safeParse(JSON.parse(example('PrairieLearn'))).error).toBeUndefined();
    expect(readCommands(example('GitHub Actions')).map((one) => one?.command)).toEqual(['notice', 'error']);
  });

  it.each<[string, ExportFormat, number]>([
    ['Canvas', 'canvas', 6],
    ['Moodle', 'moodle', 4],
    ['csv', 'csv', 20],
  ])('shows the columns that there are: %s', (heading, format, columns) => {
    const [file] = exportBook(CLASS, format);
    expect(head(example(heading), columns)).toEqual(head(file?.content ?? '', columns));
  });
});
