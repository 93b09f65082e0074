// Precompiled headers: parsing our own headers takes half of a compilation, parsing <iostream> four times as long.
// Three sets, each for both sides:
//   lean  what every source sees (cuda_runtime.h)
//   std   that, and the standard headers of include/emu/std_headers.h
//   torch that of std, and PyTorch's interface (include/emu/torch_headers.h)
// Each holds only what it adds to the one before, which Clang reads first: so nothing is in the package twice.
// A precompiled header hides that an #include is missing, so the others are only for a source that includes one of their
// headers, and what nvcc does not include by itself (stdio.h, assert.h, …) is not in `lean`.
import { createHash } from 'node:crypto';
import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { clangFlags } from './abi.mjs';

const here = dirname(fileURLToPath(import.meta.url));

/** Paths in Clang's virtual file system; grader/compile/ must put the same files there. `on`: what it adds to, lowest first. */
const SETS = [
  { name: 'lean', header: 'cuda_runtime.h' },
  { name: 'std', header: 'emu/std_headers.h', on: ['lean'] },
  { name: 'torch', header: 'emu/torch_headers.h', on: ['lean', 'std'] },
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
 * @param {{ runLLVM: Function, clangVersion: string, outDir: string, includeDir?: string, previousDir?: string }} options
 *   `previousDir` is where an earlier call's files lie: they are taken over where the headers, the flags and Clang are
 *   still the same
 * @returns what manifest.json says of them: `arguments` to add beside `-include-pch`, and `sets`, of which the last
 *   one is for a source with an #include of any name in its `when`, and the first one for every other.
 *   Clang looks for the sets that a set is `on` at `/grade/<name>.pch`
 */
export async function buildPrecompiledHeaders(options) {
  const { runLLVM, clangVersion, outDir, includeDir = join(here, 'include'), previousDir } = options;
  const flags = clangFlags(await readFile(join(here, 'flags.json'), 'utf8'));
  const include = await tree(includeDir);
  const hash = hashOf(
    [clangVersion, JSON.stringify(flags), await readFile(fileURLToPath(import.meta.url), 'utf8')],
    include,
  );
  const previous = previousDir && (await readFile(join(previousDir, 'pch.sha256'), 'utf8').catch(() => null));
  const sets = [];
  const both = async ({ name, header, on = [] }) => {
    const written = { device: `${name}-device.pch`, host: `${name}-host.pch` };
    const write = async (side) => {
      const path = join(outDir, written[side]);
      if (previous === hash && (await taken(join(previousDir, written[side]), path))) return;
      const all = [...flags.common, ...flags[side]];
      const below = await Promise.all(
        on.map(async (base) => [`${base}.pch`, new Uint8Array(await readFile(join(outDir, `${base}-${side}.pch`)))]),
      );
      if (on.length > 0) all.push(...ARGUMENTS, '-include-pch', `/grade/${on.at(-1)}.pch`);
      const files = { cuda: { include }, grade: Object.fromEntries(below) };
      await writeFile(path, await precompile(runLLVM, all, `/cuda/include/${header}`, files));
    };
    await Promise.all([write('device'), write('host')]);
    return written;
  };
  for (const { name, header, on = [] } of SETS) {
    const files = await both({ name, header, on });
    const text = await readFile(join(includeDir, header), 'utf8');
    const all = [...text.matchAll(/^#include <(.+)>$/gm)].map((match) => match[1]);
    // libwb's header includes most of them, and PyTorch's too.
    const others = all.includes('iostream') ? ['wb.h', ...tensorHeaders(include)] : [];
    sets.push({ name, ...files, on, when: [...all.filter((included) => !LIGHT.has(included)), ...others] });
  }
  await writeFile(join(outDir, 'pch.sha256'), hash);
  return { arguments: ARGUMENTS, sets };
}

async function taken(from, to) {
  return copyFile(from, to).then(
    () => true,
    () => false,
  );
}

/** The headers that only lead to emu/torch.h. */
function tensorHeaders(include) {
  const below = (folder, path) =>
    Object.entries(folder).flatMap(([name, entry]) =>
      entry instanceof Uint8Array ? `${path}/${name}` : below(entry, `${path}/${name}`),
    );
  return ['torch', 'ATen', 'c10', 'pybind11'].flatMap((name) => (include[name] ? below(include[name], name) : []));
}

function hashOf(texts, include) {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(`${text.length}\0${text}`);
  const add = (folder, path) => {
    for (const name of Object.keys(folder).sort()) {
      const entry = folder[name];
      if (entry instanceof Uint8Array) hash.update(`${path}/${name}\0${entry.length}\0`).update(entry);
      else add(entry, `${path}/${name}`);
    }
  };
  add(include, '');
  return hash.digest('hex');
}

async function precompile(runLLVM, flags, header, files) {
  let log = '';
  const stderr = (bytes) => {
    if (bytes) log += new TextDecoder().decode(bytes);
  };
  try {
    // What templates the headers themselves use is instantiated here once, not in every submission.
    const args = ['clang', '-cc1', ...flags, '-fpch-instantiate-templates', '-emit-pch', '-o', '-', header];
    const written = [];
    const stdout = (bytes) => bytes && written.push(bytes.slice());
    // Where it writes a file in memory, Clang takes twice as long: each write copies the file.
    await runLLVM(args, files, { stdout, stderr, decodeASCII: false });
    return Buffer.concat(written);
  } catch (error) {
    throw new Error(`clang could not precompile ${header}:\n${log}`, { cause: error.message });
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
