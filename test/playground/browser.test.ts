import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import type { LocalEngine } from '../../grader/pipeline/engine/index.ts';
import { writePlayground } from '../../grader/playground/index.ts';
import { type Assignment, loadAssignment } from '../../grader/spec/index.ts';
import { axe, findChromium } from '../report/chromium.ts';
import {
  comparable,
  comparableHtml,
  gradeHere,
  KEPT,
  openEngine,
  type Reports,
  shippedAssignments,
  submissionsOf,
  Visit,
} from './harness.ts';
import { type StaticSite, serve } from './server.ts';

const executablePath = findChromium('The playground is not tried');
const shipped = shippedAssignments();
const grayscale = shipped.find(({ spec }) => spec.id === 'grayscale') as Assignment;
const [right = ''] = submissionsOf(grayscale, 'accepted').map((path) => readFileSync(path, 'utf8'));

describe.skipIf(!executablePath)('the playground in Chromium', () => {
  const folder = mkdtempSync(join(tmpdir(), 'playground-'));
  let browser: Browser;
  let site: StaticSite;
  let here: LocalEngine;
  let context: BrowserContext;
  let visit: Visit;
  const hasty = impatient(folder);

  beforeAll(async () => {
    const assignments = [...shipped, hasty];
    await writePlayground({ assignments, folder: join(folder, 'site'), force: false });
    site = await serve(join(folder, 'site'));
    here = await openEngine({ dir: 'off', maxMiB: null });
    browser = await chromium.launch({ executablePath: executablePath ?? '', args: ['--no-sandbox'] });
    context = await browser.newContext();
    visit = await open(context);
    await visit.state('ready');
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
    await here?.dispose();
    rmSync(folder, { recursive: true, force: true });
  });

  async function open(within: BrowserContext): Promise<Visit> {
    const opened = new Visit(await within.newPage());
    await opened.page.goto(site.url);
    return opened;
  }

  /** Grades what is in the editor there, and the same here meanwhile: compilers work in one thread each. */
  async function gradeTwice(
    assignment: Assignment,
    source: string,
    fileName = `${assignment.spec.id}.cu`,
  ): Promise<[got: Reports, want: Reports]> {
    const wanted = gradeHere(here.engine, assignment, source, fileName);
    // Where the page fails, that is what is told.
    wanted.catch(() => undefined);
    expect(await visit.grade()).toBe('graded');
    return [await visit.reports(), await wanted];
  }

  describe.each(shipped.map((assignment) => [assignment.spec.id, assignment] as const))('%s', (id, assignment) => {
    it.each(['accepted', 'rejected'] as const)('grades an %s submission as the command line does', async (kind) => {
      const submissions = submissionsOf(assignment, kind);
      const source = readFileSync(submissions[id.length % submissions.length] ?? '', 'utf8');
      await visit.open(id);
      await visit.write(source);
      const [got, want] = await gradeTwice(assignment, source);
      expect(comparable(got.result)).toBe(comparable(want.result));
      expect(comparableHtml(got.html)).toBe(comparableHtml(want.html));
      expect(got.result.verdict).toBe(kind === 'accepted' ? 'passed' : 'failed');
      expect(got.result.environment.clang).toBe(want.result.environment.clang);
    });
  });

  it('grades a kernel in Numba as the command line does', async () => {
    await visit.open('grayscale');
    await visit.page.selectOption('#language', 'py');
    await visit.write(NUMBA);
    const [got, want] = await gradeTwice(grayscale, NUMBA, 'grayscale.py');
    expect(got.result.verdict).toBe('passed');
    expect(comparable(got.result)).toBe(comparable(want.result));
    expect(comparableHtml(got.html)).toBe(comparableHtml(want.html));
  });

  it('names the line that decides after the report, where it is another one', async () => {
    const fused = shipped.find(({ spec }) => spec.id === 'fused-map') as Assignment;
    const wrong = submissionsOf(fused, 'rejected').find((path) => path.endsWith('/guard-less-equal.cu')) as string;
    await visit.open('fused-map');
    await visit.write(readFileSync(wrong, 'utf8'));
    expect(await visit.grade()).toBe('graded');
    const { result } = await visit.reports();
    expect(result.checks.flatMap(({ findings }) => findings)[0]?.line).not.toBe(6);
    await visit.page.waitForFunction(
      () => document.getElementById('status')?.textContent?.includes('Look at line 6.'),
      null,
      { timeout: 60_000 },
    );
  });

  it('opens a notebook, and names its cells', async () => {
    const wrong = right.replace(/;/, '');
    const notebook = JSON.stringify({
      nbformat: 4,
      cells: [
        { cell_type: 'code', source: 'import torch', outputs: [{ text: 'x'.repeat(100_000) }] },
        { cell_type: 'code', source: `%%cuda\n${wrong}` },
      ],
    });
    await visit.open('grayscale');
    await visit.page.setInputFiles('#file', {
      name: 'week1.ipynb',
      mimeType: 'application/json',
      buffer: Buffer.from(notebook),
    });
    await visit.page.waitForSelector('#read-only:not([hidden])');
    expect(await visit.page.inputValue('#language')).toBe('ipynb');
    expect(await visit.page.textContent('.cm-content')).toContain('# cell 1');
    expect(await visit.grade()).toBe('graded');
    const { result } = await visit.reports();
    const [first] = result.checks.flatMap(({ findings }) => findings);
    expect(first).toMatchObject({ rule: 'compile-error', file: 'grayscale.ipynb cell 2' });
    await visit.page.selectOption('#language', 'py');
    await visit.write('print("hello")');
    expect(await visit.grade()).toBe('refused');
    expect(await visit.page.textContent('#status')).toContain('grayscale.py has no CUDA source.');
    await visit.page.setInputFiles('#file', {
      name: 'a.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF'),
    });
    expect(await visit.page.textContent('#status')).toBe('Open a program (.cu or .py) or a notebook (.ipynb).');
    await visit.page.selectOption('#language', 'cu');
  });

  it('ends an endless loop on the device as the command line does', async () => {
    await visit.open('grayscale');
    const kernel = right.replace(/(__global__[^{]*\{)/, '$1 for (volatile int spin = 0; ; spin = spin + 1) {}');
    await visit.write(kernel);
    const [{ result }, want] = await gradeTwice(grayscale, kernel);
    expect(result.checks.flatMap(({ findings }) => findings.map(({ rule }) => rule))).toContain('timeout');
    expect(comparable(result)).toBe(comparable(want.result));
  });

  it('grades kernels that wait in their own functions, with one more tool', async () => {
    await visit.open('grayscale');
    const helper = '__device__ __noinline__ void meet() { __syncthreads(); }\n';
    const source = helper + right.replace(/(__global__[^{]*\{)/, '$1 meet();');
    await visit.write(source);
    const [{ result }, want] = await gradeTwice(grayscale, source);
    expect(result.verdict).toBe('passed');
    expect(comparable(result)).toBe(comparable(want.result));
    expect([...site.sent.keys()].some((path) => path.endsWith('/binaryen.js'))).toBe(true);
  });

  it('ends an infinite loop of host code while the page stays responsive', async () => {
    await visit.open(IMPATIENT);
    const endless = right.replace(/\n}\s*$/, '\n  for (volatile int spin = 0; ; spin = spin + 1) {}\n}\n');
    await visit.write(endless);
    await visit.page.click('#grade');
    await visit.state('grading');
    expect(
      await visit.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => resolve('alive')))),
    ).toBe('alive');
    expect(await visit.ended()).toBe('graded');
    const { result, html } = await visit.reports();
    expect(result).toMatchObject({ verdict: 'failed', responsible: 'student' });
    const timeout = result.checks.flatMap(({ findings }) => findings).find(({ rule }) => rule === 'timeout');
    expect(timeout?.line).toBe(endless.slice(0, endless.indexOf('volatile int spin')).split('\n').length);
    const want = await gradeHere(here.engine, hasty, endless);
    expect(comparable(result)).toBe(comparable(want.result));
    expect(comparableHtml(html)).toBe(comparableHtml(want.html));
    await visit.write(right);
    expect(await visit.grade()).toBe('graded');
    expect((await visit.reports()).result.verdict).toBe('passed');
  });

  it('cancels, and grades again', async () => {
    await visit.open('grayscale');
    await visit.write(`${right}\n// cancelled\n`);
    await visit.page.click('#grade');
    await visit.page.click('#cancel');
    expect(await visit.ended()).toBe('cancelled');
    expect(await visit.grade()).toBe('graded');
    expect((await visit.reports()).result.verdict).toBe('passed');
  });

  it('says what is wrong with a text that is no program', async () => {
    await visit.open('grayscale');
    await visit.write('');
    expect(await visit.grade()).toBe('refused');
    expect(await visit.page.textContent('#status')).toBe(
      'grayscale.cu is empty. Give a .cu file with your solution in it.',
    );
  });

  it('keeps what was written, until it is thrown away', async () => {
    await visit.open('matmul-2d');
    await visit.write('// mine');
    await visit.open('grayscale');
    await visit.page.reload();
    await visit.open('matmul-2d');
    expect(await visit.page.textContent('.cm-content')).toBe('// mine');
    visit.page.once('dialog', (dialog) => void dialog.accept());
    await visit.page.click('#reset');
    expect(await visit.page.textContent('.cm-content')).toContain('grade submit matmul-2d');
  });

  it('grades from the keyboard', async () => {
    await visit.open('grayscale');
    await visit.write(right);
    await visit.page.locator('.cm-content').press('Control+Enter');
    await visit.state('grading', 'loading', 'preparing');
    expect(await visit.ended()).toBe('graded');
  });

  it('shows who failed where the engine cannot be loaded, and tries again', async () => {
    const fresh = await browser.newContext();
    site.refuse = /usr\..*\.bin$/;
    const other = await open(fresh);
    await other.state('failed');
    const words = await other.page.textContent('#failure');
    expect(words).toContain('The playground failed, not your program.');
    expect(words).toContain('usr.');
    site.refuse = null;
    await other.write(right);
    await other.page.click('#again');
    expect(await other.ended()).toBe('graded');
    await fresh.close();
  });

  it('works offline after the first load, with headers never used before', async () => {
    await expect.poll(() => visit.page.evaluate(KEPT), { timeout: 60_000, interval: 500 }).toBe(true);
    const sent = new Map(site.sent);
    site.refuse = /./;
    await context.setOffline(true);
    await visit.page.reload();
    await visit.state('ready');
    await visit.open('grayscale');
    await visit.write(`#include <vector>\n${right}`);
    expect(await visit.grade()).toBe('graded');
    expect((await visit.reports()).result.verdict).toBe('passed');
    expect(site.sent).toEqual(sent);
    await context.setOffline(false);
    site.refuse = null;
  });

  it.each([
    { scheme: 'light', width: 1280 },
    { scheme: 'dark', width: 1280 },
    { scheme: 'light', width: 390 },
    { scheme: 'dark', width: 390 },
  ] as const)('is accessible: $scheme, $width', async ({ scheme, width }) => {
    await visit.page.emulateMedia({ colorScheme: scheme });
    await visit.page.setViewportSize({ width, height: 900 });
    expect(await visit.page.isVisible('#result')).toBe(true);
    expect(await axe(visit.page)).toEqual([]);
    const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    expect(await visit.page.evaluate(overflow)).toBe(0);
  });

  it('breaks no rule of its own policy', () => {
    expect(visit.errors).toEqual([]);
  });
});

const NUMBA = readFileSync(join(grayscale.folder, 'submissions', 'accepted', 'blocks-2d.py'), 'utf8');
const IMPATIENT = 'impatient';

/** A copy of an assignment whose host code has but a second, and with few cases: each of them takes it. */
function impatient(folder: string): Assignment {
  const copy = join(folder, IMPATIENT);
  cpSync(grayscale.folder, copy, { recursive: true });
  const file = join(copy, 'assignment.yaml');
  const spec = parse(readFileSync(file, 'utf8')) as { cases: { dims: Record<string, number> }[]; hidden: object[] };
  const pixels = ({ dims: { height = 0, width = 0 } }: (typeof spec.cases)[number]) => height * width;
  const cases = spec.cases.sort((a, b) => pixels(a) - pixels(b));
  const few = { cases: [cases[0], cases.at(-1)], hidden: spec.hidden.slice(0, 1) };
  writeFileSync(file, stringify({ ...spec, id: IMPATIENT, ...few, limits: { wallSeconds: 1 } }));
  return loadAssignment(copy);
}
