import type { Duplex } from 'node:stream';
import { finished } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type Docker from 'dockerode';
import type { Limits } from '../limits/index.ts';
import { checkName, type Files, pack, unpack } from './archive.ts';
import { forget, remove, track } from './cleanup.ts';
import { answerWithin } from './deadline.ts';
import type { Engine } from './engine.ts';
import { containerName, createContainer, exitCodeOf, outOfMemory, refused } from './engine-calls.ts';
import { driverFilesFor, type GpuAccess, withGpu } from './gpu.ts';
import { Budget, Collector } from './output.ts';
import { containerSettings, gpuProfile, INPUT_FOLDER, WORK_FOLDER } from './settings.ts';

export interface RunRequest {
  readonly image: string;
  /** Program and arguments; no shell is in between. It runs in `/work`. */
  readonly command: readonly string[];
  readonly limits: Limits;
  /** Plain files that the command finds in `/in`, where it cannot write. */
  readonly inputs?: Files;
  /** The names of those of `inputs` that may be run. */
  readonly programs?: ReadonlySet<string>;
  /** A GPU that the command may use; default: none. */
  readonly gpu?: GpuAccess;
  /** Called with what the command prints, when it prints it. Has no effect with `outputs`. */
  readonly onOutput?: (stream: 'stdout' | 'stderr', bytes: Uint8Array) => void;
  /** Plain files that it may leave in `/work` and that are wanted. With these, all that it prints counts as `stderr`. */
  readonly outputs?: readonly string[];
  /** Kills the command; the promise then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

interface Printed {
  readonly stdout: Buffer;
  readonly stderr: Buffer;
}

/** What became of a command. Everything in it comes from untrusted code. */
export type RunOutcome =
  | (Printed & {
      readonly status: 'exited';
      readonly exitCode: number;
      /** Those of `outputs` that were there. */
      readonly files: ReadonlyMap<string, Uint8Array>;
    })
  /** It was stopped: by the clock, by the kernel for want of memory, or for printing or leaving too much. */
  | (Printed & { readonly status: 'stopped'; readonly limit: ExceededLimit });

export type ExceededLimit = 'time' | 'memory' | 'output';

/** What a shell ends with whose child was killed. */
const KILLED = 128 + 9;
/** Docker may learn that a command has ended before it learns that memory was why: on a busy machine, much later. */
const OOM_TOLD_MS = 1000;
/** Room for the headers and the padding of a tar archive. */
const ARCHIVE_OVERHEAD = 64 << 10;

/**
 * Runs one command in a container of its own, which is gone when this returns or throws.
 * @throws InfrastructureError where the engine fails; the signal's reason where that was aborted
 */
export async function runContainer(engine: Engine, request: RunRequest): Promise<RunOutcome> {
  request.signal?.throwIfAborted();
  const name = containerName();
  track(engine, name);
  try {
    const outcome = await attempt(engine, name, request);
    await remove(engine, name);
    return outcome;
  } catch (error) {
    // What went wrong first is the news; a container that cannot be removed now is removed on the next start.
    await remove(engine, name).catch(() => undefined);
    throw request.signal?.aborted ? request.signal.reason : error;
  } finally {
    forget(engine, name);
  }
}

async function attempt(engine: Engine, name: string, request: RunRequest): Promise<RunOutcome> {
  const { signal, inputs = new Map(), outputs = [] } = request;
  const container = await create(engine, name, request);
  const ask = <T>(work: Promise<T>, doing: string): Promise<T> => answerWithin(work, engine.timeoutMs, doing, engine);
  let stream: Duplex | null = null;
  try {
    if (inputs.size > 0) {
      await ask(
        container.putArchive(pack(inputs, request.programs), { path: INPUT_FOLDER }),
        'putting files into a container',
      );
    }
    const options = { stream: true, stdout: true, stderr: true };
    stream = (await ask(container.attach(options), 'attaching to a container')) as Duplex;
    const watch = new Watch(engine, container, request);
    watch.listen(stream);
    signal?.throwIfAborted();
    const exitCode = await watch.run(signal);
    signal?.throwIfAborted();
    const limit = watch.limit ?? ((await hadNoMemory(engine, container, exitCode)) ? 'memory' : null);
    const printed = watch.printed();
    if (limit) return { status: 'stopped', limit, ...printed };
    if (outputs.length === 0) return { status: 'exited', exitCode, ...printed, files: new Map() };
    const files = await unpack(printed.stdout, new Set(outputs));
    return { status: 'exited', exitCode, stdout: Buffer.alloc(0), stderr: printed.stderr, files };
  } catch (error) {
    throw refused(error, engine);
  } finally {
    // That of a container which was never started would not end, and keep this program from ending.
    stream?.destroy();
  }
}

/** @param exitCode - of a command that this program has not stopped */
async function hadNoMemory(engine: Engine, container: Docker.Container, exitCode: number): Promise<boolean> {
  const until = performance.now() + OOM_TOLD_MS;
  for (;;) {
    const { State } = await answerWithin(container.inspect(), engine.timeoutMs, 'inspecting a container', engine);
    if (exitCode !== 0 && outOfMemory(engine, exitCode, State.OOMKilled)) return true;
    if (exitCode !== KILLED || performance.now() > until) return false;
    await sleep(OOM_TOLD_MS / 10);
  }
}

function create(engine: Engine, name: string, request: RunRequest): Promise<Docker.Container> {
  const { image, limits, outputs = [], gpu = null } = request;
  const command = outputs.length > 0 ? withOutputs(request.command, outputs) : request.command;
  const settings = containerSettings(engine, image, command, limits, gpu ? gpuProfile(request.command) : 'command');
  const HostConfig = withGpu(settings.HostConfig ?? {}, gpu, driverFilesFor(engine, gpu));
  return createContainer(engine, name, { ...settings, HostConfig }, limits.wallTimeMs);
}

/**
 * The command, then the wanted files as a tar archive on standard output. An engine's own way to copy files out cannot
 * see a tmpfs, and a folder without a size limit is not to be had; this way the archive is capped as it comes.
 */
function withOutputs(command: readonly string[], outputs: readonly string[]): string[] {
  const names = outputs.map(checkName).join(' ');
  const archive = `tar -C ${WORK_FOLDER} -cf - --ignore-failed-read -- ${names} 2>/dev/null`;
  return ['/bin/sh', '-c', `env -i "PATH=$PATH" "$@" 1>&2; status=$?; ${archive}; exit $status`, 'sh', ...command];
}

/** One command from start to end, with its output and its clock. */
class Watch {
  readonly #engine: Engine;
  readonly #container: Docker.Container;
  readonly #limits: Limits;
  readonly #stdout: Collector;
  readonly #stderr: Collector;
  #ended: Promise<void> = Promise.resolve();
  limit: ExceededLimit | null = null;

