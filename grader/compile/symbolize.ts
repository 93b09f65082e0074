import { SourceMap } from './dwarf/index.ts';
import type { SourcePosition } from './program.ts';
import { virtualNameOf } from './sources.ts';

/**
 * Source lines of code offsets in a module with line tables: of each the innermost place in the submission.
 * @param offsets - byte offsets in the module, as in a stack trace (`wasm-function[12]:0x1234`)
 */
export function symbolize(wasm: Uint8Array, offsets: readonly number[], fileName: string): (SourcePosition | null)[] {
  const map = new SourceMap(wasm);
  const virtualName = virtualNameOf(fileName);
  return offsets.map((offset) => {
    const own = map.placesAt(offset).find(({ file }) => file.split('/').at(-1) === virtualName);
    return own ? { file: fileName, line: own.line, column: Math.max(1, own.column) } : null;
  });
}
