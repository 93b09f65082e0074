import type { Assets } from './assets.ts';
import type { Clang } from './clang.ts';
import { compileDevice, type SourceFile } from './device.ts';
import { mergeDiagnostics } from './diagnostics.ts';
import { compileHost } from './host.ts';
import type { CompileResult, Diagnostic } from './program.ts';
import { virtualNameOf } from './sources.ts';

/** Both sides of one submission. Where the host side is refused, the device side is only looked at for its messages. */
export async function compile(
  clang: Clang,
  assets: Assets,
  text: string,
  fileName: string,
  prototype: string | null,
  heapBytes: number,
): Promise<CompileResult> {
  const source: SourceFile = { text, fileName, virtualName: virtualNameOf(fileName), prototype };
  const device = await compileDevice(clang, assets, source, heapBytes);
  const host = await compileHost(clang, assets, source);
  const diagnostics = mergeDiagnostics([...host.diagnostics, ...unusedMain(source)], device.diagnostics);
  if (host.program && device.program)
    return { status: 'compiled', host: host.program, device: device.program, diagnostics };
  return { status: 'rejected', diagnostics };
}

/** A `main` that was left in a submission is not called: worth a word, not a point. */
function unusedMain({ text, fileName, prototype }: SourceFile): Diagnostic[] {
  const match = prototype === null ? null : /^[ \t]*(?:int|void)[ \t]+main[ \t]*\(/m.exec(text);
  if (!match) return [];
  const line = text.slice(0, match.index).split('\n').length;
  const column = match[0].length - match[0].trimStart().length + 1;
  return [
    {
      severity: 'note',
      message: 'main is not called here',
      file: fileName,
      line,
      column,
      side: 'host',
      rule: null,
      detail: { hint: 'main-left-in' },
    },
  ];
}
