import { SourceMap } from './dwarf/index.ts';
import type { SourcePosition } from './program.ts';
import { ownName } from './source-file.ts';
import { virtualNameOf } from './sources.ts';

/**
 * Source lines of code offsets in a module with line tables: of each the innermost place in the submission.
 * @param headers - names of its headers, by their path in Clang's file system
 * @param offsets - byte offsets in the module, as in a stack trace (`wasm-function[12]:0x1234`)
 */
export function symbolize(
  wasm: Uint8Array,
  offsets: readonly number[],
  fileName: string,
  headers: Readonly<Record<string, string>> = {},
): (SourcePosition | null)[] {
  const map = new SourceMap(wasm);
  const names = new Map([[virtualNameOf(fileName), fileName], ...Object.entries(headers)]);
  return offsets.map((offset) => {
    for (const { file: path, line, column } of map.placesAt(offset)) {
      const file = ownName(names, path);
      if (file !== null) return { file, line, column: Math.max(1, column) };
    }
    return null;
  });
}
