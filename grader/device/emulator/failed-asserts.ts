import { FAILED_ASSERT, FAILED_ASSERT_BYTES, MAX_FAILED_ASSERTS } from '../../abi/index.ts';
import { TamperedRecord } from '../tampered.ts';
import type { Machine } from './machine.ts';
import type { GridPlace } from './nested/index.ts';
import { coordinates } from './threads.ts';

/** The bytes of a text that are read. Device code can call what `assert` calls, with any address. */
const MAX_TEXT_BYTES = 1000;

/** A text in the device's memory; empty if the address is outside. */
export function textAt(memory: WebAssembly.Memory, address: number): string {
  const size = memory.buffer.byteLength;
  if (address === 0 || address >= size) return '';
  const bytes = new Uint8Array(memory.buffer, address, Math.min(MAX_TEXT_BYTES, size - address));
  const end = bytes.indexOf(0);
  return new TextDecoder().decode(bytes.slice(0, end < 0 ? bytes.length : end));
}

/** Returns the lines that CUDA prints on standard error: one per thread that failed an assertion. */
export function failedAsserts({ control, exports: { memory } }: Machine, place: GridPlace): string {
  const count = control.get('failedAssertCount');
  if (count > MAX_FAILED_ASSERTS) throw new TamperedRecord('control: failedAssertCount');
  const table = control.get('failedAsserts');
  const view = new DataView(memory.buffer);
  const lines = Array.from({ length: count }, (_, row) => {
    const word = (field: keyof typeof FAILED_ASSERT) =>
      view.getUint32(table + row * FAILED_ASSERT_BYTES + FAILED_ASSERT[field], true);
    const [expression, file, name] = [word('expression'), word('file'), word('function')].map((address) =>
      textAt(memory, address),
    );
    const block = coordinates(word('block') - place.firstBlock, place.grid);
    const where = `block: [${block}], thread: [${coordinates(word('thread'), place.block)}]`;
    return `${file}:${word('line')}: ${asNvcc(name ?? '')}: ${where} Assertion \`${expression}\` failed.\n`;
  });
  return lines.join('');
}

/** Clang writes `f(T) [T = int]`, and nvcc `f(T) [with T = int]`. */
function asNvcc(name: string): string {
  return name.endsWith(']') ? name.replace(/ \[(?=[^[\]]* = )/u, ' [with ') : name;
}
