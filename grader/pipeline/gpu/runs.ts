import { ControlFailed, findBlame, reasonOf } from '../../blame/index.ts';
import type { SanitizerFinding, Tool } from '../../device/sanitizer/index.ts';
import { emptyRun, HostPositions, type RunResult, type Symbolize } from '../../host/index.ts';
import { InfrastructureError } from '../../platform/index.ts';
import type { Hold, LockMode } from '../../platform/queue/index.ts';
import { asInfrastructure, ask, LIMIT } from './ask.ts';
import { type GpuHelper, HelperFailure, HelperHung, HelperLost } from './client.ts';
import type { SanitizerTools } from './sanitize.ts';
import { type GpuProgram, type RepeatableRun, taskOf } from './task.ts';
import type { OwnTurn, TurnOptions } from './turns.ts';

/** What a case came to on the GPU. */
export type GpuRun =
  | { readonly status: 'ran'; readonly run: RunResult }
  /** The program cannot be carried over to a machine of 64 bits without guessing. */
  | { readonly status: 'untranslatable'; readonly reason: string };

export interface GpuRunOptions extends TurnOptions {
  /** No other grader uses the GPU meanwhile; default: others judge beside it. */
  readonly isAlone?: boolean;
  /** Of one launch; default: that of a judged case. */
  readonly launchTimeoutMs?: number;
}

type RunBounds = Omit<GpuRunOptions, 'onWaiting' | 'isAlone'>;

/** The parts of a GPU that runs use. */
export interface Access {
  /** Starts a process that does not use the GPU. */
  start(): Promise<GpuHelper>;
  open(started?: Promise<GpuHelper>): Promise<GpuHelper>;
  close(helper: GpuHelper, badly: boolean): Promise<void>;
  turn(mode: LockMode, options: OwnTurn): Promise<Hold>;
  /** Lets the GPU compute and copy something known. @throws InfrastructureError where it fails */
  control(): Promise<void>;
  /** Starts compute-sanitizer's processes, which do not use the GPU. */
  tools(tools: readonly Tool[]): SanitizerTools;
  log(line: string): void;
}

/** Users of the GPU before a turn when its processes start. More of them at a time would be too much for an engine. */
const STARTS_AHEAD = 2;
/** Milliseconds after which a turn is given back before the next case: others wait behind it. */
const LONG_TURN = 10_000;

/**
 * The cases of one submission on the GPU, which share a process. Those that come together share a turn, unless they take
 * long.
 */
export class GpuRuns {
  readonly #access: Access;
  readonly #program: GpuProgram;
  readonly #positions: HostPositions;
  /** Tools of compute-sanitizer under which the cases will be repeated. */
  #expected: readonly Tool[] = [];
  #helper: GpuHelper | null = null;
  #started: Promise<GpuHelper> | null = null;
  #tools: SanitizerTools | null = null;
  #turn: { readonly hold: Hold; readonly since: number } | null = null;
  /** True if the GPU has room for a context that waits. */
  #hasRoom = false;
  /** Limits that host code set with cudaDeviceSetLimit in the last case: a context keeps those that it began with. */
  #limits = '';

  constructor(access: Access, program: GpuProgram, symbolize: Symbolize) {
    this.#access = access;
    this.#program = program;
    this.#positions = new HostPositions(program.program, symbolize);
  }

  /**
   * Called before cases that come together.
   * @param tools - of compute-sanitizer, under which they will be repeated: their processes are started ahead
   */
  begin(tools: readonly Tool[]): void {
    this.#expected = tools;
  }

  /**
   * Repeats one case on the GPU, without host code. After a failure that nothing explains it does so again with a new
   * process, and then the GPU computes and copies something known.
   * @throws InfrastructureError where the machine is at fault
   */
  async run(
    repeatable: RepeatableRun,
    { onWaiting, isAlone = false, ...options }: GpuRunOptions = {},
  ): Promise<GpuRun> {
    if (!isAlone) {
      await this.#takeTurn({ signal: options.signal, onWaiting });
      return await this.#blamed(repeatable, options);
    }
    await this.#endTurn();
    await this.#takeTurn({ signal: options.signal, onWaiting }, 'exclusive');
    try {
      return await this.#blamed(repeatable, options);
    } finally {
      await this.#endTurn();
    }
  }

