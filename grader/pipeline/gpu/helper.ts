import { createWriteStream } from 'node:fs';
import { serveGpu } from './serve.ts';

/** Program of a helper process: `helper.js ORDINAL [DRIVER]`. Requests on standard input, answers on descriptor 3. */
const ANSWERS = 3;

// All work goes into one stream. With one hardware queue in place of eight, the driver makes and ends a context in a
// third of the time, one context after the other on the whole machine.
process.env.CUDA_DEVICE_MAX_CONNECTIONS = '1';

const [ordinal = '0', library] = process.argv.slice(2);

process.stdin.on('end', () => process.exit(0));
serveGpu(process.stdin, createWriteStream('', { fd: ANSWERS }), {
  ordinal: Number(ordinal),
  ...(library !== undefined && { library }),
});
