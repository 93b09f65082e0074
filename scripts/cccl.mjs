// `npm run cccl` makes the archive of NVIDIA's CCCL headers (native/cccl/) again from their public repository, and compares
// the bytes with those that are committed. `--write` puts the new ones in their place. `--source DIR` takes the
// repository from a folder instead of the network, bare or not. `--wheel FILE` compares the headers with those of the
// wheel `nvidia-cuda-cccl`, which CUDA's toolkit has.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { CCCL, isKept } from '../native/cccl/recipe.mjs';
import { at, ensureDependencies, fail, run, say } from './lib/project.mjs';

const HOME = at('native', 'cccl');
const { values } = parseArgs({
  options: { source: { type: 'string' }, wheel: { type: 'string' }, write: { type: 'boolean' } },
});
ensureDependencies();

const scratch = mkdtempSync(join(tmpdir(), 'cccl-'));
let isSame = true;
try {
  const folder = checkOut();
  if (values.wheel !== undefined) compareWithWheel(folder, values.wheel);
  const patches = readdirSync(join(HOME, 'patches')).sort();
  for (const patch of patches) {
    if (run('git', ['apply', join(HOME, 'patches', patch)], { cwd: folder }) !== 0) fail(`${patch} does not apply`);
  }
  const headers = headersOf(folder);
  const text = Buffer.from(JSON.stringify(headers));
  const { version, repository, commit } = CCCL;
  const manifest = {
    version,
    repository,
    commit,
    patches: patches.map((file) => ({ file, sha256: sha256(readFileSync(join(HOME, 'patches', file))) })),
    bytes: text.length,
    sha256: sha256(text),
    files: Object.keys(headers),
  };
  compareOrWrite('manifest.json', Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`));
  compareOrWrite('LICENSE.txt', readFileSync(join(folder, 'LICENSE')));
  compareArchive('headers.json.br', text);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
if (!isSame) fail('the headers are not those that are committed; --write puts these in their place');
say(values.write ? 'The headers are written.' : 'The headers are those that are committed, byte for byte.');

/** Gets the headers and the license at the commit. @returns the folder */
function checkOut() {
  let from = values.source;
  if (from === undefined) {
    from = join(scratch, 'cccl.git');
    run('git', ['init', '--quiet', '--bare', from]);
    if (run('git', ['-C', from, 'fetch', '--quiet', '--depth', '1', CCCL.repository, CCCL.commit]) !== 0)
      fail(`${CCCL.repository} cannot be read; --source names a folder with a copy`);
  }
  const folder = join(scratch, 'cccl');
  const archive = join(scratch, 'cccl.tar');
  mkdirSync(folder);
  const paths = [...Object.values(CCCL.parts), 'LICENSE'];
  if (run('git', ['-C', from, 'archive', '--output', archive, CCCL.commit, '--', ...paths]) !== 0)
    fail(`${from} has no commit ${CCCL.commit}`);
  if (run('tar', ['-xf', archive, '-C', folder]) !== 0) fail('tar failed');
  return folder;
}

/** Texts of the headers that are kept, by the path that programs include, in the order of their paths. */
function headersOf(folder) {
  const all = Object.entries(CCCL.parts).flatMap(([name, part]) =>
    filesBelow(join(folder, part)).map((file) => [`${name}/${file}`, join(folder, part, file)]),
  );
  const kept = all.filter(([path]) => isKept(path)).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(kept.map(([path, file]) => [path, readFileSync(file, 'utf8')]));
}

function compareWithWheel(folder, wheel) {
  const unpacked = join(scratch, 'wheel');
  if (run('unzip', ['-q', wheel, '-d', unpacked]) !== 0) fail(`${wheel} cannot be unpacked`);
  const top = filesBelow(unpacked).find((file) => file.endsWith('/cub/cub.cuh')) ?? fail(`${wheel} has no CUB`);
  const include = join(unpacked, top.slice(0, -'/cub/cub.cuh'.length));
  for (const [name, part] of Object.entries(CCCL.parts)) {
    const differing = filesBelow(join(folder, part)).filter((file) => {
      const other = join(include, name, file);
      return !existsSync(other) || !readFileSync(other).equals(readFileSync(join(folder, part, file)));
    });
    if (differing.length > 0) fail(`other than in the wheel: ${differing.map((file) => `${name}/${file}`).join(', ')}`);
  }
  say(`The headers of ${CCCL.commit} are those of the wheel, whose SHA-256 is ${sha256(readFileSync(wheel))}.`);
}

function filesBelow(folder, prefix = '') {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesBelow(join(folder, entry.name), `${prefix}${entry.name}/`) : [`${prefix}${entry.name}`],
  );
}

function compareOrWrite(name, bytes) {
  const path = join(HOME, name);
  if (existsSync(path) && readFileSync(path).equals(bytes)) return;
  if (values.write) writeFileSync(path, bytes);
  else isSame = false;
}

/** Compares what an archive has, because compressors differ. */
function compareArchive(name, bytes) {
  const path = join(HOME, name);
  if (existsSync(path) && brotliDecompressSync(readFileSync(path)).equals(bytes)) return;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  if (values.write) writeFileSync(path, brotliCompressSync(bytes, { params }));
  else isSame = false;
}

function sha256(bytes) {
  return createHash('sha256').update(bytes).digest('hex');
}
