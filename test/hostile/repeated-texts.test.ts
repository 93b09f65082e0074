import { describe, expect, it } from 'vitest';
import { definitions } from '../../grader/compile/definitions.ts';
import { joinLaunchSigns } from '../../grader/compile/launch-signs.ts';
import { entryMismatch } from '../../grader/compile/signature.ts';
import { sharedDeclaration, sourceOf } from '../../grader/compile/sources.ts';
import { exchangedIn } from '../../grader/judge/exchanged.ts';
import { faultFindings } from '../../grader/judge/group.ts';
import { definitionOf } from '../../grader/judge/source.ts';
import { highlightLines } from '../../grader/report/highlight.ts';
import { caseOf, FILE, fault, run } from '../judge/builders.ts';

/** What looks at a submission as text, for something called `gray`. */
const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  highlightLines: (text) => highlightLines(text),
  exchangedIn: (text) => exchangedIn(text)('gray'),
  definitionOf: (text) => definitionOf(text, 'gray'),
  definitions: (text) => definitions(text, 'gray'),
  joinLaunchSigns: (text) => joinLaunchSigns(text),
  sharedDeclaration: (text) => sharedDeclaration(sourceOf(text, 'mine.cu', null), 'gray'),
};
/** Beginnings of what they look for, which no compiler sees behind an `#if 0`. */
const TEXTS = [
  ...['a ', 'a\t', '0x', 'a::b<c> ', 'a<a<', 'template<', 'operator', '__shared__ ', '__global__ ', '// '],
  ...['gray(', 'gray<<<', 'gray<<<1>>>(', 'void gray(){} ', '(', '{', '<', '"', "'", '/*', '#if\n', '\\\n'],
];
const CHARACTERS = 200_000;
/** A reader that begins anew at each place of such a text takes minutes. */
const MOST_MS = 10_000;

describe.each(Object.entries(READERS))('%s', (_, read) => {
  it.each(TEXTS)('has soon read a text that is %j, again and again', (text) => {
    const repeated = text.repeat(CHARACTERS / text.length);
    const began = performance.now();
    read(repeated);
    expect(performance.now() - began).toBeLessThan(MOST_MS);
  });
});

describe('as many functions as fit into a submission', () => {
  const others = Array.from({ length: 50_000 }, (_, i) => `void f${i}() {}`).join('\n');
  const mismatch = (text: string) => entryMismatch(null, sourceOf(text, 'mine.cu', 'void gray(float* x, int n)'));

  it('are soon read for the one that is the entry point by another name', () => {
    const began = performance.now();
    expect(mismatch(`${others}\nvoid grey(float *x, int n) {}\n`)).toMatchObject({ line: 50_001, column: 6 });
    expect(mismatch(others)).toMatchObject({ line: 0, detail: { hint: 'entry-missing' } });
    expect(performance.now() - began).toBeLessThan(MOST_MS);
  });
});

describe('as many problems as one source can report', () => {
  const problems = Array.from({ length: 256 }, (_, line) =>
    fault({ at: { position: { file: FILE, line, column: 5 }, access: 'write', block: [0, 0, 0], thread: [0, 0, 0] } }),
  );
  /** Far below what reading such a source for each of them takes, far above what reading it once does. */
  const SOON_MS = 3_000;

  it.each([
    ['one long comment', `// ${'x'.repeat(900_000)}\n`],
    ['comments upon comments', '// x\n'.repeat(180_000)],
  ])('are soon explained behind %s', (_, comment) => {
    const source = `__global__ void kernel(int h, int w) {}\nvoid f(int h, int w) { kernel<<<1, 1>>>(w, h); }\n`;
    const cases = [caseOf({ run: run({ faults: problems }) })];
    const began = performance.now();
    const findings = faultFindings({ cases, fileName: FILE, source: comment + source }, 'guards');
    expect(performance.now() - began).toBeLessThan(SOON_MS);
    expect(findings).toHaveLength(problems.length);
    const line = comment.split('\n').length + 1;
    for (const { hint } of findings) expect(hint).toContain(`Line ${line.toLocaleString('en-US')} passes \`w`);
  });
});
