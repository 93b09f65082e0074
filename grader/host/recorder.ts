import type { DeviceFault } from '../device/index.ts';
import { NO_OBSERVER, type Observer } from './observer.ts';
import type { LaunchPlan } from './plan/index.ts';
import type { ReturnedTensor } from './run.ts';
import { LimitReached } from './signals.ts';
import type { StreamCall } from './stream-call.ts';
import type { Trace } from './traces.ts';
import type { RawApiError, RawFault, RawLaunch, RawPlanStep } from './unresolved.ts';

/** Calls kept of one run. A program that makes more says nothing new, and memory is not endless. */
const MAX_STEPS = 100_000;
const MAX_ERRORS = 1_000;

/** Bytes of host code's copies that are kept, of one and of all together. */
const MAX_DATA = { copy: 64 << 10, run: 1 << 20 };

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** Everything that a run leaves behind, in the order in which it happened. */
export class Recorder {
  readonly steps: RawPlanStep[] = [];
  /** The totals of the steps that are not in `steps`. */
  readonly unlisted: Mutable<NonNullable<LaunchPlan['unlisted']>> = { steps: 0, copies: 0, copiedBytes: 0 };
  readonly launches: RawLaunch[] = [];
  readonly errors: Mutable<RawApiError>[] = [];
  /** What a tensor function returned. */
  returned: ReturnedTensor | null = null;
  /** The largest value of each limit that cudaDeviceSetLimit was called with. */
  readonly #limits = new Map<number, number>();
  #keptBytes = 0;
  readonly #faults = new Map<string, Mutable<RawFault>>();
  readonly #maxLaunches: number;
  readonly #observer: Observer;

  constructor(maxLaunches: number, observer: Observer = NO_OBSERVER) {
    this.#maxLaunches = maxLaunches;
    this.#observer = observer;
  }

  /** Is the next step kept? Of others only totals are. */
  get listsSteps(): boolean {
    return this.steps.length < MAX_STEPS;
  }

  step(step: RawPlanStep): void {
    if (this.listsSteps) {
      this.steps.push(step);
      return;
    }
    this.unlisted.steps += 1;
    if (step.step !== 'write' && step.step !== 'read' && step.step !== 'symbol') return;
    this.unlisted.copiedBytes += step.bytes;
    if (step.row !== true) this.unlisted.copies += 1;
  }

  /** What host code copies to the device, as the plan keeps it; nothing where it is much. */
  data(bytes: Uint8Array): { data?: string } {
    if (bytes.length > MAX_DATA.copy || this.#keptBytes + bytes.length > MAX_DATA.run) return {};
    this.#keptBytes += bytes.length;
    let text = '';
    for (const byte of bytes) text += String.fromCharCode(byte);
    return { data: btoa(text) };
  }

  limit(limit: number, value: number): void {
    this.#limits.set(limit, Math.max(value, this.#limits.get(limit) ?? 0));
  }

  /** What the plan keeps of limits: nothing if there are none. */
  get limits(): Pick<LaunchPlan, 'limits'> {
    if (this.#limits.size === 0) return {};
    return { limits: [...this.#limits].map(([limit, value]) => ({ limit, value })) };
  }

  /** @throws LimitReached before one launch too many */
  countLaunch(): number {
    if (this.launches.length >= this.#maxLaunches) throw new LimitReached('launches');
    return this.launches.length;
  }

  /** A launch of host code has ended, and may have failed. */
  launched(launch: RawLaunch): void {
    this.launches.push(launch);
    if (launch.launchedBy === undefined) this.#observer.launched(this.launches.length - 1);
  }

  /** A call that matters to the order between streams begins. */
  ordered(call: StreamCall): void {
    this.#observer.ordered(call);
  }

  /** The call has ended. */
  orderedEnded(): void {
    this.#observer.orderedEnded();
  }

  /** How many launches there may still be. */
  get launchesLeft(): number {
    return this.#maxLaunches - this.launches.length;
  }

  error(error: RawApiError): void {
    if (this.errors.length < MAX_ERRORS) this.errors.push(error);
  }

  /** The program asked for errors and was told: it has noticed those so far. */
  noticeErrors(): void {
    for (let at = this.errors.length - 1; at >= 0; at--) {
      const error = this.errors[at];
      if (!error || error.noticed) break;
      error.noticed = true;
    }
  }

  /** A fault of host code at `position`: one for each rule and place. `launch` is where the kernel of a race was launched. */
  hostFault(
    fault: Pick<DeviceFault, 'rule' | 'detail' | 'bytes' | 'streams' | 'unwritten'> &
      Pick<RawFault, 'buffer'> & { access: 'read' | 'write' },
    position: Trace,
    launch: Trace | { readonly position: Trace; readonly access: 'read' | 'write' } | null = null,
  ): void {
    const { access, ...rest } = fault;
    const key = `${fault.rule}|${position.trace}`;
    const known = this.#faults.get(key);
    if (known) known.count += 1;
    else {
      const at = { block: [0, 0, 0], thread: [0, 0, 0], position, access } as const;
      const end = launch && ('access' in launch ? launch : { position: launch, access: 'write' as const });
      const other = end && { ...at, ...end };
      this.#faults.set(key, { ...rest, kernel: '', launch: -1, at, other, count: 1 });
      this.#observer.hostFault();
    }
  }

  /** Faults of device code. @param numberOf - of a launch in this run, by the device's own number */
  deviceFaults(faults: readonly DeviceFault[], numberOf: (launch: number) => number): void {
    for (const fault of faults)
      this.#faults.set(`device|${this.#faults.size}`, { ...fault, launch: numberOf(fault.launch) });
  }

  get faults(): readonly RawFault[] {
    return [...this.#faults.values()];
  }
}
