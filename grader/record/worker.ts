import { parentPort } from 'node:worker_threads';
import { createEmulator } from '../devices/emulator/index.ts';
import { serve } from './serve.ts';

serve(parentPort, createEmulator);
