import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ReportInput, renderReports } from '../../grader/report/index.ts';
import { inputs, nastyInput } from './fixtures.ts';

const candidates = [
  process.env.CHROMIUM,
  chromium.executablePath(),
  ...['chromium', 'chromium-browser', 'google-chrome'].map((name) => `/usr/bin/${name}`),
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const executablePath = candidates.find((path) => path && existsSync(path));
if (!executablePath) {
  console.warn('The report is not looked at in a browser: there is no Chromium. Name one in the variable CHROMIUM.');
}
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

describe.skipIf(!executablePath)('the page in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: executablePath ?? '', args: ['--no-sandbox'] });
  });
  afterAll(async () => {
    await browser.close();
  });

  async function withPage<T>(
    input: ReportInput,
    { width, scheme }: { readonly width: number; readonly scheme: 'light' | 'dark' },
    look: (page: Page) => Promise<T>,
  ): Promise<T> {
    const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme: scheme });
    try {
      await page.setContent(renderReports(input, ['html'])[0]?.content ?? '');
      return await look(page);
    } finally {
      await page.close();
    }
  }

  const views = [
    { scheme: 'light', width: 1280 },
    { scheme: 'dark', width: 1280 },
    { scheme: 'light', width: 390 },
    { scheme: 'dark', width: 390 },
  ] as const;
  const shown = ['accepted', 'race', 'compile error', 'launch error', 'wrong picture', 'infrastructure'] as const;

  describe.each(views)('$scheme, $width pixels wide', (view) => {
    it.each(shown)('has nothing that keeps people out: %s', async (name) => {
      const found = await withPage(inputs[name], view, async (page) => {
        await page.evaluate(axe);
        return page.evaluate<string[]>(
          `axe.run().then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html)))`,
        );
      });
      expect(found).toEqual([]);
    });

    it('never scrolls sideways, whatever students wrote', async () => {
      for (const input of [inputs['wrong picture'], nastyInput()]) {
        const [wide, window] = await withPage(input, view, (page) =>
          page.evaluate<[number, number]>('[document.documentElement.scrollWidth, window.innerWidth]'),
        );
        expect(wide).toBeLessThanOrEqual(window);
      }
    });
  });

  it('gives the source the width of the page, and scrolls long lines inside it', async () => {
    const long = { ...inputs.accepted, source: `// ${'wide '.repeat(100)}\nint i;\n` };
    const [box, main, row, inner] = await withPage(long, { width: 1280, scheme: 'light' }, (page) =>
      page.evaluate<[number, number, number, number]>(
        `['.scroll', 'main', '#L2', '.source'].map((name) => document.querySelector(name).getBoundingClientRect().width)`,
      ),
    );
    expect(box).toBe(main);
    expect(row).toBeGreaterThan(box);
    expect(inner).toBeGreaterThan(0);
  });
});
