import { readAddress, WORD } from '../module/words.ts';
import type { PlanArrayPlace } from '../plan/index.ts';
import type { Trace } from '../traces.ts';
import type { Context } from './context.ts';
import { CUDA } from './errors.ts';
import { checkDeviceRange, checkHostRange, checkKind, hostEnd, placeOf, type Span, targetOf } from './ranges.ts';

/** cudaMemcpyKind. */
export const KIND = { hostToHost: 0, hostToDevice: 1, deviceToHost: 2, deviceToDevice: 3, default: 4 } as const;

/** A copy that is done row by row: its bytes on both sides, from the first to the last. */
interface Rows {
  readonly to: Span;
  readonly from: Span;
  /** The ends of host memory that may be used; `null` before the first row. */
  ends: { readonly to: number; readonly from: number } | null;
}

/**
 * One copy, checked on both sides before a byte moves. Memory that both sides reach is the one or the other, as the
 * kind of the copy says.
 * @param kind - cudaMemcpyKind
 * @param rows - the call that this copy is a row of
 * @param isFurtherRow - a row above it has been copied before
 * @returns a CUDA error code
 */
export function copy(
  context: Context,
  to: number,
  from: number,
  bytes: number,
  kind: number,
  rows: Rows = rowsOf({ address: to, bytes }, { address: from, bytes }),
  isFurtherRow = false,
): number {
  if (kind < 0 || kind > KIND.default) return CUDA.invalidMemcpyDirection;
  if (bytes === 0) return CUDA.success;
  context.mapped.synchronize();
  const sides = { [KIND.hostToHost]: [0, 0], [KIND.hostToDevice]: [1, 0], [KIND.deviceToHost]: [0, 1] } as const;
  const [toTwin, fromTwin] = sides[kind as keyof typeof sides] ?? [1, 1];
  const target = toTwin ? context.mapped.onDevice(to) : to;
  const source = fromTwin ? context.mapped.onDevice(from) : from;
  context.mapped.update(source, bytes);
  context.mapped.update(target, bytes);
  const code = copyBetween(context, target, source, bytes, kind, rows, isFurtherRow);
  // Memory of the host that has a twin goes to it later.
  if (target !== to) context.mapped.twinChanged(target, bytes);
  return code;
}

function copyBetween(
  context: Context,
  to: number,
  from: number,
  bytes: number,
  kind: number,
  rows: Rows,
  isFurtherRow: boolean,
): number {
  const { device, memory, recorder } = context;
  const toDevice = kind === KIND.default ? device.owns(to) : kind === KIND.hostToDevice || kind === KIND.deviceToDevice;
  const fromDevice =
    kind === KIND.default ? device.owns(from) : kind === KIND.deviceToHost || kind === KIND.deviceToDevice;
  const wrongKind = checkKind(context, { to, from, bytes }, toDevice, fromDevice);
  if (wrongKind) return wrongKind;
  const check = (onDevice: boolean) => (onDevice ? checkDeviceRange : checkHostRange);
  // Both, as each is a mistake of its own.
  const [wrongFrom, wrongTo] = [
    check(fromDevice)(context, from, bytes, 'read'),
    check(toDevice)(context, to, bytes, 'write'),
  ];
  if (wrongFrom || wrongTo) return wrongFrom || wrongTo;
  rows.ends ??= {
    from: fromDevice ? Number.POSITIVE_INFINITY : hostEnd(context, rows.from, 'read'),
    to: toDevice ? Number.POSITIVE_INFINITY : hostEnd(context, rows.to, 'write'),
  };
  // Bytes of host memory.
  const [read, written] = [roomBefore(rows.ends.from, from, bytes), roomBefore(rows.ends.to, to, bytes)];

  const { streamRaces } = context;
  if (fromDevice) streamRaces?.touched(from, bytes, 'read');
  else streamRaces?.touchedHost(from, bytes, 'read');
  if (toDevice) streamRaces?.touched(to, bytes, 'write');
  else streamRaces?.touchedHost(to, bytes, 'write');
  context.moves(bytes);
  const position = context.stepHere();
  const row = isFurtherRow ? ({ row: true } as const) : {};
  if (toDevice && fromDevice) {
    const [target, source] = [targetOf(context, to), targetOf(context, from)];
    if (target && source) recorder.step({ step: 'copy', to: target, from: source, bytes, position });
    if (target && source && 'buffer' in target && 'buffer' in source)
      context.provenance.copied(target.buffer, source.buffer);
    return device.copy(to, from, bytes);
  }
  if (toDevice) {
    context.asyncCopies?.copied(from, bytes, 'read');
    const content = memory.bytes(from, memory.contains(from, bytes) ? bytes : read);
    const target = targetOf(context, to);
    if (target && 'variable' in target) recordSymbol(context, target, content, position);
    else if (target)
      recorder.step({ step: 'write', to: target, bytes, ...given(context, from, content), ...row, position });
    return device.write(to, content);
  }
  if (fromDevice) {
    context.asyncCopies?.copied(to, bytes, 'write');
    const source = targetOf(context, from);
    const array = context.arrays.find(to);
    const into = array && { array: array.array.name, offset: array.offset };
    if (source) recorder.step({ step: 'read', from: source, bytes, ...(into && { to: into }), ...row, position });
    const content = memory.bytes(to, written);
    const code = device.read(from, content);
    if (code === CUDA.success) arrived(context, to, from, content);
    if (code === CUDA.success) context.unwritten?.copied(to, from, content);
    return code;
  }
  const moved = Math.min(read, written);
  memory.bytes(to, moved).set(memory.bytes(from, moved));
  return CUDA.success;
}

