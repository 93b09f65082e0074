import type { DeviceFault } from '../../device/index.ts';
import { type BlockRecording, type ThreadStep, threadSteps } from '../../device/recording/index.ts';
import { type Substituted, substitute } from './expression.ts';

/** The numbers behind an access outside of a buffer. */
export interface AccessValues {
  /** The name of the array in the source. */
  readonly array: string;
  readonly index: Substituted;
  /** The number of elements that the buffer has. */
  readonly elements: number;
  /** The condition that lets the thread reach the access; `null` if none was understood. */
  readonly guard: Guard | null;
}

/** A condition before an access. */
export interface Guard {
  /** 1-based. */
  readonly line: number;
  /** `around`: it is true, and the access is under it. `before`: it is false, or the thread would have returned. */
  readonly kind: 'around' | 'before';
  readonly condition: Substituted;
}

/**
 * Returns the index of an access outside of a buffer as the source computes it. It is only given if the values of the
 * recording lead to the element that the fault names.
 * @param source - without comments and literals, line for line
 */
export function accessValues(
  recording: BlockRecording,
  { at, buffer, bytes }: DeviceFault,
  source: string,
): AccessValues | null {
  const { position, block, thread } = at;
  if (!position || !buffer || bytes < 1 || buffer.bytes % bytes !== 0 || buffer.offset % bytes !== 0) return null;
  const [x, y, z] = thread;
  const [width, height] = recording.block;
  const steps = threadSteps(recording).get((z * height + y) * width + x) ?? [];
  const here = steps.findIndex(
    (step) =>
      lineOf(recording, step) === position.line &&
      step.accesses.some(
        ({ access, memory, offset }) =>
          access === at.access && recording.memory[memory]?.name === buffer.label && offset === buffer.offset,
      ),
  );
  if (here < 0) return null;
  const lines = source.split('\n');
  const subscript = subscriptAt(lines[position.line - 1] ?? '', position.column);
  if (!subscript) return null;
  const element = BigInt(buffer.offset / bytes);
  const start = lines.slice(0, position.line - 1).reduce((sum, line) => sum + line.length + 1, 0);
  // A variable of the line itself may change before or after the access.
  for (const until of [here, here + 1]) {
    const values = new Map([...constantsIn(source), ...variablesOf(recording, steps.slice(0, until))]);
    for (const [name, triple] of Object.entries({
      threadIdx: thread,
      blockIdx: block,
      blockDim: recording.block,
      gridDim: recording.grid,
    }))
      for (const [axis, value] of triple.entries()) values.set(`${name}.${'xyz'[axis]}`, BigInt(value));
    const numberOf = (name: string) => values.get(name);
    const index = substitute(subscript.text, numberOf);
    if (index?.value !== element) continue;
    const guard = guardOf(source, start, numberOf);
    return { array: subscript.array, index, elements: buffer.bytes / bytes, guard };
  }
  return null;
}

function lineOf({ tables }: BlockRecording, { place }: ThreadStep): number | null {
  const event = tables.events[place];
  return event?.kind === 'step' ? event.position.line : null;
}

/** Returns the last whole number that each variable got. */
function variablesOf({ tables }: BlockRecording, steps: readonly ThreadStep[]): Map<string, bigint> {
  const values = new Map<string, bigint>();
  for (const { variable, text } of steps.flatMap((step) => step.values)) {
    const { name, parts = [] } = tables.variables[variable] ?? {};
    if (name !== undefined && parts.length === 1 && /^-?\d+$/.test(text)) values.set(name, BigInt(text));
  }
  return values;
}

function constantsIn(source: string): [string, bigint][] {
  const found = source.matchAll(
    /^[ \t]*#[ \t]*define[ \t]+(\w+)[ \t]+\(?(\d+)\)?[ \t]*$|\bconst(?:expr)?\b[^;(){}=]*?\b(\w+)\s*=\s*(\d+)\s*;/gm,
  );
  return [...found].map(([, macro, ofMacro, name, ofName]) => [macro ?? name ?? '', BigInt(ofMacro ?? ofName ?? 0)]);
}

/**
 * Returns the element that a line names at a column. Clang's column of a load is where the element begins, and that of a
 * store is the sign of the assignment after it.
 */
function subscriptAt(line: string, column: number): { readonly array: string; readonly text: string } | null {
  for (const { 0: opened, 1: array = '', index } of line.matchAll(/\b([A-Za-z_]\w*)\s*\[/g)) {
    const from = index + opened.length;
    const end = closing(line, from - 1, '[', ']');
    if (end < 0) continue;
    const isHere = index === column - 1 || (end < column && line.slice(end + 1, column - 1).trim() === '');
    if (isHere) return { array, text: line.slice(from, end) };
  }
  return null;
}

/** Returns the nearest condition that lets a thread come to a place; `null` if it is not understood. */
function guardOf(source: string, place: number, numberOf: (name: string) => bigint | undefined): Guard | null {
  const begin = Math.max(source.lastIndexOf('__global__', place), source.lastIndexOf('__device__', place), 0);
  const lineEnd = source.indexOf('\n', place);
  const reach = lineEnd < 0 ? source.length : lineEnd;
  const conditions = [...source.slice(begin, reach).matchAll(/\bif\s*\(/g)].reverse();
  for (const { 0: opened, index } of conditions) {
    const open = begin + index + opened.length - 1;
    const close = closing(source, open, '(', ')');
    if (close < 0) return null;
    const body = bodyAfter(source, close + 1);
    const isAround = body.start <= reach && body.end > place;
    const isBefore = body.end <= place && /^\{?\s*return\s*;\s*\}?$/.test(source.slice(body.start, body.end).trim());
    if (!isAround && !isBefore) continue;
    const condition = substitute(source.slice(open + 1, close), numberOf);
    if (condition === null || (condition.value !== 0n) !== isAround) return null;
    const line = source.slice(0, open).split('\n').length;
    return { line, kind: isAround ? 'around' : 'before', condition };
  }
  return null;
}

/** Returns the statement that begins at or after a place: a block, or all up to a semicolon. */
function bodyAfter(source: string, from: number): { readonly start: number; readonly end: number } {
  const start = from + (/\S/.exec(source.slice(from))?.index ?? 0);
  const end = source[start] === '{' ? closing(source, start, '{', '}') : source.indexOf(';', start);
  return { start, end: end < 0 ? source.length : end + 1 };
}

function closing(text: string, from: number, opens: string, closes: string): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    if (text[at] === opens) depth++;
    if (text[at] === closes && --depth === 0) return at;
  }
  return -1;
}
