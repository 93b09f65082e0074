import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runLLVM } from '@yowasp/clang';
import { Assets } from '../../../grader/compile/assets.ts';
import { type Clang, createClang, type ToolRun } from '../../../grader/compile/clang.ts';
import type { Tree } from '../../../grader/compile/files.ts';
import { compileClang } from '../../../grader/platform/packaged/clang-module.ts';
import { packageRoot } from '../../../grader/platform/root.ts';
import { clangFlags } from '../../../native/emulator/abi.mjs';
import { buildPrecompiledHeaders } from '../../../native/emulator/pch.mjs';

export type Side = 'device' | 'host';
export const SIDES: readonly Side[] = ['device', 'host'];

const native = join(packageRoot, 'native', 'emulator');

/** Clang with this tree's headers, precompiled anew only where the build's are of others. */
export class Headers {
  readonly #clang: Clang;
  readonly #flags: Record<'common' | Side, string[]>;
  readonly #include: Tree;
  readonly #precompiled: Tree;
  readonly #manifest: Awaited<ReturnType<typeof buildPrecompiledHeaders>>;

  private constructor(
    clang: Clang,
    flags: Record<'common' | Side, string[]>,
    include: Tree,
    folder: Tree,
    manifest: Awaited<ReturnType<typeof buildPrecompiledHeaders>>,
  ) {
    this.#clang = clang;
    this.#flags = flags;
    this.#include = include;
    this.#precompiled = folder;
    this.#manifest = manifest;
  }

  static async load(): Promise<Headers> {
    const assets = new Assets();
    const clang = createClang(await compileClang(2 ** 30), assets.sysroot());
    const outDir = await mkdtemp(join(tmpdir(), 'headers-'));
    try {
      const previousDir = join(packageRoot, 'dist', 'emulator');
      const manifest = await buildPrecompiledHeaders({
        runLLVM,
        clangVersion: assets.manifest.clang,
        outDir,
        previousDir,
      });
      const flags = clangFlags(await readFile(join(native, 'flags.json'), 'utf8'));
      return new Headers(clang, flags, await tree(join(native, 'include')), await tree(outDir), manifest);
    } finally {
      await rm(outDir, { recursive: true, force: true });
    }
  }

  /** The set that a source is compiled with, as pch.mjs says. */
  setFor(source: string): 'lean' | 'std' {
    const included = new Set([...source.matchAll(/^\s*#\s*include\s*[<"](.+?)[>"]/gm)].map((match) => match[1]));
    const set = this.#manifest.sets.findLast(({ when }) => when.some((name) => included.has(name)));
    return set?.name === 'std' ? 'std' : 'lean';
  }

  /** Compiles one side to IR. @param headers - a precompiled set, or `text`: the headers themselves */
  compile(source: string, side: Side, headers: 'lean' | 'std' | 'text' = this.setFor(source)): ToolRun {
    const pch = this.#precompiled;
    const lean = pch[`lean-${side}.pch`] ?? {};
    const files: Tree = { 'source.cu': source, cuda: { include: this.#include }, pch, grade: { 'lean.pch': lean } };
    const first =
      headers === 'text'
        ? ['-include', 'cuda_runtime.h']
        : [...this.#manifest.arguments, '-include-pch', `/pch/${headers}-${side}.pch`];
    const flags = [...this.#flags.common, ...this.#flags[side], '-disable-llvm-passes', '-ferror-limit', '0'];
    return this.#clang.run(['clang', '-cc1', ...flags, ...first, '-emit-llvm', '-o', '-', 'source.cu'], files);
  }
}

async function tree(folder: string): Promise<Tree> {
  const out: Tree = {};
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    out[entry.name] = entry.isDirectory() ? await tree(path) : new Uint8Array(await readFile(path));
  }
  return out;
}

/** Lines that Clang calls wrong. */
export function errorLines(log: string): number[] {
  return distinct([...log.matchAll(/^source\.cu:(\d+):\d+: (?:fatal )?error:/gm)].map((match) => Number(match[1])));
}

/** Why nvcc cannot be asked here, or null. */
export const noNvcc: string | null =
  spawnSync('nvcc', ['--version'], { stdio: 'ignore' }).status === 0 ? null : 'nvcc is not installed';

/**
 * Lines that nvcc calls wrong. Each of its two sides stops at some of the other's errors, so a source that is refused
 * is compiled once more for the device alone.
 */
export async function nvccErrorLines(path: string): Promise<number[]> {
  const both = await nvccErrors(path, '-c');
  return both.length > 0 ? distinct([...both, ...(await nvccErrors(path, '-ptx'))]) : [];
}

async function nvccErrors(path: string, stage: '-ptx' | '-c'): Promise<number[]> {
  const folder = await mkdtemp(join(tmpdir(), 'nvcc-'));
  try {
    const args = [stage, '-arch=sm_90', '-std=c++17', '-o', join(folder, 'out'), path];
    await promisify(execFile)('nvcc', args, { maxBuffer: 2 ** 24 });
    return [];
  } catch (error) {
    const output = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
    const lines = [...output.matchAll(/\.cu\((\d+)\): error/g)].map((match) => Number(match[1]));
    if (lines.length === 0) throw new Error(`nvcc failed without naming a line: ${output.slice(0, 2000)}`);
    return lines;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function distinct(numbers: readonly number[]): number[] {
  return [...new Set(numbers)].sort((a, b) => a - b);
}
