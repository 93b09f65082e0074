import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { packageRoot } from '../../grader/platform/root.ts';
import { noLinux, noPosix } from '../posix.ts';

/** The built program as a user starts it, in a folder of its own. */
const BIN = join(packageRoot, 'dist', 'grader', 'cli', 'bin.js');
const WRONG = join(packageRoot, 'assignments', 'matmul-2d', 'submissions', 'rejected', 'floor-division.cu');

let root: string;
let cwd: string;
let cache: string;
beforeAll(() => {
  expect(existsSync(BIN), 'npm run build comes first').toBe(true);
  root = mkdtempSync(join(tmpdir(), 'grade Übung α '));
  cache = join(root, 'cache');
});
beforeEach(() => {
  cwd = mkdtempSync(join(root, 'мой курс '));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const environment = (dir = cache) => ({ ...process.env, GRADE_CACHE_DIR: dir, NO_COLOR: '1' });

function grade(argv: readonly string[], options: { readonly cache?: string; readonly stdout?: number } = {}) {
  return spawnSync(process.execPath, [BIN, ...argv], {
    cwd,
    env: environment(options.cache),
    encoding: 'utf8',
    timeout: 60_000,
    stdio: ['ignore', options.stdout ?? 'pipe', 'pipe'],
  });
}

/** Ends the reading of stdout at once, as `| head -0` does. */
async function unread(argv: readonly string[]): Promise<{ status: number | null; stderr: string }> {
  const child = spawn(process.execPath, [BIN, ...argv], { cwd, env: environment() });
  child.stdout.destroy();
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, stderr };
}

const SUBMIT = ['submit', 'matmul-2d', WRONG, '--seed', '1'];
const TEXT = ['--format', 'text'];

describe('output that nobody reads', () => {
  it('does not turn a failed verdict into a pass, and loses no report', async () => {
    const { status, stderr } = await unread(SUBMIT);
    expect(status).toBe(1);
    expect(stderr).not.toMatch(/EPIPE|\n {4}at /);
    expect(readdirSync(join(cwd, 'grade-report')).sort()).toEqual(['report.html', 'report.md', 'result.json']);
  });

  it('is no error of a listing', async () => {
    expect(await unread(['list'])).toEqual({ status: 0, stderr: '' });
  });
});

describe.skipIf(noLinux !== null)('places that only look writable', () => {
  it('a full output device is the machine’s fault', () => {
    const { status, stderr } = grade(['list'], { stdout: openSync('/dev/full', 'w') });
    expect({ status, stderr }).toEqual({
      status: 3,
      stderr: 'error: The output cannot be written (ENOSPC). Make room on the disk.\n',
    });
  });

  it.each([
    ['--report-dir', '/proc/x'],
    ['--json=/proc/x.json', '--format=text'],
  ])('%s %s is refused before anything is graded', (...argv) => {
    const { status, stdout, stderr } = grade([...SUBMIT, ...argv]);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(/^error: .* cannot be written: nothing can be made in \/proc \(ENOENT\)\. Choose another/);
    expect(readdirSync(cwd)).toEqual([]);
  });

  it('a device named with --json is written to, and stays a device', () => {
    const { status } = grade(['list', '--json=/dev/null']);
    expect(status).toBe(0);
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
  });
});

describe('the cache', () => {
  it.each([
    ['a file', () => join(cwd, 'file')],
    ['below a file', () => join(cwd, 'file', 'cache')],
    ...(noLinux === null ? ([['in /proc', () => '/proc/x']] as const) : []),
  ] as const)('may be unusable: %s', (_, folder) => {
    writeFileSync(join(cwd, 'file'), '');
    const { status, stdout } = grade([...SUBMIT, ...TEXT], { cache: folder() });
    expect(status).toBe(1);
    expect(stdout).toContain('55 of 90 points');
    expect(readdirSync(cwd)).toEqual(['file']);
  });

  it('may have broken entries, and folders in place of them', () => {
    const own = join(cwd, 'cache');
    const entries = () =>
      readdirSync(own, { recursive: true, encoding: 'utf8' })
        .filter((name) => /[0-9a-f]{64}$/.test(name))
        .map((name) => join(own, name));
    const first = grade([...SUBMIT, '--json'], { cache: own });
    expect(entries().length).toBeGreaterThan(0);
    entries().forEach((entry, index) => {
      const bytes = readFileSync(entry);
      rmSync(entry);
      if (index % 2 === 0) writeFileSync(entry, bytes.fill(7, 90, 120));
      else mkdirSync(entry);
    });
    expect(sameResult(first.stdout, grade([...SUBMIT, '--json'], { cache: own }).stdout)).toBe(true);
  });

  it('may be used by two at once', async () => {
    const own = join(cwd, 'cache');
    const results = await Promise.all(
      ['a', 'b'].map(async (name) => {
        const argv = [...SUBMIT, '--format', 'json', '--report-dir', name];
        const child = spawn(process.execPath, [BIN, ...argv], {
          cwd,
          env: environment(own),
          stdio: 'ignore',
        });
        expect(await once(child, 'close')).toEqual([1, null]);
        return readFileSync(join(cwd, name, 'result.json'), 'utf8');
      }),
    );
    expect(sameResult(results[0] ?? '', results[1] ?? '')).toBe(true);
    expect(readdirSync(own, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });
});

function sameResult(one: string, other: string): boolean {
  const told = (text: string) => JSON.stringify({ ...JSON.parse(text), environment: null });
  return told(one) === told(other);
}

describe.skipIf(noPosix !== null)('an interrupt', () => {
  it.each([300, 1500, 4000])('stops a program without an end after %d ms, and leaves nothing', async (ms) => {
    const file = join(cwd, 'löß ung.cu');
    writeFileSync(
      file,
      'volatile int go = 1;\nvoid matmul(const float* m, const float* n, float* out, int h, int w, int k) { while (go) {} }\n',
    );
    const argv = ['submit', 'matmul-2d', file];
    const child = spawn(process.execPath, [BIN, ...argv], { cwd, env: environment(), detached: true });
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    setTimeout(() => child.kill('SIGINT'), ms);
    const [status, signal] = (await once(child, 'close')) as [number | null, string | null];
    // Before the program has started to listen, the system itself ends it.
    if (signal === null) expect({ status, said: /Interrupted\.\n$/.test(stderr) }).toEqual({ status: 130, said: true });
    else expect({ signal, stderr }).toEqual({ signal: 'SIGINT', stderr: '' });
    expect(readdirSync(cwd)).toEqual(['löß ung.cu']);
    // Nothing of its process group lives on.
    expect(() => process.kill(-(child.pid ?? 0), 0)).toThrow(/ESRCH/);
  });
});

it('grades from any folder, with spaces and letters of other scripts', () => {
  const file = join('tief drin', '∑ lösung.cu');
  mkdirSync(join(cwd, 'tief drin'));
  writeFileSync(join(cwd, file), readFileSync(WRONG));
  for (let turn = 0; turn < 2; turn++) {
    const { status, stdout, stderr } = grade(['submit', 'matmul-2d', file, '--report-dir', 'bericht ß']);
    expect(status).toBe(1);
    expect(stdout).toContain('∑ lösung.cu:16:18: error:');
    expect(stderr).toContain(`Report: ${join('bericht ß', 'report.html')}`);
    expect(existsSync(join(cwd, 'bericht ß', 'report.html'))).toBe(true);
    expect(readdirSync(cwd).sort()).toEqual(['bericht ß', 'tief drin']);
  }
});
