import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Compiler } from '../../grader/compile/index.ts';
import { execute } from '../../grader/host/execute.ts';
import { createFakeDevice } from '../host/fake-device.ts';
import { assemble, LIMITS, requestOf } from '../host/modules.ts';

const OUTPUT_BYTES = 4 << 20;

/** The reason to skip a comparison with g++; null if there is one. */
export const reasonToSkip =
  spawnSync('g++', ['--version'], { stdio: 'ignore' }).status === 0 ? null : 'g++ is not installed';

/** Returns what the `main` of a source prints as host code. */
export async function printedHere(compiler: Compiler, source: string): Promise<string> {
  const program = await compiler.compile(source, 'generated.cu', {
    prototype: null,
    heapBytes: 2 ** 20,
    timeoutMs: 600_000,
  });
  if (program.status !== 'compiled') throw new Error(JSON.stringify(program.diagnostics.slice(0, 3)));
  const { program: compiled, ...rest } = requestOf(program, {
    entry: 'main',
    limits: { ...LIMITS, outputBytes: OUTPUT_BYTES },
  });
  if (compiled.status !== 'compiled') throw new Error('it was compiled');
  const { run } = execute(
    {
      ...rest,
      device: compiled.device,
      hostModule: new WebAssembly.Module(compiled.host.wasm as Uint8Array<ArrayBuffer>),
      deviceModule: new WebAssembly.Module(assemble('(module)')),
      watched: false,
    },
    createFakeDevice,
  );
  expect(run.host).toEqual({ status: 'returned', value: 0 });
  return run.stdout;
}

/** Returns what the program prints that g++ makes of a source. */
export function printedByGcc(source: string, level = '-O1'): string {
  const folder = mkdtempSync(join(tmpdir(), 'generated-'));
  try {
    writeFileSync(join(folder, 'source.cpp'), source);
    const options = ['-std=c++17', level, '-w', '-fno-strict-aliasing', '-o', join(folder, 'program')];
    execFileSync('g++', [...options, join(folder, 'source.cpp')]);
    return execFileSync(join(folder, 'program'), { maxBuffer: OUTPUT_BYTES }).toString();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the output of each program of a source. */
export const parts = (printed: string) => printed.split(/^== \d+\n/m).slice(1);
