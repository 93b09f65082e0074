import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axe, findChromium } from '../chromium.ts';
import { trace, UNGUARDED } from './traced.ts';

const executablePath = findChromium('The page of a trace is not looked at in a browser');

const DESKTOP = { viewport: { width: 1280, height: 900 } };

describe.skipIf(!executablePath)('the page of a trace in a browser', () => {
  let browser: Browser;
  const folder = mkdtempSync(join(tmpdir(), 'trace-page-'));
  const pages: Record<string, string> = {};
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: executablePath ?? '', args: ['--no-sandbox'] });
    for (const id of ['grayscale', 'matmul-2d', 'matmul-tiled'] as const) pages[id] = (await trace(id)).html;
    pages.large = (await trace('matmul-tiled', { caseName: 'large' })).html;
    pages.wrong = (await trace('grayscale', { module: UNGUARDED })).html;
  });
  afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** From a file, as students open it; fails where the page's policy refuses something or its script throws. */
  async function withPage<T>(
    name: string,
    options: BrowserContextOptions,
    look: (page: Page) => Promise<T>,
  ): Promise<T> {
    const path = join(folder, `${name}.html`);
    writeFileSync(path, pages[name] ?? '');
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

  const said = (page: Page): Promise<string | null> => page.textContent('#now');
  /** Goes on until the sentence is like this. */
  async function until(page: Page, words: RegExp, how = 'Next'): Promise<void> {
    for (let step = 0; step < 700 && !words.test((await said(page)) ?? ''); step++) {
      await page.click(how === 'Next' ? '#next' : '#back');
    }
    expect(await said(page)).toMatch(words);
  }

  describe.each([
    { colorScheme: 'light', viewport: DESKTOP.viewport },
    { colorScheme: 'dark', viewport: DESKTOP.viewport },
    { colorScheme: 'light', viewport: { width: 390, height: 844 } },
    { colorScheme: 'dark', viewport: { width: 390, height: 844 } },
  ] as const)('$colorScheme, $viewport.width pixels wide', (view) => {
    it.each(['grayscale', 'matmul-2d', 'matmul-tiled', 'large', 'wrong'])(
      'has nothing that keeps people out, and never scrolls sideways: %s',
      async (name) => {
        await withPage(name, view, async (page) => {
          // A step that loads, and the last one.
          for (const step of ['60', 'last']) {
            if (step === 'last') await page.press('body', 'End');
            else await page.fill('#slider', step);
            expect(await axe(page)).toEqual([]);
            const [wide, window] = await page.evaluate<[number, number]>(
              '[document.documentElement.scrollWidth, window.innerWidth]',
            );
            expect(wide).toBeLessThanOrEqual(window);
          }
        });
      },
    );
  });

  it('steps through accesses with the arrow keys, and shows their values', async () => {
    await withPage('grayscale', DESKTOP, async (page) => {
      expect(await said(page)).toMatch(/The host launches rgbToGrayscaleKernel: 4 blocks of 4 threads/);
      for (let step = 0; step < 5; step++) await page.keyboard.press('ArrowRight');
      expect(await said(page)).toMatch(/Thread 0 loads x\[0\] \(plane 0, row 0, column 0\) from global memory: \d+\./);
      expect(await page.locator('td.load').count()).toBe(1);
      await until(page, /stores (\d+) into out\[0\] \(row 0, column 0\)/);
      const stored = /stores (\d+)/.exec((await said(page)) ?? '')?.[1];
      expect(await page.locator('td.store').allTextContents()).toEqual([stored]);
      expect(await page.locator('td.touched').count()).toBe(3);
      await page.keyboard.press('ArrowLeft');
      expect(await page.locator('td.store').count()).toBe(0);
      expect(await page.textContent('#thread')).toMatch(/i0.*i < n\?yes/);
    });
  });

  it('hatches the threads that a guard leaves out', async () => {
    await withPage('grayscale', DESKTOP, async (page) => {
      await page.keyboard.press('End');
      expect(await said(page)).toBe('The kernel has ended: 16 threads in 4 blocks.');
      expect(await page.locator('#grid .left').count()).toBe(1);
      await until(page, /The guard i < n is false: thread 3/, 'Back');
    });
  });

  it('tells who waits at a barrier, and what the tiles hold behind it', async () => {
    await withPage('matmul-tiled', DESKTOP, async (page) => {
      await page.selectOption('#by', 'thread');
      await page.click('#next');
      await page.click('#next');
      await page.click('#next');
      expect(await said(page)).toMatch(/Thread \(2, 0\) waits at the barrier: 3 of 9 threads have reached it\./);
      expect(await page.locator('#block .waiting').count()).toBe(3);
      await page.selectOption('#by', 'barrier');
      await page.click('#next');
      expect(await said(page)).toMatch(/Barrier “both tiles are there”: all 9 threads of the block have reached it/);
      expect(await page.textContent('#phases')).toMatch(/^Phase 2 of 5/);
      expect(await page.locator('#shared td').allTextContents()).not.toContain('·');
      await page.selectOption('#by', 'block');
      await page.click('#next');
      expect(await said(page)).toBe('Block 0 is done.');
    });
  });

  it('goes to the thread, the block or the phase that is clicked', async () => {
    await withPage('matmul-tiled', DESKTOP, async (page) => {
      await page.keyboard.press('ArrowRight');
      await page.locator('#grid [data-block="1"][data-thread="4"]').click();
      expect(await said(page)).toBe('Thread (1, 1) begins.');
      expect(await page.textContent('#block')).toMatch(/^Block 1/);
      await page.click('[aria-label="Go to phase 4"]');
      expect(await said(page)).toMatch(/Barrier “both tiles are there”/);
    });
  });

  it('plays and pauses with the space bar, and stops at the end', async () => {
    await withPage('grayscale', DESKTOP, async (page) => {
      await page.selectOption('#speed', '120');
      await page.selectOption('#by', 'block');
      await page.evaluate('document.activeElement.blur()');
      await page.keyboard.press(' ');
      expect(await page.textContent('#play')).toMatch(/Pause/);
      await page.locator('#next:disabled').waitFor();
      expect(await page.textContent('#play')).toMatch(/Play/);
    });
  });

  it('ends at what goes wrong', async () => {
    await withPage('wrong', DESKTOP, async (page) => {
      await page.keyboard.press('End');
      expect(await said(page)).toMatch(/The simulation stops here\. .*x\[\d+\] does not exist/);
    });
  });

  it('follows a large array through a window', async () => {
    await withPage('large', DESKTOP, async (page) => {
      expect(await page.textContent('.notice')).toMatch(/This page shows the first 30,000 steps/);
      await page.fill('#slider', '9000');
      await until(page, /Thread .* loads|stores/);
      expect(await page.locator('td.load, td.store').count()).toBe(1);
    });
  });

  it('is a trace in text without a script', async () => {
    await withPage('matmul-2d', { ...DESKTOP, javaScriptEnabled: false }, async (page) => {
      expect(await page.isVisible('.controls')).toBe(false);
      expect(await page.textContent('pre')).toMatch(/matmulKernel: 2 x 2 blocks of 4 x 2 threads: 32 threads/);
    });
  });
});
