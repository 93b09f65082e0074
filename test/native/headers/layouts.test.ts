import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { Assets } from '../../../grader/compile/assets.ts';
import { type Clang, createClang } from '../../../grader/compile/clang.ts';
import type { Tree } from '../../../grader/compile/files.ts';
import { compileClang } from '../../../grader/platform/packaged/clang-module.ts';
import { packageRoot } from '../../../grader/platform/root.ts';
import type { Layouts } from '../../../scripts/lib/layouts.mjs';

const recorded: Layouts = JSON.parse(readFileSync(new URL('layouts.json', import.meta.url), 'utf8'));
const include = join(packageRoot, 'native', 'emulator', 'include');

/** Structures of CUDA that are not declared here, because nothing in the headers uses them. */
const isDeclared = (name: string, text: string) =>
  new RegExp(`\\b(?:struct|union)\\s+(?:\\w+\\s+)*${name}\\b\\s*\\{`).test(text) ||
  /^(?:u?(?:char|short|int|long|longlong)|float|double)[1-4]$/.test(name);

describe('the structures of the headers', () => {
  let clang: Clang;
  let headers: Tree;
  let text = '';
  beforeAll(async () => {
    clang = createClang(await compileClang(2 ** 30), new Assets().sysroot());
    headers = await tree(include);
    for (const file of await readdir(join(include, 'emu')))
      if (file.endsWith('.h')) text += await readFile(join(include, 'emu', file), 'utf8');
  }, 60_000);

  it.each(['host', 'device'] as const)(
    'have the sizes and offsets of nvcc on the %s',
    (side) => {
      const declared = Object.entries(recorded).filter(([name]) => isDeclared(name, text));
      expect(declared.length).toBeGreaterThan(75);
      const asserted = declared.flatMap(([name, { size, align, offsets }]) => [
        `static_assert(sizeof(${name}) == ${size} && alignof(${name}) == ${align}, "${name}");`,
        ...Object.entries(offsets).map(
          ([path, offset]) => `static_assert(__builtin_offsetof(${name}, ${path}) == ${offset}, "${name}.${path}");`,
        ),
      ]);
      const flags = new Assets().flags;
      const args = [...flags.common, ...flags[side]];
      args[args.indexOf('-triple') + 1] = 'wasm64-unknown-wasip1';
      const source = `#include <cuda_runtime.h>\n${asserted.join('\n')}\n`;
      const { log } = clang.run(
        ['clang', '-cc1', ...args, '-w', '-ferror-limit', '0', '-fno-caret-diagnostics', '-fsyntax-only', 'layouts.cu'],
        { 'layouts.cu': source, cuda: { include: headers } },
      );
      const errors = log.split('\n').filter((line) => line.includes('error:'));
      const absent = errors.flatMap((error) => /no member named '\w+' in '(\w+)'/.exec(error)?.[1] ?? []);
      expect(errors.filter((error) => !error.includes('no member named'))).toEqual([]);
      // Members of unions, for functions of CUDA that are not here.
      expect([...new Set(absent)]).toEqual(['cudaGraphNodeParams', 'cudaLaunchAttributeValue']);
    },
    60_000,
  );
});

async function tree(folder: string): Promise<Tree> {
  const out: Tree = {};
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    out[entry.name] = entry.isDirectory() ? await tree(path) : new Uint8Array(await readFile(path));
  }
  return out;
}
