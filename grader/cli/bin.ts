#!/usr/bin/env node
import { checkHeap, GradeError } from '../platform/index.ts';

try {
  checkHeap('start');
} catch (error) {
  if (!(error instanceof GradeError)) throw error;
  process.stderr.write(`error: ${[error.message, ...error.details].join('\n')}\n`);
  process.exit(error.exitCode);
}

// Loaded only now: with too small a heap, Node would end while it reads these modules.
const [{ processIo }, { main }, { services }] = await Promise.all([
  import('./io.ts'),
  import('./main.ts'),
  import('./services.ts'),
]);

const status = await main(process.argv.slice(2), processIo(), services);
// Output that could not be written has set one already.
process.exitCode ??= status;
// What still waits for a container engine that hangs must not keep a program from ending whose work is done.
process.stdout.write('', () => process.stderr.write('', () => setImmediate(() => process.exit())));
