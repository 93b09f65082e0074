import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../grader/platform/root.ts';
import { axe, findChromium } from '../report/chromium.ts';

const executablePath = findChromium('The documentation is not looked at in a browser');

describe.skipIf(!executablePath)('the documentation in a browser', () => {
  let browser: Browser;
  const folder = mkdtempSync(join(tmpdir(), 'docs-browser-'));
  beforeAll(async () => {
    const built = spawnSync(process.execPath, [join(packageRoot, 'scripts', 'docs.mjs'), folder], { encoding: 'utf8' });
    expect(built.status).toBe(0);
    browser = await chromium.launch({ executablePath: executablePath ?? '', args: ['--no-sandbox'] });
  });
  afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('finds a rule by the keyboard', async () => {
    const page = await browser.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    await page.goto(pathToFileURL(join(folder, 'reference', 'assignment.html')).href);
    await page.keyboard.press('/');
    await page.keyboard.type('divergent barrier');
    await page
      .getByRole('status')
      .filter({ hasText: /^\d+ places?$/ })
      .waitFor();
    expect(await axe(page)).toEqual([]);
    await page.getByRole('searchbox').fill('shared-race');
    await page.locator('form.search a').first().filter({ hasText: 'shared-race' }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/rules\/shared-race\.html/);
    expect(complaints).toEqual([]);
    await page.close();
  });

  describe.each([
    { colorScheme: 'light', width: 1280 },
    { colorScheme: 'dark', width: 390 },
  ] as const)('$colorScheme, $width pixels wide', ({ colorScheme, width }) => {
    it.each([
      'index',
      'rules/shared-race',
      'reference/assignment',
      'architecture',
      'exercises/matmul-tiled',
      'ta-guide',
    ])('has nothing that keeps people out, and never scrolls sideways: %s', async (name) => {
      const page = await browser.newPage({ colorScheme, viewport: { width, height: 900 } });
      const complaints: string[] = [];
      page.on('console', (message) => complaints.push(message.text()));
      await page.goto(pathToFileURL(join(folder, `${name}.html`)).href);
      expect(await axe(page)).toEqual([]);
      const [wide, window] = await page.evaluate<[number, number]>(
        '[document.documentElement.scrollWidth, window.innerWidth]',
      );
      expect(wide).toBeLessThanOrEqual(window);
      expect(complaints).toEqual([]);
      await page.close();
    });
  });
});
