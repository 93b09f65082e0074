import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { parse } from 'yaml';
import { cudaIn, isPython } from '../../grader/handin/index.ts';
import { sha256 } from '../../grader/platform/hash.ts';
import { packageRoot } from '../../grader/platform/root.ts';
import { PLAYGROUND_SEED } from '../../grader/playground/index.ts';
import type { GradeResult } from '../../grader/result/index.ts';
import { type Assignment, findAssignments } from '../../grader/spec/index.ts';

/** The grader as it was built: what the command line runs. */
const built = <Module>(stage: string) =>
  import(pathToFileURL(join(packageRoot, 'dist', 'modules', 'grader', stage, 'index.js')).href) as Promise<Module>;
const { openEngine } = await built<typeof import('../../grader/pipeline/engine/index.ts')>('pipeline/engine');
const { gradeSubmission } = await built<typeof import('../../grader/pipeline/grade/index.ts')>('pipeline/grade');
const { packagedTemplates, renderHtml, reportInput } =
  await built<typeof import('../../grader/report/index.ts')>('report');

export { openEngine };

type Engine = Parameters<typeof gradeSubmission>[0]['engine'];

/** The assignments that ship. */
export function shippedAssignments(): Assignment[] {
  return findAssignments().flatMap((listing) => (listing.status === 'loaded' ? [listing.assignment] : []));
}

/** Paths of the submissions in CUDA C++ that ship with an assignment. */
export function submissionsOf({ folder }: Assignment, kind: 'accepted' | 'rejected'): string[] {
  const manifest = parse(readFileSync(join(folder, 'submissions', 'manifest.yaml'), 'utf8')) as Record<
    typeof kind,
    { file: string }[]
  >;
  const files = manifest[kind].filter(({ file }) => file.endsWith('.cu'));
  return files.map(({ file }) => join(folder, 'submissions', kind, file));
}

export interface Reports {
  readonly result: GradeResult;
  readonly html: string;
}

/** What the command line says of a text. */
export async function gradeHere(
  engine: Engine,
  assignment: Assignment,
  text: string,
  fileName = `${assignment.spec.id}.cu`,
): Promise<Reports> {
  const cuda = { source: text, fileName, headers: [] };
  const { headers, ...handIn } = isPython(fileName) ? await cudaIn(cuda, assignment.spec) : cuda;
  const graded = await gradeSubmission({
    assignment,
    ...handIn,
    ...(headers.length > 0 && { headers }),
    sha256: sha256('hex', text),
    seed: PLAYGROUND_SEED,
    seedIsPublic: true,
    engine,
  });
  const html = renderHtml(await reportInput(assignment, handIn.source, graded), packagedTemplates);
  return { result: graded.result, html };
}

/** `result.json` without what differs from machine to machine. */
export function comparable({ environment: _, timing: __, ...rest }: GradeResult): string {
  return JSON.stringify(rest, null, 2);
}

/** The page without pictures, which are compressed in another way, and the engine's name. */
export function comparableHtml(html: string): string {
  return html.replaceAll(/data:image\/png;base64,[^"]*/g, 'data:').replace(/by engine \w+/, 'by engine');
}

/** Every file that the site's service worker knows is kept. */
export const KEPT = `caches.open('grade-playground').then(async (cache) => {
  const kept = new Set((await cache.keys()).map(({ url }) => url));
  const { files } = await (await fetch('playground.json')).json();
  const wanted = files.filter((path) => !['index.html', 'sw.js', 'playground.json'].includes(path));
  return wanted.every((path) => kept.has(new URL(path, location.href).href));
})`;

/** A page of the playground, as a student uses it. */
export class Visit {
  readonly page: Page;
  readonly errors: string[] = [];

  constructor(page: Page) {
    this.page = page;
    page.on('console', (message) => {
      if (message.type() === 'error') this.errors.push(message.text());
    });
    page.on('pageerror', (error) => this.errors.push(error.message));
  }

  /** Waits until the page is in one of these states. @returns which */
  async state(...states: string[]): Promise<string> {
    const wanted = states.map((state) => `body[data-state="${state}"]`).join(', ');
    await this.page.waitForSelector(wanted, { timeout: 120_000 });
    return (await this.page.getAttribute('body', 'data-state')) ?? '';
  }

  async open(id: string): Promise<void> {
    await this.page.selectOption('#assignment', id);
    await this.page.waitForURL((url) => url.hash === `#${id}`);
  }

  /** Pastes a text over what is there. */
  async write(source: string): Promise<void> {
    const content = this.page.locator('.cm-content');
    await content.press('Control+a');
    await content.press('Delete');
    await content.evaluate((element, text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', text);
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, source);
  }

  /** @returns the state in which it ended */
  async grade(): Promise<string> {
    await this.page.click('#grade');
    return this.ended();
  }

  async ended(): Promise<string> {
    return this.state('graded', 'refused', 'cancelled', 'failed');
  }

  /** What the page lets the student keep. */
  async reports(): Promise<Reports> {
    return { result: JSON.parse(await this.#saved('#save-result')), html: await this.#saved('#save-report') };
  }

  async #saved(link: string): Promise<string> {
    const [download] = await Promise.all([this.page.waitForEvent('download'), this.page.click(link)]);
    return readFileSync(await download.path(), 'utf8');
  }
}
