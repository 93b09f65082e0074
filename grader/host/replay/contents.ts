import { sameBytes } from '../../platform/index.ts';
import type { HostArray } from '../host-arrays.ts';
import type { Operation } from '../operations.ts';
import { outputBefore } from '../poison.ts';
import { type EntryArgument, givenContent, type OutputState } from '../run.ts';
import type { Task } from '../task.ts';
import { type Hint, RULES, resolve, type Traced, Tracer } from './trace/index.ts';

/** One run on decoys, as far as content is traced through it. */
export interface DecoyRun {
  readonly args: readonly EntryArgument[];
  readonly operations: readonly Operation[];
  readonly outputs: readonly Pick<OutputState, 'name' | 'bytes'>[];
  readonly arrays: readonly Omit<HostArray, 'before'>[];
}

/** The size of a double. */
const WIDE = 8;
/** The size of most elements. */
const ELEMENT = 4;
/** The bytes of fresh host memory. */
const FRESH = 0x4b;

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
  /** The place of the bytes in what was traced: in pieces of elements, that is several writes together. */
  readonly at: number;
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
  #cut = 0;
  readonly #task: Task;
  /** The bytes of the widest element of an argument. */
  readonly #widest: number;
  /** Inputs by the number of their source: 1 for each byte that the device was given. */
  readonly #givenInputs = new Map<number, { readonly name: string; readonly bytes: Uint8Array }>();
  /** Writes that were traced together with one before them. */
  readonly #joined = new Map<number, HostContent>();

  constructor(task: Task, runs: readonly DecoyRun[]) {
    const { args } = task;
    this.#task = task;
    this.#runs = runs;
    const widths = args.map(widthOf);
    this.#widest = Math.max(ELEMENT, ...widths);
    this.#readBytes = args.some(isOfBytes) ? 1 : undefined;
    // Inputs on the device are visible to host code only through reads.
    for (const { name, address } of runs[0]?.arrays ?? []) {
      const judged = args.find((argument) => argument.name === name);
      const content = judged && givenContent(judged);
      if (!judged || !content) continue;
      const decoys = runs.map((run) => inputOf(run, name));
      const source = this.#add(decoys, content, address, judged.kind === 'input' ? judged.elementBytes : undefined);
      this.#givenInputs.set(source, { name, bytes: new Uint8Array(content.length) });
    }
  }

  /** Bytes that host code made from data, so far. */
  get untracedBytes(): number {
    return this.#untraced;
  }

  /** Those of them that are only a part of an element: a copy of too few bytes leaves such parts behind. */
  get cutBytes(): number {
    return this.#cut;
  }

  /** By input in host memory: 1 for each byte that host code moved to the device so far. */
  get givenInputs(): Record<string, Uint8Array> {
    return Object.fromEntries([...this.#givenInputs.values()].map(({ name, bytes }) => [name, bytes]));
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
    const joined = this.#joined.get(index);
    if (joined) return joined;
    const operation = this.#runs[0]?.operations[index];
    if (operation?.kind !== 'write') return this.#give(this.#at(index), null);
    const writes = this.#piecesOfElements(index);
    if (writes.length === 1) return this.#give(this.#at(index), operation.host);
    const pieces = writes.map((write) => this.#at(write));
    const contents = this.#runs.map((_, run) => concatenate(pieces.map((piece) => piece[run] ?? new Uint8Array())));
    const { bytes, traced } = this.#give(contents, null);
    let at = 0;
    for (const [i, write] of writes.entries()) {
      const length = pieces[i]?.[0]?.length ?? 0;
      this.#joined.set(write, { bytes: bytes.subarray(at, at + length), traced, at });
      at += length;
    }
    return this.#joined.get(index) as HostContent;
  }

  /** Returns a write and those that follow it on the device in the middle of an element, as copies of odd sizes do. */
  #piecesOfElements(index: number): number[] {
    const operations = this.#runs[0]?.operations ?? [];
    const writes: number[] = [];
    let end: number | null = null;
    for (let at = index; at < operations.length; at++) {
      const operation = operations[at];
      if (operation?.kind === 'read' || operation?.kind === 'launch') break;
      if (operation?.kind !== 'write') continue;
      if (end !== null && (operation.pointer !== end || end % this.#widest === 0)) break;
      writes.push(at);
      end = operation.pointer + operation.content.length;
    }
    return writes;
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
      outputBefore(this.#task, name),
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

  #give(contents: readonly Uint8Array[], address: number | null): HostContent {
    const given = this.#resolve(contents, address);
    for (const { bytes, origin, repeat } of given.traced?.extents ?? []) {
      const input = origin.kind === 'moved' ? this.#givenInputs.get(origin.source) : undefined;
      if (!input || origin.kind !== 'moved') continue;
      const rule = origin.conversion === null ? null : RULES.get(origin.conversion);
      const length = rule ? (bytes / rule.to.width) * rule.from.width : bytes;
      for (let block = 0; block < (repeat?.count ?? 1); block++) {
        const from = origin.offset + block * (repeat?.sourceStep ?? 0);
        input.bytes.fill(1, from, from + length);
      }
    }
    return given;
  }

  /** @param before - what was there before host code wrote; null for fresh host memory */
  #resolve(contents: readonly Uint8Array[], address: number | null, before: Uint8Array | null = null): HostContent {
    const [first = new Uint8Array(), ...others] = contents;
    if (others.every((other) => sameBytes(first, other))) return { bytes: first, traced: null, at: 0 };
    const hint = this.#hint(address, first.length);
    let traced = this.#tracer.trace(contents, hint);
    if (traced.untraced > 0 && this.#widen()) traced = this.#tracer.trace(contents, hint);
    this.#untraced += traced.untraced;
    if (this.#readBytes !== 1) {
      const isKept = (at: number) => contents.every((bytes) => bytes[at] === (before ? before[at] : FRESH));
      for (const { at, bytes, origin } of traced.extents)
        if (origin.kind === 'untraced' && isOfParts(contents, at, at + bytes, isKept)) this.#cut += bytes;
    }
    return { bytes: resolve(traced, first, (source) => this.#bytes[source] ?? new Uint8Array()), traced, at: 0 };
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
  return (argument && givenContent(argument)) ?? new Uint8Array();
}

function widthOf(argument: EntryArgument): number {
  if (argument.kind === 'input') return argument.elementBytes ?? ELEMENT;
  const isWide = argument.kind === 'output' && (argument.type === 'f64' || argument.type === 'i64');
  return isWide && argument.initial ? WIDE : ELEMENT;
}

/** True if every element with bytes that depend on data has bytes that host code did not write, or is cut off. */
function isOfParts(
  contents: readonly Uint8Array[],
  from: number,
  to: number,
  isKept: (at: number) => boolean,
): boolean {
  const [first = new Uint8Array(), ...others] = contents;
  for (let start = from - (from % ELEMENT); start < to; start += ELEMENT) {
    if (start + ELEMENT > first.length) continue;
    const places = [0, 1, 2, 3].map((byte) => start + byte);
    if (others.every((other) => places.every((at) => other[at] === first[at]))) continue;
    if (!places.some(isKept)) return false;
  }
  return true;
}

function concatenate(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
