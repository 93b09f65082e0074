// One thread that compiles files of the sysroot, with Clang as `grade` runs it.
import { parentPort, workerData } from 'node:worker_threads';

const { at, sources } = workerData;
const module = (path) => import(new URL(path, at).href);
const [{ createClang }, { compileClang }, { Assets }] = await Promise.all(
  ['compile/clang.js', 'platform/packaged/index.js', 'compile/assets.js'].map(module),
);
const clang = createClang(await compileClang(2 ** 30, true), new Assets().sysroot());
const decoder = new TextDecoder();

parentPort.on('message', ({ id, args, files, output }) => {
  const { code, log, output: printed, file } = clang.run(args, { ...sources, ...files });
  const bytes = output === '-' ? printed : file(output);
  if (code !== 0 || bytes === null) parentPort.postMessage({ id, bytes: null, log: log || decoder.decode(printed) });
  else parentPort.postMessage({ id, bytes, log });
});
