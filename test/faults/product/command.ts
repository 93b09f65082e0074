import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { packageRoot } from '../../../grader/platform/root.ts';
import { type GradeResult, resultSchema } from '../../../grader/result/index.ts';
import { FILE, graded } from '../support.ts';

/** The built program, as a user starts it. */
export const BIN = join(packageRoot, 'dist', 'grader', 'cli', 'bin.js');

export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Given {
  readonly cwd: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Shell commands that come first, in the same process. */
  readonly after?: string;
}

export function start(
  argv: readonly string[],
  { cwd, env = {}, after }: Given,
): { child: ChildProcess; ended: Promise<Ended> } {
  expect(existsSync(BIN), 'npm run build comes first').toBe(true);
  const command = [process.execPath, BIN, ...argv];
  const [program = '', ...args] =
    after === undefined ? command : ['/bin/sh', '-c', `${after}; exec "$@"`, 'sh', ...command];
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, GRADE_CACHE_DIR: 'off', NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      said[name] += text;
    });
  }
  return { child, ended: once(child, 'close').then(([status]) => ({ status: status as number | null, ...said })) };
}

export const grade = (argv: readonly string[], given: Given): Promise<Ended> => start(argv, given).ended;

/** `grade submit` of the submission that all these tests use, to its machine form on stdout. */
export const submission = (...flags: readonly string[]): string[] => [
  ...['submit', 'grayscale', FILE, '--seed', '7', '--format', 'text,html', '--json', '-'],
  ...(flags.some((flag) => flag === '--nvcc') ? [] : ['--nvcc', 'off']),
  ...flags,
];

/** What the machine form says but for when and on what it was made. */
export function told({ stdout }: Ended): Omit<GradeResult, 'environment'> {
  return graded(resultSchema.parse(JSON.parse(stdout)));
}

/** The machine is at fault, says so to people and to programs, and what helps. */
export function expectFault(ended: Ended): void {
  expect(ended).toMatchObject({ status: 3 });
  expect(ended.stderr).toMatch(/^error: .+\n.+/m);
  expect(ended.stderr).not.toMatch(/\n {4}at /);
  const result = told(ended);
  expect(result).toMatchObject({ verdict: 'error', responsible: 'infrastructure', score: 0 });
  expect(result.checks.map(({ status }) => status).filter((status) => status !== 'skipped')).toEqual(
    Array(6).fill('error'),
  );
}
