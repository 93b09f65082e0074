import {
  type ArrayParameter,
  type AssignmentSpec,
  arrayParameters,
  C_TYPES,
  type ElementTypeName,
  type Extent,
  extentNames,
  integerScalars,
  isInput,
  isOutput,
  passedParameters,
  prototype,
} from '../../../spec/index.ts';
import type { Impostor, ImpostorGenerator } from './impostor.ts';
import { deeds, kernelOf, launchOf, OWN } from './stores.ts';

const SCALAR_TYPES: Readonly<Partial<Record<ElementTypeName, string>>> = {
  uint8: 'torch::kUInt8',
  int32: 'torch::kInt32',
  float32: 'torch::kFloat32',
  float64: 'torch::kFloat64',
};

/**
 * The entry point takes tensors and returns one of the right shape and type, which a kernel fills; one returns its input
 * as it is. Null where a size cannot be told from the inputs' shapes, or PyTorch has no such type.
 */
export const torch: ImpostorGenerator = (spec, constant) => {
  const arrays = arrayParameters(spec.entry);
  const inputs = arrays.filter(isInput);
  const [output, ...more] = arrays.filter(isOutput);
  const scalarType = output && SCALAR_TYPES[output.type];
  const sizes = dimensions(spec, inputs);
  if (!output || more.length > 0 || scalarType === undefined || sizes === null) return null;
  const allocated = `torch::empty({${output.shape.map((extent) => `(int64_t)(${extent})`).join(', ')}}, torch::TensorOptions().dtype(${scalarType}).device(torch::kCUDA))`;
  const result = `${OWN}result`;
  const filled = deeds(spec, constant).map(({ name, does, store }): Impostor => {
    const { input } = store;
    const from = input && { pointer: pointerOf(input, input.name), count: `(int)${input.name}.numel()` };
    return program(name, does, [
      kernelOf(output, store),
      `${prototype(spec)} {`,
      ...sizes,
      `  torch::Tensor ${result} = ${allocated};`,
      launchOf(output, pointerOf(output, result), `(int)${result}.numel()`, from),
      `  return ${result};`,
      '}',
    ]);
  });
  const returned = inputs.map(({ name }) =>
    program(`return_${name}`, `returns ${name} as it is`, [`${prototype(spec)} {`, `  return ${name};`, '}']),
  );
  return [...filled, ...returned];
};

function program(name: string, does: string, parts: readonly string[]): Impostor {
  return {
    file: `${OWN}${name}.cu`,
    does,
    source: ['#include <torch/extension.h>', '', ...parts, ''].join('\n'),
  };
}

function pointerOf({ type }: ArrayParameter, tensor: string): string {
  return `${tensor}.data_ptr<${C_TYPES[type]}>()`;
}

/** Declarations of the sizes that are not handed over, from the shapes of the inputs; null where one cannot be told. */
function dimensions(spec: AssignmentSpec, inputs: readonly ArrayParameter[]): string[] | null {
  const passed = new Set(passedParameters(spec.entry).map(({ name }) => name));
  const declared: string[] = [];
  for (const { name } of integerScalars(spec.entry)) {
    if (passed.has(name)) continue;
    const size = sizeOf(name, inputs);
    if (size === null) return null;
    declared.push(`  const int64_t ${name} = ${size};`, `  (void)${name};`);
  }
  return declared;
}

/** `w` of `[3, h, w]` is `input.size(2)`, of `[3*w]` a third of `input.size(0)`. */
function sizeOf(name: string, inputs: readonly ArrayParameter[]): string | null {
  for (const input of inputs) {
    for (const [axis, extent] of input.shape.entries()) {
      if (extentNames(extent).join() !== name || String(extent).includes('+')) continue;
      return `${input.name}.size(${axis})${timesOf(extent) === 1 ? '' : ` / ${timesOf(extent)}`}`;
    }
  }
  return null;
}

/** The product of an extent's numbers. */
function timesOf(extent: Extent): number {
  return String(extent)
    .split('*')
    .filter((factor) => /^\d/.test(factor))
    .reduce((product, factor) => product * Number(factor), 1);
}
