import type { CreateDevice } from '../device.ts';
import { type Connections, execute } from '../execute.ts';
import { NO_OBSERVER } from '../observer.ts';
import { MOST_OPERATIONS } from '../operations.ts';
import { givenContent } from '../run.ts';
import type { BlindJob, Executed, Recording, Task } from '../task.ts';
import { Blindfold, undisguised } from './blind-device.ts';
import { noRun, operationsBefore } from './record.ts';
import { RecordingDevice } from './recording-device.ts';
import { Tape, TooLarge } from './tape.ts';
import { NeedsKernels } from './token-device.ts';

/**
 * Runs host code while the judged inputs are in device memory only. In host memory it has the task's own inputs, which
 * are decoys, and random numbers for what it reads from the device; only a few bytes are true.
 */
export function blind(task: Task, job: BlindJob, createDevice: CreateDevice, connections: Connections): Executed {
  const tape = job.recorded ? new Tape(MOST_OPERATIONS) : null;
  let memory: () => ArrayBufferLike | null = () => null;
  const hostAddress = (bytes: Uint8Array) => (bytes.buffer === memory() ? bytes.byteOffset : null);
  const blindfold = new Blindfold(job.tokenSeed, hostAddress);
  const places = new Map<string, number>();
  const refuse = (): never => {
    throw new NeedsKernels();
  };
  const observer = {
    ...(tape?.observer ?? NO_OBSERVER),
    started: (of: () => ArrayBufferLike) => {
      memory = of;
    },
    placed: (name: string, address: number, given: Uint8Array) => {
      places.set(name, address);
      const judged = job.judged.find((argument) => argument.name === name);
      const truth = judged && givenContent(judged);
      if (truth) blindfold.disguises.push({ address, given, truth });
    },
    ended: () => {
      blindfold.isOff = true;
      tape?.observer.ended();
    },
  };
  let geometry: Recording['geometry'] = null;
  const create: CreateDevice = (program, options) => {
    const device = createDevice(program, options);
    geometry = device.geometry ?? null;
    const covered = blindfold.over(device, refuse);
    return tape ? new RecordingDevice(covered, (operation) => tape.add(operation), hostAddress) : covered;
  };
  try {
    const executed = execute(task, create, { ...connections, observer });
    if (tape) {
      const recording = { operations: tape.operations, begin: operationsBefore(task), refused: null, geometry };
      return { ...executed, recording };
    }
    const outputs = executed.run.outputs.map((output) => {
      const address = places.get(output.name);
      if (address === undefined) return output;
      return { ...output, bytes: undisguised(blindfold.disguises, address, output.bytes) };
    });
    return { ...executed, run: { ...executed.run, outputs } };
  } catch (error) {
    if (!(error instanceof NeedsKernels || error instanceof TooLarge)) throw error;
    return {
      ...noRun(),
      replayed: { differs: 'memory that both sides reach', untracedBytes: 0, endedOtherwise: true },
    };
  }
}
