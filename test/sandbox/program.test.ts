import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { HeaderFile } from '../../grader/compile/index.ts';
import type { RunOutcome } from '../../grader/sandbox/index.ts';
import { buildProgram } from '../../grader/sandbox/program.ts';
import { sourceTree } from '../../grader/sandbox/source-tree.ts';

const ABOUT = { source: 'int main() {}\n', fileName: 'lab/add.cu', headers: [], architectures: ['sm_90'] };

function building(exitCode: number, log: string, files: ReadonlyMap<string, Uint8Array> = new Map()) {
  const commands: (readonly string[])[] = [];
  const run = async ({ command }: { readonly command: readonly string[] }): Promise<RunOutcome> => {
    commands.push(command);
    return { status: 'exited', exitCode, stdout: Buffer.alloc(0), stderr: Buffer.from(log), files };
  };
  return { commands, run };
}

describe('buildProgram', () => {
  it('links a program with line numbers for the GPU', async () => {
    const { commands, run } = building(0, '', new Map([['a.out', Uint8Array.of(7)]]));
    const built = await buildProgram(run, { ...ABOUT, relocatableDeviceCode: true });
    expect(built).toEqual({ status: 'compiled', program: Uint8Array.of(7), diagnostics: [] });
    expect(commands[0]).toEqual(
      expect.arrayContaining(['nvcc', 'arch=compute_90,code=sm_90', '-lineinfo', '-rdc=true', 'program/add.cu']),
    );
  });

  it.each([
    ['program/add.cu(3): error: identifier "y" is undefined\n', { line: 3, message: 'identifier "y" is undefined' }],
    ["/usr/bin/ld: add.o: undefined reference to `f(int)'\n", { line: 0, message: "undefined reference to 'f(int)'" }],
  ])('reports an error of the program: %s', async (log, diagnostic) => {
    const built = await buildProgram(building(1, log).run, ABOUT);
    expect(built).toMatchObject({ status: 'rejected', diagnostics: [{ file: 'lab/add.cu', ...diagnostic }] });
  });

  it.each([
    [127, "env: 'nvcc': No such file or directory", /cannot be started/],
    [1, 'nvcc fatal: something', /exit status 1/],
  ])('reports a failed nvcc with its own words', async (exitCode, log, message) => {
    const built = buildProgram(building(exitCode, log).run, ABOUT);
    await expect(built).rejects.toMatchObject({
      exitCode: 3,
      message: expect.stringMatching(message),
      details: [log],
    });
  });
});

describe('sourceTree', () => {
  const folder = mkdtempSync(join(tmpdir(), 'grade-tree-'));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('keeps headers above, next to and below a program inside the tree', () => {
    const headers: HeaderFile[] = [
      { path: '../up.h', name: '../up.h', text: 'up' },
      { path: 'lib/deep.h', name: 'lib/deep.h', text: 'deep' },
      { path: 'found.h', searched: true, name: 'inc/found.h', text: 'found' },
    ];
    const { archive, program, searched } = sourceTree('add.cu', 'main', { headers });
    const file = join(folder, 'sources.tar');
    writeFileSync(file, archive);
    execFileSync('tar', ['-xf', file, '-C', folder]);
    expect(program).toBe('program/d0/add.cu');
    expect(searched).toBe('include');
    const text = (path: string) => readFileSync(join(folder, path), 'utf8');
    expect([text(program), text('program/up.h'), text('program/d0/lib/deep.h'), text('include/found.h')]).toEqual([
      'main',
      'up',
      'deep',
      'found',
    ]);
  });
});
