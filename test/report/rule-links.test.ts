import { describe, expect, it } from 'vitest';
import { renderReports, renderText } from '../../grader/report/index.ts';
import { inputs } from './fixtures.ts';

const DOCS = 'https://course.example/docs';
const input = inputs['guard missing'];
const report = (format: string, docsUrl: string | null): string =>
  renderReports(input, [format], { docsUrl, now: new Date(0) })[0]?.content ?? '';

describe('findings lead to their rules', () => {
  it('on a terminal, in one line that names each rule once', () => {
    const text = renderText(input, { color: false, width: 80 });
    expect(text).toMatch(/\n\nMore about (it|these): grade explain out-of-bounds-(read|write)[a-z-, ]*\n$/);
    expect(text.match(/grade explain/g)).toHaveLength(1);
    expect(renderText(inputs.accepted, { color: false, width: 80 })).not.toContain('grade explain');
  });

  it('on the page, which explains them itself where there is no site', () => {
    const html = report('html', null);
    const [, rule] = /<a class="rule" href="#rule-([a-z-]+)">/.exec(html) ?? [];
    expect(html).toMatch(new RegExp(`<summary><code>${rule}</code>: [A-Z][^<]*</summary>\\s*<p id="rule-${rule}">`));
    expect(html).toContain(`<code>grade explain ${rule}</code>`);
    expect(html.match(/<p id="rule-/g)).toHaveLength(new Set(html.match(/href="#rule-[a-z-]+"/g)).size);
  });

  it('on the page, with a link to the site where there is one', () => {
    const html = report('html', DOCS);
    expect(html).toMatch(/<a class="rule" href="https:\/\/course\.example\/docs\/rules\/out-of-bounds-\w+\.html">/);
    expect(html).not.toContain('<p id="rule-');
  });

  it('in SARIF, and in JUnit where there is a site', () => {
    const rulesOf = (docsUrl: string | null) => JSON.parse(report('sarif', docsUrl)).runs[0].tool.driver.rules;
    const leak = (rules: { id: string }[]) => rules.find(({ id }) => id === 'leak');
    expect(leak(rulesOf(DOCS))).toMatchObject({ helpUri: `${DOCS}/rules/leak.html` });
    expect(leak(rulesOf(null))).toMatchObject({
      helpUri: expect.stringContaining('docs.nvidia.com'),
      help: { markdown: expect.stringMatching(/^The program allocated memory on the GPU/) },
    });
    expect(report('junit', DOCS)).toMatch(/https:\/\/course\.example\/docs\/rules\/out-of-bounds-\w+\.html/);
    expect(report('junit', null)).not.toContain('/rules/');
  });
});
