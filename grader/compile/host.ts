import type { Assets } from './assets.ts';
import { bytesOf, type Clang } from './clang.ts';
import { type SideOutcome, type SourceFile, sourceTree } from './device.ts';
import { parseDiagnostics } from './diagnostics.ts';
import type { Diagnostic, HostProgram } from './program.ts';
import { entryMismatch } from './signature.ts';
import { headersFor } from './sources.ts';

/** What `<<<>>>` and registration are compiled for; the device's code is elsewhere, so its image is empty. */
const GPU_IMAGE = 'device.image';
const MEMORY_LIMIT = 500 * 2 ** 20;
const FIXED_EXPORTS = ['__wasm_call_ctors', '__stack_pointer', 'malloc'];
/** Modules whose functions a host program may import. */
const IMPORT_MODULES = new Set(['cuda', 'wasi_snapshot_preview1']);

/** Compiles and links the host side: `<<<>>>` becomes calls of our CUDA runtime, in a memory of its own. */
export async function compileHost(clang: Clang, assets: Assets, source: SourceFile): Promise<SideOutcome<HostProgram>> {
  const { virtualName, fileName, prototype } = source;
  const compiled = await clang.run(
    [
      'clang',
      '-cc1',
      ...assets.flags.common,
      ...assets.flags.host,
      '-fcuda-include-gpubinary',
      GPU_IMAGE,
      '-debug-info-kind=line-tables-only',
      '-fno-caret-diagnostics',
      '-Wuninitialized',
      '-Wsometimes-uninitialized',
      ...headersFor(source),
      '-emit-obj',
      '-o',
      'host.o',
      virtualName,
    ],
    { ...sourceTree(assets, source), [GPU_IMAGE]: 'none' },
  );
  const diagnostics = parseDiagnostics(compiled.log, virtualName, fileName, 'host');
  const object = bytesOf(compiled.files, 'host.o');
  if (compiled.code !== 0 || object === null) {
    return {
      program: null,
      diagnostics: prototype ? diagnostics.map((found) => entryMismatch(found, source) ?? found) : diagnostics,
    };
  }
  const entry = prototype ? entryName(prototype) : 'main';
  const linked = await clang.run(
    [
      'wasm-ld',
      '--no-entry',
      '--gc-sections',
      '--export-table',
      `--max-memory=${MEMORY_LIMIT}`,
      ...[...FIXED_EXPORTS, entry].map((name) => `--export=${name}`),
      '-o',
      'host.wasm',
      'host.o',
      'runtime.o',
      '-L/usr/lib/wasm32-wasip1',
      '-lc++',
      '-lc++abi',
      '-lc',
    ],
    { 'host.o': object, 'runtime.o': assets.file(assets.manifest.host) },
  );
  const wasm = bytesOf(linked.files, 'host.wasm');
  if (linked.code === 0 && wasm) {
    const foreign = foreignLinkage(wasm, entry, source);
    return foreign
      ? { program: null, diagnostics: [...diagnostics, foreign] }
      : { program: { wasm, exports: [entry] }, diagnostics };
  }
  return { program: null, diagnostics: [...diagnostics, linkFailure(linked.log, source, entry)] };
}

/** The linker speaks of symbols; a student asked for a function that nobody wrote, or wrote another than was asked for. */
function linkFailure(log: string, source: SourceFile, entry: string): Diagnostic {
  if (log.includes(`symbol exported via --export not found: ${entry}`)) {
    return entryMismatch(null, source) ?? missing(source, `there is no function ${entry}`);
  }
  const undefinedSymbol = /undefined symbol: (\S.*)/.exec(log)?.[1];
  if (undefinedSymbol)
    return missing(source, `${undefinedSymbol} is declared and used, but defined nowhere`, 'undefined-function');
  throw new Error(`wasm-ld failed: ${log.slice(0, 4000)}`);
}

function missing(source: SourceFile, message: string, hint?: string): Diagnostic {
  return {
    severity: 'error',
    message,
    file: source.fileName,
    line: 0,
    column: 0,
    side: 'host',
    rule: 'compile-error',
    ...(hint && { detail: { hint } }),
  };
}

export function entryName(prototype: string): string {
  return /(\w+)\s*\(/.exec(prototype)?.[1] ?? 'main';
}

/** Attributes can import and export anything: judged on the linked module. */
function foreignLinkage(wasm: Uint8Array, entry: string, source: SourceFile): Diagnostic | null {
  const module = new WebAssembly.Module(wasm as Uint8Array<ArrayBuffer>);
  const imports = WebAssembly.Module.imports(module).filter((found) => !IMPORT_MODULES.has(found.module));
  const allowed = new Set([...FIXED_EXPORTS, entry, 'memory', '__indirect_function_table', ...RUNTIME_EXPORTS]);
  const exports = WebAssembly.Module.exports(module).filter((found) => !allowed.has(found.name));
  const foreign = imports[0]?.name ?? exports[0]?.name;
  if (foreign === undefined) return null;
  return {
    ...missing(source, `a WebAssembly import or export of its own (${foreign})`, 'wasm-linkage'),
    rule: 'policy-violation',
  };
}

/** Exports of native/emulator/host. */
const RUNTIME_EXPORTS: readonly string[] = ['emu_host_exit'];
