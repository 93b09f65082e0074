import type { CompileResult } from '../../compile/index.ts';
import type { ElementType, EntryArgument, RunRequest } from '../../host/index.ts';
import { PROGRAM_LIMITS } from '../../limits/index.ts';
import {
  type AssignmentSpec,
  type Dims,
  type ElementTypeName,
  elementBytes,
  encodeElements,
  extents,
  isOutput,
  type Launch,
  type PassedParameter,
  passedParameters,
  programArguments,
  type ScalarParameter,
  timedLaunch,
} from '../../spec/index.ts';
import { calledFunction } from './entry.ts';
import type { MadeCase } from './inputs.ts';
import type { PlannedCase } from './plan-cases.ts';

const RUN_TYPES: Readonly<Record<ElementTypeName, ElementType>> = {
  bool: 'u8',
  int8: 'u8',
  uint8: 'u8',
  int16: 'u16',
  uint16: 'u16',
  int32: 'i32',
  uint32: 'u32',
  int64: 'i64',
  uint64: 'i64',
  half: 'f16',
  bfloat16: 'bf16',
  float32: 'f32',
  float64: 'f64',
};

/** The types in which the host module takes numbers: smaller integers come as 32 bits. */
const SCALAR_TYPES = {
  bool: 'i32',
  int8: 'i32',
  uint8: 'i32',
  int16: 'i32',
  uint16: 'i32',
  int32: 'i32',
  uint32: 'u32',
  int64: 'i64',
  uint64: 'i64',
  float32: 'f32',
  float64: 'f64',
} as const satisfies Readonly<Record<ScalarParameter['type'], string>>;

/** What the run worker is told of a case: inputs, sizes and limits; never an expected value. */
export function runRequest(
  spec: AssignmentSpec,
  program: Extract<CompileResult, { status: 'compiled' }>,
  plan: PlannedCase,
  made: Pick<MadeCase, 'inputs' | 'shapes'>,
  counters: boolean,
): RunRequest {
  const args = argumentsOf(spec, plan.dims, plan.launch, (parameter): EntryArgument => {
    const { name } = parameter;
    if (parameter.role === 'scalar') return scalar(spec, parameter, plan.dims);
    const count = (made.shapes[name] ?? []).reduce((product, extent) => product * extent, 1);
    const byteLength = count * elementBytes(parameter.type);
    if (parameter.role === 'output') return { kind: 'output', name, byteLength, type: RUN_TYPES[parameter.type] };
    const elements = made.inputs[name];
    if (!elements) throw new Error(`no input was made for ${name}`);
    const bytes = encodeElements(parameter.type, elements);
    return parameter.role === 'input'
      ? { kind: 'input', name, bytes, elementBytes: elementBytes(parameter.type) }
      : { kind: 'output', name, byteLength, type: RUN_TYPES[parameter.type], initial: bytes };
  });
  return {
    program,
    entry: calledFunction(spec.entry),
    args,
    arraysIn: arraysIn(spec),
    layoutSeed: plan.layoutSeed,
    counters,
    ...ofProgram(spec, plan.dims),
    limits: runLimits(spec),
  };
}

/** No file of the machine is there: what a program reads and writes is in memory. */
const NO_FILES = { workingFolder: '/', folders: [] };

function ofProgram(spec: AssignmentSpec, dims: Dims): Pick<RunRequest, 'argv' | 'files'> {
  return spec.entry.style === 'program' ? { argv: programArguments(spec, dims), files: NO_FILES } : {};
}

/**
 * Arguments of the function that is called, in the order in which entry.ts declares them: a generated one around a
 * tensor function takes all there is, one around a kernel what the kernel takes and the numbers of the launch.
 */
function argumentsOf(
  { entry }: AssignmentSpec,
  dims: Dims,
  launch: Launch | null,
  make: (parameter: PassedParameter) => EntryArgument,
): EntryArgument[] {
  if (entry.style === 'torch' || entry.style === 'program') {
    return entry.parameters.map((parameter) =>
      parameter.role === 'dimension'
        ? { kind: 'scalar', name: parameter.name, type: 'i32', value: dims[parameter.name] ?? 0 }
        : make(parameter),
    );
  }
  const numbers = launch ? [...launch.grid, ...launch.block, launch.sharedBytes] : [];
  return [
    ...passedParameters(entry).map(make),
    ...numbers.map((value): EntryArgument => ({ kind: 'scalar', name: 'launch', type: 'u32', value })),
  ];
}

/** A run that is made for its launch plan alone: the content of its arrays does not matter. */
export function planRequest(spec: AssignmentSpec, dims: Dims): Omit<RunRequest, 'program'> {
  const shapes = extents(spec, dims);
  const args = argumentsOf(spec, dims, timedLaunch(spec, dims), (parameter): EntryArgument => {
    const { name } = parameter;
    if (parameter.role === 'scalar') return scalar(spec, parameter, dims);
    const role = isOutput(parameter) ? 'output' : 'input';
    const count = (shapes[name] ?? []).reduce((product, extent) => product * extent, 1);
    return { kind: 'zeros', name, role, byteLength: count * elementBytes(parameter.type) };
  });
  return {
    entry: calledFunction(spec.entry),
    args,
    arraysIn: arraysIn(spec),
    layoutSeed: 1,
    counters: false,
    limits: runLimits(spec),
  };
}

function arraysIn({ entry }: AssignmentSpec): NonNullable<RunRequest['arraysIn']> {
  return entry.style === 'host' || entry.style === 'program' ? 'host' : 'device';
}

function scalar(spec: AssignmentSpec, { name, type: typeName }: ScalarParameter, dims: Dims): EntryArgument {
  return { kind: 'scalar', name, type: SCALAR_TYPES[typeName], value: dims[name] ?? spec.scalars?.[name] ?? 0 };
}

function runLimits({ limits, entry }: AssignmentSpec): RunRequest['limits'] {
  return {
    deviceSteps: limits.deviceSteps,
    wallMs: limits.wallSeconds * 1000,
    hostMemoryBytes: limits.hostMemoryMiB * 2 ** 20,
    outputBytes: limits.outputKiB * 2 ** 10,
    dropsOutput: true,
    launches: limits.launches,
    ...(entry.style === 'program' && { fileBytes: PROGRAM_LIMITS.fileBytes }),
  };
}