  constructor(engine: Engine, container: Docker.Container, { limits, outputs = [], onOutput }: RunRequest) {
    this.#engine = engine;
    this.#container = container;
    this.#limits = limits;
    const output = new Budget(limits.outputBytes, () => this.#stop('output'));
    // Standard output is an archive then, with a limit of its own.
    const archive = outputs.length > 0;
    const results = new Budget(limits.resultBytes + ARCHIVE_OVERHEAD, () => this.#stop('output'));
    const kept = archive ? undefined : onOutput;
    this.#stdout = new Collector(archive ? results : output, (bytes) => kept?.('stdout', bytes));
    this.#stderr = new Collector(output, (bytes) => kept?.('stderr', bytes));
  }

  listen(stream: NodeJS.ReadWriteStream): void {
    this.#engine.docker.modem.demuxStream(stream, this.#stdout, this.#stderr);
    // However the stream ends, what has come so far is what there is.
    this.#ended = finished(stream, { writable: false }).catch(() => undefined);
  }

  /** @returns the exit status */
  async run(signal: AbortSignal | undefined): Promise<number> {
    const { timeoutMs } = this.#engine;
    await answerWithin(this.#container.start(), timeoutMs, 'starting a container', this.#engine);
    const clock = setTimeout(() => this.#stop('time'), this.#limits.wallTimeMs);
    const abort = (): void => this.#kill();
    signal?.addEventListener('abort', abort);
    if (signal?.aborted) abort();
    try {
      const longest = this.#limits.wallTimeMs + timeoutMs;
      const end = await answerWithin(
        exitCodeOf(this.#engine, this.#container, this.#ended),
        longest,
        'running a command',
        this.#engine,
      );
      await answerWithin(this.#ended, timeoutMs, 'sending what a command printed', this.#engine);
      return end;
    } finally {
      clearTimeout(clock);
      signal?.removeEventListener('abort', abort);
    }
  }

  printed(): Printed {
    return { stdout: this.#stdout.bytes(), stderr: this.#stderr.bytes() };
  }

  #stop(limit: ExceededLimit): void {
    this.limit ??= limit;
    this.#kill();
  }

  #kill(): void {
    // It may have ended by itself. If the engine is gone, whoever waits for the end learns it.
    this.#container.kill().catch(() => undefined);
  }
}
