import { BYTE_STATE } from '../../abi/index.ts';
import { type HostArray, HostArrays } from '../host-arrays.ts';
import type { Place } from '../observer.ts';
import { outputBefore } from '../poison.ts';
import type { Provenance } from '../provenance.ts';
import type { OutputState } from '../run.ts';
import type { Task } from '../task.ts';
import type { Trace } from '../traces.ts';
import type { RawRun } from '../unresolved.ts';
import type { HostContent } from './contents.ts';
import { type Downloads, NOT_CARRIED } from './downloads.ts';

/** Flags of a byte, as `RunDevice.state` gives them. */
const INITIALISED = BYTE_STATE.initialised;

/** Outputs in host memory, and how content of the device came there. */
export class HostOutputs {
  readonly #provenance: Provenance;
  readonly #arrays: HostArrays;
  readonly #downloads: Downloads;
  readonly #task: Task;

  constructor(provenance: Provenance, downloads: Downloads, task: Task, arrays: readonly Omit<HostArray, 'before'>[]) {
    this.#provenance = provenance;
    this.#downloads = downloads;
    this.#task = task;
    this.#arrays = new HostArrays(provenance);
    for (const array of arrays) {
      const before = array.role === 'output' ? outputBefore(task, array.name) : contentOf(task, array.name);
      if (before) this.#arrays.add({ ...array, before });
    }
  }

  /** What was read last is in host memory. */
  arrived(address: number, from: Place | null, position: Trace): void {
    const { last } = this.#downloads;
    if (!last) return;
    last.from = from;
    this.#arrays.arrived(address, last.content, last.states, from, position);
  }

  /** @param readBy - the operation that read a source; null for an input */
  output(
    name: string,
    { bytes, traced }: HostContent,
    readBy: (source: number) => number | null,
  ): Pick<RawRun['outputs'][number], keyof Omit<OutputState, 'stores'>> {
    const array = this.#arrays.all.find((each) => each.name === name);
    if (!array) return this.#unplaced(name);
    const state = this.#arrays.state(array, bytes);
    if (traced) {
      const { flags, downloads } = this.#downloads.carriedInto(traced, readBy);
      for (let at = 0; at < flags.length; at++) {
        const carried = flags[at] as number;
        if (carried !== NOT_CARRIED && state[at] === INITIALISED) state[at] = carried;
      }
      for (const { from, launches } of downloads) if (from !== null) this.#provenance.copied(name, from, launches);
    }
    return { name, bytes, state, copiedBack: this.#arrays.copiedBack(array) };
  }

  /** An output of a program that ended before it had its arrays: in a constructor of a global variable. */
  #unplaced(name: string): Pick<RawRun['outputs'][number], 'name' | 'bytes' | 'state'> {
    const bytes = outputBefore(this.#task, name) ?? new Uint8Array();
    return { name, bytes, state: new Uint8Array(bytes.length) };
  }
}

function contentOf({ args }: Task, name: string): Uint8Array | null {
  const argument = args.find((each) => each.name === name);
  return argument?.kind === 'input' ? argument.bytes : null;
}
