import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { coverage } from '../../grader/host/plan/index.ts';
import type { ReportInput } from '../../grader/report/index.ts';
import { paint, paintDifferences } from '../../grader/report/pictures.ts';
import { axe, findChromium } from './chromium.ts';
import { check, guardFinding, inputs } from './fixtures.ts';
import { bank, column, row, view } from './memory-fixtures.ts';
import { fileOf } from './rendered.ts';

const executablePath = findChromium('The report is not opened as a file');
/** Drawings as they were; `UPDATE_SCREENSHOTS=1` takes them anew. */
const SCREENSHOTS = new URL('./screenshots/', import.meta.url);
const DRAWINGS = [
  ['launch', '.stage svg'],
  ['sectors', '.access:nth-of-type(2) .warp:first-child svg'],
  ['banks', '.access:nth-of-type(1) .warp:first-child svg'],
  ['points', '.bar'],
] as const;

/** Columns 32 and up are wrong, in 50 × 37 elements under blocks of 16 × 16. */
function wrongColumns(): NonNullable<ReportInput['coverage']> {
  const shape = [37, 50];
  const marks = Float64Array.from({ length: 37 * 50 }, (_, at) => (at % 50 >= 32 ? 1 : at === 0 ? -1 : 0));
  const laid = coverage({ grid: [4, 3, 1], block: [16, 16, 1] }, shape);
  return { case: 'odd', kernel: 'k', output: 'out', unit: 'element', status: 'ran', complete: false, laid, marks };
}

const rich: ReportInput = {
  ...inputs.race,
  coverage: wrongColumns(),
  memory: view([row, column, bank]),
  tried: { listed: 8, drawn: 4, practice: true, sizes: [{ name: 'h', least: 1, most: 129 }] },
};

/** A thousand findings, a source of four thousand lines, an output of 4096 × 4096 elements of which half are wrong. */
function worst(): ReportInput {
  const side = 4096;
  const marks = Float64Array.from({ length: side * side }, (_, at) => at % 2);
  const laid = coverage({ grid: [side / 16, side / 16, 1], block: [16, 16, 1] }, [side, side]);
  const findings = Array.from({ length: 1000 }, (_, at) => ({
    ...guardFinding,
    line: 1 + 4 * at,
    // Each another thread's, so that no two have one cause.
    thread: [at, 0, 0] as [number, number, number],
    message: `Thread ${at} goes astray.`,
  }));
  const layout = { width: side, height: side, channels: 1, at: (pixel: number) => pixel } as const;
  const picture = paintDifferences({ marks, wrong: 1, unwritten: 0, largest: 1 }, layout);
  const facts = {
    case: 'c',
    output: 'out',
    unit: 'element',
    width: side,
    height: side,
    elements: side * side,
  } as const;
  return {
    ...rich,
    source: 'out[i] = x[i] + 1; // a line\n'.repeat(4000),
    result: { ...rich.result, checks: [check('guards', findings)] },
    coverage: { ...wrongColumns(), laid, marks },
    pictures: {
      ...{ ...facts, wrong: (side * side) / 2, unwritten: 0, largest: 1, samples: [] },
      images: [
        { role: 'got', raster: paint(marks, layout) },
        { role: 'difference', raster: picture },
      ],
    },
  };
}

const VIEWS = [
  { name: 'desktop-light', width: 1280, scheme: 'light' },
  { name: 'desktop-dark', width: 1280, scheme: 'dark' },
  { name: 'phone-light', width: 390, scheme: 'light' },
  { name: 'phone-dark', width: 390, scheme: 'dark' },
] as const;

