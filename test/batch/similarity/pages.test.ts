import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  NOTICE,
  type Page,
  renderSimilarityPages,
  renderSimilarityText,
} from '../../../grader/batch/similarity/index.ts';
import { packagedTemplates } from '../../../grader/report/index.ts';
import { DISGUISES } from './copies.ts';
import { accepted, compareClass, submission } from './harness.ts';

const candidates = [
  process.env.CHROMIUM,
  chromium.executablePath(),
  ...['chromium', 'chromium-browser', 'google-chrome'].map((name) => `/usr/bin/${name}`),
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const executablePath = candidates.find((path) => path && existsSync(path));
if (!executablePath) {
  if (process.env.GRADE_REQUIRE_CHROMIUM === '1') throw new Error('GRADE_REQUIRE_CHROMIUM=1, but there is no Chromium');
  console.warn('The pages are not looked at in a browser: there is no Chromium. Name one in the variable CHROMIUM.');
}

const NASTY = '<img src=x onerror=alert(1)>"\'&{{title}}';
const solutions = accepted('matmul-tiled');
const original = solutions.get('four-outputs') ?? '';

async function pagesOf(): Promise<{ pages: Page[]; text: string }> {
  const wide = `// ${'wide '.repeat(80)}\n`;
  const comparison = await compareClass('matmul-tiled', [
    ...[...solutions].map(([student, source]) => submission(student, source)),
    submission(`~${NASTY}\u001b[31m\u202e`, `// ${NASTY} thought about this\n${wide}${original}`),
    submission('~copy', `${DISGUISES.reordered(original)}\n// ${NASTY} thought about this\n`, {
      attempt: '2',
      files: [
        { name: `${NASTY}.cu`, source: DISGUISES.reordered(original) },
        { name: 'notes.cu', source: `// ${NASTY} thought about this\nint spare;\n` },
      ],
    }),
  ]);
  return { pages: renderSimilarityPages(comparison, packagedTemplates), text: renderSimilarityText(comparison) };
}

let pages: Page[];
let text: string;
beforeAll(async () => {
  ({ pages, text } = await pagesOf());
});

it('is an index and a page for each pair, which leads back and on', () => {
  expect(pages.map(({ fileName }) => fileName)).toEqual(['index.html', 'pairs/1.html', 'pairs/2.html', 'pairs/3.html']);
  for (const number of [1, 2, 3]) expect(pages[0]?.content).toContain(`href="pairs/${number}.html"`);
  expect(pages[2]?.content).toMatch(/href="\.\.\/index\.html"[\s\S]*href="1\.html"[\s\S]*href="3\.html"/);
});

it('says everywhere that a score is a reason to look, never a verdict', () => {
  expect(NOTICE).toMatch(/a reason to look.*never a verdict/);
  for (const { content } of pages) expect(content).toContain(NOTICE);
  expect(text).toContain(NOTICE);
});

it('lets nothing run or load, and shows what students wrote as they wrote it', () => {
  for (const { content } of pages) {
    expect(content).toContain("default-src 'none'; style-src 'sha256-");
    expect(content).not.toMatch(/<img|<script|\{\{(?!title)|src="|url\(/i);
    expect(content).toContain('&lt;img src&#x3D;x onerror&#x3D;alert(1)&gt;');
  }
});

it.each(['similarity.html.hbs', 'similarity-pair.html.hbs'])('never leaves text unescaped, and quotes: %s', (name) => {
  const template = packagedTemplates.read(name);
  expect(template).not.toMatch(/\{\{\{|\{\{&/);
  expect(template).not.toMatch(/=\{\{/);
});

it('drives no terminal', () => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  expect(text).not.toMatch(/[\u001b\u202e]/);
});

it('links each match with its place on the other side, once each', () => {
  for (const { content } of pages.slice(1)) {
    const ids = [...content.matchAll(/ id="([LR]\d+)"/g)].map(([, id]) => id);
    const targets = new Set([...content.matchAll(/href="#([LR]\d+)"/g)].map(([, id]) => id));
    expect(ids.length).toBeGreaterThan(1);
    expect(new Set(ids).size).toBe(ids.length);
    expect([...targets].sort()).toEqual([...ids].sort());
  }
});

it('shows both sources whole', () => {
  const shown = (pages[1]?.content ?? '')
    .split('<pre class="source">')
    .map((part) => part.replace(/<span class="number">\d+<\/span>/g, '').replace(/<[^>]*>/g, ''))
    .map((part) =>
      part
        .replace(/&lt;/g, '<')
        .replace(/&gt;/g, '>')
        .replace(/&#x3D;/g, '=')
        .replace(/&amp;/g, '&'),
    );
  expect(shown.some((part) => part.includes(original.trim()))).toBe(true);
});

describe.skipIf(!executablePath)('in a browser', () => {
  const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: executablePath ?? '', args: ['--no-sandbox'] });
  });
  afterAll(async () => {
    await browser.close();
  });

  it.each([
    { scheme: 'light', width: 1280 },
    { scheme: 'dark', width: 1280 },
    { scheme: 'light', width: 390 },
    { scheme: 'dark', width: 390 },
  ] as const)('is accessible and never scrolls sideways: $scheme, $width pixels', async (view) => {
    const { scheme, width } = view;
    const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme: scheme });
    try {
      for (const { content } of pages) {
        await page.setContent(content);
        const wide = await page.evaluate<number>('document.documentElement.scrollWidth');
        expect(wide).toBeLessThanOrEqual(width);
        await page.evaluate(axe);
        const problems = await page.evaluate<string[]>(
          `axe.run().then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html)))`,
        );
        expect(problems).toEqual([]);
      }
    } finally {
      await page.close();
    }
  });

  it('goes from a match to its place on the other side with the keyboard', async () => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    try {
      await page.setContent(pages[1]?.content ?? '');
      await page.focus('#L1');
      await page.keyboard.press('Enter');
      expect(await page.evaluate<string>('document.querySelector(":target").id')).toBe('R1');
    } finally {
      await page.close();
    }
  });
});
