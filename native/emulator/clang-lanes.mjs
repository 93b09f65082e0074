// Clang in worker threads, so that a build keeps two processors busy. A lane holds about 600 MB.
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

/**
 * Starts lanes. Each runs one tool at a time; what waits is taken in the order in which it came.
 * @param {string} clang - the module of `@yowasp/clang`
 * @returns `runLLVM`, as `@yowasp/clang` has it but always asynchronous, and `close`
 */
export function openLanes(clang, count = 2) {
  const idle = Array.from({ length: count }, () => new Worker(fileURLToPath(import.meta.url), { workerData: clang }));
  const all = [...idle];
  const waiting = [];
  const next = () => {
    if (idle.length === 0 || waiting.length === 0) return;
    const { task, resolve, reject, stdout, stderr } = waiting.shift();
    const lane = idle.shift();
    const end = () => {
      lane.off('message', answered);
      lane.off('error', failed);
    };
    const failed = (error) => {
      end();
      reject(error);
    };
    const answered = ({ printed, result, message }) => {
      end();
      for (const [stream, bytes] of printed) (stream === 'stdout' ? stdout : stderr)?.(bytes);
      idle.push(lane);
      next();
      if (message === null) resolve(result);
      else reject(new Error(message));
    };
    lane.on('message', answered);
    lane.on('error', failed);
    lane.postMessage(task);
  };
  return {
    runLLVM: (args, files, { stdout, stderr, ...options } = {}) =>
      new Promise((resolve, reject) => {
        waiting.push({ task: { args, files, options }, resolve, reject, stdout, stderr });
        next();
      }),
    close: () => Promise.all(all.map((lane) => lane.terminate())),
  };
}

if (!isMainThread) {
  const { runLLVM } = await import(pathToFileURL(workerData).href);
  parentPort.on('message', async ({ args, files, options }) => {
    const printed = [];
    const to = (stream) => (bytes) => bytes && printed.push([stream, bytes.slice()]);
    const silent = { ...options, stdout: to('stdout'), stderr: to('stderr'), fetchProgress: () => undefined };
    try {
      parentPort.postMessage({ printed, result: await runLLVM(args, files, silent), message: null });
    } catch (error) {
      parentPort.postMessage({ printed, result: null, message: error.message });
    }
  });
}
