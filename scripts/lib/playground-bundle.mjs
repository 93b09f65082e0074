// The engine and the page of `grade playground` for browsers, bundled from the TypeScript sources to dist/playground/.
// What only Node has lives in grader/platform/; here each such module gives way to its twin in
// grader/platform/browser/, and a bundle in which anything of Node's is left is refused.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { build } from 'esbuild';
import Handlebars from 'handlebars';
import { bundledPackages, licensesOf } from './licenses.mjs';
import { at, root } from './project.mjs';

const STAMP = at('dist', '.playground.json');
const OUT = at('dist', 'playground');
const PLATFORM = at('grader', 'platform');
const TWINS = at('grader', 'platform', 'browser');

/** Entries by their name in the bundle; a worker's is its path in `grader/`, from which the engine starts it. */
const ENTRIES = {
  page: 'grader/playground/browser/page.ts',
  grading: 'grader/playground/browser/grading.ts',
  'compile/worker': 'grader/compile/worker.ts',
  'host/worker': 'grader/host/worker.ts',
};

const SERVICE_WORKER = 'grader/playground/browser/sw.ts';

const COMMON = {
  absWorkingDir: root,
  outdir: OUT,
  bundle: true,
  platform: 'browser',
  target: 'es2022',
  minify: true,
  legalComments: 'linked',
  metafile: true,
  logLevel: 'error',
};

/** What grading does with a GPU. */
const OF_GPUS = ['gpu-cases.ts', 'timing.ts', 'repeated-timing.ts'].map((file) => at('grader/pipeline/grade', file));

/** Templates that the engine renders. */
const TEMPLATES = ['report.html.hbs', 'report.css', 'report.js'];

/** Bundles where anything has changed since. @returns seconds that it took, or null where nothing was to be done */
export async function bundlePlayground() {
  if (isCurrent()) return null;
  const started = Date.now();
  rmSync(STAMP, { force: true });
  rmSync(OUT, { recursive: true, force: true });
  const { metafile } = await build({
    ...COMMON,
    entryPoints: ENTRIES,
    splitting: true,
    format: 'esm',
    // Before zod in each chunk: a page's policy forbids the code that it would make of schemas, and trying that is reported.
    banner: { js: '(globalThis.__zod_globalConfig ??= {}).jitless = true;' },
    chunkNames: '[name]-[hash]',
    plugins: [forBrowsers],
  });
  refuseNode(metafile);
  // Of those that a site copies, too.
  const copied = ['@yowasp/clang', 'binaryen'].map((name) => `node_modules/${name}`);
  const packages = bundledPackages(metafile);
  writeFileSync(join(OUT, 'LICENSES.txt'), licensesOf([...packages, ...copied]));
  // For scripts/audit.mjs and scripts/lib/sbom.mjs.
  writeFileSync(at('dist', 'bundled-playground.json'), JSON.stringify([...packages].sort()));
  // Firefox takes no module for a service worker.
  await build({ ...COMMON, entryPoints: { sw: SERVICE_WORKER }, format: 'iife' });
  mkdirSync(dirname(STAMP), { recursive: true });
  const own = [import.meta.filename ?? at('scripts', 'lib', 'playground-bundle.mjs'), at('package-lock.json')];
  const others = [
    ...TEMPLATES.map((name) => at('templates', name)),
    ...gpuFiles(),
    ...twins(),
    at(SERVICE_WORKER),
    ...own,
  ];
  const inputs = Object.keys(metafile.inputs).filter((path) => !path.includes(':'));
  writeFileSync(STAMP, JSON.stringify([...new Set([...inputs.map((path) => at(path)), ...others])].map(seen)));
  return (Date.now() - started) / 1000;
}

