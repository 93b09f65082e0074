// `npm run sysroot` builds the libraries of host code (native/sysroot/) again from their public sources, with the Clang of
// the package, and compares the bytes with those that are committed. `--write` puts the new ones in their place.
// `--sources DIR` takes the repositories from `DIR/<name>` instead of the network, bare or not.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { ALL_TYPES, argumentsFor, filesOf, LIBRARIES, SOURCES, WIDE_HEADERS } from '../native/sysroot/recipe.mjs';
import { at, ensureDependencies, fail, run, say } from './lib/project.mjs';

const HOME = at('native', 'sysroot');
const TARGETS = ['wasm64'];
/** Files of a source that a compiler can read. */
const READ = /\.(?:c|cpp|h|inc|ipp|def|sed|in)$/;

const { values } = parseArgs({
  options: {
    sources: { type: 'string' },
    write: { type: 'boolean' },
  },
});
ensureDependencies();
if (!existsSync(at('dist', 'modules', 'grader', 'compile', 'clang.js'))) fail('build the project first: npm run build');

const scratch = mkdtempSync(join(tmpdir(), 'sysroot-'));
let isSame = true;
try {
  const clang = JSON.parse(readFileSync(at('node_modules', '@yowasp', 'clang', 'package.json'), 'utf8')).version;
  const manifest = { clang, sources: {}, targets: {} };
  const trees = {};
  const folders = {};
  for (const [name, source] of Object.entries(SOURCES)) {
    const folder = checkOut(name, source);
    folders[name] = folder;
    trees[name] = treeOf(folder);
    manifest.sources[name] = {
      repository: source.repository,
      commit: source.commit,
      patches: patchesOf(name).map((file) => ({
        file,
        sha256: sha256(readFileSync(join(HOME, 'patches', name, file))),
      })),
      sha256: hashOfTree(trees[name]),
    };
    compareOrWrite(join('licenses', `${name}.txt`), Buffer.from(licenseOf(folder, source)));
  }
  for (const target of TARGETS) {
    const headers = wideHeaders(folders['wasi-libc']);
    const libraries = {};
    for (const [name, library] of Object.entries(LIBRARIES)) {
      const sources = { ...trees[library.source], headers: { [target]: nested(headers) } };
      const archive = await build(target, library, sources);
      libraries[name] = {
        sha256: sha256(archive),
        bytes: archive.length,
        objects: filesOf(library).length,
        arguments: argumentsFor(target, library, ''),
        ...(library.own && { own: library.own }),
      };
      compareArchive(join(target, `${name}.br`), archive);
    }
    for (const [name, bytes] of Object.entries(headers)) compareOrWrite(join(target, 'include', name), bytes);
    const hashes = Object.fromEntries(Object.entries(headers).map(([name, bytes]) => [name, sha256(bytes)]));
    manifest.targets[target] = { libraries, headers: hashes };
  }
  compareOrWrite('manifest.json', Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`));
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
if (!isSame) fail('the libraries are not those that are committed; --write puts these in their place');
say(values.write ? 'The libraries are written.' : 'The libraries are those that are committed, byte for byte.');

/** Gets the folders of a source at its commit, edited. @returns the folder */
function checkOut(name, { repository, commit, folders, texts }) {
  let from = values.sources === undefined ? null : join(values.sources, name);
  if (from === null) {
    from = join(scratch, `${name}.git`);
    run('git', ['init', '--quiet', '--bare', from]);
    if (run('git', ['-C', from, 'fetch', '--quiet', '--depth', '1', repository, commit]) !== 0)
      fail(`${repository} cannot be read; --sources names a folder with a copy`);
  }
  const folder = join(scratch, name);
  mkdirSync(folder);
  const archive = join(scratch, `${name}.tar`);
  const paths = [...folders, ...texts];
  if (run('git', ['-C', from, 'archive', '--output', archive, commit, '--', ...paths]) !== 0)
    fail(`${from} has no commit ${commit}`);
  if (run('tar', ['-xf', archive, '-C', folder]) !== 0) fail('tar failed');
  for (const file of patchesOf(name)) {
    const patch = join(HOME, 'patches', name, file);
    if (run('git', ['apply', patch], { cwd: folder }) !== 0) fail(`${patch} does not apply`);
  }
  return folder;
}

/** The headers of the C library for 64 bits that are not those of Clang's package. */
function wideHeaders(folder) {
  const { header, script, parts } = ALL_TYPES;
  const made = spawnSync('sed', ['-f', script, ...parts], { cwd: folder });
  if (made.status !== 0) fail(`sed failed: ${made.stderr}`);
  const copied = Object.entries(WIDE_HEADERS).map(([name, path]) => [name, readFileSync(join(folder, path))]);
  return Object.fromEntries([...copied, [header, made.stdout]].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Files by their paths as nested folders. */
function nested(files) {
  const root = {};
  for (const [path, bytes] of Object.entries(files)) {
    const names = path.split('/');
    const name = names.pop();
    let folder = root;
    for (const part of names) folder = folder[part] ??= {};
    folder[name] = new Uint8Array(bytes);
  }
  return root;
}

function patchesOf(name) {
  const folder = join(HOME, 'patches', name);
  return existsSync(folder) ? readdirSync(folder).sort() : [];
}

/** The files that a compiler can read, as nested folders. */
function treeOf(folder) {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  return Object.fromEntries(
    entries.flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return [[entry.name, treeOf(path)]];
      return entry.isFile() && READ.test(entry.name) ? [[entry.name, new Uint8Array(readFileSync(path))]] : [];
    }),
  );
}

function hashOfTree(tree) {
  const hash = createHash('sha256');
  const add = (folder, prefix) => {
    for (const [name, entry] of Object.entries(folder)) {
      if (entry instanceof Uint8Array) hash.update(`${prefix}${name}\0${entry.length}\0`).update(entry);
      else add(entry, `${prefix}${name}/`);
    }
  };
  add(tree, '');
  return hash.digest('hex');
}

/** The texts of the licenses of a source, each once. */
function licenseOf(folder, { texts }) {
  const of = new Map();
  for (const path of texts) {
    const text = readFileSync(join(folder, path), 'utf8').trim();
    of.set(text, [...(of.get(text) ?? []), path]);
  }
  return `${[...of].map(([text, paths]) => `${paths.join(', ')}:\n\n${text}`).join(`\n\n${'-'.repeat(40)}\n\n`)}\n`;
}

/** Compiles the files of a library. @returns the archive, whose members have no dates and no owners */
async function build(target, library, sources) {
  const began = Date.now();
  const files = filesOf(library);
  const lanes = openLanes(2, sources);
  try {
    const objects = await Promise.all(
      files.map(async ({ path, file }) => {
        const args = [...argumentsFor(target, library, file), '-o', '-', path];
        const { bytes, log } = await lanes.run({ args, files: {}, output: '-' });
        if (bytes === null) say(`${path} does not compile:\n${log.slice(0, 2000)}`);
        return bytes;
      }),
    );
    if (objects.includes(null)) fail('a file does not compile');
    const named = Object.fromEntries(files.map(({ object }, index) => [unique(files, index, object), objects[index]]));
    const args = ['llvm-ar', '--format=gnu', 'rcsD', 'library.a', ...Object.keys(named)];
    const { bytes, log } = await lanes.run({ args, files: named, output: 'library.a' });
    if (bytes === null) fail(`llvm-ar failed: ${log}`);
    say(`${target}: ${files.length} files, ${bytes.length} bytes in ${((Date.now() - began) / 1000).toFixed(0)} s`);
    return Buffer.from(bytes);
  } finally {
    await lanes.close();
  }
}

/** Two files of one name are two members. */
function unique(files, index, object) {
  const before = files.slice(0, index).filter((file) => file.object === object).length;
  return before === 0 ? object : object.replace(/\.o$/, `.${before}.o`);
}

function openLanes(count, sources) {
  const at32 = { at: new URL('../dist/modules/grader/', import.meta.url).href, sources };
  const waiting = [];
  const asked = new Map();
  let next = 0;
  const give = (worker) => {
    const task = waiting.shift();
    if (task === undefined) return idle.push(worker);
    worker.postMessage(task);
  };
  const idle = [];
  const workers = Array.from({ length: count }, () => {
    const worker = new Worker(at('native', 'sysroot', 'compile-lane.mjs'), { workerData: at32 });
    worker.on('message', ({ id, ...answer }) => {
      asked.get(id)(answer);
      asked.delete(id);
      give(worker);
    });
    worker.on('error', (error) => fail(error.stack ?? error.message));
    idle.push(worker);
    return worker;
  });
  return {
    run: (task) =>
      new Promise((resolve) => {
        const id = next++;
        asked.set(id, resolve);
        waiting.push({ id, ...task });
        const worker = idle.shift();
        if (worker) give(worker);
      }),
    close: () => Promise.all(workers.map((worker) => worker.terminate())),
  };
}

function compareArchive(path, archive) {
  const file = join(HOME, path);
  const committed = existsSync(file) ? brotliDecompressSync(readFileSync(file)) : null;
  if (committed?.equals(archive)) return;
  if (!values.write) {
    isSame = false;
    return say(`${path} differs`);
  }
  mkdirSync(join(file, '..'), { recursive: true });
  const { BROTLI_PARAM_QUALITY: quality, BROTLI_PARAM_LGWIN: window, BROTLI_PARAM_SIZE_HINT: hint } = constants;
  writeFileSync(file, brotliCompressSync(archive, { params: { [quality]: 11, [window]: 24, [hint]: archive.length } }));
}

function compareOrWrite(path, bytes) {
  const file = join(HOME, path);
  if (existsSync(file) && readFileSync(file).equals(bytes)) return;
  if (values.write) {
    mkdirSync(join(file, '..'), { recursive: true });
    return writeFileSync(file, bytes);
  }
  isSame = false;
  say(`${path} differs`);
}

function sha256(bytes) {
  return createHash('sha256').update(bytes).digest('hex');
}
