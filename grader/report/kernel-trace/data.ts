import type { ScalarFormat } from '../../compile/index.ts';
import {
  type BlockRecording,
  type BlockStep,
  bytesOf,
  type RecordedMemory,
  type ThreadAccess,
  textOf,
} from '../../device/recording/index.ts';
import type { Moment } from './moment.ts';

/** The most accesses and values on a page: each takes some 20 bytes. */
const MOST_ITEMS = 50_000;
/** The most steps on a page. */
const MOST_STEPS = 6000;
/** The most elements of an array whose values are all on the page. A larger one has those that threads access. */
const VALUES_OF_ALL = 1024;
/** The part of the items that is before the step that the page opens at. */
const BEFORE = 0.6;

/** Memory as the page draws it. */
export interface ShownMemory {
  readonly name: string;
  readonly space: RecordedMemory['space'];
  readonly role: RecordedMemory['role'];
  /** Slowest first. */
  readonly extents: readonly number[];
  readonly elementBytes: number;
  /** Values before the first step of the page, by element; `null` where nothing was written. */
  readonly values: Readonly<Record<number, string | null>>;
}

/** Lane, kind of access (`r`, `w`, `a`), number of the memory, element, and its values. */
export type ShownAccess = readonly [number, 'r' | 'w' | 'a', number, number, ...string[]];
/** Lane, number of the variable, number of its part, value. */
export type ShownValue = readonly [number, number, number, string];

export type ShownStep =
  /** Warp, number of the place, the lanes as bits, accesses, values. */
  | readonly [number, number, number, readonly ShownAccess[], readonly ShownValue[]]
  /** A barrier: -1, what it is of, and how many threads have reached it. */
  | readonly [-1, 'block' | 'grid', number];

export interface ShownVariable {
  readonly name: string;
  readonly function: string;
  readonly isParameter: boolean;
  /** The names of its numbers: empty for a variable that is one. */
  readonly parts: readonly string[];
}

export interface TraceData {
  /** File, line, function. */
  readonly places: readonly (readonly [string, number, string])[];
  readonly variables: readonly ShownVariable[];
  readonly memory: readonly ShownMemory[];
  readonly steps: readonly ShownStep[];
  /** Values of variables before the first step of the page. */
  readonly known: readonly ShownValue[];
  /** The warp whose variables are on the page. */
  readonly warp: number;
  /** Steps of the recording before the first one of the page. */
  readonly skipped: number;
  /** True if the block goes on after the last step. */
  readonly isCut: boolean;
}

export interface DataOptions {
  /** The step that the page opens at, and the thread whose variables it shows. */
  readonly opened: Moment;
  /** Formats of elements by the name of the memory, where they are known. */
  readonly formats: ReadonlyMap<string, ScalarFormat>;
  /** Extents by the name of the memory, slowest first. */
  readonly shapes: Readonly<Record<string, readonly number[]>>;
}

/** Makes what the page's script reads. Of a long recording, it has the part around the step that it opens at. */
export function traceData(recording: BlockRecording, all: readonly BlockStep[], options: DataOptions): TraceData {
  const { tables } = recording;
  const warp = Math.floor(options.opened.thread / 32);
  const [first, end] = windowOf(all, options.opened.step, warp);
  const memory = new MemoryView(recording, all, options);
  const variables = new Numbering<number>();
  const places = new Numbering<number>();
  const known = new Map<string, ShownValue>();
  const steps: ShownStep[] = [];
  for (const [index, step] of all.entries()) {
    if (index >= end) break;
    if (step.kind === 'barrier') {
      if (index >= first) steps.push([-1, step.scope, step.threads]);
      continue;
    }
    const accesses: ShownAccess[] = [];
    const values: ShownValue[] = [];
    let mask = 0;
    for (const [lane, own] of step.lanes) {
      mask |= 1 << lane;
      for (const access of own.accesses) {
        const shown = memory.shown(lane, access);
        if (index < first) memory.happened(shown);
        else accesses.push(shown);
      }
      if (step.warp !== warp) continue;
      for (const { variable, part, text } of own.values) {
        const value: ShownValue = [lane, variables.of(variable), part, text];
        if (index >= first) values.push(value);
        else known.set(`${lane} ${variable} ${part}`, value);
      }
    }
    if (index >= first) steps.push([step.warp, places.of(step.place), mask >>> 0, accesses, values]);
  }
  return {
    places: places.all.map((place) => {
      const event = tables.events[place];
      return event?.kind === 'step' ? [event.position.file, event.position.line, event.function] : ['', 0, ''];
    }),
    variables: variables.all.map((number) => {
      const { name = '', function: owner = '', isParameter = false, parts = [] } = tables.variables[number] ?? {};
      return { name, function: owner, isParameter, parts: parts.map(({ path }) => path) };
    }),
    memory: memory.all,
    steps,
    known: [...known.values()],
    warp,
    skipped: first,
    isCut: recording.isCut || end < all.length,
  };
}

/** Returns the first step of the page and the one after its last. */
function windowOf(steps: readonly BlockStep[], opened: number, warp: number): readonly [number, number] {
  const items = steps.map((step) => itemsOf(step, warp));
  const all = items.reduce((sum, each) => sum + each, 0);
  if (all <= MOST_ITEMS && steps.length <= MOST_STEPS) return [0, steps.length];
  let first = opened;
  let left = MOST_ITEMS * BEFORE;
  while (first > 0 && left > (items[first - 1] ?? 0) && opened - first < MOST_STEPS * BEFORE)
    left -= items[--first] ?? 0;
  left += MOST_ITEMS * (1 - BEFORE);
  let end = opened;
  while (end < steps.length && left > (items[end] ?? 0) && end - first < MOST_STEPS) left -= items[end++] ?? 0;
  return [first, Math.max(end, opened + 1)];
}

