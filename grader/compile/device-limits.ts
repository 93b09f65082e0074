import { FIXED_LIMITS } from '../limits/index.ts';
import { LONG_KERNEL } from './features.ts';
import type { InstrumentedDevice } from './ir/device.ts';
import { roundUp } from './ir/read/index.ts';
import { whereNamed } from './link.ts';
import { localName, plainName } from './mangled.ts';
import type { DeviceVariable, Diagnostic, Kernel } from './program.ts';
import type { SourceFile } from './source-file.ts';

/** The memory of an H100: no GPU that is described has more for variables. */
const GPU_VARIABLE_BYTES = 80 * 2 ** 30;

const number = (value: number): string => value.toLocaleString('en-US');

/** Returns what of device code is more than a GPU, or the emulator, can have: nvcc or ptxas refuse it, too. */
export function beyondLimits(device: InstrumentedDevice, source: SourceFile): Diagnostic[] {
  return [
    ...tooMuchShared(device, source),
    ...tooManyParameters(device, source),
    ...tooLargeVariables(device, source),
    ...tooManyThings(device, source),
    ...tooLongSignatures(device, source),
  ];
}

/** Returns functions with more parameters than WebAssembly's engine takes. CUDA allows them. */
function tooLongSignatures({ parameters, kernels }: InstrumentedDevice, source: SourceFile): Diagnostic[] {
  return [...parameters].flatMap(([symbol, count]) => {
    if (count <= FIXED_LIMITS.functionParameters) return [];
    const kernel = kernels.find(({ mangled }) => mangled === symbol);
    const name = kernel?.name ?? plainName(symbol);
    const isKernel = kernel !== undefined;
    return [longSignature({ name, count, isKernel }, 'device', kernel?.position ?? whereNamed(source, name))];
  });
}

interface LongSignature {
  readonly name: string;
  readonly count: number;
  readonly isKernel: boolean;
}

/** A kernel with so many parameters is CUDA that the emulator lacks; other functions have a limit, as their number has. */
export function longSignature(
  { name, count, isKernel }: LongSignature,
  side: Diagnostic['side'],
  place: Place,
): Diagnostic {
  const { file, line, column } = place;
  const most = FIXED_LIMITS.functionParameters;
  const message = `the function ${name} has ${count} parameters; the maximum is ${most}`;
  const feature = LONG_KERNEL;
  const { rule, detail } = isKernel
    ? ({ rule: 'unsupported-feature', detail: { feature, hint: 'unsupported-feature' } } as const)
    : ({ rule: 'compile-error', detail: { hint: 'many-parameters' } } as const);
  return { severity: 'error', message, file, line, column, side, rule, detail };
}

function tooMuchShared({ kernels, sharedArrays }: InstrumentedDevice, source: SourceFile): Diagnostic[] {
  const largest = [...sharedArrays].sort((a, b) => b.bytes - a.bytes)[0]?.position;
  return kernels
    .filter(({ staticSharedBytes }) => staticSharedBytes > FIXED_LIMITS.staticSharedBytes)
    .map(({ name, position, staticSharedBytes }) =>
      refusal(
        `the __shared__ arrays of ${name} need ${staticSharedBytes} bytes, and a block has ${FIXED_LIMITS.staticSharedBytes}`,
        'shared-memory',
        largest ?? position ?? whereNamed(source, name),
      ),
    );
}

function tooManyParameters({ kernels }: InstrumentedDevice, source: SourceFile): Diagnostic[] {
  return kernels.flatMap((kernel) => {
    const bytes = parameterBytes(kernel);
    if (bytes <= FIXED_LIMITS.kernelParameterBytes) return [];
    const message = `the parameters of ${kernel.name} have ${bytes} bytes; the maximum is ${FIXED_LIMITS.kernelParameterBytes}`;
    return [refusal(message, 'kernel-parameters', kernel.position ?? whereNamed(source, kernel.name))];
  });
}

/** Returns the bytes of a kernel's parameters. */
function parameterBytes({ parameters }: Kernel): number {
  return parameters.reduce((end, { bytes, align }) => roundUp(end, align) + bytes, 0);
}

function tooLargeVariables({ variables }: InstrumentedDevice, source: SourceFile): Diagnostic[] {
  const check = (constant: boolean, most: number, what: string, hint: string): Diagnostic[] => {
    const kind = variables.filter((variable) => variable.constant === constant);
    const bytes = kind.reduce((sum, variable) => sum + variable.bytes, 0);
    if (bytes <= most) return [];
    const refused = refusal(
      `the ${what} need ${bytes} bytes; the maximum is ${most}`,
      hint,
      placeOfLargest(kind, source),
    );
    // A GPU has more memory for variables than the emulator: of a program this is no mistake, in an exercise it is too much.
    if (constant || source.prototype !== null || bytes >= GPU_VARIABLE_BYTES) return [refused];
    const feature = `${number(bytes)} bytes of \`__device__\` variables (the emulator has ${number(most)})`;
    return [{ ...refused, rule: 'unsupported-feature', detail: { feature, hint: 'unsupported-feature' } }];
  };
  return [
    ...check(true, FIXED_LIMITS.constantBytes, '__constant__ variables', 'constant-memory'),
    ...check(false, FIXED_LIMITS.deviceVariableBytes, '__device__ variables', 'device-variables'),
  ];
}

function placeOfLargest(variables: readonly DeviceVariable[], source: SourceFile): Place {
  const [largest] = [...variables].sort((a, b) => b.bytes - a.bytes);
  return whereNamed(source, localName(largest?.name ?? ''));
}

/** The emulator's tables have a row for each. */
function tooManyThings({ variables, sharedArrays, sites }: InstrumentedDevice, source: SourceFile): Diagnostic[] {
  const check = (count: number, most: number, what: string, hint: string, place: Place | null | undefined) =>
    count <= most
      ? []
      : [
          refusal(
            `device code has ${count} ${what}; the maximum is ${most}`,
            hint,
            place ?? { file: source.fileName, line: 0, column: 0 },
          ),
        ];
  return [
    ...check(
      variables.length,
      FIXED_LIMITS.deviceVariables,
      'variables in global and constant memory',
      'device-variables',
      whereNamed(source, localName(variables[FIXED_LIMITS.deviceVariables]?.name ?? '')),
    ),
    ...check(
      sharedArrays.length,
      FIXED_LIMITS.sharedArrays,
      '__shared__ variables',
      'shared-memory',
      sharedArrays[FIXED_LIMITS.sharedArrays]?.position,
    ),
    ...check(
      sites.length,
      FIXED_LIMITS.sites,
      'places that access memory, loop or call',
      'too-much-code',
      sites[FIXED_LIMITS.sites]?.position,
    ),
  ];
}

type Place = Pick<Diagnostic, 'file' | 'line' | 'column'>;

function refusal(message: string, hint: string, { file, line, column }: Place): Diagnostic {
  return { severity: 'error', message, file, line, column, side: 'device', rule: 'compile-error', detail: { hint } };
}
