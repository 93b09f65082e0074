import type { Tree } from '@yowasp/clang';
import type { AssetManifest, Assets } from './assets.ts';
import { asyncify } from './asyncify.ts';
import { bytesOf, type Clang } from './clang.ts';
import { parseDiagnostics } from './diagnostics.ts';
import { instrumentDevice, prepareDevice } from './ir/device.ts';
import type { DeviceProgram, Diagnostic } from './program.ts';
import { headersFor, sharedDeclaration } from './sources.ts';

export interface SourceFile {
  readonly text: string;
  /** Name in Clang's virtual file system. */
  readonly virtualName: string;
  /** Name to report. */
  readonly fileName: string;
  /** C declaration of the entry point, or null for a program. */
  readonly prototype: string | null;
}

export type SideOutcome<Program> =
  | { readonly program: Program; readonly diagnostics: readonly Diagnostic[] }
  | { readonly program: null; readonly diagnostics: readonly Diagnostic[] };

/** Loops stay as they are written: a site is one instruction, and an endless loop is not undefined behaviour here. */
const OPTIMISE = ['-O2', '-fno-unroll-loops', '-mllvm', '-disable-vector-combine', '-mllvm', '-disable-loop-idiom-all'];
const TRIPLE = ['-triple', 'wasm32-unknown-wasip1'];
const FEATURES = ['+bulk-memory', '+nontrapping-fptoint', '+sign-ext'].flatMap((feature) => [
  '-target-feature',
  feature,
]);

/** Source → raw IR → optimised IR → instrumented IR → object → linked module → coroutines where threads wait. */
export async function compileDevice(
  clang: Clang,
  assets: Assets,
  source: SourceFile,
  heapBytes: number,
): Promise<SideOutcome<DeviceProgram>> {
  const { virtualName, fileName } = source;
  const front = await clang.run(
    [
      'clang',
      '-cc1',
      ...assets.flags.common,
      ...assets.flags.device,
      '-disable-llvm-passes',
      '-fno-finite-loops',
      '-debug-info-kind=line-tables-only',
      '-fno-caret-diagnostics',
      '-Wuninitialized',
      '-Wsometimes-uninitialized',
      ...headersFor(source),
      '-emit-llvm',
      '-o',
      'raw.ll',
      virtualName,
    ],
    sourceTree(assets, source),
  );
  const diagnostics = parseDiagnostics(front.log, virtualName, fileName, 'device');
  const raw = textOf(front.files, 'raw.ll');
  if (front.code !== 0 || raw === null) return { program: null, diagnostics };

  const prepared = prepareDevice(raw, virtualName, fileName);
  if (prepared.refused.length > 0) return { program: null, diagnostics: [...diagnostics, ...prepared.refused] };

  const optimised = await tool(
    clang,
    ['clang', '-cc1', ...TRIPLE, ...FEATURES, '-x', 'ir', ...OPTIMISE, '-emit-llvm', '-o', 'optimised.ll', 'raw.ll'],
    { 'raw.ll': prepared.text },
    'optimised.ll',
  );
  const declaredAt = (name: string) => sharedDeclaration(source, name);
  const device = instrumentDevice(textFrom(optimised), virtualName, fileName, prepared.constants, declaredAt);

  const layout = smallestLayout(assets.manifest, heapBytes);
  const object = await tool(
    clang,
    [
      'clang',
      '-cc1',
      ...TRIPLE,
      ...FEATURES,
      '-x',
      'ir',
      '-O2',
      '-fno-unroll-loops',
      '-mlink-builtin-bitcode',
      'hooks.bc',
      '-emit-obj',
      '-o',
      'device.o',
      'device.ll',
    ],
    { 'device.ll': device.ir, 'hooks.bc': assets.file(layout.hooks) },
    'device.o',
  );
  const pages = layout.memoryPages * 65_536;
  const linked = await tool(
    clang,
    [
      'wasm-ld',
      '--no-entry',
      '--gc-sections',
      `--global-base=${assets.manifest.globalBase}`,
      `--initial-memory=${pages}`,
      `--max-memory=${pages}`,
      ...[
        ...assets.manifest.exports.filter((name) => name !== 'memory'),
        ...device.variables.map(({ export: name }) => name),
      ].map((name) => `--export=${name}`),
      '--allow-undefined-file=allowed',
      '-o',
      'device.wasm',
      'device.o',
      'runtime.o',
      '-L/usr/lib/wasm32-wasip1',
      '-lc',
    ],
    { 'device.o': object, 'runtime.o': assets.file(layout.runtime), allowed: '' },
    'device.wasm',
  );
  const wasm = device.suspends ? await asyncify(linked, { ignoreIndirect: !device.indirectCalls }) : linked;
  const program: DeviceProgram = {
    wasm,
    kernels: device.kernels,
    sites: device.sites,
    sharedArrays: device.sharedArrays,
    variables: device.variables,
    heapBytes: layout.heapMiB * 2 ** 20,
  };
  return { program, diagnostics };
}

export function sourceTree(assets: Assets, source: SourceFile): Tree {
  return {
    [source.virtualName]: source.text,
    cuda: { include: assets.includeTree() },
    grade: { 'entry.h': source.prototype ? `extern "C" ${source.prototype};\n` : '' },
  };
}

/** Runs a tool that cannot fail because of what a student wrote. @throws Error with its log where it does */
export async function tool(clang: Clang, args: readonly string[], files: Tree, output: string): Promise<Uint8Array> {
  const { code, log, files: made } = await clang.run(args, files);
  const bytes = bytesOf(made, output);
  if (code !== 0 || bytes === null) throw new Error(`${args.slice(0, 2).join(' ')} failed: ${log.slice(0, 4000)}`);
  return bytes;
}

function textOf(files: Tree, name: string): string | null {
  const bytes = bytesOf(files, name);
  return bytes && textFrom(bytes);
}

function textFrom(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

function smallestLayout({ layouts }: AssetManifest, heapBytes: number): AssetManifest['layouts'][number] {
  const layout = layouts.find(({ heapMiB }) => heapMiB * 2 ** 20 >= heapBytes) ?? layouts.at(-1);
  if (!layout) throw new Error('the emulator has no layouts: it was not built');
  return layout;
}
