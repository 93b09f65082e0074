import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ReportInput, renderReports } from '../../grader/report/index.ts';
import { axe, findChromium } from './chromium.ts';
import { inputs, nastyInput } from './fixtures.ts';
import { timings } from './timing-fixtures.ts';

const executablePath = findChromium('The report is not looked at in a browser');

/** Texts of the plots of speed that leave their plot, and pairs that lie over each other. Turned ones are left out. */
const OVERLAPS = `[...document.querySelectorAll('.plots svg')].flatMap((svg) => {
  const frame = svg.getBoundingClientRect();
  const texts = [...svg.querySelectorAll('text:not([transform])')].map((text) => ({
    text: text.textContent, box: text.getBoundingClientRect() }));
  const outside = texts.filter(({ box }) => box.left < frame.left - 0.5 || box.right > frame.right + 0.5);
  const apart = (a, b) => a.right <= b.left || b.right <= a.left || a.bottom <= b.top + 4 || b.bottom <= a.top + 4;
  const pairs = texts.flatMap((one, at) => texts.slice(at + 1).filter(({ box }) => !apart(one.box, box))
    .map(({ text }) => one.text + ' / ' + text));
  return [...outside.map(({ text }) => text), ...pairs];
})`;

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

  /** What axe finds. */
  async function problemsOf(input: ReportInput, view: (typeof views)[number]): Promise<string[]> {
    return withPage(input, view, async (page) => {
      return axe(page);
    });
  }

  const views = [
    { scheme: 'light', width: 1280 },
    { scheme: 'dark', width: 1280 },
    { scheme: 'light', width: 390 },
    { scheme: 'dark', width: 390 },
  ] as const;
  const shown = ['accepted', 'race', 'compile error', 'launch error', 'wrong picture', 'infrastructure'] as const;
  const timed = ['measured', 'too close', 'wrong', 'no operations'] as const;

  describe.each(views)('$scheme, $width pixels wide', (view) => {
    it.each(shown)('has nothing that keeps people out: %s', async (name) => {
      expect(await problemsOf(inputs[name], view)).toEqual([]);
    });

    it.each(timed)('has nothing that keeps people out of the speed: %s', async (name) => {
      expect(await problemsOf({ ...inputs.accepted, timing: timings[name] }, view)).toEqual([]);
    });

    it('never scrolls sideways, whatever students wrote', async () => {
      const speed = { ...inputs.accepted, timing: timings.measured };
      for (const input of [inputs['wrong picture'], speed, nastyInput()]) {
        const [wide, window] = await withPage(input, view, (page) =>
          page.evaluate<[number, number]>('[document.documentElement.scrollWidth, window.innerWidth]'),
        );
        expect(wide).toBeLessThanOrEqual(window);
      }
    });
  });

  it.each(['measured', 'too close', 'no operations', 'below floor'] as const)(
    'draws texts inside their plots and never over each other: %s',
    async (name) => {
      const input = { ...inputs.accepted, timing: timings[name] };
      const over = await withPage(input, { width: 390, scheme: 'light' }, (page) => page.evaluate<string[]>(OVERLAPS));
      expect(over).toEqual([]);
    },
  );

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
