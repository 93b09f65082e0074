import { describe, expect, it } from 'vitest';
import {
  EXPORT_FORMATS,
  type ExportFormat,
  type ExportOptions,
  exportBook,
  withEqualTotals,
} from '../../../grader/batch/export/index.ts';
import { HOSTILE, SOURCE } from '../../report/fixtures.ts';
import {
  gradescopeSchema,
  junitMistakes,
  prairielearnSchema,
  readCommands,
  sarifMistakes,
} from '../../report/readers.ts';
import { book, CLASS, failed, grade, hostile, passed } from './fixtures.ts';

const now = new Date('2026-11-21T16:25:36Z');
const filesOf = (from: typeof CLASS, format: ExportFormat, options: ExportOptions = {}) =>
  new Map(exportBook(from, format, { now, ...options }).map(({ fileName, content }) => [fileName, content]));
const HOSTILE_CLASS = book([grade(HOSTILE, [hostile(HOSTILE)]), grade('cem', [null], { open: HOSTILE })], {
  title: HOSTILE,
  assignments: [{ id: 'grayscale', title: HOSTILE, canvasId: '1' }],
});

describe('results out of different totals', () => {
  const timed = { ...passed, maxScore: 100, score: 100 };

  const mixed = book([grade('ada', [passed]), grade('ben', [timed]), grade('cem', [failed])]);

  it('leaves out the smaller group, names it and what helps', () => {
    const { book: equal, apart } = withEqualTotals(mixed);
    expect(apart).toHaveLength(1);
    expect(apart[0]).toMatch(/^ben, grayscale: left empty.*out of 100 points.*out of 90\. Grade all of them/);
    expect(equal.grades.map(({ points, open }) => [points, open === null])).toEqual([
      [90, true],
      [null, false],
      [70, true],
    ]);
  });

  it('keeps the larger total if both groups are equal', () => {
    const { book: equal } = withEqualTotals(book([grade('ada', [passed]), grade('ben', [timed])]));
    expect(equal.grades.map(({ maxPoints }) => maxPoints)).toEqual([null, 100]);
  });

  it.each(EXPORT_FORMATS)('costs the others nothing (%s)', (format) => {
    const files = exportBook(mixed, format);
    const text = files.map(({ content }) => content).join('\n');
    expect(text.length).toBeGreaterThan(0);
    if (format === 'canvas') expect(text).toMatch(/"ada, Name of".*,90$/m);
    if (format === 'canvas' || format === 'moodle' || format === 'gradescope') expect(text).toContain('ben, grayscale');
    if (format === 'csv') expect(text).toMatch(/^ben,.*,100,100,/m);
  });

  it('do not matter between assignments, nor for attempts that do not count', () => {
    const other = grade('ada', [{ ...timed, assignment: 'matmul-2d' }], { assignment: 'matmul-2d' });
    const assignments = [...CLASS.assignments, { id: 'matmul-2d', title: 'Product', canvasId: null }];
    const grades = [grade('ada', [timed, passed]), other];
    expect(exportBook(book(grades, { assignments }), 'csv')).toHaveLength(1);
  });
});

describe.each([
  ['a class', CLASS],
  ['a hostile class', HOSTILE_CLASS],
  ['an empty class', book([])],
] as const)('%s', (_name, from) => {
  it('is JUnit that readers take', async () => {
    expect(await junitMistakes(filesOf(from, 'junit').get('junit.xml') ?? '')).toEqual([]);
  });

  it('is SARIF by its schema', () => {
    expect(sarifMistakes(JSON.parse(filesOf(from, 'sarif').get('result.sarif') ?? ''))).toEqual([]);
  });

  it('is what Gradescope and PrairieLearn document', () => {
    for (const [format, schema] of [
      ['gradescope', gradescopeSchema],
      ['prairielearn', prairielearnSchema],
    ] as const) {
      for (const [name, content] of filesOf(from, format)) {
        if (name.endsWith('.json')) expect(schema.safeParse(JSON.parse(content)).error).toBeUndefined();
      }
    }
  });

  it('is workflow commands, and nothing else', () => {
    for (const one of readCommands(filesOf(from, 'github').get('github.txt') ?? '')) {
      expect(['error', 'warning']).toContain(one?.command);
    }
  });

  it.each(EXPORT_FORMATS)('has names of files that are safe anywhere (%s)', (format) => {
    const names = exportBook(from, format).map(({ fileName }) => fileName);
    for (const name of names) expect(name).toMatch(/^[A-Za-z0-9][A-Za-z0-9._~-]{1,150}$/);
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
  });
});

describe('JUnit', () => {
  it('has a suite an assignment and a case a student', () => {
    const text = filesOf(CLASS, 'junit').get('junit.xml') ?? '';
    expect(text).toMatch(/<testsuite name="grayscale"[^>]* tests="4" failures="1" errors="1" skipped="1">/);
    expect(text).toMatch(/<testcase name="ben" classname="grayscale" file="students\/ben\/1\/mine\.cu" line="5"/);
    expect(text).toContain('63 of 90 points. 2 days late: 7 points taken off.');
    expect(text).toContain('<error message="The machine failed while attempt 1 was graded." type="infrastructure">');
  });
});

