// Writes what each rule means, for reports, from the first paragraph of its page in docs/rules/. Run by `npm run
// schemas`; a test compares the committed file with the pages.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseRulePage } from '../grader/explain/rule-page/page.ts';

const pages = new URL('../docs/rules/', import.meta.url);

/** @returns the file's path from the package's root */
export function writeRuleMeanings() {
  const meanings = readdirSync(pages).map((file) => {
    const { rule, meaning } = parseRulePage(readFileSync(new URL(file, pages), 'utf8'));
    return `${JSON.stringify(rule)}: ${JSON.stringify(meaning)},`;
  });
  const path = 'grader/explain/rule-meanings.ts';
  const text = `import type { Rule } from '../result/index.ts';

/** What each rule means, a paragraph of Markdown. Written from docs/rules/ by \`npm run schemas\`. */
export const RULE_MEANINGS: Readonly<Record<Rule, string>> = {
${meanings.join('\n')}
};
`;
  writeFileSync(new URL(`../${path}`, import.meta.url), text);
  return path;
}
