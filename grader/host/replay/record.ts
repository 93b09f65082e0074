import type { Geometry } from '../../device/emulator/index.ts';
import type { CreateDevice, RunDevice } from '../device.ts';
import { type Connections, execute } from '../execute.ts';
import { MOST_BLIND_OPERATIONS, MOST_OPERATIONS } from '../operations.ts';
import type { Executed, Recording, RecordJob, Task } from '../task.ts';
import { RecordingDevice } from './recording-device.ts';
import { Tape, TooLarge } from './tape.ts';
import { NeedsKernels, TokenDevice } from './token-device.ts';

/** Runs host code on the task's arguments, and gives what it asks of the device. */
export function record(task: Task, job: RecordJob, createDevice: CreateDevice, connections: Connections): Executed {
  const tape = new Tape(job.tokens ? MOST_BLIND_OPERATIONS : MOST_OPERATIONS);
  let geometry = job.tokens ? (job.tokens.geometry ?? geometryOf(task, createDevice)) : null;
  const recordingOf = (refused: Recording['refused']): Recording => ({
    operations: tape.operations,
    begin: operationsBefore(task),
    refused,
    geometry,
    order: tape.order,
  });
  const withRecording = (look: () => Executed): Executed => {
    const recording = recordingOf(null);
    const operations = recording.operations.slice();
    return { ...look(), recording: { ...recording, operations } };
  };
  const create: CreateDevice = (program, options) => {
    let device: RunDevice;
    if (job.tokens && geometry) {
      const seeds = { layoutSeed: options.layoutSeed, tokenSeed: job.tokens.seed };
      device = new TokenDevice(geometry, seeds, program);
    } else {
      device = createDevice(program, options);
      geometry = device.geometry ?? null;
    }
    return new RecordingDevice(
      device,
      (operation) => tape.add(operation),
      (bytes) => tape.hostAddress(bytes),
    );
  };
  try {
    const executed = execute(task, create, {
      ...connections,
      observer: tape.observer,
      onRunning: (snapshot) => connections.onRunning?.(() => withRecording(snapshot)),
    });
    return withRecording(() => executed);
  } catch (error) {
    const refused = error instanceof NeedsKernels ? 'needs-kernels' : error instanceof TooLarge ? 'too-large' : null;
    if (!refused) throw error;
    return { ...noRun(), recording: { ...recordingOf(refused), operations: [] } };
  }
}

/** Returns how many operations place the arguments: for each array an allocation, and its content. */
export function operationsBefore({ arraysIn, args }: Pick<Task, 'arraysIn' | 'args'>): number {
  return arraysIn === 'host' ? 0 : 2 * args.filter(({ kind }) => kind !== 'scalar').length;
}

/** @returns null on a device that is not the emulator */
function geometryOf(
  { device, deviceModule, layoutSeed, properties }: Task,
  createDevice: CreateDevice,
): Geometry | null {
  const created = createDevice(device, {
    ...{ layoutSeed, deviceSteps: 0, module: deviceModule },
    ...(properties && { properties }),
  });
  const geometry = created.geometry ?? null;
  created.dispose();
  return geometry;
}

export function noRun(): Executed {
  return {
    run: {
      host: { status: 'returned', value: 0 },
      plan: { schemaVersion: 1, steps: [] },
      launches: [],
      faults: [],
      apiErrors: [],
      outputs: [],
      changedInputs: [],
      stdout: '',
      stderr: '',
    },
    stacks: [],
  };
}
