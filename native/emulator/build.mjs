// Builds the emulator's native half into dist/emulator/ with the Clang that also compiles submissions:
//   node native/emulator/build.mjs [output folder] [folder of Clang's program, as gen/ of @yowasp/clang]
// Plain JavaScript, because it runs before anything of the project is built. Does nothing where the sources, this
// script and Clang are those of the last build.
import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { abiVersion, clangFlags, layoutTotals, ownAbi, staleFiles, targetOf } from './abi.mjs';
import { clangEdits } from './clang-edits.mjs';
import { openLanes } from './clang-lanes.mjs';
import { clangMacros } from './macros.mjs';
import { clangWithHeaders, indexSysroot, writeLibraries } from './sysroot.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..', '..');
/** The libraries of host code, built already. */
const SYSROOT = join(root, 'native', 'sysroot');
/** NVIDIA's headers for device code. */
const CCCL = join(root, 'native', 'cccl');

/** Global memory and room for cells made on demand, MiB. Small ones fit machines that refuse large reservations. */
const LAYOUTS = [
  { heapMiB: 16, poolMiB: 248 },
  { heapMiB: 64, poolMiB: 608 },
  { heapMiB: 300, poolMiB: 1050 },
];

/**
 * Layouts for more memory are made when a program asks for it (`grader/compile/layouts.ts`), of these sources. The pool
 * has what is left of 4 GiB beside what the host has and what is listed here.
 */
const LARGE = {
  /** Folders and files that the runtime is compiled from. */
  sources: ['hooks', 'runtime', 'include/emu/wmma_codes.h'],
  poolMiB: 128,
};

/** Pages of 64 KiB up to MEMORY_END of runtime/abi.h. */
function memoryPages({ layout }, heapMiB, poolMiB) {
  const { bytes, heap, pool } = layoutTotals(layout, 'ahead');
  return Math.ceil((layout.first + bytes + (heap * heapMiB + pool * poolMiB) * 2 ** 20) / 65536);
}

const OPTIONS = [
  '-mrelocation-model',
  'static',
  '-std=c23',
  '-O2',
  '-ffreestanding',
  '-fno-builtin',
  '-Wall',
  '-Wextra',
  '-Werror',
  // Memory has 32-bit addresses: what a program passes is looked at before its high half is dropped (`is_far`).
  ...['-Wno-pointer-to-int-cast', '-Wno-int-to-pointer-cast'],
  '-I',
  'runtime',
  '-I',
  '.',
];

async function filesBelow(folder) {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []);
  return entries
    .filter((e) => e.isFile())
    .map((e) =>
      relative(here, join(e.parentPath ?? e.path, e.name))
        .split(sep)
        .join('/'),
    )
    .sort();
}

/** What the output depends on: not what is written about it. */
async function sourceTree() {
  const files = new Map();
  for (const path of await filesBelow(here)) {
    if (!path.endsWith('.md')) files.set(path, await readFile(join(here, path)));
  }
  files.set('../sysroot/manifest.json', await readFile(join(SYSROOT, 'manifest.json')));
  files.set('../cccl/manifest.json', await readFile(join(CCCL, 'manifest.json')));
  return files;
}

function hashOf(files, clangVersion) {
  const hash = createHash('sha256').update(clangVersion);
  for (const [path, bytes] of files) hash.update(`\0${path}\0${bytes.length}\0`).update(bytes);
  return hash.digest('hex');
}

/** The target whose headers and libraries code is compiled with. */
function machineOf({ dataModel }) {
  return `wasm${8 * dataModel.pointerBytes}`;
}

/** Files as runLLVM's nested tree. */
function tree(files) {
  const out = {};
  for (const [path, bytes] of files) {
    const parts = path.split('/');
    let at = out;
    for (const part of parts.slice(0, -1)) at = at[part] ??= {};
    at[parts.at(-1)] = new Uint8Array(bytes);
  }
  return out;
}

