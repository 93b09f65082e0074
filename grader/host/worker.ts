import { createEmulator, createInfluenceDevice } from '../device/emulator/index.ts';
import { readOnlyFiles } from '../platform/files/index.ts';
import { parentPort, workerData } from '../platform/threads/index.ts';
import { ThreadHelpers } from './helpers.ts';
import type { RunWorkerData } from './messages.ts';
import { perform } from './replay/index.ts';
import { serve } from './serve.ts';

const { cores } = workerData as RunWorkerData;
const partition = { helpers: new ThreadHelpers(cores) };
serve(
  parentPort,
  (program, { alterEvery, ...options }) =>
    alterEvery === undefined
      ? createEmulator(program, { ...options, partition })
      : createInfluenceDevice(program, options, alterEvery),
  readOnlyFiles,
  perform,
);
