import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { packageRoot } from '../../grader/platform/root.ts';
import { noPosix } from '../posix.ts';

let project: string;

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'grade-install-'));
  mkdirSync(join(project, 'scripts'));
  cpSync(join(packageRoot, 'scripts', 'install-native.mjs'), join(project, 'scripts', 'install-native.mjs'));
  symlinkSync(join(packageRoot, 'node_modules'), join(project, 'node_modules'), 'junction');
  writeFileSync(join(project, 'package.json'), '{"type": "module"}');
});
afterEach(() => rmSync(project, { recursive: true, force: true }));

function addon(source: string): void {
  writeFileSync(join(project, 'binding.gyp'), '{"targets": [{"target_name": "tiny", "sources": ["tiny.cc"]}]}');
  writeFileSync(join(project, 'tiny.cc'), source);
}

function install(env: NodeJS.ProcessEnv = process.env): { status: number | null; lines: string[] } {
  const script = join(project, 'scripts', 'install-native.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], { cwd: project, env, encoding: 'utf8' });
  return {
    status,
    lines: `${stdout}${stderr}`
      .trim()
      .split('\n')
      .filter((line) => line !== ''),
  };
}

const tools = ['g++', 'make', 'python3'].every((tool) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, tool))),
);
if (!tools) console.log('skipped: building an addon needs g++, make and python3');

describe('the install hook succeeds, with one line, where the addon', () => {
  it('is not wanted', () => {
    addon('');
    const { status, lines } = install({ ...process.env, GRADE_NATIVE: 'off' });
    expect(status).toBe(0);
    expect(lines).toEqual([expect.stringMatching(/not built \(GRADE_NATIVE=off\); the TypeScript twin is used/)]);
  });

  it.skipIf(noPosix !== null)('has no tools to be built with', () => {
    addon('');
    const { status, lines } = install({ PATH: '' });
    expect(status).toBe(0);
    expect(lines).toEqual([
      expect.stringMatching(/not built \(no C\+\+ compiler, no make, no python3\); the TypeScript twin is used/),
    ]);
  });

  it.runIf(tools)('does not compile, and leaves nothing half built', () => {
    addon('this is no C++');
    const { status, lines } = install();
    expect(status).toBe(0);
    expect(lines).toEqual([expect.stringMatching(/not built .*the TypeScript twin is used\. Details: .*--verbose/)]);
    expect(existsSync(join(project, 'build'))).toBe(false);
  });

  it('does not exist', () => {
    expect(install()).toEqual({ status: 0, lines: [] });
  });
});

it.runIf(tools)('builds the addon once', () => {
  addon('#include <node_api.h>\nNAPI_MODULE_INIT() { return exports; }\n');
  const first = install();
  const why = 'the headers of this Node are neither beside it nor downloadable';
  if (/not built/.test(first.lines[0] ?? '') && !/error:/.test(first.lines[0] ?? '')) {
    console.log(`skipped: ${why} (${first.lines[0]})`);
    return;
  }
  expect(first).toEqual({ status: 0, lines: ['cuda-course-grade: native addon built.'] });
  expect(existsSync(join(project, 'build', 'Release', 'tiny.node'))).toBe(true);
  expect(install()).toEqual({ status: 0, lines: [] });
});
