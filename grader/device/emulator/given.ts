import { readPointer } from '../../abi/index.ts';
import type { Kernel } from '../../compile/index.ts';
import type { HostRange, LaunchRequest } from '../device.ts';
import type { Buffer, Heap } from './heap.ts';

/** Live buffers that pointers among a launch's arguments lead to, each with the numbers of these parameters. */
export type Given = ReadonlyMap<Buffer, readonly number[]>;

export function givenBuffers(
  { parameters }: Kernel,
  { args }: LaunchRequest,
  heap: Heap,
  hostRanges: readonly HostRange[],
): Given {
  const given = new Map<Buffer, number[]>();
  const view = new DataView(args.buffer, args.byteOffset, args.byteLength);
  for (const [index, { type, offset }] of parameters.entries()) {
    if (type !== 'pointer') continue;
    const pointer = readPointer(view, offset);
    const mapped = hostRanges.find(({ host, bytes }) => pointer >= host && pointer < host + bytes);
    const buffer = heap.holding(mapped ? pointer - mapped.host + mapped.device : pointer);
    if (!buffer || buffer.bytes === 0) continue;
    const known = given.get(buffer);
    if (known) known.push(index);
    else given.set(buffer, [index]);
  }
  return given;
}

/** Returns the live buffer that each pointer parameter leads to, in the order of these parameters; `null` for none. */
export function pointedAt({ parameters }: Kernel, given: Given): (Buffer | null)[] {
  const buffers = new Map(
    [...given].flatMap(([buffer, numbers]) => numbers.map((number) => [number, buffer] as const)),
  );
  return parameters.flatMap(({ type }, index) => (type === 'pointer' ? [buffers.get(index) ?? null] : []));
}
