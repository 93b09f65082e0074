// `npm run prebuilds [platform-arch ...]`: compiles the native addons for other platforms with Zig's C++ compiler, so that
// no compiler is needed where the package is installed. `npm pack` takes what is there (scripts/lib/packed.mjs).
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isPrebuilt, nameOf, outputOf, stampOf, TARGETS } from './lib/prebuilt.mjs';
import { at, fail, runNpm, say } from './lib/project.mjs';

const folder = at('.cache', 'prebuilds');
const modules = join(folder, 'node_modules');
const [wanted, unknown] = partition(process.argv.slice(2));
if (unknown.length > 0) fail(`unknown platform ${unknown.join(', ')}; known are ${TARGETS.map(nameOf).join(', ')}`);
installTools();
for (const target of wanted.filter((one) => !isPrebuilt(one))) build(target);

function partition(names) {
  const known = TARGETS.filter((target) => names.length === 0 || names.includes(nameOf(target)));
  return [known, names.filter((name) => !TARGETS.some((target) => nameOf(target) === name))];
}

function installTools() {
  mkdirSync(folder, { recursive: true });
  for (const file of ['package.json', 'package-lock.json'])
    copyFileSync(at('scripts', 'prebuilds', file), join(folder, file));
  const lock = readFileSync(join(folder, 'package-lock.json'), 'utf8');
  const installed = join(modules, '.installed');
  if (existsSync(installed) && readFileSync(installed, 'utf8') === lock) return;
  if (runNpm(['ci', '--ignore-scripts'], { cwd: folder }) !== 0)
    fail('the compiler for other platforms cannot be installed');
  writeFileSync(installed, lock);
}

function build(target) {
  const out = outputOf(target);
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const began = Date.now();
  compile(target, 'compare', ['-O3', '-ffp-contract=off']);
  if (target.hasCuda) compile(target, 'cuda', ['-O2']);
  // The linker writes an import library too.
  for (const name of readdirSync(out).filter((file) => !file.endsWith('.node'))) rmSync(join(out, name));
  writeFileSync(join(out, 'stamp'), stampOf(target));
  say(`Built ${nameOf(target)} in ${((Date.now() - began) / 1000).toFixed(0)} s.`);
}

function compile(target, addon, options) {
  const sources = readdirSync(at('native', addon)).filter((name) => name.endsWith('.cc'));
  zig([
    ...['c++', '-target', target.zig, '-shared', '-s', '-g0', '-std=c++17', '-fexceptions', ...options],
    ...['-fvisibility=hidden', '-ffunction-sections', '-fdata-sections', '-Wno-macro-redefined'],
    ...['-DNAPI_VERSION=9', '-DNODE_ADDON_API_CPP_EXCEPTIONS'],
    ...['-I', join(modules, 'node-api-headers', 'include'), '-I', join(modules, 'node-addon-api')],
    ...sources.map((name) => at('native', addon, name)),
    ...linkOptions(target),
    ...['-o', join(outputOf(target), `${addon}.node`)],
  ]);
}

/** The functions of Node's C interface come from the program that loads the addon. */
function linkOptions({ platform, arch }) {
  if (platform === 'darwin') return ['-Wl,-undefined,dynamic_lookup', '-Wl,-dead_strip'];
  if (platform === 'linux') return ['-Wl,--gc-sections', '-ldl'];
  return [importLibrary(arch)];
}

/** Makes the import library of node.exe. */
function importLibrary(arch) {
  const headers = join(modules, 'node-api-headers', 'def');
  const [first, second] = ['node_api.def', 'js_native_api.def'].map((name) =>
    readFileSync(join(headers, name), 'utf8'),
  );
  const definitions = join(folder, 'node.def');
  const library = join(folder, `node-${arch}.lib`);
  writeFileSync(definitions, `${first.trimEnd()}\n${second.split('\n').slice(2).join('\n')}`);
  zig(['dlltool', '-d', definitions, '-m', arch === 'x64' ? 'i386:x86-64' : 'arm64', '-D', 'node.exe', '-l', library]);
  return library;
}

function zig(args) {
  const program = join(
    modules,
    '@oven',
    `zig-${process.platform}-${process.arch}`,
    process.platform === 'win32' ? 'zig.exe' : 'zig',
  );
  const environment = {
    ...process.env,
    ZIG_GLOBAL_CACHE_DIR: join(folder, 'zig'),
    ZIG_LOCAL_CACHE_DIR: join(folder, 'zig'),
  };
  const { status, error, stderr } = spawnSync(program, args, {
    env: environment,
    encoding: 'utf8',
    maxBuffer: 64 << 20,
  });
  if (status !== 0) fail(`zig ${args[0]} failed: ${error?.message ?? stderr}`);
}