function itemsOf(step: BlockStep, warp: number): number {
  if (step.kind === 'barrier') return 1;
  let items = 1;
  for (const { accesses, values } of step.lanes.values())
    items += accesses.length + (step.warp === warp ? values.length : 0);
  return items;
}

/** Numbers things from 0 on, in the order in which they are first asked for. */
class Numbering<Item> {
  readonly #numbers = new Map<Item, number>();

  get all(): readonly Item[] {
    return [...this.#numbers.keys()];
  }

  of(item: Item): number {
    const number = this.#numbers.get(item) ?? this.#numbers.size;
    this.#numbers.set(item, number);
    return number;
  }
}

const KINDS = { read: 'r', write: 'w', atomic: 'a' } as const;

/** Memory in elements, with what was in it before the first step of the page. */
class MemoryView {
  readonly #recording: BlockRecording;
  readonly #options: DataOptions;
  readonly #formats: readonly (ScalarFormat | null)[];
  readonly #sizes: readonly number[];
  readonly #numbers = new Numbering<number>();
  readonly #happened = new Map<number, Map<number, string>>();
  readonly #touched = new Map<number, Set<number>>();

  constructor(recording: BlockRecording, steps: readonly BlockStep[], options: DataOptions) {
    this.#recording = recording;
    this.#options = options;
    const seen = formatsOf(steps, recording.memory.length);
    const arrays = new Map(recording.tables.arrays.map(({ name, format }) => [name, format]));
    this.#formats = recording.memory.map(
      ({ name }, index) => options.formats.get(name) ?? arrays.get(name) ?? seen[index] ?? null,
    );
    this.#sizes = this.#formats.map((format) => (format === null ? 4 : bytesOf(format)));
  }

  shown(lane: number, { access, memory, offset, bytes, format, values }: ThreadAccess): ShownAccess {
    const size = this.#sizes[memory] ?? 4;
    const element = Math.floor(offset / size);
    const touched = this.#touched.get(memory) ?? new Set<number>();
    this.#touched.set(memory, touched);
    for (let at = 0; at < bytes; at += size) touched.add(element + at / size);
    const own = this.#formats[memory];
    const texts = own && format && own !== format ? values.map((text) => asFormat(text, format, own)) : values;
    return [lane, KINDS[access], this.#numbers.of(memory), element, ...texts];
  }

  /** Takes over what was accessed before the first step of the page. */
  happened([, , memory, element, ...values]: ShownAccess): void {
    const known = this.#happened.get(memory) ?? new Map<number, string>();
    this.#happened.set(memory, known);
    for (const [index, value] of values.entries()) known.set(element + index, value);
  }

  get all(): ShownMemory[] {
    return this.#numbers.all.map((number, index) => {
      const memory = this.#recording.memory[number];
      if (!memory) throw new Error('an access to memory that the recording does not have');
      const { name, space, role, bytes } = memory;
      const elementBytes = this.#sizes[number] ?? 4;
      const count = Math.floor(bytes / elementBytes);
      const shape = this.#options.shapes[name] ?? this.#extentsOf(name);
      const isWhole = shape && shape.length > 0 && shape.reduce((product, extent) => product * extent, 1) === count;
      const values = { ...this.#before(number, memory, count), ...Object.fromEntries(this.#happened.get(index) ?? []) };
      return { name, space, role, extents: isWhole ? shape : [count], elementBytes, values };
    });
  }

  #extentsOf(name: string): readonly number[] | undefined {
    return this.#recording.tables.arrays.find((array) => array.name === name)?.extents;
  }

  #before(number: number, { before, written }: RecordedMemory, count: number): Record<number, string | null> {
    const format = this.#formats[number];
    if (!before || !format) return {};
    const size = bytesOf(format);
    const view = new DataView(before.buffer, before.byteOffset, before.byteLength);
    const elements =
      count <= VALUES_OF_ALL ? Array.from({ length: count }, (_, index) => index) : (this.#touched.get(number) ?? []);
    const values: Record<number, string | null> = {};
    for (const element of elements) {
      if (element < 0 || element >= count) continue;
      values[element] = written && written[element * size] === 0 ? null : textOf(view, element * size, format);
    }
    return values;
  }
}

/** Integers of one size have the same bytes: a number is read again in the format of its array. */
function asFormat(text: string, from: ScalarFormat, to: ScalarFormat): string {
  if (!/^[iu]/.test(from) || !/^[iu]/.test(to) || bytesOf(from) !== bytesOf(to)) return text;
  const bits = 8 * bytesOf(to);
  return String(to.startsWith('u') ? BigInt.asUintN(bits, BigInt(text)) : BigInt.asIntN(bits, BigInt(text)));
}

/** Returns the format of most accesses to each memory. */
function formatsOf(steps: readonly BlockStep[], count: number): (ScalarFormat | null)[] {
  const seen = Array.from({ length: count }, () => new Map<ScalarFormat, number>());
  for (const step of steps) {
    if (step.kind !== 'line') continue;
    for (const { accesses } of step.lanes.values())
      for (const { memory, format } of accesses) {
        const formats = seen[memory];
        if (format && formats) formats.set(format, (formats.get(format) ?? 0) + 1);
      }
  }
  return seen.map((formats) => [...formats].sort(([, a], [, b]) => b - a)[0]?.[0] ?? null);
}
