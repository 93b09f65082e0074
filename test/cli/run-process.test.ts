import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../grader/platform/root.ts';

/** `grade run` as a user starts it, with an input that stays open. */
const BIN = join(packageRoot, 'dist', 'grader', 'cli', 'bin.js');
const PROGRAM = `#include <cstdio>
int main(int argc, char** argv) {
  puts("ready");
  fflush(stdout);
  if (argc > 1) return 4;
  char line[32];
  if (!fgets(line, sizeof line, stdin)) return 1;
  printf("got %s", line);
  return 7;
}
`;

let root: string;
beforeAll(() => {
  expect(existsSync(BIN), 'npm run build comes first').toBe(true);
  root = mkdtempSync(join(tmpdir(), 'grade-run-'));
  writeFileSync(join(root, 'talk.cu'), PROGRAM);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

function start(...args: string[]) {
  const env = { ...process.env, GRADE_CACHE_DIR: join(root, 'cache') };
  const child = spawn(process.execPath, [BIN, 'run', 'talk.cu', ...args], { cwd: root, env });
  const printed = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    printed.stderr += text;
  });
  // A line may come in pieces.
  const ready = new Promise<void>((resolve) => {
    child.stdout.on('data', () => {
      if (printed.stdout.includes('\n')) resolve();
    });
  });
  const ended = once(child, 'close').then(([status]) => {
    // A busy machine compiles for longer than `grade` stays silent.
    printed.stderr = printed.stderr.replace(/^compiling \.\.\.\n/, '');
    return status as number | null;
  });
  return { child, printed, ready, ended };
}

describe('a program whose input stays open', () => {
  it('prints before it reads, and ends when it has read what it wants', { timeout: 60_000 }, async () => {
    const { child, printed, ready, ended } = start();
    await ready;
    expect(printed.stdout).toBe('ready\n');
    child.stdin.write('hello\n');
    expect(await ended).toBe(7);
    expect(printed.stderr).toBe('');
    expect(printed.stdout).toBe('ready\ngot hello\n');
  });

  it('ends though it never reads', { timeout: 60_000 }, async () => {
    const { printed, ended } = start('at-once');
    expect(await ended).toBe(4);
    expect(printed).toEqual({ stdout: 'ready\n', stderr: '' });
  });

  it('is ended by the user while it waits', { timeout: 60_000 }, async () => {
    const { child, printed, ready, ended } = start();
    await ready;
    child.kill('SIGINT');
    expect(await ended).toBe(130);
    expect(printed.stderr).toBe('Interrupted.\n');
  });
});
