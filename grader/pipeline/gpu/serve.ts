import type { Readable, Writable } from 'node:stream';
import {
  type CudaAddon,
  type CudaDevice,
  createCudaDevice,
  openCuda,
  type RecordedAddresses,
  Untranslatable,
} from '../../device/gpu/index.ts';
import type { CreateDevice, Recorded } from '../../host/index.ts';
import { replay } from '../../host/replay/index.ts';
import { GradeError, InfrastructureError } from '../../platform/index.ts';
import { checkGpu, describeGpu, GpuReplay, hasRoom, ReplayFailure, versionText } from '../../timing/index.ts';
import { Channel } from './channel.ts';
import type { GpuTask, HelperAnswer, HelperError, HelperRequest, HelperResults } from './messages.ts';

export interface HelperOptions {
  readonly ordinal: number;
  /** Another driver than the system's own. */
  readonly library?: string;
}

/** Answers requests with one GPU, one after the other. */
export function serveGpu(input: Readable, output: Writable, options: HelperOptions): void {
  const helper = new Helper(options);
  let last: Promise<void> = Promise.resolve();
  const channel = new Channel(
    input,
    output,
    (request) => {
      last = last.then(async () => {
        const onStarted = () => channel.send({ status: 'started' } satisfies HelperAnswer);
        channel.send(await helper.answer(request as HelperRequest, onStarted));
      });
    },
    (why) => channel.send(failed({ kind: 'fault', message: `a request that is none: ${why}`, details: [] })),
  );
}

class Helper {
  readonly #options: HelperOptions;
  #addon: CudaAddon | null = null;
  #replay: GpuReplay | null = null;
  #copies = new Uint8Array();
  #used: { readonly image: Uint8Array; readonly device: CudaDevice } | null = null;

  constructor(options: HelperOptions) {
    this.#options = options;
  }

  /** @param onStarted - called when the program of a `run` begins */
  async answer(request: HelperRequest, onStarted: () => void): Promise<HelperAnswer> {
    try {
      return { status: 'done', result: await this.#carryOut(request, onStarted) };
    } catch (error) {
      return failed(describe(error));
    }
  }

  #carryOut(
    request: HelperRequest,
    onStarted: () => void,
  ): Promise<HelperResults[HelperRequest['kind']]> | HelperResults['run' | 'check'] {
    const { ordinal } = this.#options;
    switch (request.kind) {
      case 'ready':
        // The driver is found and initialized, which takes a tenth of a second and does not use the GPU.
        this.#driver();
        this.#copies = new Uint8Array(request.copyBytes ?? 0).fill(1);
        return Promise.resolve(null);
      case 'describe':
        return Promise.resolve({
          driver: versionText(this.#driver().driverVersion()),
          gpu: this.#driver().devices()[ordinal] ?? null,
        });
      case 'measure':
        return Promise.resolve(describeGpu(this.#driver(), ordinal));
      case 'check':
        return checkGpu(this.#driver(), ordinal);
      case 'run':
        return this.#run(request.task, onStarted);
      case 'open':
        this.#replay = new GpuReplay({ ...request.task, ...this.#options, copies: this.#copies });
        return Promise.resolve(null);
      case 'repeat':
        return this.#opened().repeat({ seed: request.seed, reload: request.reload });
      case 'read':
        return this.#opened().read(request.output, request.sample);
      case 'keep':
        return this.#opened()
          .keep(request.copy)
          .then(() => null);
      case 'kept':
        return this.#opened().kept(request.copy);
      case 'free':
        return this.#opened()
          .free()
          .then(() => null);
      case 'rest':
        return this.#opened().rest();
    }
  }

  /** The cases of a submission share a context, and get it as new. */
  #run(
    { recorded, image, launchTimeoutMs, memoryBytes, plainMemory, ...task }: GpuTask,
    onStarted: () => void,
  ): HelperResults['run'] {
    const layout = addressesOf(recorded);
    const job = { kind: 'replay', recorded } as const;
    const whole = { ...task, hostModule: NO_MODULE, deviceModule: NO_MODULE, watched: false, job };
    const create: CreateDevice = (program) => {
      const limits = recorded[0]?.executed.run.plan.limits ?? [];
      const options = {
        image,
        limits,
        layout,
        launchTimeoutMs,
        memoryBytes,
        plainMemory,
        keep: true,
        ...this.#options,
      };
      if (this.#used) this.#used.device.renew(this.#used.device.hasVariables, layout);
      else this.#used = { image, device: createCudaDevice(program, options) };
      if (Buffer.compare(this.#used.image, image) !== 0) throw new Error('a helper runs one program');
      onStarted();
      return this.#used.device;
    };
    const executed = replay(whole, job, create, {});
    const mustEnd = (this.#used?.device.mustEnd ?? null) !== null;
    // Without a context, or with one that is lost, the driver does not tell.
    const isAsked = this.#used !== null && !mustEnd;
    return { executed, mustEnd, hasRoom: isAsked && hasRoom(this.#driver().memoryInfo()) };
  }

  #opened(): GpuReplay {
    if (!this.#replay) throw new Error('no replay is open');
    return this.#replay;
  }

  #driver(): CudaAddon {
    this.#addon ??= driver(this.#options.library);
    return this.#addon;
  }
}

/** An empty module. Device code runs on the GPU, and host code has run in another process. */
const NO_MODULE = new WebAssembly.Module(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0));

/** Returns the addresses that host code saw, and gave to kernels. */
function addressesOf([first]: readonly Recorded[]): RecordedAddresses {
  const { operations = [], geometry } = first?.executed.recording ?? {};
  return {
    buffers: operations.flatMap((operation) => (operation.kind === 'alloc' ? [operation.pointer] : [])),
    variables: geometry?.variables ?? [],
  };
}

function driver(library: string | undefined): CudaAddon {
  const addon = openCuda(library);
  if (typeof addon === 'string') throw new InfrastructureError(addon);
  return addon;
}

function describe(error: unknown): HelperError {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof Untranslatable) return { kind: 'untranslatable', message, details: [] };
  if (error instanceof ReplayFailure) return { kind: error.kind, message, details: [] };
  if (error instanceof GradeError) return { kind: 'machine', message, details: error.details };
  return { kind: 'fault', message, details: [] };
}

function failed(error: HelperError): HelperAnswer {
  return { status: 'failed', error };
}
