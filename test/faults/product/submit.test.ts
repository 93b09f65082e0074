import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { resultSchema } from '../../../grader/result/index.ts';
import { noAddressLimit, noPosix } from '../../posix.ts';
import { FakeEngine } from '../fake-engine.ts';
import { graded } from '../support.ts';
import { expectFault, grade, start, submission, told } from './command.ts';

let root: string;
let cwd: string;
let undisturbed: ReturnType<typeof told>;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'grade-faults-'));
  cwd = mkdtempSync(join(root, 'undisturbed-'));
  const ended = await grade(submission(), { cwd });
  expect(ended.status).toBe(1);
  undisturbed = told(ended);
  expect(readdirSync(join(cwd, 'grade-report'))).toEqual(['report.html']);
});
beforeEach(() => {
  cwd = mkdtempSync(join(root, 'test-'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('a container engine', () => {
  const REQUIRED = submission('--nvcc', 'require', '--sandbox', 'docker');
  /** With it, nvcc's verdict is there, and everything else is as without. */
  async function wellWith(engine: FakeEngine): Promise<void> {
    const well = await grade(REQUIRED, { cwd, env: { DOCKER_HOST: engine.url } });
    expect(well.status).toBe(1);
    expect(told(well)).toEqual(undisturbed);
    engine.stop();
  }

  // The first container asks nvcc for its version, the second compiles.
  it.each([
    ['dies', 'wait', 1],
    ['refuses', 'create', 1],
    ['breaks off', 'start', 0],
    ['hangs', 'version', 0],
  ] as const)('that %s at: %s', async (mood, step, skip) => {
    const engine = await FakeEngine.start();
    engine.be(mood, step, skip);
    const ended = await grade(REQUIRED, { cwd, env: { DOCKER_HOST: engine.url } });
    engine.stop();
    expectFault(ended);
    expect(ended.stderr).toContain('container engine');
    expect(readdirSync(cwd)).toEqual([]);
    if (mood === 'dies') await wellWith(await FakeEngine.start());
  });

  it('that is slow gives the same', async () => {
    const engine = await FakeEngine.start();
    engine.delayMs = 150;
    await wellWith(engine);
  });
});

describe.skipIf(noAddressLimit !== null)('memory', () => {
  // Enough for Node to start; V8 reserves 8 GiB and more for each WebAssembly memory.
  it.each([10_000_000, 40_000_000])('of %d KiB of address space', async (kibibytes) => {
    const env = { GRADE_CORES: '4' };
    const ended = await grade(submission(), { cwd, env, after: `ulimit -v ${kibibytes}` });
    expectFault(ended);
    expect(ended.stderr).toContain('ulimit -v');
    expect(readdirSync(cwd)).toEqual([]);
    const retried = await grade(submission(), { cwd, env });
    expect(told(retried)).toEqual(undisturbed);
  });
});

describe('a heap of Node', () => {
  const withHeap = (mebibytes: number) =>
    grade(submission(), { cwd, env: { NODE_OPTIONS: `--max-old-space-size=${mebibytes}` } });

  it('reports a heap of 40 MiB, with a fix, before it grades', async () => {
    const ended = await withHeap(40);
    expectFault(ended);
    expect(ended.stderr).toContain('Take --max-old-space-size out of NODE_OPTIONS');
    expect(readdirSync(cwd)).toEqual([]);
  });

  it.each([8, 24, 31])('reports a heap of %d MiB before the program is loaded', async (mebibytes) => {
    const ended = await withHeap(mebibytes);
    expect(ended).toMatchObject({ status: 3, stdout: '' });
    expect(ended.stderr).toMatch(/^error: Node may use \d+ MiB for its heap here, and grading takes 96\.\n/);
    expect(ended.stderr).toContain('Take --max-old-space-size out of NODE_OPTIONS');
    expect(readdirSync(cwd)).toEqual([]);
  });
});

describe.skipIf(noPosix !== null)('kill -9', () => {
  it.each([300, 900, 1500, 2100])('after %d ms leaves no part of a report', async (ms) => {
    const argv = ['--report-dir', 'out', '--json', 'result.json', '--format', 'html,md,json'];
    const { child, ended } = start(submission(...argv), { cwd });
    await Promise.race([sleep(ms), ended]);
    try {
      process.kill(-(child.pid ?? 0), 'SIGKILL');
    } catch {
      // It was faster.
    }
    await ended;
    const whole = (folder: string): string[] =>
      readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isFile() && !entry.name.endsWith('.tmp'))
        .map(({ name }) => name);
    // Whatever is there under its name is all of it.
    const reports = existsSync(join(cwd, 'out')) ? whole(join(cwd, 'out')) : [];
    for (const name of whole(cwd).filter((one) => one.endsWith('.json'))) {
      expect(graded(resultSchema.parse(JSON.parse(readFileSync(join(cwd, name), 'utf8'))))).toEqual(undisturbed);
    }
    for (const name of reports) {
      const text = readFileSync(join(cwd, 'out', name), 'utf8');
      if (name.endsWith('.html')) expect(text.trimEnd()).toMatch(/<\/html>$/);
      if (name.endsWith('.json')) expect(graded(resultSchema.parse(JSON.parse(text)))).toEqual(undisturbed);
    }
    const retried = await grade(submission(...argv), { cwd });
    expect(retried.status).toBe(1);
    expect(graded(resultSchema.parse(JSON.parse(readFileSync(join(cwd, 'result.json'), 'utf8'))))).toEqual(undisturbed);
    expect(whole(join(cwd, 'out')).sort()).toEqual(['report.html', 'report.md', 'result.json']);
  });
});

describe('a wall clock', () => {
  const DAY_MS = 24 * 3600_000;
  it.each([
    ['jumps forward by a day each time it is read', `reads * ${DAY_MS}`],
    ['jumps to and fro', `(reads % 2 === 0 ? 1 : -1) * ${400 * DAY_MS}`],
  ])('that %s changes nothing', async (_, offset) => {
    const jumps = join(cwd, 'jumps.mjs');
    writeFileSync(
      jumps,
      `const Real = Date;
      let reads = 0;
      const now = () => { reads += 1; return Real.now() + ${offset}; };
      globalThis.Date = class extends Real {
        constructor(...given) { given.length === 0 ? super(now()) : super(...given); }
        static now() { return now(); }
      };\n`,
    );
    const env = { NODE_OPTIONS: `--import ${pathToFileURL(jumps).href}`, GRADE_CACHE_DIR: join(cwd, 'cache') };
    for (const argv of [submission(), submission()]) {
      const ended = await grade(argv, { cwd, env });
      expect(ended.status).toBe(1);
      expect(told(ended)).toEqual(undisturbed);
      const { environment } = resultSchema.parse(JSON.parse(ended.stdout));
      expect(environment.durationMs).toBeGreaterThan(0);
      expect(environment.durationMs).toBeLessThan(60_000);
    }
  });
});
