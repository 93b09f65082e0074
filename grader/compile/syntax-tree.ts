import type { Assets } from './assets.ts';
import type { Clang } from './clang.ts';
import type { SourceFile } from './source-file.ts';
import { preludeOf } from './sources.ts';

/**
 * Clang's syntax tree as JSON. Only what the source itself declares is in it: our headers come precompiled, and Clang
 * does not read a declaration from there before it needs it.
 * @returns null where the source does not compile
 */
export function dumpSyntaxTree(clang: Clang, assets: Assets, source: SourceFile): string | null {
  const prelude = preludeOf(assets, source, 'host');
  const { code, output } = clang.run(
    [
      'clang',
      '-cc1',
      ...assets.flags.common,
      ...assets.flags.host,
      ...prelude.args,
      '-ast-dump=json',
      '-o',
      '-',
      source.virtualName,
    ],
    prelude.files,
  );
  return code === 0 ? new TextDecoder().decode(output) : null;
}
