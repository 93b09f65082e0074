import type { EntryArgument, HostArray, OutputState, Task } from '../record/index.ts';
import type { Operation } from './operations.ts';
import { type Hint, resolve, type Traced, Tracer } from './trace/index.ts';

/** One run on decoys, as far as content is traced through it. */
export interface DecoyRun {
  readonly args: readonly EntryArgument[];
  readonly operations: readonly Operation[];
  readonly outputs: readonly Pick<OutputState, 'name' | 'bytes'>[];
  readonly arrays: readonly Omit<HostArray, 'before'>[];
}

/** The size of a double. */
const WIDE = 8;

/** A range of host memory that holds a source. */
interface Region {
  readonly address: number;
  readonly bytes: number;
  readonly source: number;
}

/** What host code gives the device, or leaves in an output in host memory. */
export interface HostContent {
  readonly bytes: Uint8Array;
  /** null if nothing depends on data. */
  readonly traced: Traced | null;
}

/**
 * Content that host code gives the device or leaves in outputs, with judged data in place of decoys. Bytes that host
 * code only moved are taken from their source in this replay; all others stay as they were recorded.
 */
export class Contents {
  readonly #runs: readonly DecoyRun[];
  readonly #tracer = new Tracer();
  readonly #bytes: Uint8Array[] = [];
  readonly #regions: Region[] = [];
  /** The operation that read a source, by the number of the source. */
  readonly #readBy = new Map<number, number>();
  /** Sources whose elements may be wide. */
  readonly #unknown: { readonly source: number; readonly decoys: readonly Uint8Array[] }[] = [];
  /** The size of an element of what is read; absent if it is not known. */
  readonly #readBytes: 1 | undefined;
  #untraced = 0;

  constructor({ args }: Task, runs: readonly DecoyRun[]) {
    this.#runs = runs;
    this.#readBytes = args.some(isOfBytes) ? 1 : undefined;
    // Inputs on the device are visible to host code only through reads.
    for (const { name, address } of runs[0]?.arrays ?? []) {
      const judged = args.find((argument) => argument.name === name);
      if (judged?.kind !== 'input') continue;
      const decoys = runs.map((run) => inputOf(run, name));
      this.#add(decoys, judged.bytes, address, judged.elementBytes);
    }
  }

  /** Bytes that host code made from data, so far. */
  get untracedBytes(): number {
    return this.#untraced;
  }

  /** The operation that a source was read by; null for an input. */
  readBy(source: number): number | null {
    return this.#readBy.get(source) ?? null;
  }

  /** An operation has read this from the device. */
  read(index: number, content: Uint8Array): void {
    const [first] = this.#runs;
    const operation = first?.operations[index];
    if (operation?.kind !== 'read' || this.#runs.length < 2) return;
    const source = this.#add(this.#at(index), content, operation.host, this.#readBytes);
    this.#readBy.set(source, index);
  }

  /** What an operation gives the device: content of a write, or arguments of a launch. */
  given(index: number): HostContent {
    const operation = this.#runs[0]?.operations[index];
    return this.#resolve(this.#at(index), operation?.kind === 'write' ? operation.host : null);
  }

  /** Counts bytes of a memset whose value depends on data. */
  filled(index: number): void {
    const values = this.#runs.map(({ operations }) => operations[index]);
    if (values.some((each) => each?.kind === 'set' && values[0]?.kind === 'set' && each.value !== values[0].value))
      this.#untraced += 1;
  }

  /** What an output in host memory holds at the end. */
  output(name: string): HostContent {
    const address = this.#runs[0]?.arrays.find((array) => array.name === name)?.address ?? null;
    const contents = this.#runs.map(({ outputs }) => outputs.find((output) => output.name === name)?.bytes);
    return this.#resolve(
      contents.map((bytes) => bytes ?? new Uint8Array()),
      address,
    );
  }

  #at(index: number): Uint8Array[] {
    return this.#runs.map(({ operations }) => {
      const operation = operations[index];
      if (operation?.kind === 'write' || operation?.kind === 'read') return operation.content;
      if (operation?.kind === 'launch') return operation.request.args;
      throw new Error('recordings of one structure differ');
    });
  }

  #add(
    decoys: readonly Uint8Array[],
    judged: Uint8Array,
    address: number | null,
    elementBytes?: 1 | 2 | 4 | 8,
  ): number {
    const source = this.#tracer.add(decoys, elementBytes);
    this.#bytes[source] = judged;
    if (elementBytes === undefined && judged.length % WIDE === 0) this.#unknown.push({ source, decoys });
    if (address !== null) this.#regions.push({ address, bytes: judged.length, source });
    return source;
  }

  #resolve(contents: readonly Uint8Array[], address: number | null): HostContent {
    const [first = new Uint8Array(), ...others] = contents;
    if (others.every((other) => isSame(first, other))) return { bytes: first, traced: null };
    const hint = this.#hint(address, first.length);
    let traced = this.#tracer.trace(contents, hint);
    if (traced.untraced > 0 && this.#widen()) traced = this.#tracer.trace(contents, hint);
    this.#untraced += traced.untraced;
    return { bytes: resolve(traced, first, (source) => this.#bytes[source] ?? new Uint8Array()), traced };
  }

  /** Content that was read can be of doubles: host code can have converted them. @returns false if there is none */
  #widen(): boolean {
    const open = this.#unknown.splice(0);
    for (const { source, decoys } of open) {
      const wide = this.#tracer.add(decoys, WIDE);
      this.#bytes[wide] = this.#bytes[source] ?? new Uint8Array();
      const readBy = this.#readBy.get(source);
      if (readBy !== undefined) this.#readBy.set(wide, readBy);
    }
    return open.length > 0;
  }

  /** The sources that are or were where this content is in host memory, the latest last. */
  #hint(address: number | null, bytes: number): Hint {
    if (address === null) return { places: [] };
    return {
      places: this.#regions.flatMap((region) => {
        const from = Math.max(address, region.address);
        const to = Math.min(address + bytes, region.address + region.bytes);
        if (from >= to) return [];
        return [{ at: from - address, bytes: to - from, source: region.source, offset: from - region.address }];
      }),
    };
  }
}

function isOfBytes(argument: EntryArgument): boolean {
  return (
    (argument.kind === 'input' && argument.elementBytes === 1) || (argument.kind === 'output' && argument.type === 'u8')
  );
}

function inputOf({ args }: DecoyRun, name: string): Uint8Array {
  const argument = args.find((each) => each.name === name);
  return argument?.kind === 'input' ? argument.bytes : new Uint8Array();
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
}
