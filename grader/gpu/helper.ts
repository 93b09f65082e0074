import { createWriteStream } from 'node:fs';
import { serveGpu } from './serve.ts';

/** Program of a helper process: `helper.js ORDINAL [DRIVER]`. Requests on standard input, answers on descriptor 3. */
const ANSWERS = 3;
const [ordinal = '0', library] = process.argv.slice(2);

process.stdin.on('end', () => process.exit(0));
serveGpu(process.stdin, createWriteStream('', { fd: ANSWERS }), {
  ordinal: Number(ordinal),
  ...(library !== undefined && { library }),
});
