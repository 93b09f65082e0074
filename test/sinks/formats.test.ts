import { describe, expect, it } from 'vitest';
import { EXPORT_FORMATS, exportBook } from '../../grader/batch/export/index.ts';
import { REPORT_FORMATS, renderReports } from '../../grader/report/index.ts';
import { book, grade, hostile, roster } from '../batch/export/fixtures.ts';
import { HOSTILE_TEXTS } from '../hostile-texts.ts';
import { nastyInput } from '../report/fixtures.ts';
import { gradescopeSchema, prairielearnSchema, readCommands, sarifMistakes, xmlMistakes } from '../report/readers.ts';
import { now, PATH } from '../report/rendered.ts';

const classOf = (text: string) =>
  // Ids are the school's: by them its system finds a student again.
  book(
    [
      grade(text, [hostile(text)], { roster: roster('ada', { name: text, section: text }) }),
      grade('cem', [null], { open: text }),
    ],
    {
      title: text,
      assignments: [{ id: 'grayscale', title: text, canvasId: '1' }],
    },
  );

/** Every file of every format, of one student and of a class. */
const filesOf = (text: string) => [
  ...renderReports(nastyInput(text), REPORT_FORMATS, { path: PATH, now }).map((file) => ({
    ...file,
    format: 'report',
  })),
  ...EXPORT_FORMATS.flatMap((format) =>
    exportBook(classOf(text), format, { now }).map((file) => ({ ...file, format: `class: ${format}` })),
  ),
];
const named = (fileName: string) =>
  Object.entries(HOSTILE_TEXTS).flatMap(([trick, text]) =>
    filesOf(text).flatMap((file) => (file.fileName === fileName ? [{ trick, ...file }] : [])),
  );

describe('what students wrote', () => {
  it('leaves JUnit as its schema has it, with no test case more', async () => {
    const files = named('junit.xml');
    expect(files.length).toBe(2 * Object.keys(HOSTILE_TEXTS).length);
    expect(await xmlMistakes(files.map(({ content }) => content))).toEqual([]);
    for (const { trick, format, content } of files) {
      const markup = content.replace(/<!\[CDATA\[[\s\S]*?\]\]>/g, '');
      expect(markup.match(/<testcase /g), `${format}, ${trick}`).toHaveLength(format === 'report' ? 7 : 2);
    }
  });

  it('leaves SARIF as its schema has it', () => {
    for (const { trick, content } of named('result.sarif'))
      expect(sarifMistakes(JSON.parse(content)), trick).toEqual([]);
  });

  it('is no workflow command', () => {
    const files = named('github.txt');
    expect(files.length).toBeGreaterThan(0);
    for (const { trick, content } of files)
      for (const one of readCommands(content)) expect(['error', 'warning', 'notice'], trick).toContain(one?.command);
  });

  it.each(Object.entries(HOSTILE_TEXTS))('drives nothing that shows a file: %s', (_trick, text) => {
    for (const { format, fileName, content } of filesOf(text)) {
      // The result itself, for programs: text is what it is.
      if (fileName === 'result.json') continue;
      if (format.startsWith('class: gradescope') && fileName.endsWith('.json'))
        gradescopeSchema.parse(JSON.parse(content));
      if (format.startsWith('class: prairielearn') && fileName.endsWith('.json'))
        prairielearnSchema.parse(JSON.parse(content));
      expect(content, `${format} ${fileName}`).not.toMatch(
        // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
        /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/,
      );
    }
  });
});
