// What Node runs of this package, bundled from the TypeScript sources to dist/grader/ and dist/assignments/ with the
// packages that it needs: a program loads a few files instead of a thousand, and nobody installs what is never used.
// What is loaded lazily in the sources is a file of its own here, and loaded as lazily. dist/modules/ has the same
// modules one by one, for tests and measurements.
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';
import { runInNewContext } from 'node:vm';
import { build } from 'esbuild';
import Handlebars from 'handlebars';
import { compile } from 'json-schema-to-typescript';
import ts from 'typescript';
import { PROGRAMS } from '../../.dependency-cruiser.mjs';
import { bundledPackages, licensesOf, VENDORED } from './licenses.mjs';
import { compressed } from './packed.mjs';
import { at, root } from './project.mjs';

/** The text in outputs for the place of a module, replaced by the way from its folder to dist/. */
const TO_DIST = '@@TO_DIST@@';
/** Files that packages have beside them. */
const VENDOR = 'grader/vendor';

const HANDLEBARS_RUNTIME = createRequire(import.meta.url).resolve('handlebars/runtime.js');

/** Stays installed: it has files of its own that it looks for, and is loaded for few commands. */
const EXTERNAL = ['jiti'];

/** Parts of packages that nothing here reaches, and that would bring in dozens of others. */
const LEFT_OUT = [
  [/[\\/]docker-modem[\\/]lib[\\/]modem\.js$/, './ssh', 'container engines are not reached by ssh'],
  [/[\\/]dockerode[\\/]lib[\\/][a-z]+\.js$/, './session', 'images are not built with BuildKit'],
  [/[\\/]dockerode[\\/]lib[\\/][a-z]+\.js$/, './buildkit', 'images are not built with BuildKit'],
];

/** Bundles. @returns seconds that it took */
export async function bundleProgram() {
  const started = Date.now();
  const simulators = readdirSync(at('assignments')).filter((id) => existsSync(at('assignments', id, 'simulator.ts')));
  const entries = [
    ...PROGRAMS.map((path) => `grader/${path}`),
    ...simulators.map((id) => `assignments/${id}/simulator.ts`),
  ];
  const { metafile, outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: Object.fromEntries(entries.map((path) => [path.replace(/\.ts$/, ''), path])),
    outdir: at('dist'),
    write: false,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    splitting: true,
    chunkNames: 'grader/chunks/[name]-[hash]',
    // Names stay: they are in messages and stacks.
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: 'none',
    charset: 'utf8',
    external: EXTERNAL,
    // Packages that ask for Node's own in the old way.
    banner: {
      js: "import{createRequire as $createRequire}from'node:module';const require=$createRequire(import.meta.url);",
    },
    metafile: true,
    logLevel: 'error',
    plugins: [forNode],
  });
  refuseUnnamed(metafile);
  for (const folder of ['grader', 'assignments']) rmSync(at('dist', folder), { recursive: true, force: true });
  for (const { path, text } of outputFiles) {
    refuseRenamed(path, text);
    mkdirSync(dirname(path), { recursive: true });
    const toDist = relative(dirname(path), at('dist')).split(sep).join('/');
    writeFileSync(path, text.replaceAll(TO_DIST, toDist));
  }
  await writeDeclarations();
  await vendorBinaryen();
  const grammarEngine = at('node_modules', 'web-tree-sitter', 'web-tree-sitter.wasm');
  cpSync(grammarEngine, at('dist', VENDOR, 'web-tree-sitter.wasm'));
  writeFileSync(at('dist', 'grader', 'stages.json'), JSON.stringify(stages()));
  const packages = [...bundledPackages(metafile), 'node_modules/binaryen'];
  // For scripts/audit.mjs and scripts/lib/sbom.mjs.
  writeFileSync(at('dist', 'bundled.json'), JSON.stringify([...packages].sort()));
  writeFileSync(at('dist', 'THIRD-PARTY-LICENSES.txt'), licensesOf(packages, VENDORED));
  return (Date.now() - started) / 1000;
}

const forNode = {
  name: 'for-node',
  setup(bundle) {
    // None of our modules does anything by being loaded, but for what is started.
    bundle.onResolve({ filter: /^\.{1,2}\// }, ({ path, resolveDir, importer }) => {
      const left = LEFT_OUT.find(([by, name]) => by.test(importer) && name === path);
      if (left) return { path: left[2], namespace: 'left-out' };
      return importer.startsWith(at('grader') + sep) ? { path: join(resolveDir, path), sideEffects: false } : undefined;
    });
    bundle.onLoad({ filter: /.*/, namespace: 'left-out' }, ({ path }) => ({
      contents: `module.exports = function () { throw new Error(${JSON.stringify(`not part of this package: ${path}`)}); };`,
      loader: 'js',
    }));
    // Templates are compiled here; only `grade new` compiles others.
    bundle.onResolve({ filter: /^handlebars$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? undefined : { path: HANDLEBARS_RUNTIME, sideEffects: false },
    );
    bundle.onLoad({ filter: /[\\/]render[\\/]compile-template\.ts$/ }, () => ({
      contents: compiledTemplates(),
      loader: 'js',
    }));
    bundle.onResolve({ filter: /^binaryen$/ }, () => ({ path: `${TO_DIST}/${VENDOR}/binaryen.js`, external: true }));
    // Zod's messages in fifty languages.
    bundle.onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: "export { default as en } from './en.js';",
      loader: 'js',
    }));
    // Where a module lies says what lies beside it: that is still so.
    bundle.onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      if (!text.includes('import.meta.url')) return undefined;
      return { contents: placed(text, relative(root, path).split(sep).join('/')), loader: 'ts' };
    });
  },
};

