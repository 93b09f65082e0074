import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium, type Page } from 'playwright-core';

/** The browser that pages are looked at in; null, with a printed reason, where there is none. */
export function findChromium(without: string): string | null {
  const candidates = [
    process.env.CHROMIUM,
    chromium.executablePath(),
    ...['chromium', 'chromium-browser', 'google-chrome'].map((name) => `/usr/bin/${name}`),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ];
  const found = candidates.find((path) => path && existsSync(path));
  if (found) return found;
  if (process.env.GRADE_REQUIRE_CHROMIUM === '1') throw new Error('GRADE_REQUIRE_CHROMIUM=1, but there is no Chromium');
  console.warn(`${without}: there is no Chromium. Name one in the variable CHROMIUM.`);
  return null;
}

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds: the rule, and the element that breaks it. */
export async function axe(page: Page): Promise<string[]> {
  await page.evaluate(SOURCE);
  return page.evaluate<string[]>(
    `axe.run().then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html)))`,
  );
}
