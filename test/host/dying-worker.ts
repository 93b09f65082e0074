import { existsSync, writeFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { serve } from '../../grader/host/serve.ts';
import { createFakeDevice } from './fake-device.ts';

// `#<URL of a file>`: dies as long as that file is missing, and makes it. Without one it dies of every case.
const { hash } = new URL(import.meta.url);
const file = hash === '' ? null : new URL(decodeURIComponent(hash.slice(1)));
serve(parentPort, (program, options) => {
  if (file === null || !existsSync(file)) {
    if (file !== null) writeFileSync(file, '');
    process.exit(9);
  }
  return createFakeDevice(program, options);
});
