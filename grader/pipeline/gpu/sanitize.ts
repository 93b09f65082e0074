import { virtualNameOf } from '../../compile/index.ts';
import { parseSanitizerLog, type SanitizerFinding, type Tool } from '../../device/sanitizer/index.ts';
import { InfrastructureError } from '../../platform/index.ts';
import { GpuHelper, HelperFailure, HelperHung, type StartHelper } from './client.ts';
import { type GpuProgram, type RepeatableRun, taskOf } from './task.ts';

/** Milliseconds. The tools make kernels ten to a hundred times slower. */
const LIMIT = { run: 60_000, launch: 20_000, finish: 30_000, lost: 5_000 } as const;
/** Reports of one tool: a mistake that every thread makes fills pages, and the first ones tell all. */
const REPORTS = 200;

/** What a shell says of a program that is not there, and what Node does. */
const MISSING = /exit status 127\b|compute-sanitizer.*(ENOENT|not found)/;

/** The place where kernels run on the GPU has no compute-sanitizer. */
export class SanitizerMissing extends InfrastructureError {
  constructor({ details, cause }: { readonly details: readonly string[]; readonly cause: unknown }) {
    super('There is no compute-sanitizer where the GPU runs.', {
      details: [...details, 'It comes with the CUDA toolkit; docker/README.md says how to make an image with it.'],
      cause,
    });
  }
}

/** A process under each tool, started ahead: until cases run, none of them uses the GPU. */
export class SanitizerTools {
  readonly #start: StartHelper;
  readonly #tools: readonly Tool[];
  readonly #started: ReadonlyMap<Tool, Promise<GpuHelper>>;

  constructor(start: StartHelper, tools: readonly Tool[]) {
    this.#start = start;
    this.#tools = tools;
    this.#started = new Map(tools.map((tool) => [tool, this.#startReady(tool)]));
    for (const one of this.#started.values()) one.catch(() => undefined);
  }

  /**
   * Runs the cases under each tool. To be called once.
   * @throws InfrastructureError where compute-sanitizer is missing or fails
   */
  async run(program: GpuProgram, cases: readonly RepeatableRun[], signal?: AbortSignal): Promise<SanitizerFinding[]> {
    const found = await Promise.all(this.#tools.map((tool) => this.#under(tool, program, cases, signal)));
    return found.flat();
  }

  /** Ends what still runs. */
  async close(): Promise<void> {
    await Promise.all(
      [...this.#started.values()].map((one) => one.then((helper) => helper.end()).catch(() => undefined)),
    );
  }

  #open(tool: Tool): Promise<GpuHelper> {
    return GpuHelper.start(() => this.#start(commandOf(tool)));
  }

  async #startReady(tool: Tool): Promise<GpuHelper> {
    const helper = await this.#open(tool);
    try {
      await helper.ask({ kind: 'ready' }, LIMIT.run);
      return helper;
    } catch (error) {
      await helper.end();
      throw unavailable(error as Error);
    }
  }

  async #under(
    tool: Tool,
    program: GpuProgram,
    cases: readonly RepeatableRun[],
    signal: AbortSignal | undefined,
  ): Promise<SanitizerFinding[]> {
    let helper = (await this.#started.get(tool)) ?? (await this.#open(tool));
    let log = '';
    try {
      for (const repeatable of cases) {
        if (!helper.usable) helper = await this.#open(tool);
        const end = await runs(helper, program, repeatable, signal);
        // It has printed its findings already; with its context lost it may never finish.
        if (end !== 'well') log += await helper.finish(LIMIT.lost);
        // The next case would not end either.
        if (end === 'hung') break;
      }
      if (helper.usable) log += await helper.finish(LIMIT.finish);
    } finally {
      await helper.end();
    }
    const fileName = virtualNameOf(program.program.host.fileName);
    return parseSanitizerLog(tool, log, fileName);
  }
}

/** How a case ended: after `lost` and `hung` the helper must not be used again. */
type End = 'well' | 'lost' | 'hung';

async function runs(
  helper: GpuHelper,
  program: GpuProgram,
  repeatable: RepeatableRun,
  signal: AbortSignal | undefined,
): Promise<End> {
  const task = { ...taskOf(program, repeatable), plainMemory: true, launchTimeoutMs: LIMIT.launch };
  try {
    const { executed, mustEnd } = await helper.ask<'run'>({ kind: 'run', task }, LIMIT.run, signal);
    if (executed.run.host.status === 'stopped') return 'hung';
    return mustEnd ? 'lost' : 'well';
  } catch (error) {
    if (signal?.aborted || !(error instanceof Error)) throw error;
    if (error instanceof HelperHung) return 'hung';
    if (error instanceof HelperFailure && error.kind === 'untranslatable') return 'well';
    throw unavailable(error);
  }
}

function unavailable(error: Error): InfrastructureError {
  const details = error instanceof InfrastructureError ? error.details : [];
  if (details.some((line) => MISSING.test(line))) return new SanitizerMissing({ details, cause: error });
  return new InfrastructureError(`compute-sanitizer could not be run: ${error.message}`, {
    details: [...details, 'It comes with the CUDA toolkit. A grade on a GPU needs it where the GPU runs.'],
    cause: error,
  });
}

/**
 * Runs a kernel of the grader's own under memcheck.
 * @throws InfrastructureError if compute-sanitizer is missing or fails, or the kernel has a fault under it
 */
export async function proveSanitizer(start: StartHelper): Promise<void> {
  const helper = await GpuHelper.start(() => start(commandOf('memcheck')));
  try {
    const problem = await helper.ask({ kind: 'check' }, LIMIT.run);
    const found = parseSanitizerLog('memcheck', await helper.finish(LIMIT.finish), '');
    const [fault = null] = found.map(({ message }) => message);
    if (problem !== null || fault !== null)
      throw new Error(`a kernel of the grader has a fault under it: ${problem ?? fault}`);
  } catch (error) {
    throw unavailable(error instanceof Error ? error : new Error(String(error)));
  } finally {
    await helper.end();
  }
}

function commandOf(tool: Tool): string[] {
  const common = ['--print-limit', String(REPORTS), '--show-backtrace', 'no'];
  // What the tool says comes on standard output: what kernels print must not look like it.
  return ['compute-sanitizer', '--tool', tool, ...common, '/bin/sh', '-c', 'exec "$@" >/dev/null', 'sh'];
}
