import { ASYNCIFY_IMPORTS, EXPORTED_FUNCTIONS, LIBRARY_FOLDERS, TARGET_LINKER_FLAGS } from '../abi/index.ts';
import { FIXED_LIMITS } from '../limits/index.ts';
import type { Assets } from './assets.ts';
import type { Clang } from './clang.ts';
import { optimise } from './codegen.ts';
import { deviceFront } from './device-front.ts';
import { beyondLimits } from './device-limits.ts';
import { entityNames } from './entity-names.ts';
import { instrumentDevice, prepareDevice, readHollow, readOptimised } from './ir/device.ts';
import { UnsizedType } from './ir/read/index.ts';
import { recordIr } from './ir/recording/index.ts';
import { layoutFor, type MemorySizes } from './layouts.ts';
import { linkFailure, whereNamed } from './link.ts';
import { lowerMemory64 } from './lower/index.ts';
import { printFormats } from './print-formats.ts';
import type { DeviceProgram, Diagnostic, SideOutcome } from './program.ts';
import { FIRST_RUN, locate, proveDevice, withHooks } from './prove.ts';
import { sharedAliases } from './shared-aliases.ts';
import type { SourceFile } from './source-file.ts';
import { sharedDeclaration, sourceNames } from './sources.ts';

/** A linked module whose waiting functions are not coroutines yet, and what Asyncify has to know. */
export interface LinkedDevice extends DeviceProgram {
  /** Some function calls through a pointer. */
  readonly indirectCalls: boolean;
  /** The object that was proven. */
  readonly object: Uint8Array;
}

/**
 * Source → raw IR → optimised IR → instrumented IR → proven object → linked module.
 * @param others - further sources in CUDA of the same program
 */
export function compileDevice(
  clang: Clang,
  assets: Assets,
  source: SourceFile,
  others: readonly SourceFile[],
  sizes: MemorySizes,
): SideOutcome<LinkedDevice> {
  try {
    return translate(clang, assets, [source, ...others], sizes);
  } catch (error) {
    if (!(error instanceof UnsizedType)) throw error;
    return { program: null, diagnostics: [untranslated(source)] };
  }
}

function translate(
  clang: Clang,
  assets: Assets,
  sources: readonly [SourceFile, ...SourceFile[]],
  sizes: MemorySizes,
): SideOutcome<LinkedDevice> {
  const [source] = sources;
  const names = sourceNames(source);
  const front = (...debug: string[]) => deviceFront(clang, assets, sources, debug);
  const records = source.dialect.records === true;
  const { text: raw, diagnostics } = front(...(records ? WITH_VARIABLES : []));
  if (raw === null) return { program: null, diagnostics };

  // Debug information of variables costs time in every later step, and only some parameters of kernels are asked of it.
  let withVariables: string | null = null;
  const described = () => {
    withVariables ??= records ? raw : (front(...WITH_VARIABLES).text ?? '');
    return withVariables;
  };
  const prepared = prepareDevice(raw, names, described, (name) => whereNamed(source, name));
  if (prepared.refused.length > 0) return { program: null, diagnostics: [...diagnostics, ...prepared.refused] };

  const refuse = (refused: readonly Diagnostic[]) => ({ program: null, diagnostics: [...diagnostics, ...refused] });
  const recorded = records ? recordIr(prepared.text, names) : null;
  const optimised = optimise(clang, recorded?.text ?? prepared.text);
  if (optimised === null) return refuse([untranslated(source)]);
  const declaredAt = (name: string) => sharedDeclaration(source, name);
  const hollow = prepared.mayBeHollow ? readHollow(described()) : new Map();
  const read = readOptimised(optimised, names);
  const instrument = (options: Parameters<typeof instrumentDevice>[4]) =>
    instrumentDevice(read, prepared, declaredAt, hollow, options);
  const first = instrument(FIRST_RUN);
  const oversized = beyondLimits(first, source);
  if (oversized.length > 0 || first.refused.length > 0) return refuse([...first.refused, ...oversized]);

  const layout = layoutFor(clang, assets, sizes, first.allocates ? MALLOC_HEAP_BYTES : 0);
  const proven = proveDevice(clang, layout, instrument, first);
  if (proven.object === null)
    return refuse(proven.problems.length > 0 ? locate(proven, source) : [untranslated(source)]);
  const { device, object } = proven;
  const pages = layout.memoryPages * 65_536;
  const exported = [...Object.keys(EXPORTED_FUNCTIONS), ...device.variables.map((variable) => variable.export)];
  const linked = clang.run(
    [
      'wasm-ld',
      ...TARGET_LINKER_FLAGS,
      '--no-entry',
      '--gc-sections',
      '--no-demangle',
      `--global-base=${layout.globalBase}`,
      `--initial-memory=${pages}`,
      `--max-memory=${pages}`,
      ...exported.map((name) => `--export=${name}`),
      '-o',
      'device.wasm',
      'device.o',
      'hooks.o',
      'runtime.o',
      `-L/usr/lib/${LIBRARY_FOLDERS[0]}`,
      '-lc',
      `-L/usr/lib/${LIBRARY_FOLDERS[1]}`,
      '-lclang_rt.builtins',
    ],
    { 'device.o': object, 'hooks.o': layout.hooks, 'runtime.o': layout.runtime },
  );
  const made = linked.file('device.wasm');
  if (linked.code !== 0 || made === null) return refuse([linkFailure(linked.log, source, 'device')]);
  // Each access is through a hook, or in memory whose addresses have 32 bits: nothing is lost with the others.
  const wasm = lowerMemory64(made);
  checkImports(wasm);
  const program: LinkedDevice = {
    wasm: device.waiting === 'asyncify' ? wasm : withHooks(wasm, object, false),
    object,
    kernels: device.kernels,
    sites: device.sites,
    flow: device.flow,
    sharedArrays: device.sharedArrays,
    variables: device.variables,
    allocates: device.allocates,
    storesComputed: prepared.storesComputed,
    ...(recorded && { recording: recorded.tables }),
    heapBytes: layout.heapMiB * 2 ** 20,
    waiting: device.waiting,
    indirectCalls: device.indirectCalls,
  };
  const warnings = [sharedAliases, entityNames, printFormats].flatMap((warn) => warn(device, source));
  return { program, diagnostics: [...diagnostics, ...warnings] };
}

/** Debug information that also describes variables. */
const WITH_VARIABLES = ['-debug-info-kind=standalone'];

/** Global memory beside the program's own for what device code allocates. */
const { deviceMallocBytes: MALLOC_HEAP_BYTES } = FIXED_LIMITS;

/** @throws Error if a device module reaches anything outside but Asyncify: no proven object does */
function checkImports(wasm: Uint8Array): void {
  const allowed = new Set(ASYNCIFY_IMPORTS.map((name) => `asyncify.${name}`));
  const imports = WebAssembly.Module.imports(new WebAssembly.Module(wasm as Uint8Array<ArrayBuffer>));
  const foreign = imports.find(({ module, name }) => !allowed.has(`${module}.${name}`));
  if (foreign) throw new Error(`the device module imports ${foreign.module}.${foreign.name}`);
}

/** What the compiler has no code for, once the front end has accepted it. */
function untranslated({ fileName }: SourceFile): Diagnostic {
  const feature = 'code that this compiler cannot translate for its machine';
  return {
    severity: 'error',
    message: `unsupported feature: ${feature}`,
    file: fileName,
    line: 0,
    column: 0,
    side: 'device',
    rule: 'unsupported-feature',
    detail: { feature, hint: 'unsupported-feature' },
  };
}