  /**
   * Repeats cases under compute-sanitizer.
   * @throws InfrastructureError where that is missing or fails
   */
  async sanitize(cases: readonly RepeatableRun[], options: TurnOptions = {}): Promise<SanitizerFinding[]> {
    await this.#takeTurn(options);
    if (!this.#hasRoom) await this.#drop(false);
    const tools = this.#tools ?? this.#access.tools(this.#expected);
    this.#tools = null;
    try {
      return await tools.run(this.#program, cases, options.signal);
    } finally {
      await tools.close();
    }
  }

  /** Gives the turn back. The process stays for more cases if the GPU has room for it. */
  async rest(): Promise<void> {
    const tools = this.#tools;
    this.#tools = null;
    await Promise.all([this.#hasRoom ? null : this.#drop(false), tools?.close()]);
    await this.#endTurn();
  }

  async #takeTurn({ signal, onWaiting }: TurnOptions, mode: LockMode = 'shared'): Promise<void> {
    if (this.#turn && performance.now() - this.#turn.since > LONG_TURN) await this.#endTurn();
    if (this.#turn) return;
    const hold = await this.#access.turn(mode, {
      signal,
      onWaiting: (waiting) => {
        if (waiting !== null && waiting.before <= STARTS_AHEAD) this.#startAhead();
        onWaiting?.(waiting);
      },
    });
    this.#turn = { hold, since: performance.now() };
    this.#startAhead();
  }

  /** Starts the processes that the submission still needs. */
  #startAhead(): void {
    if (!this.#helper && !this.#started) {
      this.#started = this.#access.start();
      this.#started.catch(() => undefined);
    }
    if (this.#expected.length > 0) this.#tools ??= this.#access.tools(this.#expected);
  }

  async #endTurn(): Promise<void> {
    const turn = this.#turn;
    this.#turn = null;
    await turn?.hold.release();
  }

  async #blamed(repeatable: RepeatableRun, options: RunBounds): Promise<GpuRun> {
    const { log, control } = this.#access;
    try {
      const verdict = await findBlame({
        attempt: () => this.#run(repeatable, options),
        isUnexplained: (error) =>
          error instanceof HelperLost || (error instanceof HelperFailure && error.kind === 'fault'),
        control,
        log,
      });
      if (verdict.by === 'result') return verdict.result;
      const message = reasonOf(verdict.error);
      const host = { status: 'trapped', message, position: null, devicePointer: false, endedWorker: true } as const;
      return { status: 'ran', run: emptyRun(host) };
    } catch (error) {
      throw asInfrastructure(error instanceof ControlFailed ? error.cause : error);
    }
  }

  async #run(repeatable: RepeatableRun, { signal, ...bounds }: RunBounds): Promise<GpuRun> {
    const limits = JSON.stringify(repeatable.recorded[0]?.executed.run.plan.limits ?? []);
    if (this.#helper && limits !== this.#limits) await this.#drop(false);
    this.#limits = limits;
    const started = this.#started;
    this.#started = null;
    this.#helper ??= await this.#access.open(started ?? undefined);
    const helper = this.#helper;
    const task = { ...taskOf(this.#program, repeatable), ...bounds };
    const limit = { ready: LIMIT.start, run: task.limits.wallMs + task.launchTimeoutMs };
    try {
      const { executed, mustEnd, hasRoom } = await ask(helper, { kind: 'run', task }, limit, signal);
      this.#hasRoom = hasRoom;
      if (mustEnd) {
        await this.#drop(true);
        // A GPU that has vanished fails in the same way as a kernel: it is the kernel's fault only if the GPU works now.
        await this.#access.control();
      }
      const differs = executed.replayed?.differs ?? null;
      if (differs !== null)
        return { status: 'untranslatable', reason: `its calls are not the same each time (${differs})` };
      return { status: 'ran', run: await this.#positions.resolve(executed) };
    } catch (error) {
      await this.#drop(!helper.usable);
      if (error instanceof HelperFailure && error.kind === 'untranslatable') {
        return { status: 'untranslatable', reason: error.message };
      }
      // A driver call that does not return.
      if (error instanceof HelperHung) {
        return { status: 'ran', run: emptyRun({ status: 'stopped', limit: 'wall', position: null }) };
      }
      // An engine that is gone is known to be at fault.
      throw helper.fault instanceof InfrastructureError ? helper.fault : error;
    }
  }

  async dispose(): Promise<void> {
    this.#hasRoom = false;
    await this.rest();
  }

  async #drop(badly: boolean): Promise<void> {
    const helper = this.#helper ?? (await this.#started?.catch(() => null)) ?? null;
    this.#helper = null;
    this.#started = null;
    if (helper) await this.#access.close(helper, badly);
  }
}
