import type { Buffer } from './buffers.ts';
import type { Context } from './cuda/context.ts';
import type { HostArray } from './host-arrays.ts';
import { wordOf } from './module/words.ts';
import { poisonBytes } from './poison.ts';
import { type ElementType, type EntryArgument, givenContent } from './run.ts';

const ELEMENT_BYTES: Readonly<Record<ElementType, number>> = {
  u8: 1,
  u16: 2,
  i32: 4,
  u32: 4,
  i64: 8,
  f16: 2,
  bf16: 2,
  f32: 4,
  f64: 8,
};

/** An input or output: on the device, or in host memory. */
export type PlacedArray = Buffer | HostArray;

export interface Prepared {
  readonly value: number | bigint;
  readonly array: PlacedArray | null;
}

type ArrayArgument = Exclude<EntryArgument, { kind: 'scalar' }>;
export type PlaceArray = (context: Context, argument: ArrayArgument, seed: number) => PlacedArray;

/** The exercise's own arrays do not fit: that is known before any code of the submission runs. */
export class NoRoom extends Error {}

/** An argument of the entry point, its array put in its place. @throws NoRoom */
export function prepare(context: Context, argument: EntryArgument, seed: number, place: PlaceArray): Prepared {
  if (argument.kind === 'scalar') {
    return { value: argument.type === 'i64' ? BigInt(argument.value) : argument.value, array: null };
  }
  const array = place(context, argument, seed);
  return { value: wordOf('pointer' in array ? array.pointer : array.address), array };
}

export function placeOnDevice(context: Context, argument: ArrayArgument, seed: number): Buffer {
  const { device, buffers, recorder } = context;
  const role = argument.kind === 'zeros' ? argument.role : argument.kind;
  const { name: label } = argument;
  const bytes = argument.kind === 'input' ? argument.bytes.length : argument.byteLength;
  const pointer = device.alloc(bytes, label, role);
  if (pointer === null) throw new NoRoom(`there is no room for ${label} (${bytes} bytes) in device memory`);
  const buffer = buffers.add({ pointer, bytes, label, role, allocatedAt: null });
  recorder.step({ step: 'alloc', buffer: buffer.number, bytes, label, role });
  const given = givenContent(argument);
  if (given) device.write(pointer, given);
  else if (argument.kind === 'output') device.poison(pointer, poisonBytes(argument.type, bytes, seed));
  else device.set(pointer, 0, bytes);
  if (argument.kind === 'input')
    context.inputChanges.placed(buffer.number, { name: label, pointer, bytes: argument.bytes });
  return buffer;
}

export function placeOnHost({ arrays, host }: Context, argument: ArrayArgument, seed: number): HostArray {
  const { name } = argument;
  if (argument.kind === 'input') return arrays.place(host, name, 'input', argument.bytes);
  const { byteLength } = argument;
  return argument.kind === 'output'
    ? arrays.place(
        host,
        name,
        'output',
        argument.initial ?? poisonBytes(argument.type, byteLength, seed),
        ELEMENT_BYTES[argument.type],
      )
    : arrays.place(host, name, argument.role, new Uint8Array(byteLength));
}
