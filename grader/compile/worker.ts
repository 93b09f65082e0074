import { parentPort } from 'node:worker_threads';
import { Assets, engineHash } from './assets.ts';
import { asyncify } from './asyncify.ts';
import { type Clang, ClangExhausted, loadClang } from './clang.ts';
import { compileDevice } from './device.ts';
import { compileHost } from './host.ts';
import type { Request, Response } from './messages.ts';
import { compileForSizes } from './sizes.ts';
import { sourceOf } from './sources.ts';
import { symbolize } from './symbolize.ts';

/** Holds Clang warm and answers one request after the other. */
const port = parentPort;
if (!port) throw new Error('this module runs as a worker thread');
const answer = (response: Response) => port.postMessage(response);
const assets = new Assets();
let started: (module: WebAssembly.Module) => void = () => {};
const clang = loadClang(
  new Promise((resolve) => {
    started = resolve;
  }),
);

let queue: Promise<void> = Promise.resolve();
port.on('message', (request: Request) => {
  if (request.kind === 'start') return started(request.module);
  queue = queue.then(async () => answer(await handle(await clang, request)));
});
void clang.then(({ version }) => answer({ kind: 'ready', clang: version, engine: engineHash(assets, version) }));

async function handle(loaded: Clang, request: Exclude<Request, { kind: 'start' }>): Promise<Response> {
  const { id } = request;
  try {
    if (request.kind === 'symbolize') {
      const { wasm, offsets, fileName, headers } = request;
      return { kind: 'symbolized', id, positions: symbolize(wasm, offsets, fileName, headers) };
    }
    if (request.kind === 'asyncify') {
      return { kind: 'asyncified', id, wasm: await asyncify(request.wasm, { ignoreIndirect: request.ignoreIndirect }) };
    }
    const source = sourceOf(request.source, request.fileName, request.prototype, request.headers);
    if (request.kind === 'host') {
      const outcome = await compileForSizes(loaded, assets, source, 'host', (text) =>
        compileHost(loaded, assets, text),
      );
      return { kind: 'host', id, outcome };
    }
    const outcome = await compileForSizes(loaded, assets, source, 'device', (text) =>
      compileDevice(loaded, assets, text, request.heapBytes),
    );
    return { kind: 'device', id, outcome };
  } catch (error) {
    if (error instanceof ClangExhausted) return { kind: 'exhausted', id };
    return { kind: 'failed', id, message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
