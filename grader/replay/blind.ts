import {
  type Connections,
  type CreateDevice,
  type Executed,
  execute,
  NO_OBSERVER,
  type Task,
} from '../record/index.ts';
import { Blindfold, undisguised } from './blind-device.ts';
import type { BlindJob } from './job.ts';
import { noRun } from './record.ts';
import { NeedsKernels } from './token-device.ts';

/**
 * Runs host code while the judged inputs are in device memory only. In host memory it has the task's own inputs, which
 * are decoys, and random numbers for what it reads from the device; only a few bytes are true.
 */
export function blind(task: Task, job: BlindJob, createDevice: CreateDevice, connections: Connections): Executed {
  let memory: () => ArrayBufferLike | null = () => null;
  const blindfold = new Blindfold((bytes) => (bytes.buffer === memory() ? bytes.byteOffset : null));
  const places = new Map<string, number>();
  const refuse = (): never => {
    throw new NeedsKernels();
  };
  const observer = {
    ...NO_OBSERVER,
    started: (of: () => ArrayBufferLike) => {
      memory = of;
    },
    placed: (name: string, address: number, given: Uint8Array) => {
      places.set(name, address);
      const judged = job.judged.find((argument) => argument.name === name);
      if (judged?.kind === 'input') blindfold.disguises.push({ address, given, truth: judged.bytes });
    },
    ended: () => {
      blindfold.isOff = true;
    },
  };
  try {
    const executed = execute(task, (program, options) => blindfold.over(createDevice(program, options), refuse), {
      ...connections,
      observer,
    });
    const outputs = executed.run.outputs.map((output) => {
      const address = places.get(output.name);
      if (address === undefined) return output;
      return { ...output, bytes: undisguised(blindfold.disguises, address, output.bytes) };
    });
    return { ...executed, run: { ...executed.run, outputs } };
  } catch (error) {
    if (!(error instanceof NeedsKernels)) throw error;
    return {
      ...noRun(),
      replayed: { differs: 'memory that both sides reach', untracedBytes: 0, endedOtherwise: true },
    };
  }
}
