import type { Kernel, KernelParameter } from '../../compile/index.ts';
import { InfrastructureError } from '../../platform/index.ts';
import type { ParameterPlace } from './addon.ts';
import { mayTakeLong } from './names.ts';

/** What cannot be carried over to a 64-bit machine without guessing. Judged on the emulator alone; no one's fault. */
export class Untranslatable extends InfrastructureError {}

/** @returns the GPU's address for one of host code */
export type Translate = (pointer: number) => bigint;

const POINTER_BYTES = 8;

/**
 * The argument block of a 32-bit host module as a 64-bit GPU wants it.
 * @param places - what the driver says about the kernel's parameters; null where it cannot
 * @throws Untranslatable
 */
export function translateArguments(
  kernel: Kernel,
  args: Uint8Array,
  places: readonly ParameterPlace[] | null,
  translate: Translate,
): Uint8Array {
  const targets = places ?? placesByType(kernel);
  const { parameters } = kernel;
  if (targets.length !== parameters.length)
    throw new Untranslatable(`${kernel.name} has ${parameters.length} parameters, and ${targets.length} on the GPU`);
  const block = new Uint8Array(Math.max(0, ...targets.map(({ offset, bytes }) => offset + bytes)));
  for (const [index, parameter] of parameters.entries()) {
    const target = targets[index];
    if (!target) continue;
    const value = args.subarray(parameter.offset, parameter.offset + parameter.bytes);
    block.set(translateValue(kernel, parameter, value, target.bytes, translate), target.offset);
  }
  return block;
}

function translateValue(
  kernel: Kernel,
  parameter: KernelParameter,
  value: Uint8Array,
  bytes: number,
  translate: Translate,
): Uint8Array {
  const { type } = parameter;
  if (type === 'pointer' && bytes === POINTER_BYTES) return pointerBytes(value, 0, translate);
  if (type === 'struct' && parameter.fields?.some((field) => field.type === 'pointer')) {
    if (parameter.wideBytes === bytes) return translateStruct(parameter, value, bytes, translate);
  } else {
    if (parameter.bytes === bytes) return value;
    if (type === 'i32' && bytes === 8) return widened(value);
  }
  throw new Untranslatable(
    `a parameter of ${kernel.name} (${type}, ${parameter.bytes} bytes) has ${bytes} bytes on the GPU`,
  );
}

function translateStruct(
  { fields = [] }: KernelParameter,
  value: Uint8Array,
  bytes: number,
  translate: Translate,
): Uint8Array {
  const wide = new Uint8Array(bytes);
  for (const { type, offset, bytes: size, wideOffset } of fields) {
    const field = type === 'pointer' ? pointerBytes(value, offset, translate) : value.subarray(offset, offset + size);
    wide.set(field, wideOffset);
  }
  return wide;
}

function pointerBytes(value: Uint8Array, offset: number, translate: Translate): Uint8Array {
  const pointer = new DataView(value.buffer, value.byteOffset, value.byteLength).getUint32(offset, true);
  return new Uint8Array(BigUint64Array.of(translate(pointer)).buffer);
}

/**
 * A `long` or `size_t`. Nothing tells which, and only from 2^31 on does it matter: -1 is then far likelier than a size
 * beyond half of the address space, and `(size_t)-1` is all ones on either machine.
 */
function widened(value: Uint8Array): Uint8Array {
  const signed = new DataView(value.buffer, value.byteOffset, value.byteLength).getInt32(0, true);
  return new Uint8Array(BigInt64Array.of(BigInt(signed)).buffer);
}

/** Where the driver does not tell, types do, unless one of them is a `long`. */
function placesByType(kernel: Kernel): ParameterPlace[] {
  if (mayTakeLong(kernel.mangled))
    throw new Untranslatable(
      `${kernel.name} may have a parameter of type long or size_t: this needs a driver of CUDA 12.4`,
    );
  let end = 0;
  return kernel.parameters.map((parameter) => {
    const pointer = parameter.type === 'pointer';
    const bytes = pointer ? POINTER_BYTES : (parameter.wideBytes ?? parameter.bytes);
    const align = pointer ? POINTER_BYTES : (parameter.wideAlign ?? parameter.align);
    const offset = Math.ceil(end / align) * align;
    end = offset + bytes;
    return { offset, bytes };
  });
}
