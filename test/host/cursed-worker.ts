import { parentPort } from 'node:worker_threads';
import { serve } from '../../grader/host/serve.ts';
import { CURSES } from './curses.ts';
import { createFakeDevice } from './fake-device.ts';

serve(parentPort, (program, options) => {
  if (program.heapBytes === CURSES.dies) process.exit(9);
  if (program.heapBytes === CURSES.throws) throw new TypeError('a mistake of the grader that a program can reach');
  if (program.heapBytes === CURSES.fillsMemory) throw new RangeError('Array buffer allocation failed');
  return createFakeDevice(program, options);
});