/** The module that stands for grader/platform/render/compile-template.ts. */
function compiledTemplates() {
  const names = readdirSync(at('templates')).filter((name) => name.endsWith('.hbs'));
  const compiled = names.map((name) => {
    const text = readFileSync(at('templates', name), 'utf8');
    return `${JSON.stringify(name)}: ${Handlebars.precompile(text, { strict: true })}`;
  });
  return `import Handlebars from 'handlebars';
    const compiled = { ${compiled.join(', ')} };
    export const compileTemplate = (name) => Handlebars.template(compiled[name]);`;
}

function placed(text, path) {
  const url = `new URL(${JSON.stringify(`${TO_DIST}/${path.replace(/\.ts$/, '.js')}`)}, import.meta.url).href`;
  return text.replaceAll('import.meta.url', url);
}

/** A CommonJS package that is loaded lazily has a default export in a bundle and no other, unlike in Node. */
function refuseUnnamed({ inputs }) {
  for (const [path, { imports }] of Object.entries(inputs)) {
    const unlike = imports.find(
      (one) => one.kind === 'dynamic-import' && inputs[one.path]?.format === 'cjs' && !/\/handlebars\//.test(one.path),
    );
    if (unlike) throw new Error(`${path}: import ${unlike.path} at the top, or its exports are missing in the bundle`);
  }
}

/** Two classes of one name in one file: an error would call itself by a name that is not its own. */
function refuseRenamed(path, text) {
  const renamed = /\bclass (\w*Error\d+)\b/.exec(text)?.[1];
  if (renamed !== undefined) throw new Error(`${relative(root, path)}: a second class has the name of ${renamed}`);
}

/** The schema of each type of result. */
const RESULTS = { GradeResult: 'result', RunResult: 'run' };

/**
 * Writes the types of the library (grader/api/) beside its program. They import only each other: the types of results
 * come from the JSON schemas, because nobody installs zod.
 */
async function writeDeclarations() {
  const folder = at('dist', 'grader', 'api');
  for (const name of ['index', 'types']) {
    const source = readFileSync(at('grader', 'api', `${name}.ts`), 'utf8');
    const compilerOptions = {
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.NodeNext,
      isolatedDeclarations: true,
    };
    const { outputText, diagnostics } = ts.transpileDeclaration(source, {
      fileName: `${name}.ts`,
      reportDiagnostics: true,
      compilerOptions,
    });
    const wrong = diagnostics?.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')) ?? [];
    const others = [...outputText.matchAll(/from '(.*)'/g)].filter(([, from]) => !/^\.\/\w+\.ts$/.test(from));
    if (wrong.length + others.length > 0)
      throw new Error(`grader/api/${name}.ts: ${[...wrong, ...others.map(([line]) => line)].join('; ')}`);
    writeFileSync(join(folder, `${name}.d.ts`), outputText.replaceAll(/(from '\.\/\w+)\.ts'/g, "$1.js'"));
  }
  const results = Object.entries(RESULTS).map(([name, file]) => {
    const {
      title: _,
      $id: __,
      ...schema
    } = JSON.parse(readFileSync(at('grader', 'result', `${file}.schema.json`), 'utf8'));
    return compile(schema, name, { bannerComment: '' });
  });
  writeFileSync(join(folder, 'results.d.ts'), (await Promise.all(results)).join('\n'));
}

/**
 * Binaryen is 15 MB of text, of which most is its program, written as a string. Here that is a compressed file beside
 * it. `grade playground`, whose browsers cannot read one, puts the string back (grader/platform/packaged/binaryen.ts).
 */
async function vendorBinaryen() {
  const text = readFileSync(at('node_modules', 'binaryen', 'index.js'), 'utf8');
  const other = new Error('binaryen is written in another way than expected');
  const [begin, decode] = /\?\?=(\w+)\((?=`\\0asm)/.exec(text) ?? [];
  if (begin === undefined) throw other;
  const from = text.indexOf(begin) + begin.length;
  let to = from + 1;
  while (to < text.length && text[to] !== '`') to += text[to] === '\\' ? 2 : 1;
  to += 1;
  const program = Buffer.from(runInNewContext(text.slice(from, to)), 'latin1');
  if (program.readUInt32BE() !== 0x0061736d || text[to] !== ')') throw other;
  const own = [
    "import{readFileSync}from'node:fs';import{brotliDecompressSync}from'node:zlib';",
    "const program=()=>brotliDecompressSync(readFileSync(new URL('./binaryen.wasm.br',import.meta.url)));",
  ];
  const folder = at('dist', VENDOR);
  mkdirSync(folder, { recursive: true });
  const shell = `${text.slice(0, from - begin.length)}??=/*${decode}*/program()/**/${text.slice(to + 1)}`;
  writeFileSync(join(folder, 'binaryen.js'), `${own.join('')}\n${shell}`);
  writeFileSync(join(folder, 'binaryen.wasm.br'), await compressed(program));
}

/** Each folder of grader/ by its modules: what the engine knows its own code by (engine-files.ts). */
function stages() {
  const modules = at('dist', 'modules', 'grader');
  const folders = readdirSync(modules, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return Object.fromEntries(
    folders.map(({ name }) => {
      const hash = createHash('sha256');
      const files = readdirSync(join(modules, name), { recursive: true, encoding: 'utf8' });
      for (const file of files.filter((path) => path.endsWith('.js')).sort()) {
        const bytes = readFileSync(join(modules, name, file));
        hash.update(`\0${file.replaceAll(sep, '/')}\0${bytes.length}\0`).update(bytes);
      }
      return [name, hash.digest('hex')];
    }),
  );
}
