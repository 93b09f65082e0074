import { readPointer } from '../../abi/index.ts';
import type { Kernel, KernelParameter } from '../../compile/index.ts';
import { InfrastructureError } from '../../platform/index.ts';
import type { ParameterPlace } from './addon.ts';

/** Thrown for an argument or a variable whose bytes on a GPU are not known. The emulator alone judges then. */
export class Untranslatable extends InfrastructureError {}

/** @returns the GPU's address for one of host code */
export type Translate = (pointer: number) => bigint;

/**
 * The argument block of a host module with the GPU's addresses in it.
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
  { type, bytes: own, fields = [] }: KernelParameter,
  value: Uint8Array,
  bytes: number,
  translate: Translate,
): Uint8Array {
  if (own !== bytes)
    throw new Untranslatable(`a parameter of ${kernel.name} (${type}, ${own} bytes) has ${bytes} bytes on the GPU`);
  const translated = value.slice();
  const view = new DataView(translated.buffer);
  const pointers = type === 'pointer' ? [{ offset: 0 }] : fields.filter((field) => field.type === 'pointer');
  for (const { offset } of pointers) view.setBigUint64(offset, translate(readPointer(view, offset)), true);
  return translated;
}

/** Returns the places that the types give, for a driver that does not tell them. */
function placesByType(kernel: Kernel): ParameterPlace[] {
  let end = 0;
  return kernel.parameters.map(({ bytes, align }) => {
    const offset = Math.ceil(end / align) * align;
    end = offset + bytes;
    return { offset, bytes };
  });
}
