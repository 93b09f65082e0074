import type { Context } from '../context.ts';
import { fill } from '../copy.ts';
import { CUDA } from '../errors.ts';
import { checkDeviceRange, targetOf } from '../ranges.ts';
import type { Memset } from './graph.ts';

/** A memset node, whose elements have 1, 2 or 4 bytes. @returns a CUDA error code */
export function fillElements(context: Context, work: Memset): number {
  const { pointer, pitch, value, elementBytes, width, height } = work;
  const element = new Uint8Array(4);
  new DataView(element.buffer).setUint32(0, value, true);
  const bytes = element.subarray(0, elementBytes);
  const isOneByte = bytes.every((byte) => byte === bytes[0]);
  for (let row = 0; row < height; row++) {
    const at = pointer + row * pitch;
    const code = isOneByte
      ? fill(context, at, bytes[0] ?? 0, width * elementBytes)
      : fillRow(context, at, bytes, width);
    if (code !== CUDA.success) return code;
  }
  return CUDA.success;
}

function fillRow(context: Context, address: number, element: Uint8Array, width: number): number {
  const { device, mapped, recorder } = context;
  const pointer = mapped.onDevice(address);
  mapped.synchronize();
  mapped.update(pointer, width * element.length);
  // Before there is as much memory as it says.
  const wrong = checkDeviceRange(context, pointer, width * element.length, 'write');
  if (wrong) return wrong;
  const content = new Uint8Array(width * element.length);
  for (let at = 0; at < content.length; at += element.length) content.set(element, at);
  const to = targetOf(context, pointer);
  if (to && 'buffer' in to)
    recorder.step({ step: 'write', to, bytes: content.length, ...recorder.data(content), position: context.here() });
  context.streamRaces?.touched(pointer, content.length, 'write');
  const code = device.write(pointer, content);
  if (pointer !== address) mapped.twinChanged(pointer, content.length);
  return code;
}
