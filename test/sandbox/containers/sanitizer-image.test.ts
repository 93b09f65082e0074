import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packageRoot } from '../../../grader/platform/root.ts';
import { DEFAULT_BUILD_IMAGE, openSandbox } from '../../../grader/sandbox/index.ts';
import { kind, reason, SMALL } from '../support.ts';

const TOOLKIT = 'cuda-course-grade-sanitizer:trial';
const IMAGE = 'cuda-course-grade-run:sanitizer-trial';
const BASE = process.env.GRADE_BUILD_IMAGE || DEFAULT_BUILD_IMAGE;
const whyNot = reason ?? (kind === 'docker' ? null : 'images are made with Docker only');
if (whyNot !== null) console.log(`skipped: the run image with compute-sanitizer: ${whyNot}`);

describe.skipIf(whyNot !== null)('the run image with compute-sanitizer', () => {
  let context: string;
  const build = (...args: string[]) => {
    const made = spawnSync('docker', ['build', '--network', 'none', ...args], { encoding: 'utf8' });
    expect(made.status, `${made.stdout}${made.stderr}`).toBe(0);
  };

  beforeAll(() => {
    context = mkdtempSync(join(tmpdir(), 'grade-toolkit-'));
    const folder = join(context, 'compute-sanitizer');
    mkdirSync(folder);
    // As the real one, it needs what is beside it.
    writeFileSync(join(folder, 'compute-sanitizer'), '#!/bin/sh\ncat "$(dirname "$0")/version"\n');
    writeFileSync(join(folder, 'version'), 'Version 2025.3\n');
    chmodSync(join(folder, 'compute-sanitizer'), 0o755);
    writeFileSync(join(context, 'Dockerfile'), 'FROM scratch\nCOPY . /usr/local/cuda/\n');
    build('--tag', TOOLKIT, context);
    const file = join(packageRoot, 'docker', 'run', 'sanitizer.Dockerfile');
    const args = ['--build-arg', `BASE=${BASE}`, '--build-arg', `TOOLKIT=${TOOLKIT}`];
    build('--tag', IMAGE, ...args, '--file', file, context);
  });
  afterAll(() => {
    rmSync(context, { recursive: true, force: true });
    spawnSync('docker', ['image', 'rm', IMAGE, TOOLKIT]);
  });

  test('has it in the PATH of every container, and no root', async () => {
    const sandbox = await openSandbox({ runImage: IMAGE });
    const outcome = await sandbox.inRunImage({
      command: ['/bin/sh', '-c', 'compute-sanitizer --version && id -u'],
      limits: SMALL,
    });
    expect(outcome).toMatchObject({ status: 'exited', exitCode: 0 });
    expect(outcome.stdout.toString()).toBe('Version 2025.3\n65534\n');
  });

  test('is distinguished from one without it', async () => {
    const sandbox = await openSandbox({ runImage: BASE });
    expect(await sandbox.sanitizer()).toMatchObject({
      isThere: false,
      words: [expect.stringContaining('No such file')],
    });
    expect(await (await openSandbox({ runImage: IMAGE })).sanitizer()).toMatchObject({ isThere: true });
  });
});
