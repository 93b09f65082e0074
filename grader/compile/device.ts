import { FIXED_LIMITS } from '../limits/index.ts';
import type { AssetManifest, Assets } from './assets.ts';
import type { Clang, ToolRun } from './clang.ts';
import { generateCode, optimise } from './codegen.ts';
import { parseDiagnostics } from './diagnostics.ts';
import { type InstrumentedDevice, instrumentDevice, prepareDevice, readHollow } from './ir/device.ts';
import { withPlainNames } from './ir/relocatable.ts';
import { layoutFor, type MemorySizes } from './layouts.ts';
import { linkFailure } from './link.ts';
import type { DeviceProgram, Diagnostic, SideOutcome } from './program.ts';
import { sharedAliases } from './shared-aliases.ts';
import { commonFlags, preludeOf, type SourceFile, sharedDeclaration, sourceNames } from './sources.ts';
import { DIAGNOSTIC_FLAGS } from './tools.ts';

/** A linked module whose waiting functions are not coroutines yet, and what Asyncify has to know. */
export interface LinkedDevice extends DeviceProgram {
  /** Some function calls through a pointer. */
  readonly indirectCalls: boolean;
}

/** Source → raw IR → optimised IR → instrumented IR → object → linked module. */
export function compileDevice(
  clang: Clang,
  assets: Assets,
  source: SourceFile,
  sizes: MemorySizes,
): SideOutcome<LinkedDevice> {
  const { virtualName, fileName } = source;
  const names = sourceNames(source);
  const prelude = preludeOf(assets, source, 'device');
  const front = (...debug: string[]) =>
    clang.run(
      [
        'clang',
        '-cc1',
        ...commonFlags(assets, source),
        ...assets.flags.device,
        '-disable-llvm-passes',
        // An endless loop is endless here too; and types are no promise about aliasing, as in nvcc.
        '-fno-finite-loops',
        '-relaxed-aliasing',
        ...(source.dialect.zeroVariables ? ['-ftrivial-auto-var-init=zero'] : []),
        ...DIAGNOSTIC_FLAGS,
        ...debug,
        ...prelude.args,
        '-emit-llvm',
        '-o',
        '-',
        virtualName,
      ],
      prelude.files,
    );
  const raw = front();
  const diagnostics = parseDiagnostics(raw.log, source, 'device');
  if (raw.code !== 0) return { program: null, diagnostics };

  const textOf = ({ output }: ToolRun) => {
    const text = new TextDecoder().decode(output);
    return source.dialect.relocatableDeviceCode ? withPlainNames(text) : text;
  };
  // Debug information of variables costs time in every later step, and only some parameters of kernels are asked of it.
  let withVariables: string | null = null;
  const described = () => {
    withVariables ??= textOf(front('-debug-info-kind=standalone'));
    return withVariables;
  };
  const prepared = prepareDevice(textOf(raw), names, described);
  if (prepared.refused.length > 0) return { program: null, diagnostics: [...diagnostics, ...prepared.refused] };

  const optimised = optimise(clang, prepared.text);
  const declaredAt = (name: string) => sharedDeclaration(source, name);
  const hollow = prepared.mayBeHollow ? readHollow(described()) : new Map();
  const device = instrumentDevice(optimised, names, prepared.constants, declaredAt, hollow);

  const oversized = tooMuchShared(device, fileName);
  if (oversized.length > 0) return { program: null, diagnostics: [...diagnostics, ...oversized] };

  const layout = layoutFor(clang, assets, sizes, device.allocates ? MALLOC_HEAP_BYTES : 0);
  const object = generateCode(clang, device.ir, layout.hooks);
  const pages = layout.memoryPages * 65_536;
  const exported = [...assets.manifest.exports, ...device.variables.map((variable) => variable.export)];
  const linked = clang.run(
    [
      'wasm-ld',
      '--no-entry',
      '--gc-sections',
      `--global-base=${layout.globalBase}`,
      `--initial-memory=${pages}`,
      `--max-memory=${pages}`,
      ...exported.filter((name) => name !== 'memory').map((name) => `--export=${name}`),
      '-o',
      'device.wasm',
      'device.o',
      'runtime.o',
      '-L/usr/lib/wasm32-wasip1',
      '-lc',
    ],
    { 'device.o': object, 'runtime.o': layout.runtime },
  );
  const wasm = linked.file('device.wasm');
  if (linked.code !== 0 || wasm === null) {
    return { program: null, diagnostics: [...diagnostics, linkFailure(linked.log, source, 'device')] };
  }
  const foreign = foreignImport(wasm, assets.manifest);
  if (foreign !== null) {
    return {
      program: null,
      diagnostics: [...diagnostics, linkFailure(`undefined symbol: ${foreign}`, source, 'device')],
    };
  }
  const program: LinkedDevice = {
    wasm,
    kernels: device.kernels,
    sites: device.sites,
    sharedArrays: device.sharedArrays,
    variables: device.variables,
    allocates: device.allocates,
    heapBytes: layout.heapMiB * 2 ** 20,
    waiting: device.waiting,
    indirectCalls: device.indirectCalls,
  };
  return { program, diagnostics: [...diagnostics, ...sharedAliases(device, source)] };
}

/** `deviceMallocBytes`: global memory beside the program's own for what device code allocates. */
const { deviceMallocBytes: MALLOC_HEAP_BYTES, staticSharedBytes: STATIC_SHARED_BYTES } = FIXED_LIMITS;

function tooMuchShared({ kernels, sharedArrays }: InstrumentedDevice, fileName: string): Diagnostic[] {
  const largest = [...sharedArrays].sort((a, b) => b.bytes - a.bytes)[0]?.position;
  return kernels
    .filter(({ staticSharedBytes }) => staticSharedBytes > STATIC_SHARED_BYTES)
    .map(({ name, position, staticSharedBytes }) => {
      const { line = 0, column = 0 } = largest ?? position ?? {};
      return {
        severity: 'error',
        message: `the __shared__ arrays of ${name} need ${staticSharedBytes} bytes, and a block has ${STATIC_SHARED_BYTES}`,
        file: (largest ?? position)?.file ?? fileName,
        line,
        column,
        side: 'device',
        rule: 'compile-error',
        detail: { hint: 'shared-memory' },
      };
    });
}

/** A device module may reach nothing outside but Asyncify: what the C library would ask of a system has no business here. */
function foreignImport(wasm: Uint8Array, manifest: AssetManifest): string | null {
  const allowed = new Set(manifest.imports.map(([module, name]) => `${module}.${name}`));
  const imports = WebAssembly.Module.imports(new WebAssembly.Module(wasm as Uint8Array<ArrayBuffer>));
  return imports.find(({ module, name }) => !allowed.has(`${module}.${name}`))?.name ?? null;
}
