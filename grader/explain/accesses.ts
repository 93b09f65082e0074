import type { AccessEnd, DeviceFault, NearBuffer } from '../device/index.ts';
import type { LaunchRecord } from '../host/index.ts';
import { dimensionsOf, index, number, plural } from './text.ts';

export interface FaultContext {
  readonly caseName: string;
  /** Of hidden cases neither sizes nor places are told. */
  readonly visible: boolean;
  readonly dims: Readonly<Record<string, number>>;
  /** Occurrences over all cases. */
  readonly count: number;
  readonly launch: LaunchRecord | null;
  /** A store of the same value by two threads costs points in this exercise. */
  readonly sameValueIsError?: boolean;
  /** The variable that the memory of the submission's own was allocated for, where its line shows that. */
  readonly variable?: string | null;
  /** The file that a line number alone means. */
  readonly fileName?: string;
  /** Has the thread an element of its own, where the launch has one thread for each? null where that is not known. */
  readonly elementOf?: (end: AccessEnd) => 'own' | 'none' | null;
}

/** `Thread (7, 0) of block (3, 0)`, in the dimensions of the launch. */
export function who(fault: DeviceFault, context: FaultContext): string {
  return capital(thread(fault.at, context));
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function thread(end: AccessEnd, { launch, visible }: FaultContext): string {
  if (!visible) return 'a thread';
  const inBlock = index(end.thread, launch ? dimensionsOf(launch.block) : undefined);
  const inGrid = index(end.block, launch ? dimensionsOf(launch.grid) : undefined);
  return `thread ${inBlock} of block ${inGrid}`;
}

/** The thread at the other end of a race. */
export function another(end: AccessEnd, context: FaultContext): string {
  return context.visible ? thread(end, context) : 'another thread';
}

export function verb(end: AccessEnd): string {
  return { read: 'reads', write: 'writes', atomic: 'updates', barrier: 'waits' }[end.access];
}

export function past(end: AccessEnd): string {
  return { read: 'reads', write: 'writes', atomic: 'atomically updates', barrier: 'waits at' }[end.access];
}

/** `x`, `your own buffer d_a (allocated at line 12)`; our number for it only where no line is known. */
export function named(buffer: NearBuffer, context: FaultContext): string {
  if (buffer.role !== 'student') return buffer.label;
  const name = context.variable ? `your own buffer ${context.variable}` : 'your own buffer';
  return `${name} (${allocated(buffer, context) ?? buffer.label})`;
}

export function allocated({ allocatedAt }: NearBuffer, { fileName }: FaultContext): string | null {
  if (!allocatedAt) return null;
  const { file, line } = allocatedAt;
  return `allocated at ${fileName === undefined || file === fileName ? `line ${line}` : `${file}:${line}`}`;
}

/** `element 12`, or the byte where it is between elements. */
export function place(fault: DeviceFault, { visible }: FaultContext): string {
  const { buffer, bytes } = fault;
  if (!buffer || bytes === 0) return 'a place';
  // Which element of a hidden case it was would tell something of its size.
  if (!visible) return 'an element';
  return buffer.offset % bytes === 0 ? `element ${number(buffer.offset / bytes)}` : `byte ${number(buffer.offset)}`;
}

/** Is it one variable, not an array? It has a name and no elements. */
export function isVariable({ buffer, bytes }: DeviceFault): boolean {
  const declared = buffer?.role === 'shared' || buffer?.role === 'variable';
  return declared && buffer.bytes === bytes && !buffer.label.includes(' ');
}

/** `element 12 of x`, or the name of a variable. */
export function spot(fault: DeviceFault, context: FaultContext): string {
  if (!fault.buffer) return place(fault, context);
  if (isVariable(fault)) return named(fault.buffer, context);
  return `${place(fault, context)} of ${named(fault.buffer, context)}`;
}

/** `4 bytes past the end of x`; of a hidden case only on which side of it. */
export function beyond(fault: DeviceFault, context: FaultContext): string {
  const { buffer, bytes } = fault;
  const { visible } = context;
  if (!buffer) return 'outside every buffer';
  const name = named(buffer, context);
  if (buffer.bytes === 0) return `${name}, for which the launch requests 0 bytes`;
  const after = buffer.offset - buffer.bytes;
  const far = Math.abs(buffer.offset) > 64 * Math.max(buffer.bytes, 4096);
  if (far) return `far from every buffer; the nearest buffer is ${name}`;
  if (fault.rule === 'out-of-bounds-write' && buffer.offset >= 0 && buffer.offset + bytes <= buffer.bytes)
    return `${name}, which is in constant memory: a kernel can only read it`;
  if (!visible) return `${buffer.offset < 0 ? 'before the start' : 'past the end'} of ${name}`;
  if (buffer.offset < 0) return `${plural(-buffer.offset, 'byte')} before the start of ${name}`;
  if (after >= 0)
    return after === 0 ? `just past the end of ${name}` : `${plural(after, 'byte')} past the end of ${name}`;
  return `across the end of ${name} (${plural(buffer.offset + bytes - buffer.bytes, 'byte')} past it)`;
}
