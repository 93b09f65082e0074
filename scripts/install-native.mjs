// npm's install hook: takes the native addon that the package has for this platform, or builds it where the machine
// can. Where it cannot, the install succeeds all the same, one line says so, and the TypeScript twin does the work.
// `--verbose` shows what the compiler said.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const verbose = process.argv.includes('--verbose');
const TIME_LIMIT_MS = 5 * 60 * 1000;

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const outcome = build();
  if (outcome !== null) console.log(`cuda-course-grade: ${outcome}`);
}

/** @returns one line for people, or null where there is nothing to say */
function build() {
  if (!existsSync(join(root, 'binding.gyp'))) return null;
  if (process.env.GRADE_NATIVE === 'off')
    return 'native addon not built (GRADE_NATIVE=off); the TypeScript twin is used.';
  if (isPrebuilt()) return 'native addon ready: the package has it for this platform.';
  const missing = missingTools();
  if (missing.length > 0) {
    return `native addon not built (no ${missing.join(', no ')}); the TypeScript twin is used, slower and with the same results.`;
  }
  const stampFile = join(root, 'build', 'Release', '.stamp');
  const stamp = `${fingerprint()} ${process.versions.modules}`;
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return null;
  const script = nodeGyp();
  if (script === null)
    return 'native addon not built (no node-gyp, which comes with npm); the TypeScript twin is used.';
  const everything = compile(script, []);
  if (everything.status === 0) {
    writeFileSync(stampFile, stamp);
    return 'native addon built.';
  }
  // The binding of the CUDA driver must not cost the other addon.
  if (compile(script, ['-Dcuda=0']).status === 0) {
    writeFileSync(stampFile, stamp);
    return `native addon built, without the CUDA binding${why(everything)}: no GPU can be used.`;
  }
  rmSync(join(root, 'build'), { recursive: true, force: true });
  return `native addon not built${why(everything)}; the TypeScript twin is used. Details: node scripts/install-native.mjs --verbose`;
}

/** @param definitions - variables of binding.gyp, as gyp takes them */
function compile(script, definitions) {
  const args = [script, 'rebuild', '--loglevel', verbose ? 'info' : 'error'];
  // Headers that came with Node need no download.
  const prefix = join(dirname(process.execPath), '..');
  if (existsSync(join(prefix, 'include', 'node', 'node_api.h'))) args.push('--nodedir', prefix);
  if (definitions.length > 0) args.push('--', ...definitions);
  return spawnSync(process.execPath, args, {
    cwd: root,
    stdio: verbose ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    timeout: TIME_LIMIT_MS,
    encoding: 'utf8',
    maxBuffer: 64 << 20,
  });
}

function why(result) {
  return verbose ? '' : ` (${reason(result)})`;
}

/** What a build needs and this machine lacks. node-gyp itself looks for Visual Studio on Windows. */
function missingTools() {
  if (process.platform === 'win32') return [];
  const missing = [];
  if (!onPath('g++') && !onPath('c++') && !onPath('clang++') && !process.env.CXX) missing.push('C++ compiler');
  if (!onPath('make')) missing.push('make');
  if (!onPath('python3') && !onPath('python')) missing.push('python3');
  return missing;
}

function onPath(program) {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => folder !== '' && existsSync(join(folder, program)));
}

/** That of a clone, or the one that every npm has. */
function nodeGyp() {
  const program = ['node_modules', 'node-gyp', 'bin', 'node-gyp.js'];
  const { npm_config_node_gyp: named, npm_execpath: npm } = process.env;
  const candidates = [
    join(root, ...program),
    named,
    npm && join(dirname(npm), '..', ...program),
    join(dirname(process.execPath), '..', 'lib', 'node_modules', 'npm', ...program),
    join(dirname(process.execPath), 'node_modules', 'npm', ...program),
  ];
  return candidates.find((path) => path && existsSync(path)) ?? null;
}

/** Are there addons of these very sources, and does this machine load them? Another C library may not. */
function isPrebuilt() {
  const folder = join(root, 'dist', 'prebuilds', `${process.platform}-${process.arch}`);
  try {
    if (readFileSync(join(folder, 'stamp'), 'utf8') !== fingerprint()) return false;
    const require = createRequire(import.meta.url);
    for (const name of readdirSync(folder).filter((file) => file.endsWith('.node'))) require(join(folder, name));
    return true;
  } catch {
    return false;
  }
}

/** Returns a hash of everything that addons depend on: an addon with the same hash needs no second build. */
export function fingerprint(platform = process.platform, arch = process.arch) {
  const hash = createHash('sha256').update([arch, platform].join());
  const files = ['binding.gyp', ...sources('native/compare'), ...sources('native/cuda')];
  for (const file of files) hash.update(file).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

function sources(folder) {
  if (!existsSync(join(root, folder))) return [];
  const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).sort();
  return names.filter((name) => /\.(cc|cpp|h|hpp|gypi)$/.test(name)).map((name) => join(folder, name));
}

function reason(result) {
  if (result.error?.code === 'ETIMEDOUT') return 'it took longer than five minutes';
  if (result.error) return result.error.message;
  const lines = `${result.stdout}\n${result.stderr}`.split('\n');
  const telling = lines.find((line) => /\berror:|gyp ERR! stack /.test(line)) ?? 'the compiler failed';
  return telling
    .replace(/^gyp ERR! stack /, '')
    .trim()
    .slice(0, 120);
}
