import { TRACE_RECORD, TRACE_RECORD_BYTES } from '../../abi/index.ts';
import type { RecordedEvent, ScalarFormat } from '../../compile/index.ts';
import { bytesOf, textOf } from './numbers.ts';
import type { BlockRecording, RecordedMemory } from './recording.ts';

/** An access of a thread to memory that other threads can see. */
export interface ThreadAccess {
  readonly access: 'read' | 'write' | 'atomic';
  /** The number of the memory in the recording. */
  readonly memory: number;
  /** The distance from the start of the memory; it can be before the start, or past the end. */
  readonly offset: number;
  readonly bytes: number;
  /** The format of each number; `null` if it is not known. */
  readonly format: ScalarFormat | null;
  /** The numbers: those that are read, or are there after a write or an atomic function; none if they are not known. */
  readonly values: readonly string[];
}

/** A number of a variable that changes. */
export interface ThreadValue {
  readonly variable: number;
  /** The number of the part in the variable. */
  readonly part: number;
  readonly text: string;
}

/** The actions of a thread on one line, up to a barrier. */
export interface ThreadStep {
  /** The number of the event that began it: numbers follow the order of the code. */
  readonly place: number;
  readonly accesses: ThreadAccess[];
  readonly values: ThreadValue[];
  /** The threads that this one waits for at its end; `null` if it goes on. */
  waitsFor: 'block' | 'warp' | 'grid' | null;
  /** The number of the last row that belongs to it. */
  lastRow: number;
}

type AccessEvent = Extract<RecordedEvent, { kind: 'access' }>;

interface Row {
  readonly address: number;
  /** The bytes of the value. */
  readonly value: DataView;
}

/** A global access that misses a buffer belongs to it, if it is this close. */
const NEAR = 64 * 1024;

/** The steps and the variables of one thread. */
interface ThreadState {
  readonly steps: ThreadStep[];
  /** Variables in memory, by address. */
  readonly placed: { address: number; readonly variable: number }[];
  /** Writes to the thread's own memory that no variable has yet, by address. */
  readonly pending: Map<number, { readonly value: DataView; readonly bytes: number }>;
}

/** Returns the steps of each thread of the block that took any, by the thread's number. */
export function threadSteps(recording: BlockRecording): ReadonlyMap<number, readonly ThreadStep[]> {
  const { rows, tables } = recording;
  const view = new DataView(rows.buffer, rows.byteOffset, rows.byteLength);
  const threads = new Map<number, ThreadState>();
  for (let at = 0, row = 0; at < rows.byteLength; at += TRACE_RECORD_BYTES, row++) {
    const event = tables.events[view.getUint32(at + TRACE_RECORD.event, true)];
    if (!event) continue;
    const thread = view.getUint32(at + TRACE_RECORD.thread, true);
    const state: ThreadState = threads.get(thread) ?? { steps: [], placed: [], pending: new Map() };
    threads.set(thread, state);
    const number = view.getUint32(at + TRACE_RECORD.event, true);
    const address = Number(view.getBigUint64(at + TRACE_RECORD.address, true));
    const value = new DataView(rows.buffer, rows.byteOffset + at + TRACE_RECORD.low, 16);
    take(recording, state, event, number, { address, value });
    const last = state.steps.at(-1);
    if (last) last.lastRow = row;
  }
  return new Map([...threads].map(([thread, { steps }]) => [thread, withParameters(steps)]));
}

/** Parameters get their values before the first line: they belong to it. */
function withParameters([first, second, ...others]: readonly ThreadStep[]): readonly ThreadStep[] {
  if (!first) return [];
  if (first.place >= 0) return second ? [first, second, ...others] : [first];
  if (!second) return [];
  return [{ ...second, values: [...first.values, ...second.values] }, ...others];
}

function take(recording: BlockRecording, state: ThreadState, event: RecordedEvent, number: number, row: Row): void {
  const { tables } = recording;
  switch (event.kind) {
    case 'step': {
      const last = state.steps.at(-1);
      if (last && event.isLoopHeader && last.waitsFor === null && isSameLine(recording, last.place, event)) return;
      state.steps.push(newStep(number));
      return;
    }
    case 'value': {
      const step = current(state);
      const variable = tables.variables[event.variable];
      for (const [part, { offset, format }] of (variable?.parts ?? []).entries()) {
        const inside = offset - event.offset;
        if (inside < 0 || inside + bytesOf(format) > event.bytes || event.bytes > 16) continue;
        step.values.push({ variable: event.variable, part, text: textOf(row.value, inside, format) });
      }
      return;
    }
    case 'place':
      place(recording, state, event.variable, row.address);
      return;
    case 'access':
      access(recording, state, event, row);
      return;
    case 'barrier': {
      const step = current(state);
      step.waitsFor = event.scope;
    }
  }
}

function isSameLine(
  { tables }: BlockRecording,
  place: number,
  event: Extract<RecordedEvent, { kind: 'step' }>,
): boolean {
  const before = tables.events[place];
  return (
    before?.kind === 'step' &&
    before.function === event.function &&
    before.position.line === event.position.line &&
    before.position.file === event.position.file
  );
}

/** Returns the step that goes on. After a barrier, the same line has another step. Before the first line, the place is -1. */
function current(state: ThreadState): ThreadStep {
  const last = state.steps.at(-1);
  if (last && last.waitsFor === null) return last;
  const step = newStep(last?.place ?? -1);
  state.steps.push(step);
  return step;
}

