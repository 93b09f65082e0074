import {
  type HostArray,
  HostArrays,
  type OutputState,
  outputBefore,
  type Place,
  type Provenance,
  type RawRun,
  type Task,
  type Trace,
} from '../record/index.ts';
import type { HostContent } from './contents.ts';

/** Flags of a byte, as `RunDevice.state` gives them. */
const INITIALISED = 2;

/** What a replay has read from the device. */
interface Download {
  readonly content: Uint8Array;
  readonly states: Uint8Array;
  /** The buffer, once host code has it; null for a variable. */
  from: Place | null;
  launches: number;
}

/** Outputs in host memory, and how content of the device came there. */
export class HostOutputs {
  readonly #provenance: Provenance;
  readonly #arrays: HostArrays;
  readonly #downloads = new Map<number, Download>();
  #last: Download | null = null;

  constructor(provenance: Provenance, task: Task, arrays: readonly Omit<HostArray, 'before'>[]) {
    this.#provenance = provenance;
    this.#arrays = new HostArrays(provenance);
    for (const array of arrays) {
      const before = array.role === 'output' ? outputBefore(task, array.name) : contentOf(task, array.name);
      if (before) this.#arrays.add({ ...array, before });
    }
  }

  get any(): boolean {
    return this.#arrays.any;
  }

  /** An operation of the recording has read this. */
  read(index: number, content: Uint8Array, states: Uint8Array): void {
    this.#last = { content, states, from: null, launches: this.#provenance.launches };
    this.#downloads.set(index, this.#last);
  }

  /** What was read last is in host memory. */
  arrived(address: number, from: Place | null, position: Trace): void {
    const last = this.#last;
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
    if (!array) throw new Error(`a recording without the output ${name}`);
    const state = this.#arrays.state(array, bytes);
    const used = new Set<Download>();
    for (const { at, bytes: length, origin, repeat = ONCE } of traced?.extents ?? []) {
      const download = origin.kind === 'moved' ? this.#downloads.get(readBy(origin.source) ?? -1) : undefined;
      if (!download || origin.kind !== 'moved') continue;
      used.add(download);
      for (let block = 0; block < repeat.count; block++) {
        const [to, from] = [at + block * repeat.step, origin.offset + block * repeat.sourceStep];
        for (let byte = 0; byte < length; byte++) {
          // A converted element has another size: the state of its first byte stands for all.
          const flags = download.states[origin.conversion === null ? from + byte : from] ?? 0;
          if ((state[to + byte] ?? 0) === INITIALISED) state[to + byte] = flags;
        }
      }
    }
    for (const { from, launches } of used) if (from !== null) this.#provenance.copied(name, from, launches);
    return { name, bytes, state, copiedBack: this.#arrays.copiedBack(array) };
  }
}

const ONCE = { count: 1, step: 0, sourceStep: 0 };

function contentOf({ args }: Task, name: string): Uint8Array | null {
  const argument = args.find((each) => each.name === name);
  return argument?.kind === 'input' ? argument.bytes : null;
}
