import { describe, expect, it } from 'vitest';
// @ts-expect-error: a script, without types
import { RULES as allRules, lintWords } from '../../scripts/lib/words.mjs';

interface Rule {
  readonly id: string;
  readonly scopes: string;
  readonly pattern: RegExp;
  readonly example: string;
}
const RULES: readonly Rule[] = allRules;

/** The rules that a file breaks, each with its line. */
function found(path: string, source: string): string[] {
  const findings: readonly { readonly rule: Rule; readonly line: number }[] = lintWords(path, source);
  return findings.map(({ rule, line }) => `${rule.id}:${line}`);
}

describe('a pattern of words', () => {
  it.each(RULES)('$id matches its example', ({ pattern, example }) => {
    expect(example).toMatch(pattern);
  });

  it('reports the example of every rule in a file of its scope', () => {
    for (const { id, scopes, example } of RULES) {
      const [path, source] = scopes.includes('U')
        ? ['docs/a.md', `${example}\n`]
        : scopes.includes('S')
          ? ['grader/explain/a.ts', `export const a = ${JSON.stringify(example)};\n`]
          : scopes.includes('T')
            ? ['test/a.test.ts', `it(${JSON.stringify(example)}, () => {});\n`]
            : ['grader/a.ts', `/** ${example} */\nexport const a = 1;\n`];
      expect(found(path, source)).toContain(`${id}:1`);
    }
  });
});

describe('the lint of words', () => {
  it('reads strings, templates and sums of strings of TypeScript', () => {
    expect(found('grader/a.ts', `const a = 'fix it';\nconst b = \`Mend \${a} first\`;\n`)).toEqual(['mend:2']);
    expect(found('grader/a.ts', "const a = 'is ' + 'told here';\n")).toEqual(['told:1']);
    expect(found('grader/a.ts', `const a = \`\${b(\`Mend it\`)} first\`;\n`)).toEqual(['mend:1']);
  });

  it('ignores words without a space, regular expressions and imports', () => {
    expect(found('grader/a.ts', "import 'mend';\nconst a = { mend: 'mend' };\nconst b = /mend it/;\n")).toEqual([]);
  });

  it('reads titles of tests, but not their other strings', () => {
    expect(found('test/a.test.ts', "it.each([1])('is told %i', () => say('is told'));\n")).toEqual(['told:1']);
    expect(found('test/a.test.ts', "describe.skipIf(x)('is told', () => {});\n")).toEqual(['told:1']);
  });

  it('ignores code and tables in Markdown, and reports the line of a paragraph', () => {
    const fence = '```';
    expect(found('docs/a.md', `${fence}\nmend\n${fence}\n\n| mend |\n\nUse \`mend\`.\n\n- a\n- mend\n`)).toEqual([
      'mend:10',
    ]);
    expect(found('docs/a.md', 'It is\nnot told.\n')).toEqual(['told:1']);
  });

  it('counts the words of a sentence, not of a paragraph', () => {
    const sentence = `${'word '.repeat(20)}end.`;
    expect(found('docs/a.md', `${sentence} ${sentence}\n`)).toEqual([]);
    expect(found('docs/a.md', `${'word '.repeat(25)}end.\n`)).toEqual(['long-sentence:1']);
  });

  it('accepts an exception in the line above', () => {
    expect(found('grader/a.ts', "// lint-words: mend\nconst a = 'Mend it';\n")).toEqual([]);
    expect(found('docs/a.md', '<!-- lint-words: mend -->\n\nMend it.\n')).toEqual([]);
    expect(found('docs/a.md', '<!-- lint-words: mend -->\n\nIt is told.\n')).toEqual(['told:3']);
  });

  it('reads comments of TypeScript and of C', () => {
    expect(found('grader/a.ts', '/** What it is. */\nconst a = 1; // is told\n')).toEqual(['doc-opener:1', 'told:2']);
    expect(found('native/a.c', 'char *a = "// mend"; // mend it\n')).toEqual(['mend:1']);
  });
});
