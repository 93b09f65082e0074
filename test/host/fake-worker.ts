import { parentPort } from 'node:worker_threads';
import { serve } from '../../grader/host/serve.ts';
import { createFakeDevice } from './fake-device.ts';

serve(parentPort, createFakeDevice);
