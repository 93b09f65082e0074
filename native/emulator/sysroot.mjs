// Files below /usr that compiling a submission can need. Headers of C, C++ and Clang itself are in the package's archive.
// Their places are found once, here, so that a compiler starts without reading through thousands of entries. Libraries
// are our own (native/sysroot/): those of the package are not optimized.
import { createHash } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';

/** Paths below /usr. C++03 is a dialect that our flags exclude; the modules below share/ are for C++20's `import std`. */
const KEPT = /^include\/(?!c\+\+\/v1\/__cxx03\/|sanitizer\/)/;
const BLOCK = 512;
const ARCHIVE = 'llvm-resources.tar';

/** The C library's headers that the package has are for this target. */
const PACKAGED = 'wasm32';

/**
 * @param {Uint8Array} archive - the package's llvm-resources.tar, in the ustar format
 * @param {string} target - `wasm32`, or `wasm64`, which has the same headers but for those of {@link writeLibraries}
 * @returns its length, and `[path below /usr, offset, bytes]` of each file that is kept
 */
export function indexSysroot(archive, target = PACKAGED) {
  const files = [];
  const text = (from, length) => {
    const field = archive.subarray(from, from + length);
    const end = field.indexOf(0);
    return new TextDecoder().decode(end < 0 ? field : field.subarray(0, end));
  };
  for (let at = 0; at + BLOCK <= archive.length && archive[at] !== 0; ) {
    const bytes = Number.parseInt(text(at + 124, 12), 8) || 0;
    const prefix = text(at + 345, 155);
    const path = prefix === '' ? text(at, 100) : `${prefix}/${text(at, 100)}`;
    const type = text(at + 156, 1);
    if (type !== '0' && type !== '5') throw new Error(`an entry of type ${type} in Clang's archive: ${path}`);
    const place = path.replace(`include/${PACKAGED}-`, `include/${target}-`);
    if (type === '0' && KEPT.test(path)) files.push([place, at + BLOCK, bytes]);
    at += BLOCK + Math.ceil(bytes / BLOCK) * BLOCK;
  }
  if (!files.some(([path]) => path.endsWith('/stdio.h'))) throw new Error("Clang's archive has no C library");
  return { archiveBytes: archive.length, files };
}

/**
 * Puts the package's Clang into a folder, with the headers of another target in its archive: its own program reads no
 * others.
 * @param {string} clangDir - the folder of `@yowasp/clang` with `bundle.js`
 * @param {string} sysroot - the folder with `manifest.json`
 * @returns the path of the module in `into`
 */
export async function clangWithHeaders({ clangDir, sysroot, target, into }) {
  await mkdir(into, { recursive: true });
  const { headers } = JSON.parse(await readFile(join(sysroot, 'manifest.json'), 'utf8')).targets[target];
  const archive = await readFile(join(clangDir, ARCHIVE));
  const renamed = `include/${PACKAGED}-`;
  let at = 0;
  while (at + BLOCK <= archive.length && archive[at] !== 0) {
    if (archive.toString('latin1', at, at + renamed.length) === renamed)
      archive.write(`include/${target}-`, at, 'latin1');
    const bytes = Number.parseInt(archive.toString('latin1', at + 124, at + 136), 8) || 0;
    at += BLOCK + Math.ceil(bytes / BLOCK) * BLOCK;
  }
  const own = Object.keys(headers).map(async (name) =>
    entry(`include/${target}-wasip1/${name}`, await readFile(join(sysroot, target, 'include', name))),
  );
  // Of two entries with one name the later one counts.
  const all = [archive.subarray(0, at), ...(await Promise.all(own)), Buffer.alloc(2 * BLOCK)];
  await writeFile(join(into, ARCHIVE), Buffer.concat(all));
  for (const name of await readdir(clangDir))
    if (name.endsWith('.wasm')) await symlink(join(clangDir, name), join(into, name));
  // No link: a module finds what is beside it by its own real path.
  await copyFile(join(clangDir, 'bundle.js'), join(into, 'bundle.js'));
  return join(into, 'bundle.js');
}

/** A file in the ustar format. */
function entry(path, bytes) {
  const out = Buffer.alloc(BLOCK + Math.ceil(bytes.length / BLOCK) * BLOCK);
  out.write(path, 0, 'latin1');
  out.write('0000644\0', 100, 'latin1');
  out.write(`${bytes.length.toString(8).padStart(11, '0')}\0`, 124, 'latin1');
  out.write('0', 156, 'latin1');
  bytes.copy(out, BLOCK);
  return out;
}

/**
 * Writes the libraries of a target, and headers that only it has, into a folder of the assets.
 * @param {string} sysroot - the folder with `manifest.json`
 * @returns `[path below /usr, name of the asset, bytes]` of each
 * @throws Error if one is not what the manifest names
 */
export async function writeLibraries(sysroot, target, outDir) {
  const { libraries, headers } = JSON.parse(await readFile(join(sysroot, 'manifest.json'), 'utf8')).targets[target];
  const write = async (asset, bytes, sha256) => {
    if (createHash('sha256').update(bytes).digest('hex') !== sha256)
      throw new Error(`${asset} of native/sysroot/ is not what manifest.json names: run \`npm run sysroot\``);
    await mkdir(dirname(join(outDir, asset)), { recursive: true });
    await writeFile(join(outDir, asset), bytes);
    return bytes.length;
  };
  return Promise.all([
    ...Object.entries(libraries).map(async ([name, { sha256 }]) => {
      const packed = await readFile(join(sysroot, target, `${name}.br`));
      const bytes = await write(`lib/${target}/${name}`, await promisify(brotliDecompress)(packed), sha256);
      // Where Clang's own driver looks for the one and the other.
      const system = name.startsWith('libclang_rt') ? 'unknown-wasip1' : 'wasip1';
      return [`lib/${target}-${system}/${name}`, `lib/${target}/${name}`, bytes];
    }),
    ...Object.entries(headers).map(async ([name, sha256]) => {
      const bytes = await write(`headers/${name}`, await readFile(join(sysroot, target, 'include', name)), sha256);
      return [`include/${target}-wasip1/${name}`, `headers/${name}`, bytes];
    }),
  ]);
}
