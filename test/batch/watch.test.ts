import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../grader/platform/root.ts';
import { zipOf } from './archives.ts';
import { startServer, type TestServer } from './push/server.ts';

/** The built program, watching a folder into which submissions are put. */
const BIN = join(packageRoot, 'dist', 'grader', 'cli', 'bin.js');
const SHIPPED = join(packageRoot, 'assignments', 'grayscale', 'submissions');

describe.sequential('grade batch watch', () => {
  let root = '';
  let server: TestServer;
  beforeAll(async () => {
    expect(existsSync(BIN), 'npm run build comes first').toBe(true);
    root = mkdtempSync(join(tmpdir(), 'grade watch '));
    mkdirSync(join(root, 'inbox'));
    server = await startServer(() => ({ status: 204 }));
  });
  afterAll(async () => {
    await server.close();
    rmSync(root, { recursive: true, force: true });
  });

  const put = (name: string, file: string): void => copyFileSync(join(SHIPPED, file), join(root, 'inbox', name));
  const progress = () => JSON.parse(readFileSync(join(root, 'week3/progress.json'), 'utf8'));
  const env = () => ({ ...process.env, GRADE_CACHE_DIR: join(root, 'cache'), NO_COLOR: '1' });
  const argv = (...more: string[]): string[] => [
    ...[
      BIN,
      'batch',
      'watch',
      'grayscale',
      'inbox',
      '--out',
      'week3',
      '--nvcc',
      'off',
      '--settle',
      '1',
      '--every',
      '0.2',
    ],
    ...more,
  ];
  async function until(condition: () => boolean, what: string): Promise<void> {
    for (let tries = 0; tries < 900; tries++) {
      if (condition()) return;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    throw new Error(`${what} did not happen`);
  }

  it('grades what arrives, keeps its pages, calls the hook, ends on SIGTERM', { timeout: 240_000 }, async () => {
    const child = spawn(process.execPath, argv('--webhook', `${server.url}/hook`), { cwd: root, env: env() });
    const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
    let printed = '';
    child.stderr.on('data', (data) => {
      printed += data;
    });
    put('ada.cu', 'accepted/lecture-256.cu');
    await until(() => server.received.length === 1, 'the first round');
    expect(JSON.parse(server.received[0]?.body ?? '')).toMatchObject({
      ...{ event: 'round', batch: 'week3', open: 0, text: 'week3: 1 graded, 0 open' },
      assignments: [{ id: 'grayscale', passed: 1 }],
    });
    put('ben.cu', 'rejected/guard-missing.cu');
    writeFileSync(join(root, 'inbox/late.zip'), 'no archive');
    await until(() => server.received.length === 2 || printed.includes('late.zip'), 'the second round');
    rmSync(join(root, 'inbox/late.zip'));
    await until(() => existsSync(join(root, 'week3/students/ben/1/result.json')), 'the result of ben');
    child.kill('SIGTERM');
    expect([await ended, printed]).toEqual([0, expect.stringContaining('Stopped. The same command goes on')]);
    expect(progress()).toMatchObject({ schemaVersion: 1, state: 'stopped' });
    expect(readFileSync(join(root, 'week3/class.html'), 'utf8')).toContain('ada');
    expect(existsSync(join(root, 'week3/lock'))).toBe(false);
  });

  it('goes on with the same command, and grades nothing twice', { timeout: 120_000 }, () => {
    const { status, stdout } = spawnSync(process.execPath, argv('--once'), { cwd: root, env: env(), encoding: 'utf8' });
    expect([status, stdout]).toEqual([0, expect.stringContaining('0 graded, 2 kept.')]);
    expect(progress()).toMatchObject({
      ...{ state: 'stopped', rounds: 1, arriving: 0, error: null, open: 0 },
      assignments: [{ id: 'grayscale', students: 2, passed: 1, failed: 1 }],
    });
    expect(existsSync(join(root, 'week3/incoming'))).toBe(false);
  });

  it('grades the others if an archive is broken', { timeout: 120_000 }, () => {
    writeFileSync(join(root, 'inbox/a.zip'), 'no archive');
    const source = readFileSync(join(SHIPPED, 'accepted/lecture-256.cu'));
    writeFileSync(join(root, 'inbox/z.zip'), zipOf(['eve.cu', 'zed.cu'], source));
    const { stderr } = spawnSync(process.execPath, argv('--once'), { cwd: root, env: env(), encoding: 'utf8' });
    expect(stderr).toContain('a.zip');
    for (const student of ['eve', 'zed']) {
      expect(existsSync(join(root, 'week3/students', student, '1/result.json')), student).toBe(true);
    }
  });
});
