import { describe, expect, it } from 'vitest';
import { renderMarkdown } from '../../grader/report/markdown.ts';
import { decidingLine, type ReportInput } from '../../grader/report/model.ts';
import { renderText } from '../../grader/report/text.ts';
import { inputs } from './fixtures.ts';

const failed: ReportInput = Object.values(inputs).find(
  ({ result }) =>
    result.verdict === 'failed' && result.checks.some(({ findings }) => findings.some(({ line }) => line)),
) as ReportInput;
const plain = { color: false, width: 100 };
const lineOf = (input: ReportInput) => input.result.checks.flatMap(({ findings }) => findings)[0]?.line ?? 0;

describe('the line that decides', () => {
  it('is after the first finding in the text and the Markdown report', () => {
    const input = { ...failed, deciding: { line: lineOf(failed) + 1, why: 'repair' as const } };
    const words = `Look at line ${lineOf(failed) + 1}.`;
    expect(renderText(input, plain)).toContain(
      `${failed.result.submission.file}:${lineOf(failed) + 1}: note: ${words}`,
    );
    expect(renderMarkdown(input)).toContain(`**${words}`);
  });

  it('is left out if the first finding is there, or if it is not known', () => {
    expect(decidingLine({ ...failed, deciding: { line: lineOf(failed), why: 'repair' } })).toBeNull();
    expect(decidingLine(failed)).toBeNull();
    expect(renderText(failed, plain)).not.toContain('Look at line');
  });
});
