// What only the package has: large files compressed, and addons that are built already.
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { fingerprint } from '../install-native.mjs';
import { isPrebuilt, nameOf, outputOf, TARGETS } from './prebuilt.mjs';
import { at, run, say } from './project.mjs';

/** Files of the package that are read seldom, or take seconds to work with. `readPacked` of grader/platform/ reads them. */
const COMPRESSED = [
  ...['std', 'torch'].flatMap((set) => ['device', 'host'].map((side) => `dist/emulator/${set}-${side}.pch`)),
  'dist/grader/batch/similarity/grammar/tree-sitter-cuda.wasm',
  'dist/grader/handin/grammar/tree-sitter-python.wasm',
  // Nine tenths of a runtime are zeros.
  ...[16, 64, 300].map((heapMiB) => `dist/emulator/runtime-${heapMiB}.o`),
  ...['libc++.a', 'libc++abi.a', 'libc-printscan-long-double.a'].map((name) => `dist/emulator/lib/wasm64/${name}`),
  'dist/emulator/nvcc-macros.json',
  'dist/emulator/cccl.json',
];

/** Takes 2 minutes on one processor for all files, for an eighth fewer bytes than quality 9. */
const BEST = constants.BROTLI_MAX_QUALITY;

export function compressed(bytes, quality = 9) {
  return promisify(brotliCompress)(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
}

export async function packLargeFiles() {
  const pack = async (path) => {
    const [from, to] = [at(path), at(`${path}.br`)];
    if (existsSync(to) && statSync(to).mtimeMs > statSync(from).mtimeMs) return;
    writeFileSync(to, await compressed(readFileSync(from), BEST));
  };
  await Promise.all(COMPRESSED.map(pack));
}

/**
 * Packs the addons of `npm run prebuilds`, as far as they are of these sources, and those of this machine if it has Linux.
 * On other platforms npm builds them.
 */
export function packAddons() {
  const folder = at('dist', 'prebuilds', `${process.platform}-${process.arch}`);
  rmSync(at('dist', 'prebuilds'), { recursive: true, force: true });
  for (const target of TARGETS.filter(isPrebuilt))
    cpSync(outputOf(target), at('dist', 'prebuilds', nameOf(target)), { recursive: true });
  if (existsSync(folder)) return;
  if (process.platform !== 'linux') return;
  run(process.execPath, [at('scripts', 'install-native.mjs')], { stdio: ['ignore', 2, 2] });
  const built = at('build', 'Release');
  if (!existsSync(join(built, 'compare.node'))) {
    say('note: the native addon is not built here, so the package has none');
    return;
  }
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(built).filter((file) => file.endsWith('.node'))) {
    copyFileSync(join(built, name), join(folder, name));
    // Where there is none, names of functions stay.
    spawnSync('strip', ['--strip-unneeded', join(folder, name)]);
  }
  writeFileSync(join(folder, 'stamp'), fingerprint());
}
