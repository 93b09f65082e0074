import { Worker, type WorkerOptions } from 'node:worker_threads';

/**
 * Starts a worker thread from one of our own modules. From `dist/` the module is plain JavaScript; from the
 * TypeScript sources (tests, development) it is loaded through tsx, because Node 20 cannot run TypeScript.
 * @param url - module to run, as `new URL('./worker.ts', import.meta.url)`; the compiled extension is chosen here
 */
export function startWorker(url: URL, options: WorkerOptions = {}): Worker {
  return withQuietStdout(start(url, options), options);
}

function start(url: URL, options: WorkerOptions): Worker {
  if (!import.meta.url.endsWith('.ts')) return new Worker(new URL(url.href.replace(/\.ts$/, '.js')), options);
  const bootstrap = `Promise.all([import(${JSON.stringify(import.meta.resolve('tsx/esm/api'))}), import('node:module')]).then(([tsx, { register }]) => {
    tsx.register();
    register(${JSON.stringify(DEPENDENCIES_AS_THEY_ARE)});
    return import(${JSON.stringify(url.href)});
  })`;
  return new Worker(bootstrap, { ...options, eval: true });
}

/** tsx would parse packages too, and make source maps of them: of Binaryen's 15 MB that takes ten seconds. */
const DEPENDENCIES_AS_THEY_ARE = `data:text/javascript,${encodeURIComponent(`
  import { readFile } from 'node:fs/promises';
  export async function load(url, context, next) {
    if (context.format !== 'module' || !url.includes('/node_modules/')) return next(url, context);
    return { format: 'module', shortCircuit: true, source: await readFile(new URL(url)) };
  }
`)}`;

/**
 * Standard output carries results: what a library prints in a worker goes to standard error. Node's own pipe is
 * replaced; asking for `stdout: true` instead would keep the program alive for as long as the worker is.
 */
function withQuietStdout(worker: Worker, options: WorkerOptions): Worker {
  if (options.stdout) return worker;
  worker.stdout.unpipe(process.stdout);
  worker.stdout.on('data', (chunk: Uint8Array) => process.stderr.write(chunk)).resume();
  return worker;
}
