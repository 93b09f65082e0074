import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { execa } from 'execa';
import { MACHINE_WORDS as words } from '../../explain/index.ts';
import { findNvcc } from '../../sandbox/index.ts';
import { proveNvcc } from './proof.ts';
import { reason, type Sight, sight } from './sight.ts';

const CUDA_FOLDER = '/usr/local/cuda/bin';
/** What a program may take to tell its version, milliseconds. */
const PATIENCE_MS = 10_000;

/** NVIDIA's compiler on this machine itself; grading prefers that of the build image. */
export async function lookAtNvcc(env: NodeJS.ProcessEnv): Promise<Sight> {
  let path: string | null;
  try {
    path = await findNvcc(env);
  } catch (error) {
    return sight('nvcc', 'broken', words.programBroken(String(env.GRADE_NVCC), reason(error)));
  }
  if (path === null) return sight('nvcc', 'missing', words.nvccMissing());
  const told = await ask(path, ['--version'], env);
  const version = /\bV(\d+(?:\.\d+)+)/.exec(told.text)?.[1];
  if (!told.well || version === undefined) return sight('nvcc', 'broken', words.programBroken(path, reason(told.text)));
  return await proveNvcc(sight('nvcc', 'ok', words.program(version, path)), path);
}

export async function lookAtSanitizer(env: NodeJS.ProcessEnv): Promise<Sight> {
  const path = find('compute-sanitizer', env, [CUDA_FOLDER]);
  if (path === null) return sight('sanitizer', 'missing', words.sanitizerMissing());
  const told = await ask(path, ['--version'], env);
  const version = /\bVersion (\d[\w.]*)/.exec(told.text)?.[1];
  if (!told.well || version === undefined) {
    return sight('sanitizer', 'broken', words.programBroken(path, reason(told.text)));
  }
  return sight('sanitizer', 'ok', words.program(version, path));
}

/** The commands of Slurm, and whether a controller stands behind them. */
export async function lookAtSlurm(env: NodeJS.ProcessEnv): Promise<Sight> {
  const sbatch = find('sbatch', env);
  if (sbatch === null || find('squeue', env) === null) return sight('slurm', 'missing', words.slurmMissing());
  const [{ text }, queue] = await Promise.all([
    ask(sbatch, ['--version'], env),
    ask(join(dirname(sbatch), 'squeue'), ['--noheader', '--me'], env),
  ]);
  const version = /slurm\S* \d[\w.-]*/i.exec(text)?.[0] ?? 'Slurm';
  if (!queue.well) return sight('slurm', 'broken', words.slurmBroken(version, reason(queue.text)));
  return sight('slurm', 'ok', words.slurm(version));
}

function find(program: string, env: NodeJS.ProcessEnv, further: readonly string[] = []): string | null {
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return [...folders, ...further].map((folder) => join(folder, program)).find((path) => existsSync(path)) ?? null;
}

/** @returns what it said on both streams; `well` where it ended with 0, in time */
async function ask(
  path: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<{ readonly well: boolean; readonly text: string }> {
  const { exitCode, all, timedOut, shortMessage } = await execa(path, [...args], {
    env: { ...env, LC_ALL: 'C' },
    extendEnv: false,
    stdin: 'ignore',
    reject: false,
    all: true,
    timeout: PATIENCE_MS,
    forceKillAfterDelay: 1000,
    maxBuffer: 1 << 20,
  });
  if (timedOut) return { well: false, text: `no answer within ${PATIENCE_MS / 1000} s` };
  return { well: exitCode === 0, text: all.trim() || (shortMessage ?? '') };
}
