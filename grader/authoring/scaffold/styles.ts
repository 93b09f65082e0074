import { didYouMean, UsageError } from '../../platform/index.ts';
import type { BasicTypeName } from '../../spec/index.ts';
import { C_TYPES } from './arithmetic.ts';
import { exerciseOf } from './exercises.ts';
import { type ArrayField, isPattern, type KindName, type ScaffoldRequest, type StyleName } from './model.ts';

const STYLE_NAMES: readonly StyleName[] = ['device-pointers', 'host', 'kernel', 'torch'];

export function stylesOf(kind: KindName): readonly StyleName[] {
  return isPattern(kind) ? STYLE_NAMES : exerciseOf(kind).styles;
}

/**
 * Returns the style of that name, or the first one that the kind has.
 * @throws UsageError with the styles of the kind, if it does not have this one
 */
export function styleOf(name: string | null, kind: KindName): StyleName {
  const styles = stylesOf(kind);
  const found = name === null ? styles[0] : styles.find((style) => style === name);
  if (found !== undefined) return found;
  const has = `The kind ${kind} has the ${styles.length === 1 ? 'style' : 'styles'} ${listed(styles)}`;
  if (STYLE_NAMES.some((style) => style === name)) {
    throw new UsageError(`${has}, and not ${name}, because ${isPattern(kind) ? '' : exerciseOf(kind).because}.`);
  }
  const suggestion = didYouMean(name ?? '', styles);
  throw new UsageError(
    `There is no style ${JSON.stringify(name)}${suggestion === '' ? '.' : `, ${suggestion}`} ${has}.`,
  );
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

export const TENSOR_TYPES: Readonly<Partial<Record<BasicTypeName, string>>> = {
  uint8: 'torch::kUInt8',
  int32: 'torch::kInt32',
  float32: 'torch::kFloat32',
  float64: 'torch::kFloat64',
};

/** Why these fields do not make an entry point of the style, a sentence each. */
export function problemsOfStyle({ style, inputs, outputs }: ScaffoldRequest): string[] {
  if (style !== 'torch') return [];
  const [output] = outputs;
  return [
    ...(inputs.length === 0 ? ['a function of tensors has at least one input, whose shape gives the sizes'] : []),
    ...(outputs.length > 1 ? ['a function of tensors returns one tensor: expected one output'] : []),
    ...[...inputs, ...(output ? [output] : [])]
      .filter(({ type }) => TENSOR_TYPES[type] === undefined)
      .map(({ name, type }) => `${name}: no tensor of ${type}; expected ${Object.keys(TENSOR_TYPES).join(', ')}`),
  ];
}

const product = (shape: readonly string[]): string => shape.join(' * ');
const device = (name: string): string => `d_${name}`;
const bytesOf = ({ type, shape }: ArrayField): string => `${product(shape)} * sizeof(${C_TYPES[type]})`;
const lines = (texts: readonly string[]): string => texts.map((text) => `  ${text}\n`).join('');

/** What of a CUDA file depends on the style. Statements end with their line's end. */
export interface StyleView {
  readonly style: StyleName;
  readonly include: string;
  readonly linkage: string;
  readonly signature: string;
  /** Statements before a launch. */
  readonly open: string;
  /** Statements after a launch, and the end of the function. */
  readonly close: string;
  /** Arguments of a launch. */
  readonly launch: string;
  /** The kernel is all that a submission defines, and has the entry point's name. */
  readonly alone: boolean;
  readonly isHost: boolean;
  readonly isTorch: boolean;
  /** Speed gives points: it is the kernel's alone, and the submission chooses how to launch it. */
  readonly hasTiers: boolean;
  /** Ends the line of a kernel's head, where findings of its launch stand if the grader launches it. */
  readonly head: string;
  readonly passed: readonly string[];
}

/** @param parameters - of the function over pointers, as C declares them */
export function styleView(request: ScaffoldRequest, parameters: string, names: readonly string[]): StyleView {
  const { style, function: name } = request;
  const common = {
    style,
    include: '#include <cuda_runtime.h>',
    linkage: 'extern "C" ',
    signature: `void ${name}(${parameters})`,
    open: '',
    close: '}',
    launch: names.join(', '),
    alone: style === 'kernel',
    isHost: style === 'host',
    isTorch: style === 'torch',
    hasTiers: style === 'device-pointers',
    head: style === 'kernel' ? ' {//@line' : ' {',
    passed: names,
  };
  switch (style) {
    case 'kernel':
      return { ...common, linkage: '', signature: `__global__ ${common.signature}` };
    case 'host':
      return { ...common, ...aroundCopies(request, names) };
    case 'torch':
      return { ...common, linkage: '', include: '#include <torch/extension.h>', ...aroundTensors(request, names) };
    default:
      return common;
  }
}

/** Allocating, copying there, copying back and freeing. */
function aroundCopies({ inputs, outputs }: ScaffoldRequest, names: readonly string[]) {
  const arrays = [...inputs, ...outputs];
  const own = new Set(arrays.map(({ name }) => name));
  return {
    launch: names.map((name) => (own.has(name) ? device(name) : name)).join(', '),
    open: lines([
      ...arrays.map(({ name, type }) => `${C_TYPES[type]}* ${device(name)};`),
      ...arrays.map((array) => `cudaMalloc(&${device(array.name)}, ${bytesOf(array)});`),
      ...inputs.map(
        (array) => `cudaMemcpy(${device(array.name)}, ${array.name}, ${bytesOf(array)}, cudaMemcpyHostToDevice);`,
      ),
    ]),
    close: lines([
      ...outputs.map(
        (array) => `cudaMemcpy(${array.name}, ${device(array.name)}, ${bytesOf(array)}, cudaMemcpyDeviceToHost);`,
      ),
      ...arrays.map(({ name }) => `cudaFree(${device(name)});`),
    ]).concat('}'),
  };
}

/** Sizes from the first input that has them, a new tensor, and its way back. */
function aroundTensors(request: ScaffoldRequest, names: readonly string[]) {
  const { function: name, inputs, outputs, extents, factors, numbers } = request;
  const arrays = new Map([...inputs, ...outputs].map((array) => [array.name, array]));
  const [output] = outputs;
  const sizeOf = (extent: string) => {
    const input = inputs.find(({ shape }) => shape.includes(extent));
    return `${input?.name}.size(${input?.shape.indexOf(extent)})`;
  };
  const passed = [
    ...inputs.map((input) => `torch::Tensor ${input.name}`),
    ...numbers.map((number) => `int64_t ${number.name}`),
    ...factors.map((factor) => `double ${factor.name}`),
  ];
  const type = TENSOR_TYPES[output?.type ?? 'float32'];
  return {
    signature: `torch::Tensor ${name}(${passed.join(', ')})`,
    launch: names
      .map((own) => {
        const array = arrays.get(own);
        return array ? `${own}.data_ptr<${C_TYPES[array.type]}>()` : own;
      })
      .join(', '),
    open: lines([
      ...extents.map((extent) => `int ${extent} = ${sizeOf(extent)};`),
      `auto ${output?.name} = torch::empty({${output?.shape.join(', ')}}, ${inputs[0]?.name}.options().dtype(${type}));`,
    ]),
    close: lines([`return ${output?.name};`]).concat('}'),
  };
}
