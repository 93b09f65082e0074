import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { LocalEngine } from '../../grader/pipeline/engine/index.ts';
import { writePlayground } from '../../grader/playground/index.ts';
import type { GradeResult } from '../../grader/result/index.ts';
import { comparable, gradeHere, KEPT, openEngine, shippedAssignments, submissionsOf } from './harness.ts';
import { type StaticSite, serve } from './server.ts';

const executablePath = findFirefox();
const assignments = shippedAssignments();

describe.skipIf(!executablePath)('the playground in Firefox', () => {
  const folder = mkdtempSync(join(tmpdir(), 'playground-firefox-'));
  const downloads = join(folder, 'downloads');
  const errors: string[] = [];
  let browser: Browser;
  let site: StaticSite;
  let here: LocalEngine;
  let page: Page;

  beforeAll(async () => {
    mkdirSync(downloads);
    await writePlayground({ assignments, folder: join(folder, 'site'), force: false });
    site = await serve(join(folder, 'site'));
    here = await openEngine({ dir: 'off', maxMiB: null });
    // WebDriver BiDi, which is what this browser speaks.
    browser = await puppeteer.launch({
      browser: 'firefox',
      executablePath: executablePath ?? '',
      headless: true,
      extraPrefsFirefox: {
        // A test may write to the clipboard without a click.
        'dom.events.testing.asyncClipboard': true,
        'browser.download.folderList': 2,
        'browser.download.dir': downloads,
      },
    });
    page = await browser.newPage();
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    page.on('pageerror', (error) => errors.push(String(error)));
    await page.goto(site.url);
    await state('ready');
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
    await here?.dispose();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Returns the state of the page when it is one of these. Asks from here: the page's policy lets nothing wait inside. */
  async function state(...states: string[]): Promise<string> {
    const check = async () => {
      const now = await page.$eval('body', (body) => body.dataset.state ?? '');
      if (!states.includes(now)) throw new Error(`the page is ${now}`);
      return now;
    };
    return vi.waitFor(check, { timeout: 120_000, interval: 200 });
  }

  /** Opens an exercise, pastes a text over what is there, and grades it. */
  async function grade(id: string, source: string): Promise<GradeResult> {
    await page.select('#assignment', id);
    await expect.poll(() => page.url(), { timeout: 10_000 }).toContain(`#${id}`);
    await page.click('>>> .cm-content');
    await page.evaluate((text) => navigator.clipboard.writeText(text), source);
    await page.keyboard.down('Control');
    await page.keyboard.press('a');
    await page.keyboard.press('v');
    await page.keyboard.up('Control');
    await page.click('#grade');
    expect(await state('graded', 'refused', 'cancelled', 'failed')).toBe('graded');
    await page.click('#save-result');
    return saved();
  }

  /** Saves the result as a student does, and reads the file. */
  async function saved(): Promise<GradeResult> {
    await expect.poll(whole, { timeout: 10_000 }).not.toBeNull();
    const result = whole() as GradeResult;
    for (const name of readdirSync(downloads)) rmSync(join(downloads, name));
    return result;
  }

  /** The saved file; null as long as it is not there as a whole. */
  function whole(): GradeResult | null {
    const name = readdirSync(downloads).find((file) => file.endsWith('.json'));
    try {
      return name ? JSON.parse(readFileSync(join(downloads, name), 'utf8')) : null;
    } catch {
      return null;
    }
  }

  it.each(
    assignments.flatMap((assignment) =>
      (['accepted', 'rejected'] as const).map((kind) => [assignment.spec.id, kind, assignment] as const),
    ),
  )('%s: grades an %s submission as the command line does', async (id, kind, assignment) => {
    const submissions = submissionsOf(assignment, kind);
    const source = readFileSync(submissions[id.length % submissions.length] ?? '', 'utf8');
    const wanted = gradeHere(here.engine, assignment, source);
    // If the page fails, the test reports that.
    wanted.catch(() => undefined);
    const got = await grade(id, source);
    expect(comparable(got)).toBe(comparable((await wanted).result));
    expect(got.verdict).toBe(kind === 'accepted' ? 'passed' : 'failed');
  });

  // In Firefox, `new Worker` inside a worker once did not return in one of several first visits.
  it.each([1, 2, 3, 4, 5])('is ready in a visit without anything kept: %d', async () => {
    const context = await browser.createBrowserContext();
    const other = await context.newPage();
    await other.goto(site.url);
    const stateOf = () => other.$eval('body', (body) => body.dataset.state ?? '');
    await expect.poll(stateOf, { timeout: 60_000, interval: 200 }).toBe('ready');
    await context.close();
  });

  it('works offline after the first load, with a header that nothing has used', async () => {
    await expect.poll(() => page.evaluate(KEPT), { timeout: 60_000, interval: 500 }).toBe(true);
    const sent = new Map(site.sent);
    site.refuse = /./;
    try {
      await page.reload();
      await state('ready');
      const [first] = assignments;
      if (!first) throw new Error('no assignment ships');
      const [path = ''] = submissionsOf(first, 'accepted');
      const { verdict } = await grade(first.spec.id, `#include <vector>\n${readFileSync(path, 'utf8')}`);
      expect(verdict).toBe('passed');
      expect(site.sent).toEqual(sent);
    } finally {
      site.refuse = null;
    }
  });

  it('prints no error in the console', () => {
    expect(errors).toEqual([]);
  });
});

/** The browser; null, with a printed reason, where there is none. */
function findFirefox(): string | null {
  const names = ['firefox-esr', 'firefox'].map((name) => `/usr/bin/${name}`);
  const candidates = [process.env.FIREFOX, ...names, '/Applications/Firefox.app/Contents/MacOS/firefox'];
  const found = candidates.find((path) => path && existsSync(path));
  if (found) return found;
  if (process.env.GRADE_REQUIRE_FIREFOX === '1') throw new Error('GRADE_REQUIRE_FIREFOX=1, but there is no Firefox');
  console.warn('The playground is not tried in Firefox: there is none. Name one in the variable FIREFOX.');
  return null;
}
