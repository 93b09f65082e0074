import { type CompileOptions, headersOf } from '../../compile/index.ts';
import {
  type AssignmentSpec,
  type BasicTypeName,
  cType,
  type Extent,
  isFloatType,
  outputParameters,
  type PassedParameter,
  passedParameters,
  prototype,
} from '../../spec/index.ts';
import { PROGRAM_ENTRY, programPrototype } from './program.ts';

type Entry = AssignmentSpec['entry'];

/** What a submission is compiled with: the function that is called, and what is written around the student's where that is none. */
export type EntryOptions = Pick<CompileOptions, 'prototype' | 'wrapper'>;

/** Name of a generated function; students' names begin with no two underscores. */
const GENERATED = '__grade_entry';

/** Name of the function that a run calls. */
export function calledFunction({ style, function: name }: Entry): string {
  if (style === 'program') return PROGRAM_ENTRY;
  return style === 'kernel' || style === 'torch' ? GENERATED : name;
}

export function entryOptions(spec: Pick<AssignmentSpec, 'entry'>): EntryOptions {
  switch (spec.entry.style) {
    case 'kernel':
      return kernelEntry(spec);
    case 'torch':
      return tensorEntry(spec);
    case 'program':
      return { prototype: programPrototype(spec) };
    default:
      return { prototype: prototype(spec) };
  }
}

/** A submission's macros may have any name that a specification uses. */
const own = (name: string) => `__grade_${name}`;

/** The numbers of a launch, after the kernel's own arguments. */
const SHAPE = ['gx', 'gy', 'gz', 'bx', 'by', 'bz', 'shared'].map(own);

function kernelEntry(spec: Pick<AssignmentSpec, 'entry'>): EntryOptions {
  const { entry } = spec;
  const passed = passedParameters(entry);
  const types = passed.map(cType);
  const declared = [
    ...passed.map((parameter) => `${cType(parameter)} ${own(parameter.name)}`),
    ...SHAPE.map((name) => `unsigned ${name}`),
  ];
  const [gx, gy, gz, bx, by, bz, shared] = SHAPE;
  const given = passed.map(({ name }) => own(name)).join(', ');
  const declaration = `void ${GENERATED}(${declared.join(', ')})`;
  return {
    prototype: declaration,
    wrapper: {
      function: entry.function,
      asked: prototype(spec),
      before: `${headersOf(declaration)}extern "C" ${declaration} {`,
      calls: [
        // A launch would convert its arguments: the types have to be the very ones.
        `void (*const ${own('kernel')})(${types.join(', ')}) = ${entry.function}; (void)${own('kernel')};`,
        `${entry.function}<<<dim3(${gx}, ${gy}, ${gz}), dim3(${bx}, ${by}, ${bz}), ${shared}>>>(${given});`,
      ],
      after: '}',
    },
  };
}

/** The style torch has no other types. */
const TENSOR_TYPES: Readonly<Record<BasicTypeName, string>> = {
  uint8: 'torch::kByte',
  int32: 'torch::kInt',
  uint32: 'torch::kUInt32',
  float32: 'torch::kFloat',
  float64: 'torch::kDouble',
};

/** Inputs become tensors over the buffers; the result is looked at, and copied into the output's buffer. */
function tensorEntry(spec: Pick<AssignmentSpec, 'entry'>): EntryOptions {
  const { entry } = spec;
  const declared = entry.parameters.map((parameter) => {
    const type = parameter.role === 'dimension' ? 'int' : cType(parameter);
    return `${type} ${own(parameter.name)}`;
  });
  const [output] = outputParameters(entry);
  if (!output) throw new Error('a specification without an output');
  const declaration = `void ${GENERATED}(${declared.join(', ')})`;
  const given = passedParameters(entry).map(tensorArgument).join(', ');
  const wanted = `${TENSOR_TYPES[output.type as BasicTypeName]}, {${output.shape.map(extentText).join(', ')}}`;
  return {
    prototype: declaration,
    wrapper: {
      function: entry.function,
      asked: prototype(spec),
      before: `#include <torch/extension.h>\nextern "C" ${declaration} {`,
      calls: [
        `torch::Tensor ${own('result')} = ${entry.function}(${given});`,
        `emu_torch::give(${own('result')}, ${own(output.name)}, ${wanted});`,
      ],
      after: '}',
    },
  };
}

function tensorArgument(parameter: PassedParameter): string {
  const { name, role, type } = parameter;
  if (role === 'scalar') return `(${isFloatType(type) ? 'double' : 'int64_t'})${own(name)}`;
  return `emu_torch::over(${own(name)}, ${TENSOR_TYPES[type as BasicTypeName]}, {${parameter.shape.map(extentText).join(', ')}})`;
}

function extentText(extent: Extent): string {
  const textOf = (factor: string) => (/^\d/.test(factor) ? `int64_t(${factor})` : `int64_t(${own(factor)})`);
  const terms = String(extent).split('+');
  return terms.map((term) => term.split('*').map(textOf).join(' * ')).join(' + ');
}
