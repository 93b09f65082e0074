import { once } from 'node:events';
import { type Duplex, pipeline, type Readable, Writable } from 'node:stream';
import type Docker from 'dockerode';
import type { HelperLimits } from '../limits/index.ts';
import { attach } from './attach.ts';
import { forget, remove, track } from './cleanup.ts';
import { answerWithin } from './deadline.ts';
import { type Bind, type DriverFiles, type DriverPlaces, findDriverFiles } from './driver-files.ts';
import type { Engine } from './engine.ts';
import { containerName, createContainer, exitCodeOf, outOfMemory, refused } from './engine-calls.ts';
import { Frames, Tail } from './frames.ts';
import { containerSettings, gpuProfile } from './settings.ts';

export interface GpuAccess extends DriverPlaces {
  /** UUID (`GPU-…`), or a number: as `nvidia-smi` counts for 'runtime', of the device file for 'devices'. */
  readonly gpu: string | number;
  /**
   * Who brings the GPU into the container: Docker's NVIDIA runtime, or this program, which names the driver's device files
   * and libraries. Default: 'runtime' for Docker, 'devices' for podman.
   */
  readonly access?: 'runtime' | 'devices';
}

export interface HelperRequest {
  readonly image: string;
  /** Our own program and its arguments; no shell is in between. It runs in `/work`. */
  readonly command: readonly string[];
  /** null: a helper without a GPU. */
  readonly gpu: GpuAccess | null;
  readonly limits: HelperLimits;
  /** Files or folders of this machine that it may read: a CUDA toolkit that the image does not have. */
  readonly binds?: readonly Bind[];
  /** Kills the helper; `ended` then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

export interface HelperEnd {
  readonly exitCode: number;
  /** The end of what it printed there. */
  readonly stderr: string;
  /** It did not end by itself: its time was over, or it had no memory left. */
  readonly limit: 'time' | 'memory' | null;
}

/** A program of ours that runs in a container until its standard input ends or it is killed. */
export interface Helper {
  /** Ending it ends the helper's standard input. An error here is told through `ended` too. */
  readonly stdin: Writable;
  /** What nobody reads waits in the helper. Fails where the engine does. */
  readonly stdout: Readable;
  /**
   * Resolves when the container is gone.
   * @throws InfrastructureError where the engine fails; the signal's reason where that was aborted
   */
  readonly ended: Promise<HelperEnd>;
  /** Ends it at once. @returns when the container is gone */
  kill(): Promise<void>;
}

const STDERR_BYTES = 64 << 10;
/** The exit status of a program that was killed, as shells tell it. */
const KILLED = 128 + 9;

/**
 * Starts a helper in a container with every limit that untrusted code has, and with one GPU.
 * @throws InfrastructureError where the engine fails or the GPU is not there; the signal's reason where that was aborted
 */
export async function startHelper(engine: Engine, request: HelperRequest): Promise<Helper> {
  request.signal?.throwIfAborted();
  const settings = helperSettings(engine, request, driverFilesFor(engine, request.gpu));
  const name = containerName();
  track(engine, name);
  try {
    const container = await createContainer(engine, name, settings, request.limits.wallTimeMs);
    const stream = await answerWithin(
      attach(engine, container.id),
      engine.timeoutMs,
      'attaching to a container',
      engine,
    );
    await answerWithin(container.start(), engine.timeoutMs, 'starting a container', engine);
    return new Running(engine, container, name, stream, request);
  } catch (error) {
    await discard(engine, name);
    throw request.signal?.aborted ? request.signal.reason : refused(error, engine);
  }
}

/**
 * What the engine is asked to create: a command's container, with a standard input and a GPU.
 * @param driver - what it needs of the driver, where this program has to bring it
 */
export function helperSettings(
  engine: Engine,
  { image, command, limits, gpu, binds = [] }: HelperRequest,
  driver: DriverFiles | null,
): Docker.ContainerCreateOptions {
  const common = containerSettings(engine, image, command, limits, gpuProfile(command));
  const { HostConfig = {}, Volumes: _, ...rest } = common;
  return {
    ...rest,
    AttachStdin: true,
    OpenStdin: true,
    StdinOnce: true,
    HostConfig: withGpu({ ...HostConfig, Mounts: binds.map(readOnly) }, gpu, driver),
  };
}

/**
 * Adds a GPU to what a container gets.
 * @param driver - what it needs of the driver, if this program has to bring it
 */
export function withGpu(
  settings: Docker.HostConfig,
  gpu: GpuAccess | null,
  driver: DriverFiles | null,
): Docker.HostConfig {
  return {
    ...settings,
    ...(driver && {
      Mounts: [...(settings.Mounts ?? []), ...driver.libraries.map(readOnly)],
      Devices: driver.devices.map(device),
    }),
    ...(gpu && !driver && { DeviceRequests: [deviceRequest(gpu)] }),
  };
}