function newStep(place: number): ThreadStep {
  return { place, accesses: [], values: [], waitsFor: null, lastRow: 0 };
}

/** A variable is in memory from now on. What was written there before it was declared is its value. */
function place(recording: BlockRecording, state: ThreadState, variable: number, address: number): void {
  const known = state.placed.find((each) => each.variable === variable);
  if (known) known.address = address;
  else state.placed.push({ variable, address });
  const bytes = recording.tables.variables[variable]?.bytes ?? 0;
  for (const [at, { value, bytes: size }] of state.pending) {
    if (at < address || at + size > address + bytes) continue;
    writeVariable(recording, state, at, size, value);
    state.pending.delete(at);
  }
}

function access(recording: BlockRecording, state: ThreadState, event: AccessEvent, { address, value }: Row): void {
  const memory = memoryAt(recording.memory, address, event.bytes);
  if (memory < 0) {
    if (event.access === 'read') return;
    if (!writeVariable(recording, state, address, event.bytes, value))
      state.pending.set(address, { value, bytes: event.bytes });
    return;
  }
  const { format, bytes } = event;
  const size = format === null ? 0 : bytesOf(format);
  const shown = event.access === 'atomic' && format ? afterAtomic(event, value) : value;
  const count = size === 0 || bytes > 16 ? 0 : Math.floor(bytes / size);
  current(state).accesses.push({
    access: event.access,
    memory,
    offset: address - (recording.memory[memory]?.address ?? 0),
    bytes,
    format,
    values: format === null ? [] : Array.from({ length: count }, (_, index) => textOf(shown, index * size, format)),
  });
}

/** @returns false if no variable of the thread is at the address */
function writeVariable(
  { tables }: BlockRecording,
  state: ThreadState,
  address: number,
  bytes: number,
  value: DataView,
): boolean {
  const placed = state.placed.findLast((each) => {
    const size = tables.variables[each.variable]?.bytes ?? 0;
    return address >= each.address && address < each.address + size;
  });
  if (!placed) return false;
  for (const [part, { offset, format }] of (tables.variables[placed.variable]?.parts ?? []).entries()) {
    const inside = placed.address + offset - address;
    if (inside < 0 || inside + bytesOf(format) > Math.min(bytes, 16)) continue;
    current(state).values.push({ variable: placed.variable, part, text: textOf(value, inside, format) });
  }
  return true;
}

/** Returns the number of the memory that has an address, or that an access misses by little; -1 if there is none. */
function memoryAt(memory: readonly RecordedMemory[], address: number, bytes: number): number {
  let nearest = -1;
  let distance = NEAR;
  for (const [number, each] of memory.entries()) {
    if (address >= each.address && address + bytes <= each.address + each.bytes) return number;
    if (each.space === 'variable') continue;
    const away = address < each.address ? each.address - address : address - each.address - each.bytes;
    // Shared arrays are close together, and are followed by the memory of nothing else.
    if (away < (each.space === 'shared' ? Math.min(distance, 256) : distance)) {
      nearest = number;
      distance = away;
    }
  }
  return nearest;
}

/** Returns what an atomic function leaves in memory: the low word is what was there, the high word the operand. */
function afterAtomic({ operation, format, bytes }: AccessEvent, before: DataView): DataView {
  const after = new DataView(new ArrayBuffer(16));
  const old = before.getBigUint64(0, true);
  const operand = before.getBigUint64(8, true);
  if (format === 'f32' || format === 'f64') {
    const read = (at: number) => (format === 'f32' ? before.getFloat32(at, true) : before.getFloat64(at, true));
    const [a, b] = [read(0), read(8)];
    const result = FLOAT_OPERATIONS.get(operation ?? '')?.(a, b) ?? b;
    if (format === 'f32') after.setFloat32(0, result, true);
    else after.setFloat64(0, result, true);
    return after;
  }
  const bits = 8 * bytes;
  after.setBigUint64(0, BigInt.asUintN(bits, OPERATIONS.get(operation ?? '')?.(old, operand, bits) ?? operand), true);
  return after;
}

const FLOAT_OPERATIONS: ReadonlyMap<string, (a: number, b: number) => number> = new Map([
  ['fadd', (a, b) => a + b],
  ['fsub', (a, b) => a - b],
  ['fmax', (a, b) => Math.max(a, b)],
  ['fmin', (a, b) => Math.min(a, b)],
]);

type WordOperation = (a: bigint, b: bigint, bits: number) => bigint;
const signed = (value: bigint, bits: number) => BigInt.asIntN(bits, value);
const OPERATIONS: ReadonlyMap<string, WordOperation> = new Map<string, WordOperation>([
  ['add', (a, b) => a + b],
  ['sub', (a, b) => a - b],
  ['and', (a, b) => a & b],
  ['or', (a, b) => a | b],
  ['xor', (a, b) => a ^ b],
  ['max', (a, b, bits) => (signed(a, bits) > signed(b, bits) ? a : b)],
  ['min', (a, b, bits) => (signed(a, bits) < signed(b, bits) ? a : b)],
  ['umax', (a, b) => (a > b ? a : b)],
  ['umin', (a, b) => (a < b ? a : b)],
]);
