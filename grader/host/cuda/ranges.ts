import type { DevicePointer, NearBuffer } from '../../device/index.ts';
import type { Buffer } from '../buffers.ts';
import type { PlanPlace, PlanTarget } from '../plan/index.ts';
import type { Context } from './context.ts';
import { CUDA } from './errors.ts';

type Access = 'read' | 'write';
type VariablePlace = Exclude<PlanTarget, PlanPlace>;

/**
 * Is [pointer, pointer + bytes) inside one live buffer or variable? What is wrong about it becomes a fault of host code
 * at the call's position.
 * @returns a CUDA error code
 */
export function checkDeviceRange(context: Context, pointer: DevicePointer, bytes: number, access: Access): number {
  const { device, recorder, buffers } = context;
  if (!device.owns(pointer)) {
    // A null pointer is mostly an allocation that failed, and that error was recorded already.
    if (pointer !== 0)
      recorder.hostFault(
        { rule: 'host-device-pointer', buffer: null, detail: 'host-pointer', bytes, access },
        context.here(),
      );
    return CUDA.invalidValue;
  }
  const variable = context.program.variables
    .map(({ name }) => device.symbol(name))
    .find((found) => found && pointer >= found.pointer && pointer < found.pointer + found.bytes);
  if (variable) return pointer + bytes <= variable.pointer + variable.bytes ? CUDA.success : CUDA.invalidValue;
  const buffer = buffers.find(pointer);
  if (buffer?.live && pointer + bytes <= buffer.pointer + buffer.bytes) return CUDA.success;
  const rule =
    buffer && !buffer.live ? 'use-after-free' : access === 'read' ? 'out-of-bounds-read' : 'out-of-bounds-write';
  const blamed = buffer ?? buffers.near(pointer);
  recorder.hostFault({ rule, buffer: blamed && overrun(blamed, pointer), detail: null, bytes, access }, context.here());
  return CUDA.invalidValue;
}

/** @returns a CUDA error code: host code gave an address of the device where one of its own belongs */
export function checkHostRange(context: Context, address: number, bytes: number, access: Access): number {
  if (!context.device.owns(address)) return address === 0 ? CUDA.invalidValue : CUDA.success;
  context.recorder.hostFault(
    { rule: 'host-device-pointer', buffer: null, detail: 'device-pointer', bytes, access },
    context.here(),
  );
  return CUDA.invalidValue;
}

/**
 * Do both pointers of a copy lie where its kind says?
 * @returns a CUDA error code
 */
export function checkKind(
  context: Context,
  { to, from, bytes }: { to: number; from: number; bytes: number },
  toDevice: boolean,
  fromDevice: boolean,
): number {
  const { device, recorder } = context;
  const [isTo, isFrom] = [device.owns(to), device.owns(from)];
  if ((isTo === toDevice && isFrom === fromDevice) || to === 0 || from === 0) return CUDA.success;
  const side = (onDevice: boolean) => (onDevice ? 'device' : 'host');
  const detail = `copy-is-${side(isFrom)}-to-${side(isTo)}` as const;
  const access = isTo === toDevice ? 'read' : 'write';
  recorder.hostFault({ rule: 'host-device-pointer', buffer: null, detail, bytes, access }, context.here());
  return CUDA.invalidValue;
}

/** Bytes of one side of a copy. */
export interface Span {
  readonly address: number;
  readonly bytes: number;
}

/**
 * Reports a copy that leaves an array of host memory. On a real machine it goes on into whatever is there.
 * @returns where the copy has to end; `Infinity` if the size of the array is not known
 */
export function hostEnd(context: Context, { address, bytes }: Span, access: Access): number {
  const object = context.objects.find(address);
  if (!object) return Number.POSITIVE_INFINITY;
  const end = object.start + object.bytes;
  if (address + bytes <= end) return end;
  const rule = access === 'read' ? 'out-of-bounds-read' : 'out-of-bounds-write';
  const { name, role, isPart } = object;
  const buffer = { label: name ?? '', role, bytes: object.bytes, offset: address - object.start };
  const detail = isPart ? 'host-part' : 'host-array';
  context.recorder.hostFault({ rule, buffer, detail, bytes, access }, context.here());
  return end;
}

/** The buffer as a fault shows it: with the offset where the access leaves it. */
function overrun(buffer: Buffer, pointer: DevicePointer): NearBuffer {
  const { label, role, bytes } = buffer;
  const offset = pointer - buffer.pointer;
  return { label, role, bytes, offset: buffer.live && offset >= 0 && offset < bytes ? bytes : offset };
}

/** A place in a buffer or in a variable of the module for the plan. */
export function targetOf(context: Context, pointer: DevicePointer): PlanTarget | null {
  return placeOf(context, pointer) ?? variableAt(context, pointer);
}

/** Returns whether an address belongs to a buffer, live or freed, or to a variable of device memory. */
export function isOnDevice(context: Context, address: number): boolean {
  return context.device.owns(address) && targetOf(context, address) !== null;
}

/** null for what is no variable's */
export function variableAt({ device, program }: Context, pointer: DevicePointer): VariablePlace | null {
  for (const { name: variable } of program.variables) {
    const found = device.symbol(variable);
    if (found && pointer >= found.pointer && pointer < found.pointer + found.bytes)
      return { variable, offset: pointer - found.pointer };
  }
  return null;
}

/** A place in a buffer for the plan; null for variables. */
export function placeOf(context: Context, pointer: DevicePointer): PlanPlace | null {
  const buffer = context.buffers.find(pointer);
  return buffer && { buffer: buffer.number, offset: pointer - buffer.pointer };
}
