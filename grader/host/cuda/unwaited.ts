import type { Trace } from '../traces.ts';
import type { Context } from './context.ts';
import type { MappedRange } from './mapped.ts';
import { contentOf } from './mapped-content.ts';
import { variableAt } from './ranges.ts';

/** Bytes that one element may have. */
const ELEMENTS = new Set([1, 2, 4, 8, 16]);

/**
 * From a launch until host code waits for it: what kernels have changed meanwhile in memory that both sides reach.
 * Kernels are done when their launch returns, but host code cannot know: it is told where it relies on that.
 */
export class Unwaited {
  readonly #context: Context;
  /** Where the last launch stands. */
  readonly #launch: Trace | null;
  readonly #contents = new Map<MappedRange, Uint8Array | null>();
  #isTold = false;

  constructor(context: Context, launch: Trace | null) {
    this.#context = context;
    this.#launch = launch;
  }

  /** Has a kernel changed anything there? */
  reaches(range: MappedRange): boolean {
    return this.#changed(range, 0, range.bytes) !== null;
  }

  /** A plain access of host code. Once is enough: whoever does not wait does so in each turn of a loop. */
  accessed(range: MappedRange, address: number, bytes: number, access: 'read' | 'write'): void {
    if (this.#isTold) return;
    const from = Math.max(0, address - range.host);
    const offset = this.#changed(range, from, Math.min(range.bytes, address + bytes - range.host));
    if (offset === null) return;
    this.#isTold = true;
    const { recorder } = this.#context;
    // A copy is of many elements, of which the size is not known.
    const element = ELEMENTS.has(bytes) ? bytes : 0;
    const buffer = this.#named(range, element ? offset - ((offset - from) % element) : offset);
    const fault = { rule: 'host-race', buffer, detail: null, bytes: element, access } as const;
    recorder.hostFault(fault, this.#context.here(), this.#launch);
  }

  #changed(range: MappedRange, from: number, to: number): number | null {
    const known = this.#contents.get(range);
    const content = known === undefined ? contentOf(this.#context.device, range) : known;
    this.#contents.set(range, content);
    if (!content) return null;
    for (let at = from; at < to; at++) if (content[at] !== range.agreed[at]) return at;
    return null;
  }

  #named({ device, bytes }: MappedRange, offset: number) {
    const buffer = this.#context.buffers.startingAt(device);
    if (buffer) {
      const { label, role } = buffer;
      return { label, role, bytes, offset };
    }
    const label = variableAt(this.#context, device)?.variable;
    return label === undefined ? null : ({ label, role: 'variable', bytes, offset } as const);
  }
}