function compilerOf(files, runLLVM) {
  const sources = tree(files);
  return async (args, output, extra = {}) => {
    let log = '';
    const written = [];
    const stdout = (bytes) => bytes && written.push(bytes);
    const stderr = (bytes) => {
      if (bytes) log += new TextDecoder().decode(bytes);
    };
    try {
      const result = await runLLVM(args, { ...sources, ...extra }, { stdout, stderr });
      if (log) process.stderr.write(log);
      return output === '-' ? Buffer.concat(written) : result[output];
    } catch (error) {
      throw new Error(`clang failed: ${args.join(' ')}\n${log}`, { cause: error.message });
    }
  };
}

async function buildEmulator(outDir, clangDir) {
  const started = performance.now();
  const abi = ownAbi();
  const stale = staleFiles(abi);
  if (stale.length > 0)
    throw new Error(`${stale.join(' and ')} is not what native/emulator/abi.yaml gives: run \`npm run abi\``);
  const clangVersion = JSON.parse(await readFile(join(clangDir, '..', 'package.json'), 'utf8')).version;
  const files = await sourceTree();
  const hash = hashOf(files, clangVersion);
  const manifestPath = join(outDir, 'manifest.json');
  const last = await readFile(manifestPath, 'utf8').then(JSON.parse, () => null);
  if (last?.hash === hash) return { built: false, hash };

  const into = await mkdtemp(join(tmpdir(), 'grade-clang-'));
  const { runLLVM, close } = openLanes(
    await clangWithHeaders({ clangDir, sysroot: SYSROOT, target: machineOf(abi), into }),
  );
  try {
    await writeAll({ outDir, clangDir, files, hash, clangVersion, abi, runLLVM });
  } finally {
    await close();
    await rm(into, { recursive: true, force: true });
  }
  return { built: true, hash, milliseconds: Math.round(performance.now() - started) };
}

