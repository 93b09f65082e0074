import { TRIPLE } from '../abi/index.ts';
import type { Assets } from './assets.ts';
import type { Clang } from './clang.ts';
import { parseDiagnostics } from './diagnostics.ts';
import { GraderFault, withFileNames, withPlainNames } from './ir/read/index.ts';
import { withoutDeviceRuntime } from './launching-kernels.ts';
import { whereNamed } from './link.ts';
import { plainName } from './mangled.ts';
import type { Diagnostic } from './program.ts';
import type { SourceFile } from './source-file.ts';
import { commonFlags, isRelocatable, preludeOf } from './sources.ts';
import { DIAGNOSTIC_FLAGS } from './tools.ts';

/** The device side of all sources as one module of unoptimized IR, or `null` where one of them is refused. */
export interface DeviceFront {
  readonly text: string | null;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Runs Clang's front end for the device side of each source, and links what it writes.
 * @param sources - those in CUDA, at least one
 * @param debug - arguments for debug information
 */
export function deviceFront(
  clang: Clang,
  assets: Assets,
  sources: readonly SourceFile[],
  debug: readonly string[],
): DeviceFront {
  const runs = sources.map((source) => {
    const { code, log, output } = translate(clang, assets, source, debug);
    const found = parseDiagnostics(log, source, 'device');
    const diagnostics = withoutDeviceRuntime(source, found, (other) =>
      parseDiagnostics(translate(clang, assets, other, []).log, other, 'device'),
    );
    return { source, code, diagnostics, output };
  });
  const diagnostics = runs.flatMap((run) => run.diagnostics);
  if (runs.some(({ code }) => code !== 0)) return { text: null, diagnostics };
  const [first = '', ...others] = runs.map(({ source, output }, index) => {
    const text = new TextDecoder().decode(output);
    if (!isRelocatable(source)) return text;
    return index === 0 ? withPlainNames(text) : withFileNames(text);
  });
  if (others.length === 0) return { text: first, diagnostics };
  const linked = linkIr(clang, first, others);
  if (typeof linked === 'string') return { text: linked, diagnostics };
  return { text: null, diagnostics: [...diagnostics, ...sources.slice(0, 1).map(twiceDefined(linked.symbol))] };
}

/** Runs the front end for the device side of one source. */
function translate(clang: Clang, assets: Assets, source: SourceFile, debug: readonly string[]) {
  const prelude = preludeOf(assets, source, 'device');
  return clang.run(
    [
      'clang',
      '-cc1',
      ...commonFlags(assets, source),
      ...assets.flags.device,
      '-disable-llvm-passes',
      // An endless loop is endless here too; and types are no promise about aliasing, as in nvcc.
      '-fno-finite-loops',
      '-relaxed-aliasing',
      ...DIAGNOSTIC_FLAGS,
      ...debug,
      ...prelude.args,
      '-emit-llvm',
      '-o',
      '-',
      source.virtualName,
    ],
    prelude.files,
  );
}

function twiceDefined(symbol: string): (source: SourceFile) => Diagnostic {
  const name = plainName(symbol);
  return (source) => ({
    severity: 'error',
    message: `two sources define ${name}`,
    ...whereNamed(source, name),
    side: 'device',
    rule: 'compile-error',
    detail: { hint: 'redefinition' },
  });
}

const NO_PASSES = ['-triple', TRIPLE, '-O2', '-disable-llvm-passes', '-x', 'ir'];

/** Links modules of IR. @returns the linked one, or the symbol that two of them define */
function linkIr(clang: Clang, first: string, others: readonly string[]): string | { readonly symbol: string } {
  const files: Record<string, string | Uint8Array> = { 'first.ll': first };
  const args = others.flatMap((text, index) => {
    const args = ['clang', '-cc1', ...NO_PASSES, '-emit-llvm-bc', '-o', '-', 'other.ll'];
    const { code, log, output } = clang.run(args, { 'other.ll': text });
    if (code !== 0) throw new GraderFault(`the device side of a source cannot be read again: ${log.slice(0, 2000)}`);
    files[`${index}.bc`] = output;
    return ['-mlink-bitcode-file', `${index}.bc`];
  });
  const { code, log, output } = clang.run(
    ['clang', '-cc1', ...NO_PASSES, ...args, '-emit-llvm', '-o', '-', 'first.ll'],
    files,
  );
  if (code === 0) return new TextDecoder().decode(output);
  const [, symbol] = /symbol multiply defined!?:? ?'?([^'\s]+)/.exec(log) ?? [];
  if (symbol === undefined)
    throw new GraderFault(`the device sides of the sources cannot be linked: ${log.slice(0, 2000)}`);
  return { symbol };
}
