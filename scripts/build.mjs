// `npm run build`: TypeScript to dist/modules/, all of it bundled to dist/grader/, and the emulator's native half to
// dist/emulator/. Does only what is needed: with nothing changed it takes a fraction of a second. `--pack` also makes
// what only the package has.
import { spawn } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { at, ensureDependencies, fail, root, runTool, say } from './lib/project.mjs';

ensureDependencies();
const stampFile = at('dist', '.build.json');
const buildInfo = at('dist', '.tsbuildinfo-build');

const sources = ['grader', 'assignments', 'native'].flatMap((folder) => filesUnder(at(folder)));
const modules = sources.filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'));
// Data that modules read beside themselves.
const assets = sources.filter(
  (file) => inside(file, 'grader') && /(\.(json|txt|css|svg|hbs|wasm)|LICENSE)$/.test(file),
);
const scripts = [
  ...['scripts/build.mjs', 'scripts/lib/program-bundle.mjs', '.dependency-cruiser.mjs'].map((path) => at(path)),
  // Compiled into the bundle.
  ...filesUnder(at('templates')).filter((path) => path.endsWith('.hbs')),
];
const outputs = modules.map((file) => output(file).replace(/\.ts$/, '.js'));

const stamp = JSON.stringify(
  [...modules, ...assets, ...scripts, at('tsconfig.json'), at('tsconfig.build.json'), at('package-lock.json')].map(
    (file) => {
      const { mtimeMs, size } = statSync(file);
      return [relative(root, file), mtimeMs, size];
    },
  ),
);
// The emulator's half needs nothing of the other one, and keeps a second processor busy.
const emulator = at('native', 'emulator', 'build.mjs');
const emulatorBuilt = existsSync(emulator) ? started(emulator) : Promise.resolve(0);
if (!isCurrent()) {
  const began = Date.now();
  rmSync(stampFile, { force: true });
  removeStale();
  // tsc trusts its notes of what it wrote; where an output is gone they are wrong.
  if (outputs.some((file) => !existsSync(file))) rmSync(buildInfo, { force: true });
  if (runTool('typescript/bin/tsc', ['-p', at('tsconfig.build.json')]) !== 0)
    fail('the TypeScript sources do not compile');
  for (const asset of assets) {
    mkdirSync(dirname(output(asset)), { recursive: true });
    copyFileSync(asset, output(asset));
  }
  const { bundleProgram } = await import('./lib/program-bundle.mjs');
  await bundleProgram().catch((error) => fail(error.message));
  for (const asset of assets) {
    const beside = at('dist', relative(root, asset));
    mkdirSync(dirname(beside), { recursive: true });
    copyFileSync(asset, beside);
  }
  chmodSync(at('dist', 'grader', 'cli', 'bin.js'), 0o755);
  writeFileSync(stampFile, stamp);
  say(`Built dist/ in ${((Date.now() - began) / 1000).toFixed(1)} s.`);
}

// Both have their own notes of what is up to date.
if (existsSync(at('grader', 'playground'))) {
  const { bundlePlayground } = await import('./lib/playground-bundle.mjs');
  const seconds = await bundlePlayground().catch((error) => fail(error.message));
  if (seconds !== null) say(`Bundled dist/playground/ in ${seconds.toFixed(1)} s.`);
}
if ((await emulatorBuilt) !== 0) fail('the emulator runtime does not build');
if (process.argv.includes('--pack')) {
  const { packAddons, packLargeFiles } = await import('./lib/packed.mjs');
  await packLargeFiles();
  packAddons();
  const { writeSbom } = await import('./lib/sbom.mjs');
  writeSbom();
}

/** Starts a script. @returns its exit status, later */
function started(script) {
  const child = spawn(process.execPath, [script], { cwd: root, stdio: 'inherit' });
  process.on('exit', () => child.kill());
  return new Promise((resolve) => {
    child.on('error', () => resolve(1));
    child.on('close', (status) => resolve(status ?? 1));
  });
}

function isCurrent() {
  if (!existsSync(stampFile) || readFileSync(stampFile, 'utf8') !== stamp) return false;
  return [...outputs, at('dist', 'grader', 'cli', 'bin.js')].every((file) => existsSync(file));
}

/** Outputs whose sources are gone would still be imported. */
function removeStale() {
  const wanted = new Set([...outputs, ...assets.map(output)]);
  for (const folder of ['grader', 'assignments', 'native']) {
    for (const file of filesUnder(at('dist', 'modules', folder))) if (!wanted.has(file)) rmSync(file);
  }
}

function output(file) {
  return join(at('dist', 'modules'), relative(root, file));
}

function inside(file, folder) {
  return !relative(at(folder), file).startsWith('..');
}

function filesUnder(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesUnder(path) : [path];
  });
}
