import type { DeviceProgram } from '../compile/index.ts';
import type { Geometry } from '../devices/emulator/index.ts';
import {
  type Connections,
  type CreateDevice,
  type Executed,
  execute,
  type Observer,
  type RunDevice,
  type Task,
} from '../record/index.ts';
import type { Recording, RecordJob } from './job.ts';
import { MOST_BLIND_OPERATIONS, MOST_BYTES, MOST_OPERATIONS, type Operation } from './operations.ts';
import { RecordingDevice } from './recording-device.ts';
import { NeedsKernels, TokenDevice } from './token-device.ts';

/** There is more than can be kept. */
class TooLarge extends Error {}

/** Runs host code on the task's arguments, and gives what it asks of the device. */
export function record(task: Task, job: RecordJob, createDevice: CreateDevice, connections: Connections): Executed {
  const tape = new Tape(job.tokens ? MOST_BLIND_OPERATIONS : MOST_OPERATIONS);
  const geometry = job.tokens ? (job.tokens.geometry ?? geometryOf(task, createDevice)) : null;
  const arrays = task.arraysIn === 'host' ? 0 : task.args.filter(({ kind }) => kind !== 'scalar').length;
  const recordingOf = (refused: Recording['refused']): Recording => ({
    operations: tape.operations,
    // An allocation, and its content.
    begin: 2 * arrays,
    refused,
    geometry,
  });
  const withRecording = (look: () => Executed): Executed => {
    const recording = recordingOf(null);
    const operations = recording.operations.slice();
    return { ...look(), recording: { ...recording, operations } };
  };
  const create: CreateDevice = (program, options) => {
    const device =
      job.tokens && geometry
        ? new TokenDevice(
            geometry,
            { layoutSeed: options.layoutSeed, tokenSeed: job.tokens.seed },
            sharedBytes(program),
          )
        : createDevice(program, options);
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

/** Operations in their order, up to a limit. */
class Tape {
  readonly operations: Operation[] = [];
  #bytes = 0;
  #ended = false;
  readonly #most: number;
  #memory: () => ArrayBufferLike | null = () => null;

  constructor(most: number) {
    this.#most = most;
  }

  add(operation: Operation): void {
    if (this.#ended) return;
    if ('content' in operation) this.#bytes += operation.content.length;
    if (this.#bytes > MOST_BYTES || this.operations.length >= this.#most) throw new TooLarge();
    this.operations.push(operation);
  }

  hostAddress(bytes: Uint8Array): number | null {
    return bytes.buffer === this.#memory() ? bytes.byteOffset : null;
  }

  get observer(): Observer {
    return {
      started: (memory) => {
        this.#memory = memory;
      },
      ended: () => {
        this.#ended = true;
      },
      placed: () => {},
      copied: (to, from) => this.add({ kind: 'copied', to, from }),
      arrived: (address, from, position) => this.add({ kind: 'arrived', address, from, position }),
      printed: (stream, bytes) => this.add({ kind: 'printed', stream, bytes }),
      hostFault: () => this.add({ kind: 'host-fault' }),
      launched: (index) => this.add({ kind: 'launched', index }),
    };
  }
}

/** @returns null on a device that is not the emulator */
function geometryOf({ device, deviceModule, layoutSeed }: Task, createDevice: CreateDevice): Geometry | null {
  const created: RunDevice & { readonly geometry?: Geometry } = createDevice(device, {
    layoutSeed,
    deviceSteps: 0,
    module: deviceModule,
  });
  const geometry = created.geometry ?? null;
  created.dispose();
  return geometry;
}

function sharedBytes({ kernels }: DeviceProgram): (kernel: string) => number {
  const bytes = new Map(kernels.map(({ mangled, staticSharedBytes }) => [mangled, staticSharedBytes]));
  return (kernel) => bytes.get(kernel) ?? 0;
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
