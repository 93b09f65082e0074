import { CONDITION_LABEL } from '../../../device/index.ts';
import type { Context } from '../context.ts';

const BYTES = 4;

/** The value that a conditional node looks at: a word of the device, whose address is its handle. */
export interface Condition {
  readonly address: number;
  readonly initial: number;
  /** cudaGraphCondAssignDefault: each launch begins with `initial`. */
  readonly assigned: boolean;
}

/** @returns null where device memory is full */
export function createCondition({ device }: Context, initial: number, assigned: boolean): Condition | null {
  const address = device.alloc(BYTES, CONDITION_LABEL, 'student');
  if (address === null) return null;
  const condition = { address, initial, assigned };
  device.write(address, wordOf(0));
  return condition;
}

export function assignInitial({ device }: Context, { address, initial }: Condition): void {
  device.write(address, wordOf(initial));
}

export function currentValue({ device }: Context, { address }: Condition): number {
  const bytes = new Uint8Array(BYTES);
  device.read(address, bytes);
  return new DataView(bytes.buffer).getUint32(0, true);
}

function wordOf(value: number): Uint8Array {
  const bytes = new Uint8Array(BYTES);
  new DataView(bytes.buffer).setUint32(0, value, true);
  return bytes;
}