function rowsOf(to: Span, from: Span): Rows {
  return { to, from, ends: null };
}

/** Returns how many of the bytes from an address on are before an end. */
function roomBefore(end: number, address: number, bytes: number): number {
  return Math.max(0, Math.min(bytes, end - address));
}

/** What the plan keeps of bytes of the host: where in the exercise's data they lie, or the bytes themselves. */
function given(context: Context, from: number, content: Uint8Array): { data?: string; from?: PlanArrayPlace } {
  const found = context.arrays.find(from);
  const isInside = found && found.offset + content.length <= found.array.before.length;
  return isInside && context.arrays.isKnown(found.array, found.offset, content)
    ? { from: { array: found.array.name, offset: found.offset } }
    : context.recorder.data(content);
}

/** Content of device memory is in host memory now. */
export function arrived(context: Context, to: number, from: number, content: Uint8Array): void {
  if (!context.arrays.any) return;
  const source = placeOf(context, from);
  const states = context.device.state(from, content.length);
  context.arrays.arrived(to, content, states, source?.buffer ?? null, context.here());
}

/** Host bytes to a variable of the module. One that is a pointer has another size and value wherever it is replayed. */
function recordSymbol(
  context: Context,
  { variable, offset }: { variable: string; offset: number },
  content: Uint8Array,
  position: Trace,
): void {
  const bytes = content.length;
  const pointer = bytes === WORD ? placeOf(context, pointerIn(content)) : null;
  const data = context.recorder.data(content);
  context.recorder.step({ step: 'symbol', variable, offset, bytes, ...data, ...(pointer && { pointer }), position });
}

function pointerIn(content: Uint8Array): number {
  return readAddress(new DataView(content.buffer, content.byteOffset, content.byteLength), 0);
}

/** One side of cudaMemcpy2D: rows lie a pitch apart. */
interface Side {
  readonly address: number;
  readonly pitch: number;
}

/** cudaMemcpy2D. @param width - bytes of a row */
export function copy2d(
  context: Context,
  to: Side,
  from: Side,
  width: number,
  height: number,
  kind: number,
  rows: Rows = rowsOf(spanOf(to, width, height), spanOf(from, width, height)),
): number {
  if (width > to.pitch || width > from.pitch) return CUDA.invalidPitchValue;
  if (width === to.pitch && width === from.pitch)
    return copy(context, to.address, from.address, width * height, kind, rows);
  return each(context, countOf(height, width), (row) =>
    copy(context, to.address + row * to.pitch, from.address + row * from.pitch, width, kind, rows, row > 0),
  );
}

/** Returns the bytes of rows, from the first to the last. */
function spanOf({ address, pitch }: Side, width: number, height: number): Span {
  return { address, bytes: width === 0 || height === 0 ? 0 : (height - 1) * pitch + width };
}

