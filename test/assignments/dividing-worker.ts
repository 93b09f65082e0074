import { parentPort } from 'node:worker_threads';
import { createEmulator } from '../../grader/device/emulator/index.ts';
import { serve } from '../../grader/host/serve.ts';
import { dividingAfter, PromptHelper } from '../device/prompt-helper.ts';

// A run worker that divides every launch between three, each time at another place.
const helpers = [new PromptHelper(), new PromptHelper()];
let launches = 0;
const pace = dividingAfter((total) => 1 + ((launches++ * 7) % total));
serve(parentPort, (program, options) =>
  createEmulator(program, { ...options, partition: { helpers: { take: () => helpers }, pace } }),
);
