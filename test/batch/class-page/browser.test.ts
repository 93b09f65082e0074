import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axe, findChromium } from '../../report/chromium.ts';
import { NASTY, SOURCE } from '../../report/fixtures.ts';
import { attempt, book, CLASS, grade, hostile, passed, roster } from '../export/fixtures.ts';
import { render } from './fixtures.ts';
import { generatedClass } from './generated.ts';

const executablePath = findChromium('The class page is not looked at in a browser');

/** Of the first table of students, what is shown: the column's text, row by row. */
const shown = (page: Page, column: number): Promise<string[]> =>
  page.evaluate<string[]>(
    `[...document.querySelector('.students tbody').rows].filter((row) => !row.hidden).map((row) => row.cells[${column}].textContent)`,
  );

describe.skipIf(!executablePath)('the class page in a browser', () => {
  let browser: Browser;
  const folder = mkdtempSync(join(tmpdir(), 'class-page-'));
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: executablePath ?? '', args: ['--no-sandbox'] });
  });
  afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** From a file, as staff open it; fails where the page's policy refuses something or its script throws. */
  async function withPage<T>(
    html: string,
    options: BrowserContextOptions,
    look: (page: Page) => Promise<T>,
  ): Promise<T> {
    const path = join(folder, 'class.html');
    writeFileSync(path, html);
    const page = await browser.newPage(options);
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    try {
      await page.goto(pathToFileURL(path).href);
      const seen = await look(page);
      expect(complaints).toEqual([]);
      return seen;
    } finally {
      await page.close();
    }
  }

  const generated = generatedClass(15, { timed: true });
  const untimed = generatedClass(15, { seed: 2 });
  const nasty = grade('ada', [hostile(NASTY)], { student: NASTY, roster: roster(NASTY, { name: NASTY.repeat(5) }) });
  const pages: Readonly<Record<string, string>> = {
    'timed on a GPU': render(generated.book, generated.readSource),
    emulated: render(untimed.book, untimed.readSource),
    'one of each': render(CLASS, () => SOURCE),
    nasty: render(book([nasty, { ...nasty, student: 'b', open: NASTY.repeat(5) }]), () => `${NASTY}\n`.repeat(9)),
    empty: render(book([], { assignments: [] })),
  };

  describe.each([
    { colorScheme: 'light', viewport: { width: 1280, height: 900 } },
    { colorScheme: 'dark', viewport: { width: 1280, height: 900 } },
    { colorScheme: 'light', viewport: { width: 390, height: 844 } },
    { colorScheme: 'dark', viewport: { width: 390, height: 844 } },
  ] as const)('$colorScheme, $viewport.width pixels wide', (view) => {
    it.each(Object.keys(pages))('has nothing that keeps people out, and never scrolls sideways: %s', async (name) => {
      await withPage(pages[name] ?? '', view, async (page) => {
        await page.evaluate(`for (const part of document.querySelectorAll('details')) part.open = true`);
        expect(await axe(page)).toEqual([]);
        const [wide, window] = await page.evaluate<[number, number]>(
          '[document.documentElement.scrollWidth, window.innerWidth]',
        );
        expect(wide).toBeLessThanOrEqual(window);
      });
    });
  });

  it('sorts by a column, both ways, with the keyboard, and says so', async () => {
    await withPage(pages['one of each'] ?? '', {}, async (page) => {
      const heading = page.locator('.students th').nth(1);
      await heading.locator('button').focus();
      await page.keyboard.press('Enter');
      expect(await shown(page, 1)).toEqual(['63', '90', '', '']);
      expect(await heading.getAttribute('aria-sort')).toBe('ascending');
      await page.keyboard.press('Enter');
      expect(await shown(page, 1)).toEqual(['90', '63', '', '']);
      expect(await heading.getAttribute('aria-sort')).toBe('descending');
      await page.locator('.students th button').nth(0).click();
      expect(await heading.getAttribute('aria-sort')).toBeNull();
      expect((await shown(page, 0)).map((name) => name.slice(0, 3))).toEqual(['ada', 'ben', 'cem', 'dee']);
    });
  });

  it('sorts numbers by their value and not by their digits', async () => {
    const grades = [7.5, 7.25, 63, 100].map((points, at) => grade(`s${at}`, [passed], { points }));
    await withPage(render(book(grades)), {}, async (page) => {
      await page.locator('.students th button').nth(1).click();
      expect(await shown(page, 1)).toEqual(['7.25', '7.5', '63', '100']);
    });
  });

  it('filters by words and by result, and says how many are left', async () => {
    await withPage(pages['one of each'] ?? '', {}, async (page) => {
      const status = page.locator('.filter [role=status]');
      await page.locator('.filter input').fill('GUARDS ben');
      expect(await shown(page, 1)).toEqual(['63']);
      expect(await status.textContent()).toBe('1 of 4 students');
      await page.locator('.filter input').fill('');
      await page.locator('.filter select').selectOption('open');
      expect(await shown(page, 2)).toEqual(['open']);
      await page.locator('.filter select').selectOption('');
      expect(await shown(page, 2)).toHaveLength(4);
      expect(await status.textContent()).toBe('');
    });
  });

  it('has everything without a script, and no controls that need one', async () => {
    await withPage(pages['one of each'] ?? '', { javaScriptEnabled: false }, async (page) => {
      expect(await page.locator('.students tbody tr').count()).toBe(4);
      expect(await page.locator('.filter').isVisible()).toBe(false);
      expect(await page.locator('.students th button').count()).toBe(0);
    });
  });

  it('prints every student, and no controls', async () => {
    await withPage(pages['timed on a GPU'] ?? '', {}, async (page) => {
      await page.emulateMedia({ media: 'print' });
      const [part, table] = await page.evaluate<[number, number]>(
        `['.students .scroll', '.students table'].map((name) => document.querySelector(name).getBoundingClientRect().height)`,
      );
      expect(table).toBeGreaterThan(15 * 20);
      expect(part).toBeGreaterThanOrEqual(table);
      expect(await page.locator('.filter').first().isVisible()).toBe(false);
    });
  });

  it('leads to reports in folders whose names are encoded', async () => {
    const one = { ...attempt('ada', '1', passed), folder: 'students/a%2fb%20c@d/week%3a1-1' };
    const target = join(folder, one.folder, 'report.html');
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, '<title>the report</title>');
    const html = render(book([{ ...grade('ada', [passed]), attempts: [one], counted: one }]));
    await withPage(html, {}, async (page) => {
      await page.locator('.students tbody a').first().click();
      await page.waitForLoadState();
      expect(await page.title()).toBe('the report');
    });
  });
});