describe('SARIF', () => {
  const resultsOf = (options: ExportOptions = {}) =>
    JSON.parse(filesOf(CLASS, 'sarif', options).get('result.sarif') ?? '').runs[0];

  it('has a run an assignment, and each file by student and attempt', () => {
    const run = resultsOf();
    expect(run.automationDetails.id).toBe('grade/grayscale/');
    expect(run.results).toHaveLength(1);
    expect(run.results[0].locations[0].physicalLocation.artifactLocation.uri).toBe('students/ben/1/mine.cu');
    expect(run.invocations[0].executionSuccessful).toBe(false);
    expect(run.invocations[0].toolExecutionNotifications[0].locations[0].physicalLocation.artifactLocation.uri).toBe(
      'students/cem/1/mine.cu',
    );
  });

  it('knows problems again by the line, where it is given the source', () => {
    const print = (options: ExportOptions) => resultsOf(options).results[0].partialFingerprints['grade/v1'];
    const source = (text: string): ExportOptions => ({ source: ({ student }) => (student === 'ben' ? text : null) });
    expect(print(source(SOURCE))).toBe(print(source(SOURCE.replace('out[i]', '  out[i]'))));
    expect(print(source(SOURCE))).not.toBe(print(source(SOURCE.replace('out[i]', 'out[i + 1]'))));
    expect(print({})).toBe(print({}));
  });
});

describe('Gradescope and PrairieLearn', () => {
  it('have a file a student who handed in', () => {
    for (const format of ['gradescope', 'prairielearn'] as const) {
      expect([...filesOf(CLASS, format).keys()]).toEqual([
        `${format}.grayscale.ada.json`,
        `${format}.grayscale.ben.json`,
        `${format}.grayscale.cem.json`,
        `${format}-notes.txt`,
      ]);
    }
  });

  it('have the points after the late policy, and say what it took', () => {
    const ben = gradescopeSchema.parse(
      JSON.parse(filesOf(CLASS, 'gradescope').get('gradescope.grayscale.ben.json') ?? ''),
    );
    expect(ben.score).toBe(63);
    expect(ben.output).toContain('2 days late: 7 points taken off');
    const same = prairielearnSchema.parse(
      JSON.parse(filesOf(CLASS, 'prairielearn').get('prairielearn.grayscale.ben.json') ?? ''),
    );
    expect(same.score).toBeCloseTo(0.7, 12);
  });

  it('have no score where the grade is open', () => {
    expect(JSON.parse(filesOf(CLASS, 'gradescope').get('gradescope.grayscale.cem.json') ?? '')).not.toHaveProperty(
      'score',
    );
    expect(JSON.parse(filesOf(CLASS, 'prairielearn').get('prairielearn.grayscale.cem.json') ?? '')).toMatchObject({
      gradable: false,
    });
  });

  it('separate students with similar or imitated names', () => {
    const names = ['ada', 'Ada', 'a b', 'a-b', 'a/b', '../ada', 'CON', 'ada.'];
    const once = filesOf(book(names.map((name) => grade(name, [passed]))), 'gradescope');
    expect(once.size).toBe(names.length);
    const taken = [...once.keys()].map((name) => name.replace(/^gradescope\.grayscale\.|\.json$/g, ''));
    const both = filesOf(book([...new Set([...names, ...taken])].map((name) => grade(name, [passed]))), 'gradescope');
    expect(both.size).toBe(new Set([...names, ...taken]).size);
  });
});

describe('GitHub', () => {
  it('warns about a student who has not passed, and has an error for staff', () => {
    const read = readCommands(filesOf(CLASS, 'github').get('github.txt') ?? '');
    expect(read).toMatchObject([
      { command: 'warning', properties: { title: 'ben: grayscale', file: 'students/ben/1/mine.cu', line: '5' } },
      { command: 'error', properties: { title: 'cem: grayscale' } },
    ]);
  });

  it('has a table of the class', () => {
    const summary = filesOf(CLASS, 'github').get('github-summary.md') ?? '';
    expect(summary).toContain('| Color to gray | 1 | 1 | 1 | 1 |');
    expect(summary).toMatch(/\| ben \| grayscale \| 63 of 90 points/);
    expect(summary).toContain('No file was submitted.');
  });

  it('has only the table if one row per student exceeds the limit of GitHub', () => {
    const name = 'x'.repeat(400);
    const large = book(Array.from({ length: 3000 }, (_, at) => grade(`${name}${at}`, [failed])));
    const summary = filesOf(large, 'github').get('github-summary.md') ?? '';
    expect(summary).toContain('| Color to gray | 0 | 3000 | 0 | 0 |');
    expect(summary).toContain('2,990 more annotations are not shown.');
    expect(Buffer.byteLength(summary)).toBeLessThan(1 << 20);
  });

  it('makes no markup of what students are called', () => {
    const summary = filesOf(HOSTILE_CLASS, 'github').get('github-summary.md') ?? '';
    expect(summary).not.toMatch(/(?<!\\)<(?:script|img)|(?<!\\)\[l\]|@team/);
    for (const row of summary.split('\n').filter((line) => line.startsWith('| '))) {
      expect([5, 6]).toContain(row.replaceAll('\\|', '').split('|').length - 1);
    }
  });
});
