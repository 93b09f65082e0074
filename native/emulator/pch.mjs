// Precompiled headers: parsing our own headers takes half of a compilation, parsing <iostream> four times as long.
// Two sets, each for both sides:
//   lean  what every source sees (cuda_runtime.h)
//   std   that, and the standard headers of include/emu/std_headers.h
// A precompiled header hides that an #include is missing, so `std` is only for a source that includes one of its
// headers, and what nvcc does not include by itself (stdio.h, assert.h, …) is not in `lean`.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));

/** Paths in Clang's virtual file system; grader/compile/ must put the same files there. */
const SETS = [
  { name: 'lean', header: 'cuda_runtime.h' },
  { name: 'std', header: 'emu/std_headers.h' },
];

/**
 * Headers that cost little by themselves: including them alone is no reason to load the larger set, and a source that
 * includes only these is told when another is missing.
 */
const LIGHT = new Set(['cassert', 'cctype', 'cfloat', 'cstddef', 'cstdint', 'cstdio', 'cstring', 'ctime', 'limits']);

/**
 * Clang's own arguments for using a precompiled header. The second makes it look at each header once when it starts:
 * else it keeps a file open for every one that is included again, and runs out of them at 128.
 */
const ARGUMENTS = ['-fmodules-validate-system-headers'];

/**
 * Writes `<set>-<side>.pch` into `outDir`.
 * @param {{ runLLVM: Function, outDir: string, includeDir?: string }} options
 * @returns what manifest.json says of them: `arguments` to add beside `-include-pch`, and `sets`, of which the last
 *   one is for a source with an #include of any name in its `when`, and the first one for every other
 */
export async function buildPrecompiledHeaders({ runLLVM, outDir, includeDir = join(here, 'include') }) {
  const flags = JSON.parse(await readFile(join(here, 'flags.json'), 'utf8'));
  const include = await tree(includeDir);
  const sets = [];
  for (const { name, header } of SETS) {
    const files = {};
    for (const side of ['device', 'host']) {
      const args = ['clang', '-cc1', ...flags.common, ...flags[side]];
      const bytes = await precompile(
        runLLVM,
        [...args, '-emit-pch', '-o', 'out.pch', `/cuda/include/${header}`],
        include,
      );
      files[side] = `${name}-${side}.pch`;
      await writeFile(join(outDir, files[side]), bytes);
    }
    const text = await readFile(join(includeDir, header), 'utf8');
    const all = [...text.matchAll(/^#include <(.+)>$/gm)].map((match) => match[1]);
    sets.push({ name, ...files, when: all.filter((included) => !LIGHT.has(included)) });
  }
  return { arguments: ARGUMENTS, sets };
}

async function precompile(runLLVM, args, include) {
  let log = '';
  const stderr = (bytes) => {
    if (bytes) log += new TextDecoder().decode(bytes);
  };
  try {
    const result = await runLLVM(args, { cuda: { include } }, { stdout: () => {}, stderr, decodeASCII: false });
    return result['out.pch'];
  } catch (error) {
    throw new Error(`clang could not precompile ${args.at(-1)}:\n${log}`, { cause: error });
  }
}

async function tree(folder) {
  const out = {};
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    out[entry.name] = entry.isDirectory() ? await tree(path) : new Uint8Array(await readFile(path));
  }
  return out;
}
