/** Makes a test of `unit` fail if it starts the engine: it belongs to `engine` of vitest.config.ts. */
import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import { promisify } from 'node:util';
import workers from 'node:worker_threads';

/** Any other WebAssembly here is smaller than Clang's, which has 105 MB. */
const CLANG_BYTES = 50e6;

function refuse(what: string): never {
  throw new Error(`${what} was started in a test of the project unit. Add its file to engine in vitest.config.ts.`);
}

const guarded = Symbol.for('grade.no-engine');
if (!(guarded in globalThis)) {
  Object.defineProperty(globalThis, guarded, { value: true });
  Object.defineProperty(workers, 'Worker', {
    value: class {
      constructor(file: unknown) {
        refuse(`the worker ${String(file)}`);
      }
    },
  });
  for (const name of ['spawn', 'spawnSync', 'fork', 'execFile', 'execFileSync'] as const) {
    const real: unknown = childProcess[name];
    const guard =
      (call: unknown) =>
      (program: unknown, ...more: unknown[]) => {
        if (program === process.execPath || name === 'fork') refuse(`a process of Node (${String(more[0])})`);
        return (call as (...args: unknown[]) => unknown)(program, ...more);
      };
    const promised: unknown = Reflect.get(real as object, promisify.custom);
    Reflect.set(
      childProcess,
      name,
      Object.assign(guard(real), promised ? { [promisify.custom]: guard(promised) } : {}),
    );
  }
  syncBuiltinESMExports();
  const { compile } = WebAssembly;
  WebAssembly.compile = (bytes) => (bytes.byteLength > CLANG_BYTES ? refuse('Clang') : compile(bytes));
}
