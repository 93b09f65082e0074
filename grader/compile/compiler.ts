import { CONTROL, ControlFailed, findBlame } from '../blame/index.ts';
import { ASSIGNMENT_LIMITS, FIXED_LIMITS } from '../limits/index.ts';
import { InfrastructureError } from '../platform/index.ts';
import { afterWork } from '../platform/threads/index.ts';
import { mergeDiagnostics } from './diagnostics.ts';
import { failed, isUnexplained } from './failure.ts';
import { Lane, OutOfMemory } from './lane.ts';
import type { MemorySizes } from './layouts.ts';
import type { CompileRequest, Response, Versions } from './messages.ts';
import type { CompileOptions, CompileResult, SourcePosition } from './program.ts';

export interface CompilerOptions {
  /** JavaScript heap of each of the two workers, MiB. */
  readonly heapMiB?: number;
  /** What Clang may allocate in one run, MiB. */
  readonly memoryMiB?: number;
  /** It will compile a hundred sources and more: Clang itself is optimised as it runs. */
  readonly isLongLived?: boolean;
  /** Receives a line per failure that does not decide the outcome. */
  readonly log?: (line: string) => void;
}

/** How a source is to be read. */
export type SourceOptions = Pick<CompileOptions, 'prototype' | 'headers'>;

type Stopped = 'time' | 'memory';

/** Time for the control program, also on a busy machine. */
const CONTROL_MS = 120_000;

/** Of host code, where nobody asks for more. */
const HOST_BYTES = ASSIGNMENT_LIMITS.hostMemoryMiB.max * 2 ** 20;

/**
 * Clang in two worker threads, one for each side of a submission, warm from the first use on. A source that exhausts a
 * limit costs the workers: they are ended, and the next request starts others.
 */
export class Compiler {
  readonly #heapMiB: number;
  readonly #memoryMiB: number;
  readonly #isLongLived: boolean;
  readonly #log: (line: string) => void;
  #module: WebAssembly.Module | null = null;
  #lanes: { readonly device: Lane; readonly host: Lane } | null = null;

  constructor(options: CompilerOptions = {}) {
    this.#heapMiB = options.heapMiB ?? FIXED_LIMITS.clangHeapBytes / 2 ** 20;
    this.#memoryMiB = options.memoryMiB ?? FIXED_LIMITS.clangMemoryBytes / 2 ** 20;
    this.#isLongLived = options.isLongLived ?? false;
    this.#log = options.log ?? (() => undefined);
  }

  /** Clang's version, and what identifies everything that decides what compiling and running gives. Starts the workers. */
  version(): Promise<Versions> {
    return this.#start().host.ready;
  }

  /** `version().engine`: part of every key under which a result is kept. */
  async engineHash(): Promise<string> {
    return (await this.version()).engine;
  }

  /**
   * Compiles a source. If the compiler fails without a reason, it compiles the source again, then the control program,
   * each in new workers: where only the source fails, the source is at fault.
   * @throws InfrastructureError where the compiler itself fails; the submission's mistakes are in the result
   */
  async compile(source: string, fileName: string, options: CompileOptions): Promise<CompileResult> {
    try {
      const verdict = await findBlame({
        attempt: () => this.#compileOnce(source, fileName, options),
        isUnexplained: (error) => isUnexplained(error) && !options.signal?.aborted,
        control: () => this.#compileControl(options),
        log: this.#log,
      });
      return verdict.by === 'result' ? verdict.result : { status: 'exhausted', limit: 'crash', diagnostics: [] };
    } catch (error) {
      throw error instanceof ControlFailed ? error.cause : error;
    }
  }

