import type { Clang } from './clang.ts';
import type { Tree } from './files.ts';
import { assemblyIn } from './ir/ptx/index.ts';
import type { Diagnostic } from './program.ts';
import type { SourceFile } from './source-file.ts';
import { sourceNames } from './sources.ts';

/** The feature that a program of one's own asks for. */
export const HOST_ASSEMBLY = 'inline assembly of the host';

/**
 * Assembly on the host is another machine's, or WebAssembly's own: host code that has any is refused. An empty statement
 * that only keeps the compiler from moving code is none. Only the IR tells which functions are for the host.
 * @param args - of the compilation, up to what it writes
 */
export function hostAssembly(clang: Clang, args: readonly string[], files: Tree, source: SourceFile): Diagnostic[] {
  if (!source.assembly) return [];
  const { code, output } = clang.run(
    [...args, '-disable-llvm-passes', '-emit-llvm', '-o', '-', source.virtualName],
    files,
  );
  // Errors of the compiler are reported where the source is compiled.
  if (code !== 0) return [];
  return assemblyIn(new TextDecoder().decode(output), sourceNames(source)).map((position) => ({
    severity: 'error',
    message: 'inline assembly',
    file: position?.file ?? source.fileName,
    line: position?.line ?? 0,
    column: position?.column ?? 0,
    side: 'host',
    ...(source.prototype === null
      ? { rule: 'unsupported-feature', detail: { feature: HOST_ASSEMBLY } }
      : { rule: 'policy-violation', detail: { hint: 'inline-assembly' } }),
  }));
}
