import type { AssignmentSpec } from '../../spec/index.ts';
import { ARRAY_TYPES, C_TYPES } from './arithmetic.ts';
import type { ArrayField, Design, ScaffoldRequest } from './model.ts';
import { styleView } from './styles.ts';

const COURSE_IMPORT = 'cuda-course-grade/simulator';

/** What the templates are filled with: names and types of a request, as C, TypeScript and YAML write them. */
export function viewOf(request: ScaffoldRequest, design: Design): Readonly<Record<string, unknown>> {
  const inputs = request.inputs.map((field) => arrayView(field, 'input', design));
  const outputs = request.outputs.map((field) => arrayView(field, 'output', design));
  const integers = [
    ...request.extents.map((name) => ({ name, type: 'int32' as const })),
    ...request.numbers.map(({ name, type }) => ({ name, type })),
  ];
  const factors = request.factors.map((factor) => ({ ...factor, constant: factor.name.toUpperCase() }));
  const arrays = [...inputs, ...outputs];
  const scalars = [...integers, ...factors];
  const parameters = [
    ...inputs.map(({ name, c }) => `const ${c}* ${name}`),
    ...outputs.map(({ name, c }) => `${c}* ${name}`),
    ...scalars.map(({ name, type }) => `${C_TYPES[type]} ${name}`),
  ].join(', ');
  const names = [...arrays, ...scalars].map(({ name }) => name);
  const style = styleView(request, parameters, names);
  const kernelName = (suffix: string) => `${request.function}${style.alone ? '' : suffix}`;
  return {
    operations: '',
    ...design.words,
    reference: design.reference,
    id: request.id,
    title: request.title,
    summary: design.summary,
    function: request.function,
    camel: request.function.replace(/_+(\w)/g, (_, letter: string) => letter.toUpperCase()),
    simulator: COURSE_IMPORT,
    schema: 'assignment.schema.json',
    manifestSchema: 'manifest.schema.json',
    inputs,
    outputs,
    arrays,
    integers,
    factors,
    parameters,
    arguments: names.join(', '),
    ...style,
    // The extents are first among the integers.
    dimensions: style.isTorch ? integers.slice(0, request.extents.length) : [],
    integerScalars: style.isTorch ? integers.slice(request.extents.length) : integers,
    kernel: kernelName('_kernel'),
    stride: kernelName('_stride'),
    elements: kernelName('_elements'),
    inputPattern: inputs.length === 0 ? '_inputs' : `{ ${inputs.map(({ name }) => name).join(', ')} }`,
    extentPattern: `{ ${request.extents.join(', ')} }`,
    outputNames: outputs.map(({ name }) => name).join(', '),
    plainResults: outputs.map(({ name }) => `${name}: Float64Array`).join('; '),
    results: outputs.map(({ name, array }) => `${name}: ${array}`).join('; '),
    deviceNames: arrays.map(({ device }) => device).join(', '),
    fromDevice: outputs.map(({ name, device }) => `${name}: ${device}.toHost()`).join(', '),
    technique: design.technique,
    tolerance: toleranceText(design.tolerance),
    cases: design.cases.map((item, index) => ({ ...item, dims: pairs(item.dims), seed: 11 + index })),
    hidden: design.hidden.map((item) => ({
      ...item,
      dims: pairs(
        Object.fromEntries(Object.entries(item.dims).map(([name, range]) => [name, `[${range.join(', ')}]`])),
      ),
    })),
    // In host memory there is less room.
    timed: pairs(style.isHost ? halved(design.timed) : design.timed),
    ratios: design.ratios,
    example: pairs(design.example),
  };
}

function arrayView({ name, type, shape }: ArrayField, role: 'input' | 'output', { ranges }: Design) {
  const [min, max] = ranges[name] ?? [0, 0];
  return {
    name,
    type,
    role,
    min,
    max,
    c: C_TYPES[type],
    array: ARRAY_TYPES[type],
    shape: shape.join(', '),
    count: shape.join(' * '),
    device: `device${name.charAt(0).toUpperCase()}${name.slice(1)}`,
  };
}

/** A timed size of a 16th of the elements, in halves of the sides. */
function halved(dims: Design['timed']): Design['timed'] {
  let rest = 4;
  const sides = Object.entries(dims).map(([name, side]): [string, number] => [name, side]);
  while (rest > 0) {
    const largest = sides.reduce((best, next) => (next[1] > best[1] ? next : best));
    largest[1] /= 2;
    rest--;
  }
  return Object.fromEntries(sides);
}

const pairs = (values: Readonly<Record<string, unknown>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}: ${value}`)
    .join(', ');

function toleranceText({ absolute, perTerm }: AssignmentSpec['tolerance']): string {
  if (perTerm === undefined) return `{ absolute: ${decimal(absolute)} }`;
  return `{ absolute: ${decimal(absolute)}, perTerm: { count: ${perTerm.count}, absolute: ${decimal(perTerm.absolute)} } }`;
}

/** YAML takes `1e-5` for text. */
function decimal(value: number): string {
  const text = String(value);
  return /^\d+e/.test(text) ? text.replace('e', '.0e') : text;
}
