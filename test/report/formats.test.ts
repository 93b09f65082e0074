import { describe, expect, it } from 'vitest';
import { REPORT_FORMATS, type ReportInput, renderReports } from '../../grader/report/index.ts';
import { CHECK_IDS } from '../../grader/result/index.ts';
import { HOSTILE, inputs, nastyInput } from './fixtures.ts';
import { junitMistakes, sarifMistakes } from './readers.ts';
import { commands, fileOf, gradescope, now, PATH, prairielearn, sarif } from './rendered.ts';

/** Half a surrogate pair. */
const HALF = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
const all: [string, ReportInput][] = [...Object.entries(inputs), ['hostile', nastyInput(HOSTILE)]];

describe.each(all)('%s', (_name, input) => {
  it('is JUnit that readers take', async () => {
    expect(await junitMistakes(fileOf(input, 'junit'))).toEqual([]);
  });

  it('is SARIF by its schema, whose rules are all explained', () => {
    const log = sarif(input);
    expect(sarifMistakes(log)).toEqual([]);
    for (const { ruleId, ruleIndex } of log.runs[0]?.results ?? []) {
      expect(log.runs[0]?.tool.driver.rules[ruleIndex]?.id).toBe(ruleId);
    }
  });

  it('is what Gradescope and PrairieLearn document', () => {
    const tests = gradescope(input).tests ?? [];
    expect(tests.map(({ number }) => number)).toEqual(
      input.result.checks.map(({ id }) => String(CHECK_IDS.indexOf(id) + 1)),
    );
    expect(prairielearn(input)).toBeTypeOf('object');
  });

  it('is workflow commands, and nothing else', () => {
    const read = commands(input);
    expect(read.length).toBeGreaterThan(0);
    for (const one of read) expect(['error', 'warning', 'notice']).toContain(one?.command);
  });

  it('has no control characters and no half letters in any format', () => {
    for (const format of ['junit', 'sarif', 'gradescope', 'github', 'prairielearn']) {
      for (const { content } of renderReports(input, [format], { path: PATH, now })) {
        expect(content, format).not.toMatch(HALF);
        // As JSON writes them.
        expect(content, format).not.toMatch(/(?<!\\)(?:\\\\)*\\u(?:00[01]|d[89a-f])/);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
        expect(content, format).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
      }
    }
  });
});

it('there is a file of its own for each format', () => {
  const formats = REPORT_FORMATS.filter((format) => format !== 'text');
  const names = renderReports(inputs.accepted, formats).map(({ fileName }) => fileName);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toEqual(
    expect.arrayContaining(['junit.xml', 'result.sarif', 'gradescope.json', 'github.txt', 'prairielearn.json']),
  );
});