  /** @throws Error where the control program does not compile */
  async #compileControl({ heapBytes, signal }: CompileOptions): Promise<void> {
    const { source, fileName, prototype } = CONTROL;
    const options = { prototype, heapBytes, timeoutMs: CONTROL_MS, ...(signal && { signal }) };
    const { status } = await this.#compileOnce(source, fileName, options);
    if (status !== 'compiled') throw new Error(`the control program does not compile: ${status}`);
  }

  /** A failure ends both workers: the next source gets new ones. */
  async #compileOnce(source: string, fileName: string, options: CompileOptions): Promise<CompileResult> {
    const { heapBytes, hostBytes = HOST_BYTES, headers = [], timeoutMs: _, signal: __, ...request } = options;
    const { device, host } = this.#start();
    await Promise.all([device.ready, host.ready]);
    const answer = await this.#within(
      this.#sides({ source, fileName, ...request, headers }, { heapBytes, hostBytes }, device, host),
      [device, host],
      options,
    );
    return typeof answer === 'string' ? { status: 'exhausted', limit: answer, diagnostics: [] } : answer;
  }

  /** Both sides at once; the coroutines are made where the host side was, which is ready first. */
  async #sides(request: CompileRequest, sizes: MemorySizes, device: Lane, host: Lane): Promise<CompileResult> {
    const [ofHost, ofDevice] = await Promise.all([
      host.ask({ ...request, kind: 'host', hostBytes: sizes.hostBytes }),
      device.ask({ ...request, kind: 'device', sizes }),
    ]);
    // A variable of device code that is too large has a shadow on the host.
    if (ofHost.kind === 'exhausted' && ofDevice.kind === 'device' && ofDevice.outcome.program === null)
      return { status: 'rejected', diagnostics: mergeDiagnostics([], ofDevice.outcome.diagnostics) };
    for (const answer of [ofHost, ofDevice]) if (answer.kind === 'exhausted') throw new OutOfMemory();
    if (ofHost.kind !== 'host') throw failed(ofHost);
    if (ofDevice.kind !== 'device') throw failed(ofDevice);
    const program = ofDevice.outcome.program;
    const diagnostics = mergeDiagnostics(ofHost.outcome.diagnostics, ofDevice.outcome.diagnostics);
    if (ofHost.outcome.program === null || program === null) return { status: 'rejected', diagnostics };
    const { indirectCalls, object, ...linked } = program;
    const isUnwound = linked.waiting === 'asyncify';
    const wasm = isUnwound ? await asyncified(host, linked.wasm, object, !indirectCalls) : linked.wasm;
    const tokens = ofHost.tokens && ofDevice.tokens && { host: ofHost.tokens, device: ofDevice.tokens };
    return {
      status: 'compiled',
      host: ofHost.outcome.program,
      device: { ...linked, wasm },
      diagnostics,
      ...(request.preprocessed && tokens && { preprocessed: tokens }),
    };
  }

  /**
   * Lines of the submission at code offsets of a host module.
   * @param offsets - byte offsets as in a WebAssembly stack trace
   * @param fileName - the name under which the module's source was compiled
   * @param headers - names of its headers: {@link HostProgram.headers}
   */
  async symbolize(
    wasm: Uint8Array,
    offsets: readonly number[],
    fileName: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<readonly (SourcePosition | null)[]> {
    if (offsets.length === 0) return [];
    const answer = await this.#askHost({ kind: 'symbolize', wasm, offsets, fileName, headers });
    if (answer.kind === 'symbolized') return answer.positions;
    // A line table is made of the submission: one that cannot be read leaves its findings without lines.
    this.#log(`no lines: ${answer.kind === 'failed' ? answer.message : answer.kind}`);
    return offsets.map(() => null);
  }

  /**
   * Clang's syntax tree of a source, of what its own files declare: the text of `-ast-dump=json`.
   * @returns null where the source does not compile
   */
  async syntaxTree(
    source: string,
    fileName: string,
    { prototype, headers = [] }: SourceOptions,
  ): Promise<string | null> {
    const answer = await this.#askHost({ kind: 'syntax', source, fileName, prototype, headers });
    if (answer.kind !== 'syntax') throw failed(answer);
    return answer.json;
  }

  /** Asks the host side's worker, and a new one if that ends before it answers. */
  async #askHost(request: Parameters<Lane['ask']>[0]): Promise<Response> {
    const ask = async () => {
      const { host } = this.#start();
      await host.ready;
      return await host.ask(request);
    };
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof InfrastructureError)) throw error;
      this.#log(`A worker of the compiler ended; another one answers: ${error.message}`);
      return await ask();
    }
  }

  async dispose(): Promise<void> {
    const lanes = this.#lanes;
    this.#lanes = null;
    if (lanes) await Promise.all([lanes.device.dispose(), lanes.host.dispose()]);
  }

  #start(): { readonly device: Lane; readonly host: Lane } {
    if (this.#lanes && !this.#lanes.device.ended && !this.#lanes.host.ended) return this.#lanes;
    void this.dispose();
    const options = { memoryBytes: this.#memoryMiB * 2 ** 20, isLongLived: this.#isLongLived };
    // Only what is loaded is used again: what the last workers were still loading ends with them.
    const device = new Lane(this.#module ? Promise.resolve(this.#module) : options, this.#heapMiB);
    const { module } = device;
    module.then(
      (loaded) => {
        this.#module = loaded;
      },
      () => undefined,
    );
    this.#lanes = { device, host: new Lane(module, this.#heapMiB) };
    return this.#lanes;
  }

  /** Waits for the result, but no longer than allowed. */
  async #within<Result>(
    request: Promise<Result>,
    lanes: readonly Lane[],
    { timeoutMs, signal }: CompileOptions,
  ): Promise<Result | Stopped> {
    let stopClock = () => 0;
    let abort = () => {};
    const timeout = new Promise<'time'>((resolve) => {
      const threads = lanes.map(({ thread }) => thread);
      stopClock = afterWork(timeoutMs, () => resolve('time'), threads.length, threads);
    });
    const aborted = new Promise<never>((_, reject) => {
      abort = () => reject(signal?.reason);
      signal?.addEventListener('abort', abort, { once: true });
      if (signal?.aborted) abort();
    });
    // Where another promise wins, its failure is nobody's.
    request.catch(() => undefined);
    aborted.catch(() => undefined);
    try {
      const answer = await Promise.race([request, timeout, aborted]);
      if (answer === 'time') await this.dispose();
      return answer;
    } catch (error) {
      await this.dispose();
      if (error instanceof OutOfMemory) return 'memory';
      throw error;
    } finally {
      stopClock();
      signal?.removeEventListener('abort', abort);
    }
  }
}

async function asyncified(
  lane: Lane,
  wasm: Uint8Array,
  object: Uint8Array,
  ignoreIndirect: boolean,
): Promise<Uint8Array> {
  const answer = await lane.ask({ kind: 'asyncify', wasm, object, ignoreIndirect });
  if (answer.kind !== 'asyncified') throw failed(answer);
  return answer.wasm;
}
