import { describe, expect, it } from 'vitest';
import { exchangedArguments } from '../../grader/checks/exchanged.ts';
import { definitionOf } from '../../grader/checks/source.ts';
import { definitions } from '../../grader/compile/definitions.ts';
import { joinLaunchSigns } from '../../grader/compile/launch-signs.ts';
import { sharedDeclaration, sourceOf } from '../../grader/compile/sources.ts';
import { highlightLines } from '../../grader/report/highlight.ts';

/** What looks at a submission as text, for something called `gray`. */
const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  highlightLines: (text) => highlightLines(text),
  exchangedArguments: (text) => exchangedArguments(text, 'gray'),
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