/** @throws InfrastructureError if the driver's files are missing */
export function driverFilesFor({ kind }: Engine, gpu: GpuAccess | null): DriverFiles | null {
  if (gpu === null) return null;
  const access = gpu.access ?? (kind === 'podman' ? 'devices' : 'runtime');
  return access === 'devices' ? findDriverFiles(gpu.gpu, gpu) : null;
}

function deviceRequest({ gpu }: GpuAccess): Docker.DeviceRequest {
  return { Driver: 'nvidia', DeviceIDs: [String(gpu)], Capabilities: [['gpu', 'compute', 'utility']] };
}

function device(path: string): { PathOnHost: string; PathInContainer: string; CgroupPermissions: string } {
  // Without `m`: nothing has to make device files.
  return { PathOnHost: path, PathInContainer: path, CgroupPermissions: 'rw' };
}

function readOnly({ from, to }: Bind): Docker.MountSettings {
  return { Type: 'bind', Source: from, Target: to, ReadOnly: true };
}

class Running implements Helper {
  readonly stdin: Writable;
  readonly stdout: Frames;
  readonly ended: Promise<HelperEnd>;
  readonly #engine: Engine;
  readonly #container: Docker.Container;
  readonly #name: string;
  readonly #stderr = new Tail(STDERR_BYTES);
  /** All output has come, or no more will. */
  readonly #drained: Promise<void>;
  readonly #stop = new AbortController();

  constructor(engine: Engine, container: Docker.Container, name: string, stream: Duplex, request: HelperRequest) {
    this.#engine = engine;
    this.#container = container;
    this.#name = name;
    this.stdin = inputOf(stream);
    this.stdout = new Frames((chunk) => this.#stderr.add(chunk));
    this.#drained = new Promise((done) => pipeline(stream, this.stdout, () => done()));
    // Who does not listen learns the same from `ended`.
    for (const side of [stream, this.stdin, this.stdout]) side.on('error', () => undefined);
    this.ended = this.#run(request);
    this.ended.catch(() => undefined);
  }

  async kill(): Promise<void> {
    this.#stop.abort();
    await this.ended.catch(() => undefined);
  }

  async #run({ limits, signal }: HelperRequest): Promise<HelperEnd> {
    let late = false;
    const clock = setTimeout(() => {
      late = true;
      this.#stop.abort();
    }, limits.wallTimeMs);
    const abort = (): void => this.#stop.abort();
    signal?.addEventListener('abort', abort);
    if (signal?.aborted) abort();
    try {
      const exitCode = await this.#end();
      signal?.throwIfAborted();
      const killed = this.#stop.signal.aborted;
      const limit = late ? 'time' : !killed && (await this.#hadNoMemory(exitCode)) ? 'memory' : null;
      return { exitCode, stderr: this.#stderr.text(), limit };
    } catch (error) {
      const fault = signal?.aborted ? signal.reason : refused(error, this.#engine);
      this.#close(fault);
      throw fault;
    } finally {
      clearTimeout(clock);
      signal?.removeEventListener('abort', abort);
      this.stdin.destroy();
      await discard(this.#engine, this.#name);
    }
  }

  /** @returns the exit status */
  async #end(): Promise<number> {
    const killed = once(this.#stop.signal, 'abort').then(async () => {
      this.#close();
      await remove(this.#engine, this.#name);
      return KILLED;
    });
    const first = Promise.race([killed, this.#endAlone()]);
    // A kill is in the way of everything else that is asked, and takes its time.
    const exitCode = await first.catch((error) => (this.#stop.signal.aborted ? KILLED : Promise.reject(error)));
    return this.#stop.signal.aborted ? killed : exitCode;
  }

  /** Waits until it has ended by itself and everything that it printed was taken. */
  async #endAlone(): Promise<number> {
    const exitCode = await exitCodeOf(this.#engine, this.#container, this.#drained);
    await answerWithin(this.#drained, this.#engine.timeoutMs, 'sending what a helper printed', this.#engine);
    return exitCode;
  }

  async #hadNoMemory(exitCode: number): Promise<boolean> {
    if (exitCode === 0) return false;
    const asked = this.#container.inspect();
    const { State } = await answerWithin(asked, this.#engine.timeoutMs, 'inspecting a container', this.#engine);
    return outOfMemory(this.#engine, exitCode, State.OOMKilled);
  }

  #close(fault?: unknown): void {
    for (const side of [this.stdin, this.stdout]) side.destroy(fault instanceof Error ? fault : undefined);
  }
}

async function discard(engine: Engine, name: string): Promise<void> {
  // A container that cannot be removed now is removed on the next start.
  await remove(engine, name).catch(() => undefined);
  forget(engine, name);
}

/** What is written goes to the engine at the pace at which it takes it. */
function inputOf(stream: Duplex): Writable {
  return new Writable({
    write: (chunk, _encoding, done) => void stream.write(chunk, done),
    final: (done) => void stream.end(done),
  });
}