describe.skipIf(!executablePath)('the report as a file', () => {
  let browser: Browser;
  const folder = mkdtempSync(join(tmpdir(), 'report-page-'));
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: executablePath ?? '', args: ['--no-sandbox'] });
    writeFileSync(join(folder, 'rich.html'), fileOf(rich, 'html'));
  });
  afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Fails where the page asks for anything, its policy refuses something, or its script throws. */
  async function open<T>(
    options: BrowserContextOptions,
    look: (page: Page, worked: Awaited<ReturnType<typeof countWork>>) => Promise<T>,
    file = 'rich.html',
  ): Promise<T> {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, ...options });
    const complaints: string[] = [];
    const address = pathToFileURL(join(folder, file)).href;
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('request', (request) => {
      if (!request.url().startsWith('data:') && request.url().split('#')[0] !== address) complaints.push(request.url());
    });
    try {
      const worked = await countWork(page);
      await page.goto(address);
      const seen = await look(page, worked);
      expect(complaints).toEqual([]);
      return seen;
    } finally {
      await page.close();
    }
  }

  const viewBox = (page: Page) => page.locator('.stage svg').first().getAttribute('viewBox');
  const readout = (page: Page) => page.locator('.readout').first().textContent();

  it('names block and thread under the pointer, and what is wrong there', async () => {
    await open({}, async (page) => {
      const stage = page.locator('.stage').first();
      await stage.scrollIntoViewIfNeeded();
      const box = await stage.locator('svg').boundingBox();
      if (!box) throw new Error('the drawing is not there');
      // 64 × 48 threads lie over 50 × 37 elements.
      const to = (x: number, y: number) => page.mouse.move(box.x + (box.width * x) / 64, box.y + (box.height * y) / 48);
      await to(20.5, 3.5);
      expect(await readout(page)).toBe('Block (1, 0), thread (4, 3): row 3, column 20.');
      await to(40.5, 17.5);
      expect(await readout(page)).toMatch(
        /^Block \(2, 1\), thread \(8, 1\): row 17, column 40; there are wrong elements/,
      );
      await to(60.5, 3.5);
      expect(await readout(page)).toBe('Block (3, 0), thread (12, 3): outside the data.');
      const whole = await viewBox(page);
      // The page scrolls until the drawing was chosen.
      await page.mouse.wheel(0, -100);
      expect(await viewBox(page)).toBe(whole);
    });
  });

  it('moves and zooms by keyboard and by buttons', async () => {
    await open({}, async (page) => {
      const whole = await viewBox(page);
      await page.locator('.stage').first().focus();
      expect(await readout(page)).toMatch(/^Block \(0, 0\), thread \(0, 0\).*never written/);
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowDown');
      expect(await readout(page)).toMatch(/^Block \(1, 1\), thread \(0, 0\): row 16, column 16/);
      await page.keyboard.press('+');
      expect(await viewBox(page)).not.toBe(whole);
      expect((await page.locator('.stage .threads').first().getAttribute('d'))?.length).toBeGreaterThan(100);
      await page.keyboard.press('0');
      expect(await viewBox(page)).toBe(whole);
      await page.getByRole('button', { name: 'Zoom in' }).first().click();
      expect(await viewBox(page)).not.toBe(whole);
      await page.getByRole('button', { name: 'Show all' }).first().click();
      expect(await viewBox(page)).toBe(whole);
    });
  });

  it('leads from each end of a race to the other', async () => {
    await open({}, async (page) => {
      const [finding] = rich.result.checks.flatMap(({ findings }) => findings);
      const [here, there] = [finding?.line ?? 0, finding?.related?.[0]?.line ?? 0];
      await page.locator(`#L${here} .remark a[href="#L${there}"]`).click();
      expect(new URL(page.url()).hash).toBe(`#L${there}`);
      await page.locator(`#L${there} .remark a[href="#L${here}"]`).click();
      expect(new URL(page.url()).hash).toBe(`#L${here}`);
    });
  });

  it('has all it says and draws without its script', async () => {
    const texts = (page: Page) =>
      page.locator('main svg[role=img]').evaluateAll((all) => all.map((one) => one.ariaLabel));
    const drawn = await open({}, texts);
    const still = await open({ javaScriptEnabled: false }, async (page) => {
      expect(await page.locator('.tools').count()).toBe(0);
      return page.locator('main svg[role=img]').count();
    });
    expect(still).toBe(drawn.length);
    expect(drawn.join(' ')).toContain('7 of 12 blocks have wrong or unwritten elements');
  });

  it('prints every part, the collapsed ones too, and no buttons', async () => {
    writeFileSync(join(folder, 'well.html'), fileOf({ ...rich, memory: view([row]) }, 'html'));
    await open(
      {},
      async (page) => {
        expect(await page.locator('.warp svg').first().isVisible()).toBe(false);
        await page.emulateMedia({ media: 'print' });
        expect(await page.locator('.warp svg').first().isVisible()).toBe(true);
        expect(await page.locator('.tools').first().isVisible()).toBe(false);
      },
      'well.html',
    );
  });

  describe.each(VIEWS)('$name', ({ name, width, scheme }) => {
    const options = { viewport: { width, height: 900 }, colorScheme: scheme, deviceScaleFactor: 1 } as const;

    it('keeps nobody out, fits, and has targets that fingers hit', async () => {
      await open(options, async (page) => {
        expect(await axe(page)).toEqual([]);
        const [wide, window] = await page.evaluate<[number, number]>(
          '[document.documentElement.scrollWidth, innerWidth]',
        );
        expect(wide).toBeLessThanOrEqual(window);
        const buttons = await page
          .locator('.tools button')
          .evaluateAll((all) =>
            all.map((one) => [one.getBoundingClientRect().width, one.getBoundingClientRect().height]),
          );
        expect(Math.min(...buttons.flat())).toBeGreaterThanOrEqual(24);
      });
    });

    it('is drawn as it was', async () => {
      await open(options, async (page) => {
        // Fonts differ between machines.
        await page.evaluate(
          `for (const text of document.querySelectorAll('svg text')) text.setAttribute('visibility', 'hidden')`,
        );
        for (const [drawing, selector] of DRAWINGS) {
          const shot = await page.locator(selector).first().screenshot({ animations: 'disabled' });
          const file = new URL(`${name}-${drawing}.png`, SCREENSHOTS);
          if (process.env.UPDATE_SCREENSHOTS === '1') writeFileSync(file, shot);
          expect(difference(PNG.sync.read(shot), PNG.sync.read(readFileSync(file))), drawing).toBeLessThan(0.03);
        }
      });
    });
  });

  it('opens within a second, however much there is', async () => {
    writeFileSync(join(folder, 'worst.html'), fileOf(worst(), 'html'));
    const times: number[] = [];
    for (let attempt = 0; attempt < 5; attempt++) {
      await open(
        {},
        async (page, worked) => {
          await page.evaluate('document.body.offsetHeight');
          times.push(await worked());
          expect(await page.locator('article.finding').count()).toBe(1000);
          expect(await page.locator('.readout').count()).toBeGreaterThan(0);
        },
        'worst.html',
      );
      if (ms(times) <= 1000) break;
    }
    expect(ms(times)).toBeLessThanOrEqual(1000);
  });
});

/**
 * Begins to count, before a page is opened.
 * @returns what tells how many milliseconds its process has worked since, in all threads: nothing of what it waited for a
 * processor that others had
 */
async function countWork(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'ProcessTime')?.value ?? Number.NaN);
  };
}

/** The fastest: where processors are shared, the same work takes longer. */
function ms(times: readonly number[]): number {
  return Math.min(...times);
}

/** Share of pixels that differ clearly; 1 where the sizes do. */
function difference(a: PNG, b: PNG): number {
  if (Math.abs(a.width - b.width) > 1 || Math.abs(a.height - b.height) > 1) return 1;
  const [width, height] = [Math.min(a.width, b.width), Math.min(a.height, b.height)];
  let differing = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [at, other] = [4 * (y * a.width + x), 4 * (y * b.width + x)];
      const far = [0, 1, 2].some(
        (channel) => Math.abs((a.data[at + channel] ?? 0) - (b.data[other + channel] ?? 0)) > 48,
      );
      if (far) differing++;
    }
  }
  return differing / (width * height);
}
