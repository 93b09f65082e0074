import { execFile, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';

const folder = join(import.meta.dirname, 'statements');
const header = join(folder, 'check.h');

/** A CUDA program that shows statements of the documentation: `check(condition, "statement")`. */
export interface Program {
  readonly name: string;
  readonly path: string;
  /** Its source with check.h in front; line numbers stay its own. */
  readonly source: string;
  /** Its kernels launch kernels: it says so in its first line. */
  readonly relocatableDeviceCode: boolean;
  readonly statements: readonly string[];
}

/** Braces with what is in them, and `depth` more levels of them inside. */
const braces = (depth: number): string => (depth === 0 ? '\\{[^{}]*\\}' : `\\{(?:[^{}]|${braces(depth - 1)})*\\}`);

const CHECK = new RegExp(`\\bcheck\\((?:[^;{]|${braces(4)})*?,\\s*((?:"(?:[^"\\\\]|\\\\.)*"\\s*)+)\\);`, 'g');

export const programs: readonly Program[] = readdirSync(folder)
  .filter((name) => name.endsWith('.cu'))
  .sort()
  .map((name) => {
    const path = join(folder, name);
    const own = readFileSync(path, 'utf8');
    const source = `${readFileSync(header, 'utf8')}#line 1 "${name}"\n${own}`;
    const relocatableDeviceCode = /^\/\/.*-rdc=true/.test(own);
    return { name: basename(name, '.cu'), path, source, relocatableDeviceCode, statements: statementsOf(own) };
  });

/** Literals that `check` is called with, also behind a lambda; pieces that stand beside each other belong together. */
function statementsOf(source: string): string[] {
  const calls = source.matchAll(CHECK);
  return [...calls].map((call) =>
    [...(call[1] ?? '').matchAll(/"((?:[^"\\]|\\.)*)"/g)].map((piece) => JSON.parse(`"${piece[1]}"`)).join(''),
  );
}

/** The word for each statement that was printed. */
export function verdicts(stdout: string): Map<string, 'ok' | 'not ok'> {
  const found = new Map<string, 'ok' | 'not ok'>();
  for (const [, word, statement] of stdout.matchAll(/^(ok|not ok) (.*)$/gm)) {
    // Said more than once: each time it must hold.
    if (found.get(statement ?? '') !== 'not ok') found.set(statement ?? '', word === 'ok' ? 'ok' : 'not ok');
  }
  return found;
}

/** Why nvcc cannot be asked here, or null. */
export const noNvcc: string | null =
  spawnSync('nvcc', ['--version'], { stdio: 'ignore' }).status === 0 ? null : 'nvcc is not installed';

/** Compiles with nvcc, and runs what comes of it where `run` is set. @throws with nvcc's words where it refuses */
export async function withNvcc(program: Program, run = false): Promise<string> {
  const out = await mkdtemp(join(tmpdir(), 'statements-'));
  const execute = promisify(execFile);
  try {
    // The device side alone, unless it is to run: no linking.
    const target = run ? ['-o', join(out, 'a.out')] : ['-c', '-o', join(out, 'a.o')];
    await execute('nvcc', [
      '-arch=sm_90',
      '-std=c++17',
      '-rdc=true',
      '--extended-lambda',
      '-include',
      header,
      ...target,
      program.path,
    ]);
    return run ? (await execute(join(out, 'a.out'), [], { timeout: 60_000 })).stdout : '';
  } finally {
    await rm(out, { recursive: true, force: true });
  }
}