/** Memory of three dimensions on one side of a copy: cudaPitchedPtr and cudaPos. */
export interface Box {
  readonly address: number;
  readonly pitch: number;
  /** Rows of a slice as it was allocated. */
  readonly rows: number;
  readonly at: { readonly x: number; readonly y: number; readonly z: number };
}

export interface Extent {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
}

/** cudaMemcpy3D between pitched memory: slice by slice. */
export function copy3d(context: Context, to: Box, from: Box, extent: Extent, kind: number): number {
  const slice = ({ address, pitch, rows, at }: Box, z: number) => ({
    address: address + ((at.z + z) * rows + at.y) * pitch + at.x,
    pitch,
  });
  const isMoving = to.rows * to.pitch > 0 || from.rows * from.pitch > 0;
  const { width, height, depth } = extent;
  const span = (box: Box): Span => {
    const { address, bytes } = spanOf(slice(box, 0), width, height);
    return { address, bytes: bytes && (depth - 1) * box.rows * box.pitch + bytes };
  };
  const rows = rowsOf(span(to), span(from));
  return each(context, countOf(depth, width * height, isMoving), (z) =>
    copy2d(context, slice(to, z), slice(from, z), width, height, kind, rows),
  );
}

/** cudaMemset2D. */
export function fill2d(
  context: Context,
  pointer: number,
  pitch: number,
  value: number,
  width: number,
  height: number,
): number {
  if (width > pitch) return CUDA.invalidPitchValue;
  if (width === pitch && isInside(context, pointer, width * height))
    return fill(context, pointer, value, width * height);
  return each(context, countOf(height, width), (row) => fill(context, pointer + row * pitch, value, width));
}

/** cudaMemset3D, from the start of each row and slice. */
export function fill3d(context: Context, to: Omit<Box, 'at'>, value: number, extent: Extent): number {
  const { address, pitch, rows } = to;
  const slice = rows * pitch;
  return each(context, countOf(extent.depth, extent.width * extent.height, slice > 0), (z) =>
    fill2d(context, address + z * slice, pitch, value, extent.width, extent.height),
  );
}

/**
 * Copies or fills rows or slices up to the first error. The position of the call is looked for once: it costs more than
 * a row.
 * @returns a CUDA error code
 */
function each(context: Context, count: number, body: (index: number) => number): number {
  return context.at(context.here(), () => {
    for (let index = 0; index < count; index++) {
      context.budget.spend(COST_OF_A_ROW);
      const code = body(index);
      if (code !== CUDA.success) return code;
    }
    return CUDA.success;
  });
}

/** A row or slice, as a part of a call of the runtime. */
const COST_OF_A_ROW = 0.1;

/**
 * Returns how many rows or slices there are to go through. If they are empty, or all of them are at the same place, it
 * is one: the others do the same again.
 * @param isMoving - each begins at another place than the one before
 */
function countOf(count: number, size: number, isMoving = true): number {
  return size === 0 || !isMoving ? Math.min(count, 1) : count;
}

/** Is this range inside one live buffer? */
function isInside({ buffers }: Context, pointer: number, bytes: number): boolean {
  const buffer = buffers.find(pointer);
  if (!buffer?.live) return false;
  return pointer + bytes <= buffer.pointer + buffer.bytes;
}

/** cudaMemset. @returns a CUDA error code */
export function fill(context: Context, address: number, value: number, bytes: number): number {
  if (bytes === 0) return CUDA.success;
  const pointer = context.mapped.onDevice(address);
  if (pointer !== address) context.mapped.synchronize();
  context.mapped.update(pointer, bytes);
  const wrong = checkDeviceRange(context, pointer, bytes, 'write');
  if (wrong) return wrong;
  const place = targetOf(context, pointer);
  if (place)
    context.recorder.step({ step: 'set', to: place, value: value & 0xff, bytes, position: context.stepHere() });
  context.streamRaces?.touched(pointer, bytes, 'write');
  context.moves(bytes);
  const code = context.device.set(pointer, value & 0xff, bytes);
  if (pointer !== address) context.mapped.twinChanged(pointer, bytes);
  return code;
}
