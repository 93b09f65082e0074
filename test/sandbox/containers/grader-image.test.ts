import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../../grader/platform/root.ts';
import { resultSchema } from '../../../grader/result/index.ts';
import { kind, reason } from '../support.ts';

/**
 * docker/build-local makes the image from what is here, where no registry can be reached. GRADE_PACKED is what
 * scripts/check-pack.mjs has packed, where it has.
 */
const IMAGE = 'cuda-course-grade-run:trial';
const SUBMISSIONS = join(packageRoot, 'assignments', 'grayscale', 'submissions');

const whyNot =
  reason ??
  (kind === 'docker' ? null : 'docker/build-local makes images with Docker only') ??
  (process.getuid?.() === 0 && !spawnSync('debootstrap', ['--version']).error
    ? null
    : 'debootstrap is not there, or not root');
if (whyNot !== null && reason === null) process.stderr.write(`the image of the grader is not tried: ${whyNot}\n`);

describe.skipIf(whyNot !== null).sequential('the image of the grader', () => {
  let work: string;

  beforeAll(() => {
    const packed = process.env.GRADE_PACKED;
    const from = packed === undefined ? [] : ['--package', packed];
    const made = spawnSync(join(packageRoot, 'docker', 'build-local'), ['--only', 'run', ...from], {
      env: { ...process.env, GRADE_RUN_IMAGE: IMAGE },
      encoding: 'utf8',
    });
    expect(made.status, `${made.stdout}${made.stderr}`).toBe(0);
    work = mkdtempSync(join(tmpdir(), 'grade-image-'));
    copyFileSync(join(SUBMISSIONS, 'accepted', 'lecture-256.cu'), join(work, 'right.cu'));
    copyFileSync(join(SUBMISSIONS, 'rejected', 'guard-missing.cu'), join(work, 'wrong.cu'));
    // Its user is nobody.
    chmodSync(work, 0o755);
  }, 900_000);
  afterAll(() => {
    if (work) rmSync(work, { recursive: true, force: true });
    spawnSync('docker', ['image', 'rm', IMAGE]);
  });

  /** With as few rights as the README asks for. */
  function docker(options: readonly string[], ...command: string[]) {
    const contained = [
      '--network=none',
      '--read-only',
      '--tmpfs=/tmp',
      '--cap-drop=ALL',
      '--security-opt=no-new-privileges',
    ];
    const args = ['run', '--rm', ...contained, '--volume', `${work}:/work:ro`, ...options, IMAGE, ...command];
    return spawnSync('docker', args, { encoding: 'utf8', maxBuffer: 64 << 20 });
  }

  it('grades with no network, no rights and nothing to write to but /tmp', { timeout: 240_000 }, () => {
    for (const [file, status, verdict] of [
      ['right.cu', 0, 'passed'],
      ['wrong.cu', 1, 'failed'],
    ] as const) {
      const ran = docker([], 'submit', 'grayscale', file, '--json', '-', '--report-dir', '/tmp/report');
      expect(ran.status, ran.stderr).toBe(status);
      expect(resultSchema.parse(JSON.parse(ran.stdout)).verdict).toBe(verdict);
    }
  });

  it('is nobody, and has neither npm nor a compiler', () => {
    const ran = docker(['--entrypoint=/bin/sh'], '-c', 'id -u; command -v npm npx gcc g++ cc make; echo none');
    expect(ran.stdout).toBe('65534\nnone\n');
  });
});