async function writeAll({ outDir, clangDir, files, hash, clangVersion, abi, runLLVM }) {
  const run = compilerOf(files, runLLVM);
  const target = ['-triple', targetOf(abi.dataModel.pointerBytes).triple];
  const cc1 = (args, output, extra) => run(['clang', '-cc1', ...target, ...args, '-o', output], output, extra);
  // Where it writes a file in memory, Clang takes twice as long: each write copies the file.
  const c = (source, args = []) => cc1([...OPTIONS, '-emit-obj', ...args, '-x', 'c', source], '-');

  const assets = new Map();
  const layouts = LAYOUTS.map(({ heapMiB, poolMiB }) => ({
    heapMiB,
    hooks: `hooks-${heapMiB}.o`,
    runtime: `runtime-${heapMiB}.o`,
    memoryPages: memoryPages(abi, heapMiB, poolMiB),
  }));
  // The runtimes take longest.
  const objects = ['runtime', 'hooks'].flatMap((name) =>
    LAYOUTS.map(async ({ heapMiB, poolMiB }) => {
      const object = `${name}-${heapMiB}.o`;
      assets.set(object, await c(`${name}/${name}.c`, [`-DHEAP_MIB=${heapMiB}`, `-DPOOL_MIB=${poolMiB}`]));
    }),
  );

  const staging = `${outDir}.${process.pid}`;
  await rm(staging, { recursive: true, force: true });
  await mkdir(staging, { recursive: true });
  await cp(join(here, 'include'), join(staging, 'include'), { recursive: true }).catch((error) => {
    if (error.code !== 'ENOENT') throw error;
  });
  await cp(join(here, 'libraries'), join(staging, 'libraries'), { recursive: true });
  for (const path of LARGE.sources) {
    await cp(join(here, path), join(staging, 'large', path), { recursive: true });
  }
  const [headers, host] = await Promise.all([
    precompiledHeaders(files, staging, { runLLVM, clangVersion, previousDir: outDir }),
    hostObject(files, run, c, abi),
    ...objects,
  ]);
  if (host) assets.set('host.o', host);
  for (const [name, bytes] of assets) await writeFile(join(staging, name), bytes);
  const packaged = (name) => readFile(join(clangDir, name));
  const archive = await packaged('llvm-resources.tar');
  const machine = machineOf(abi);
  const libraries = await writeLibraries(SYSROOT, machine, staging);
  await writeFile(join(staging, 'cccl.json'), await ccclHeaders());
  await writeFile(join(staging, 'sysroot.json'), JSON.stringify({ ...indexSysroot(archive, machine), libraries }));
  await writeFile(join(staging, 'clang.json'), JSON.stringify(clangEdits(await packaged('llvm.core.wasm'))));
  const manifest = {
    hash,
    clang: clangVersion,
    abi: abiVersion(abi),
    assets: [...assets.keys()].sort(),
    host: host ? 'host.o' : null,
    include: 'include',
    libraries: 'libraries',
    cccl: 'cccl.json',
    precompiled: headers,
    layouts,
    large: {
      sources: 'large',
      hooks: [...target, ...OPTIONS, '-emit-obj', '-x', 'c', 'hooks/hooks.c'],
      runtime: [...target, ...OPTIONS, '-emit-obj', '-x', 'c', 'runtime/runtime.c'],
      poolMiB: LARGE.poolMiB,
    },
  };
  await writeFile(join(staging, 'nvcc-macros.json'), files.get('nvcc/macros.json'));
  const flags = clangFlags(files.get('flags.json').toString(), abi);
  const macros = await clangMacros(run, flags, tree(files).include);
  await writeFile(join(staging, 'clang-macros.json'), JSON.stringify(macros));
  await writeFile(join(staging, 'flags.json'), JSON.stringify(flags));
  await writeFile(join(staging, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  await rm(outDir, { recursive: true, force: true });
  await mkdir(dirname(outDir), { recursive: true });
  await rename(staging, outDir);
}

/** All of host/*.c linked into one object; null where there is none. */
async function hostObject(files, run, c, abi) {
  const sources = [...files.keys()].filter((path) => /^host\/[^/]+\.c$/.test(path));
  if (sources.length === 0) return null;
  const script = await import('./host/build.mjs').catch((error) => {
    if (error.code === 'ERR_MODULE_NOT_FOUND') return { hostOptions: [] };
    throw error;
  });
  const made = sources.map(async (source) => {
    const object = source.replace(/\//g, '-').replace(/\.c$/, '.o');
    return [object, await c(source, [...script.hostOptions])];
  });
  const objects = Object.fromEntries(await Promise.all(made));
  const { linkerFlags } = targetOf(abi.dataModel.pointerBytes);
  return run(['wasm-ld', ...linkerFlags, '-r', '-o', 'host.o', ...Object.keys(objects)], 'host.o', objects);
}

/** The texts of NVIDIA's headers by path, as JSON. */
async function ccclHeaders() {
  const { sha256 } = JSON.parse(await readFile(join(CCCL, 'manifest.json'), 'utf8'));
  const bytes = await promisify(brotliDecompress)(await readFile(join(CCCL, 'headers.json.br')));
  if (createHash('sha256').update(bytes).digest('hex') !== sha256)
    throw new Error('native/cccl/headers.json.br is not what manifest.json names: run `npm run cccl`');
  return bytes;
}

async function precompiledHeaders(files, outDir, known) {
  if (!files.has('pch.mjs')) return null;
  const { buildPrecompiledHeaders } = await import(pathToFileURL(join(here, 'pch.mjs')).href);
  return (await buildPrecompiledHeaders({ outDir, includeDir: join(here, 'include'), ...known })) ?? null;
}

const outDir = process.argv[2] ?? join(root, 'dist', 'emulator');
const clangDir = process.argv[3] ?? dirname(createRequire(import.meta.url).resolve('@yowasp/clang'));
const result = await buildEmulator(outDir, clangDir);
process.stderr.write(
  result.built ? `emulator built in ${(result.milliseconds / 1000).toFixed(1)} s\n` : 'emulator is up to date\n',
);