const forBrowsers = {
  name: 'for-browsers',
  setup(bundle) {
    // Handlebars without its compiler: templates are compiled here.
    const handlebars = createRequire(import.meta.url).resolve('handlebars/runtime.js');
    bundle.onResolve({ filter: /^handlebars$/ }, () => ({ path: handlebars, sideEffects: false }));
    bundle.onResolve({ filter: /^virtual:/ }, ({ path }) => ({ path, namespace: 'virtual' }));
    bundle.onLoad({ filter: /.*/, namespace: 'virtual' }, ({ path }) => ({ contents: VIRTUAL[path](), loader: 'js' }));
    // Left out where nothing uses them; refused in the end where something does.
    bundle.onResolve({ filter: /^node:/ }, ({ path }) => ({ path, external: true, sideEffects: false }));
    // None of our modules does anything by being loaded, but for the entries.
    bundle.onResolve({ filter: /^\.{1,2}\// }, ({ path, resolveDir, importer }) => {
      if (!importer.startsWith(at('grader') + sep)) return undefined;
      return { path: twinOf(resolve(resolveDir, path), importer), sideEffects: false };
    });
    // Packages neither, as far as we use them.
    bundle.onResolve({ filter: /^[a-z@]/ }, async ({ path, importer, kind, resolveDir, pluginData }) => {
      if (pluginData === 'seen' || importer.includes(`${sep}node_modules${sep}`)) return undefined;
      const found = await bundle.resolve(path, { kind, importer, resolveDir, pluginData: 'seen' });
      return found.errors.length > 0 ? found : { ...found, sideEffects: false };
    });
    // Packages that ask for Node's own without `node:`, in parts that nothing here uses.
    bundle.onResolve({ filter: /^(assert|crypto|fs|module|os|path|stream|url|util|zlib)$/ }, ({ path }) => ({
      path: `node:${path}`,
      external: true,
      sideEffects: false,
    }));
    // 15 MB that few programs need: the site takes it from where it is installed, and only a worker in a folder asks.
    bundle.onResolve({ filter: /^binaryen$/ }, () => ({ path: '../binaryen.js', external: true }));
    // Its parts for Node.
    bundle.onLoad({ filter: /[\\/]web-tree-sitter[\\/]web-tree-sitter\.js$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8')
        .replaceAll('if (ENVIRONMENT_IS_NODE)', 'if (false)')
        .replaceAll('globalThis.process?.versions.node', 'false'),
      loader: 'js',
    }));
    // Where a module lies says which worker it starts.
    bundle.onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      if (!text.includes('import.meta.url')) return undefined;
      const url = JSON.stringify(`file:///${relative(at('grader'), path).replaceAll(sep, '/')}`);
      return { contents: text.replaceAll('import.meta.url', url), loader: 'ts' };
    });
  },
};

function twinOf(path, importer) {
  if (OF_GPUS.includes(path)) return at('grader/playground/gpu.ts');
  const twin = join(TWINS, basename(path));
  // What a twin has in common with its original it takes from there.
  return isOfNode(path) && dirname(importer) !== TWINS && existsSync(twin) ? twin : path;
}

/** A module of the platform, and no index. */
function isOfNode(path) {
  return path.startsWith(PLATFORM + sep) && dirname(path) !== TWINS && basename(path) !== 'index.ts';
}

const VIRTUAL = {
  'virtual:templates': () => {
    const texts = TEMPLATES.map((name) => [name, readFileSync(at('templates', name), 'utf8')]);
    const compiled = texts
      .filter(([name]) => name.endsWith('.hbs'))
      .map(([name, text]) => `${JSON.stringify(name)}: ${Handlebars.precompile(text, { strict: true })}`);
    const plain = texts.filter(([name]) => !name.endsWith('.hbs'));
    return `export const templates = { texts: ${JSON.stringify(Object.fromEntries(plain))}, compiled: { ${compiled.join(', ')} } };`;
  },
  'virtual:gpus': () => {
    const read = gpuFiles().map((path) => [basename(path, '.json'), JSON.parse(readFileSync(path, 'utf8'))]);
    return `export const gpus = ${JSON.stringify(Object.fromEntries(read))};`;
  },
};

function gpuFiles() {
  const folder = at('grader', 'timing', 'estimate', 'gpus');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => join(folder, name));
}

function twins() {
  return readdirSync(TWINS).map((name) => join(TWINS, name));
}

/** @throws Error naming who imports what */
function refuseNode({ outputs, inputs }) {
  const left = Object.entries(outputs).flatMap(([output, { imports, inputs: parts }]) => {
    const names = new Set(imports.map(({ path }) => path).filter((path) => path.startsWith('node:')));
    return [...names].map((name) => {
      const users = Object.keys(parts).filter((part) => inputs[part]?.imports.some(({ path }) => path === name));
      return { name, output, users };
    });
  });
  if (left.length === 0) return;
  const lines = left.map(({ name, output, users }) => `${relative(OUT, output)}: ${name} of ${users.join(', ')}`);
  throw new Error(`what browsers run must not import what only Node has:\n${lines.join('\n')}`);
}

function isCurrent() {
  if (!existsSync(STAMP) || !existsSync(OUT)) return false;
  const stamp = JSON.parse(readFileSync(STAMP, 'utf8'));
  return stamp.every(
    ([path, ...rest]) => existsSync(at(path)) && JSON.stringify(seen(at(path)).slice(1)) === JSON.stringify(rest),
  );
}

function seen(path) {
  const { mtimeMs, size } = statSync(path);
  return [relative(root, path), mtimeMs, size];
}
