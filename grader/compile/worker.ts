import { parentPort } from 'node:worker_threads';
import { Assets, engineHash } from './assets.ts';
import { loadClang } from './clang.ts';
import { compile } from './compile.ts';
import type { Request, Response } from './messages.ts';
import { symbolize } from './symbolize.ts';

/** Holds Clang warm and answers one request after the other. */
const port = parentPort;
if (!port) throw new Error('this module runs as a worker thread');
const assets = new Assets();
const clang = await loadClang();
const answer = (response: Response) => port.postMessage(response);
answer({ kind: 'ready', clang: clang.version, engine: engineHash(assets, clang.version) });

let queue = Promise.resolve();
port.on('message', (request: Request) => {
  queue = queue.then(() => handle(request));
});

async function handle(request: Request): Promise<void> {
  try {
    if (request.kind === 'compile') {
      const { source, fileName, prototype, heapBytes } = request;
      answer({
        kind: 'compiled',
        id: request.id,
        result: await compile(clang, assets, source, fileName, prototype, heapBytes),
      });
    } else {
      const { wasm, offsets, fileName } = request;
      answer({ kind: 'symbolized', id: request.id, positions: await symbolize(clang, wasm, offsets, fileName) });
    }
  } catch (error) {
    answer({
      kind: 'failed',
      id: request.id,
      message: error instanceof Error ? (error.stack ?? error.message) : String(error),
    });
  }
}
