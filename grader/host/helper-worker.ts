import { type HelpedDevice, PartRunner } from '../device/emulator/index.ts';
import { afterRun, workerData } from '../platform/threads/index.ts';
import { HELPER, type HelperData, type HelperRequest } from './helpers.ts';

const { port, state } = workerData as HelperData;
let runner = new PartRunner();
let device: HelpedDevice | null = null;

port.on('message', (request: HelperRequest) => {
  device = request.device ?? device;
  try {
    const isCancelled = () => Atomics.load(state, 0) === HELPER.cancelled;
    port.postMessage(device && runner.run(device, request.part, isCancelled));
  } catch {
    // Whoever asked runs these blocks too, and tells what is wrong where something is.
    runner = new PartRunner();
    port.postMessage(null);
  }
  afterRun(request.device ? 1 : 0);
  Atomics.store(state, 0, HELPER.idle);
  Atomics.notify(state, 0);
});
Atomics.store(state, 0, HELPER.idle);
