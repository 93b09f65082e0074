import type { Clang } from './clang.ts';
import type { SourcePosition } from './program.ts';

/**
 * Source lines of code offsets in a module with line tables.
 * @param offsets - byte offsets in the module, as in a stack trace (`wasm-function[12]:0x1234`)
 */
export async function symbolize(
  clang: Clang,
  wasm: Uint8Array,
  offsets: readonly number[],
  fileName: string,
): Promise<(SourcePosition | null)[]> {
  const positions: (SourcePosition | null)[] = [];
  for (const offset of offsets) {
    let text = '';
    const { code } = await clang.run(
      ['symbolizer', '--obj=module.wasm', '--output-style=JSON', '--inlines', `0x${offset.toString(16)}`],
      { 'module.wasm': wasm },
      (chunk) => {
        text += chunk;
      },
    );
    positions.push(code === 0 ? innermost(text, fileName) : null);
  }
  return positions;
}

interface Frame {
  readonly FileName: string;
  readonly Line: number;
  readonly Column: number;
}

/** The innermost frame that lies in the submission. */
function innermost(json: string, fileName: string): SourcePosition | null {
  const [entry] = json.trim() === '' ? [] : [JSON.parse(json)].flat();
  const frames: readonly Frame[] = entry?.Symbol ?? [];
  const base = fileName.split(/[\\/]/).at(-1);
  const own = frames.find(
    ({ FileName, Line }) =>
      Line > 0 && (FileName.endsWith(`/${base}`) || FileName === base || FileName.endsWith('submission.cu')),
  );
  return own ? { file: fileName, line: own.Line, column: Math.max(1, own.Column) } : null;
}
