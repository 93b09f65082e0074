#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { checkHeap, GradeError } from '../platform/index.ts';

/** Commands that compile a file of the student's. */
const COMPILING = new Set(['submit', 'run']);

const argv = process.argv.slice(2);
try {
  checkHeap('start');
} catch (error) {
  if (!(error instanceof GradeError)) throw error;
  process.stderr.write(`error: ${[error.message, ...error.details].join('\n')}\n`);
  process.exit(error.exitCode);
}

// Clang takes as long to load as all of this package: it begins first.
if (compiles(argv)) (await import('../compile/early/index.ts')).beginCompiler();

// Loaded only now: with too small a heap, Node would end while it reads these modules.
const [{ processIo }, { main }, { services }] = await Promise.all([
  import('./io.ts'),
  import('./main.ts'),
  import('./services.ts'),
]);

const status = await main(argv, processIo(), services);
// Output that could not be written has set one already.
process.exitCode ??= status;
// What still waits for a container engine that hangs must not keep a program from ending whose work is done.
process.stdout.write('', () => process.stderr.write('', () => setImmediate(() => process.exit())));

/** A guess: if it is wrong, the command line is answered all the same. */
function compiles([command = '', ...rest]: readonly string[]): boolean {
  const named = rest.length > 0 || (command === 'submit' && existsSync('grade-exercise.json'));
  if (!COMPILING.has(command) || !named || rest.some((arg) => arg === '-h' || arg === '--help')) return false;
  try {
    checkHeap('grade');
    return true;
  } catch {
    return false;
  }
}
