import { execFileSync, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { packageRoot } from '../../../grader/platform/root.ts';
import { resultSchema } from '../../../grader/result/index.ts';
import { FILE, graded } from '../support.ts';
import { type Ended, grade, submission, told } from './command.ts';

/** Why no small disk can be made here, or null. */
const reason = whyNot();
if (reason !== null) console.log(`full and read-only disks are not tested: ${reason}`);

function whyNot(): string | null {
  if (process.platform !== 'linux') return 'they are made with mount, as Linux has it';
  if (process.getuid?.() !== 0) return 'only root may mount one';
  const folder = mkdtempSync(join(tmpdir(), 'grade-disk-'));
  try {
    const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder], {
      encoding: 'utf8',
    });
    if (status !== 0) return `mount says ${stderr?.trim() || status}`;
    execFileSync('umount', [folder]);
    return null;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe.skipIf(reason !== null)('a disk', () => {
  let root: string;
  let disk: string;
  let undisturbed: ReturnType<typeof told>;
  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'grade-disk-'));
    disk = join(root, 'disk');
    mkdirSync(disk);
    undisturbed = told(await grade(submission(), { cwd: root }));
  });
  beforeEach(() => void execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk]));
  afterEach(() => void execFileSync('umount', [disk]));
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  /** Leaves so much of it, KiB. */
  function fill(left: number): void {
    writeFileSync(join(disk, 'fill'), Buffer.alloc((1024 - left) * 1024));
  }
  const free = () => rmSync(join(disk, 'fill'));
  const readOnly = () => execFileSync('mount', ['-o', 'remount,ro', disk]);
  const writable = () => execFileSync('mount', ['-o', 'remount,rw', disk]);

  const said = ({ status, stderr }: Ended) => ({ status, stderr: stderr.replace(/^(?!error).*\.\.\.\n/gm, '') });
  const files = (folder: string) =>
    existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort() : [];

  it.each([
    ['full', () => fill(0), free, 'ENOSPC', 'Make room'],
    ['nearly full', () => fill(20), free, 'ENOSPC', 'Make room'],
    ['read-only', readOnly, writable, 'EROFS', 'read-only'],
  ])('that is %s takes no part of a report, and the report when that is over', async (_, spoil, mend, code, advice) => {
    spoil();
    const argv = submission('--report-dir', join(disk, 'out'), '--format', 'html,md,json,junit');
    const ended = await grade(argv, { cwd: root });
    const { status, stderr } = said(ended);
    expect(status).toBe(3);
    expect(stderr).toMatch(new RegExp(`^error: The report cannot be written to .*\\(${code}\\)\\. .*${advice}`, 'm'));
    expect(files(join(disk, 'out'))).toEqual([]);
    mend();
    const retried = await grade(argv, { cwd: root });
    expect(retried.status).toBe(1);
    expect(told(retried)).toEqual(undisturbed);
    expect(files(join(disk, 'out'))).toEqual(['junit.xml', 'report.html', 'report.md', 'result.json']);
  });

  it('that is full or read-only takes no part of the machine form', async () => {
    const argv = [
      ...submission('--format', 'text').filter((flag) => flag !== '--json' && flag !== '-'),
      `--json=${join(disk, 'result.json')}`,
    ];
    for (const [spoil, mend] of [
      [() => fill(0), free],
      [readOnly, writable],
    ] as const) {
      spoil();
      const { status, stderr } = said(await grade(argv, { cwd: root }));
      expect({ status, isTold: stderr.includes('result.json cannot be written') }).toEqual({ status: 3, isTold: true });
      mend();
      expect(files(disk)).toEqual([]);
    }
    expect((await grade(argv, { cwd: root })).status).toBe(1);
    expect(graded(resultSchema.parse(JSON.parse(readFileSync(join(disk, 'result.json'), 'utf8'))))).toEqual(
      undisturbed,
    );
  });

  it('for the cache alone, full or read-only, is nobody’s concern', async () => {
    for (const spoil of [() => fill(0), () => fill(100), readOnly]) {
      spoil();
      const ended = await grade(submission(), { cwd: root, env: { GRADE_CACHE_DIR: join(disk, 'cache') } });
      expect(ended.status).toBe(1);
      expect(told(ended)).toEqual(undisturbed);
    }
  });

  describe('of a batch', () => {
    const grades = (out: string) =>
      ['ada', 'bob', 'cyd', 'dee'].map((student) => {
        const path = join(out, 'students', student, '1', 'result.json');
        if (!existsSync(path)) return [student, null];
        const { key, ...result } = { key: null, ...resultSchema.parse(JSON.parse(readFileSync(path, 'utf8'))) };
        return [student, graded(result)];
      });
    const run = (out: string, ...flags: string[]) =>
      grade(
        [
          'batch',
          'run',
          'grayscale',
          'class',
          '--out',
          out,
          '--seed',
          '7',
          '--nvcc',
          'off',
          '--format',
          'json',
          ...flags,
        ],
        { cwd: root },
      );
    let expected: unknown;
    beforeAll(async () => {
      mkdirSync(join(root, 'class'));
      const right = join(packageRoot, 'assignments', 'grayscale', 'submissions', 'accepted', 'lecture-256.cu');
      for (const [student, file] of Object.entries({ ada: FILE, bob: right, cyd: FILE })) {
        copyFileSync(file, join(root, 'class', `${student}.cu`));
      }
      // A hand-in of two files is there with both or not at all.
      mkdirSync(join(root, 'class', 'dee'));
      writeFileSync(join(root, 'class', 'dee', 'gray.cu'), '#include "k.cuh"\n');
      copyFileSync(right, join(root, 'class', 'dee', 'k.cuh'));
      expect((await run(join(root, 'undisturbed'))).status).toBe(0);
      expected = grades(join(root, 'undisturbed'));
      expect(JSON.stringify(expected)).not.toContain('null]');
    });

    // KiB: enough for nothing, and for some of the results.
    it.each([0, 60])(
      'writes only whole files with %d KiB left, and grades the rest later',
      { timeout: 180_000 },
      async (left) => {
        fill(left);
        const out = join(disk, 'batch');
        const ended = await run(out, '--fail-on', 'infrastructure');
        expect(ended.status).toBe(3);
        expect(ended.stderr).toContain('ENOSPC');
        expect(ended.stderr).not.toMatch(/\n {4}at /);
        for (const [index, [, result]] of grades(out).entries()) {
          if (result !== null) expect(result).toEqual((expected as unknown[][])[index]?.[1]);
        }
        free();
        const again = await run(out, ...(existsSync(join(out, 'batch.json')) ? ['--resume'] : []));
        expect(again).toMatchObject({ status: 0 });
        expect(grades(out)).toEqual(expected);
      },
    );

    it('that is read-only says so, and is taken up when it is not', { timeout: 180_000 }, async () => {
      const out = join(disk, 'batch');
      readOnly();
      const ended = await run(out);
      expect(ended.status).toBe(3);
      expect(ended.stderr).toMatch(/^error: .*\(EROFS\)\. The disk is read-only/m);
      writable();
      expect(await run(out)).toMatchObject({ status: 0 });
      expect(grades(out)).toEqual(expected);
    });
  });
});
