import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inspectionSchema } from '../../grader/doctor/machine/index.ts';
import { packageRoot } from '../../grader/platform/root.ts';
import { session } from './harness.ts';

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'grade-doctor-'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

function doctor(from: string, ...argv: string[]) {
  const bin = join(from, 'dist', 'grader', 'cli', 'bin.js');
  expect(existsSync(bin), 'npm run build comes first').toBe(true);
  return spawnSync(process.execPath, [bin, 'doctor', ...argv], {
    cwd: root,
    env: { PATH: '/bin', GRADE_CACHE_DIR: 'off', DOCKER_HOST: `unix://${root}/none.sock` },
    encoding: 'utf8',
    timeout: 60_000,
  });
}

it('ends in 0 where the emulator can grade, and gives the machine form', () => {
  const { status, stdout } = doctor(packageRoot, '--json', '-');
  const inspection = inspectionSchema.parse(JSON.parse(stdout));
  expect({ status, ready: inspection.ready }).toEqual({ status: 0, ready: true });
});

it('exits with 3 if the installation is damaged, and suggests a fix', () => {
  const copy = join(root, 'copy');
  for (const part of ['package.json', 'docker']) cpSync(join(packageRoot, part), join(copy, part), { recursive: true });
  cpSync(join(packageRoot, 'dist', 'grader'), join(copy, 'dist', 'grader'), { recursive: true });
  symlinkSync(join(packageRoot, 'node_modules'), join(copy, 'node_modules'));
  const { status, stdout } = doctor(copy);
  expect(status).toBe(3);
  // Both files are missing, and either is asked for first.
  expect(stdout).toMatch(
    /^broken {2}\* Clang .*(?:manifest|clang)\.json is missing.*Needed for compiling submissions: npm install/m,
  );
  expect(stdout).toContain('This machine cannot grade');
});

it('grade doctor --hostile names the groups that there are', async () => {
  const { run, stderr } = session();
  expect(await run('doctor', '--hostile', '--group', 'devices')).toBe(2);
  expect(stderr()).toContain(
    'There is no group "devices", did you mean device? There are: compiling, host, device, right.',
  );
});

it('grade doctor --hostile reports an unwritable JSON file before it grades', async () => {
  const { run, stderr, stdout } = session();
  expect(await run('doctor', '--hostile', '--json=/nowhere/at/all.json')).toBe(2);
  expect(stderr()).toContain('/nowhere/at/all.json cannot be written');
  expect(stdout()).toBe('');
});

it.each([
  [['--group', 'device'], '--group is for grade doctor --hostile'],
  [['--target', 'emulator'], '--target is for grade doctor --hostile'],
  [['--sandbox', 'none', '--group', 'host'], '--group and --sandbox are for grade doctor --hostile'],
])('grade doctor rejects %j without --hostile', async (options, told) => {
  const { run, stderr, stdout } = session();
  expect(await run('doctor', ...options)).toBe(2);
  expect(stderr()).toContain(told);
  expect(stdout()).toBe('');
});
