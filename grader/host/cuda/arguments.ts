import type { KernelParameter } from '../../compile/index.ts';
import { addressOf, readWord, WORD } from '../module/words.ts';
import type { RawPlanStep } from '../unresolved.ts';
import type { Context } from './context.ts';
import { placeOf, variableAt } from './ranges.ts';

type PlanArgument = Extract<RawPlanStep, { step: 'launch' }>['args'][number];

/** Reads a kernel's arguments from host memory into the block that the device reads. */
export function readArguments(
  context: Context,
  parameters: readonly KernelParameter[],
  args: number,
  total: number,
): Uint8Array {
  const { memory } = context;
  const block = new Uint8Array(total);
  for (const [index, { offset, bytes }] of parameters.entries()) {
    block.set(memory.bytes(memory.pointer(args + WORD * index), bytes), offset);
  }
  return block;
}

/** The same arguments for the plan: addresses of the device become buffers, also inside structs. */
export function planArguments(
  context: Context,
  parameters: readonly KernelParameter[],
  block: Uint8Array,
): PlanArgument[] {
  const view = new DataView(block.buffer, block.byteOffset, block.byteLength);
  const onDevice = (at: number) => {
    const address = context.mapped.onDevice(addressOf(readWord(view, at)));
    return context.device.owns(address) ? address : null;
  };
  const place = (at: number) => {
    const address = onDevice(at);
    return address === null ? null : placeOf(context, address);
  };
  return parameters.map((parameter): PlanArgument => {
    const { type, offset, bytes } = parameter;
    const found = type === 'pointer' ? place(offset) : null;
    if (found) return { kind: 'buffer', ...found };
    const address = type === 'pointer' ? onDevice(offset) : null;
    const variable = address === null ? null : variableAt(context, address);
    if (variable) return { kind: 'variable', ...variable };
    const value = { kind: 'value' as const, type, base64: base64(block.subarray(offset, offset + bytes)) };
    if (type !== 'struct') return value;
    const pointers = [];
    for (let at = 0; at + WORD <= bytes; at += WORD) {
      const inside = place(offset + at);
      if (inside) pointers.push({ at, ...inside });
    }
    return pointers.length > 0 ? { ...value, pointers } : value;
  });
}

function base64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}
