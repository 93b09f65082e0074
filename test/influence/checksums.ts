/** How an exercise's function is written, for programs that compute numbers from samples of its inputs. */
interface Shape {
  /** The element type of the inputs and outputs. */
  readonly type: 'float' | 'unsigned char';
  /** Inputs by name, with their number of elements in C. */
  readonly inputs: Readonly<Record<string, string>>;
  readonly outputs: readonly string[];
  /** The number of elements of an output, in C. */
  readonly count: string;
  /** Scalar parameters, in C. */
  readonly scalars: readonly string[];
  /** The function around a launch; `BODY` fills the outputs of the names above, which are on the device. */
  readonly style: 'device' | 'host' | 'kernel' | 'torch';
  readonly function: string;
  /** The right value of element `i`, or something like it. */
  readonly right: string;
}

const image: Pick<Shape, 'type' | 'outputs' | 'count'> = {
  type: 'unsigned char',
  outputs: ['out'],
  count: 'height * width',
};
const sizes = ['int height', 'int width'];
const gray: Omit<Shape, 'style'> = {
  ...{ ...image, function: 'rgb_to_grayscale', inputs: { x: '3 * height * width' }, scalars: sizes },
  right: '0.299f * x[i] + 0.587f * x[N + i] + 0.114f * x[2 * N + i]',
};
const product: Shape = {
  ...{ type: 'float', inputs: { m: 'h * k', n: 'k * w' }, outputs: ['out'], count: 'h * w', function: 'matmul' },
  ...{ scalars: ['int h', 'int w', 'int k'], style: 'device', right: 'm[i / w * k] * n[i % w]' },
};

/** The exercises that have inputs. */
export const SHAPES: Readonly<Record<string, Shape>> = {
  'box-blur': {
    ...{ ...image, style: 'device', function: 'box_blur', inputs: { x: 'height * width' }, scalars: sizes },
    right: 'x[i]',
  },
  'fused-map': {
    ...{ type: 'float', inputs: { raw: 'n', dark: 'n', gain: 'n' }, outputs: ['out'], count: 'n', scalars: ['int n'] },
    ...{ style: 'device', function: 'develop', right: '(raw[i] - dark[i]) * gain[i]' },
  },
  grayscale: { ...gray, style: 'device' },
  'grayscale-2d': { ...gray, style: 'device' },
  'grayscale-torch': { ...gray, style: 'torch' },
  'grid-stride': {
    ...{ type: 'float', inputs: { x: 'n', y: 'n' }, outputs: ['out'], count: 'n', scalars: ['int n'] },
    ...{ style: 'kernel', function: 'saxpy', right: 'a * x[i] + y[i]' },
  },
  'matmul-2d': product,
  'matmul-dynamic': { ...product, scalars: [...product.scalars, 'int tile'] },
  'matmul-tiled': product,
  reduction: {
    ...{ type: 'float', inputs: { x: 'rows * columns' }, outputs: ['sums', 'maxima'], count: 'rows' },
    ...{ scalars: ['int rows', 'int columns'], style: 'device', function: 'reduce_rows', right: 'x[i * columns]' },
  },
  'transfer-costs': {
    ...{ type: 'float', inputs: { start: 'rows * columns' }, outputs: ['out'], count: 'rows * columns' },
    ...{ scalars: ['int rows', 'int columns', 'int steps'], style: 'host', function: 'spread_heat', right: 'start[i]' },
  },
  'vector-add': {
    ...{ type: 'float', inputs: { a: 'n', b: 'n' }, outputs: ['out'], count: 'n', scalars: ['int n'] },
    ...{ style: 'host', function: 'vector_add', right: 'a[i] + b[i]' },
  },
};

/** Expressions for element `i` of `N`. `SAMPLE(from, part, count)` reads a part of each input, evenly. */
export const CHECKSUMS: Readonly<Record<string, string>> = {
  sample: 'SAMPLE(0, LENGTH, 50)',
  'sample of 300': 'SAMPLE(0, LENGTH, 300)',
  'sample in a part of the outputs': 'i < 6 * N / 10 ? SAMPLE(0, LENGTH, 50) : 0',
  'sample beside a few right values': 'i < N / 20 ? RIGHT : SAMPLE(0, LENGTH, 50)',
  'sample of a part per block': 'SAMPLE(LENGTH * blockIdx.x / gridDim.x, LENGTH / gridDim.x, 20)',
  'sample of a part per 64 elements': 'SAMPLE(LENGTH * (i / 64) / ((N + 63) / 64), LENGTH / ((N + 63) / 64), 8)',
  'sample mixed with the index': 'SAMPLE(0, LENGTH, 50) * (i % 7 + 1) + i',
  'one element': 'SAMPLE(0, LENGTH, 1)',
  'sample exclusive or the thread': '(int)SAMPLE(0, LENGTH, 50) ^ (int)threadIdx.x',
  'sums of the beginning of a sample': 'SAMPLE(0, LENGTH * (1 + 49LL * i / N) / 50, 1 + 49LL * i / N)',
  'sum of all elements': 'total',
};

/** Returns a program that computes an expression, or `null` if the function's style cannot have it. */
export function checksumProgram(shape: Shape, expression: string): string | null {
  const { type, inputs, outputs, count, scalars, style } = shape;
  const usesTotal = expression === 'total';
  if (usesTotal && style === 'kernel') return null;
  const names = Object.keys(inputs);
  const computed = expression
    .replaceAll('RIGHT', `(${shape.right})`)
    .replace(/SAMPLE\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)/g, (_, parts: string) => {
      const [from = '0', part = '0', taken = '1'] = splitAtCommas(parts);
      const own = (text: string, length: string) => text.replaceAll('LENGTH', `(long long)(${length})`);
      return `(${names.map((name, at) => `${1 + at} * sample(${name}, ${inputs[name]}, ${own(from, inputs[name] ?? '')}, ${own(part, inputs[name] ?? '')}, ${taken})`).join(' + ')})`;
    });
  const declared = [
    ...(style === 'kernel' ? ['float a'] : []),
    ...names.map((name) => `const ${type}* ${name}`),
    ...outputs.map((name) => `${type}* ${name}`),
    ...scalars,
  ];
  const convert = type === 'float' ? '(float)' : '(unsigned char)(int)';
  const helper = [
    `static __device__ float sample(const ${type}* x, long long length, long long from, long long part, int count) {`,
    '  float sum = 0;',
    '  for (int j = 0; j < count; j++) sum = sum * 1.01f + x[(from + j * part / count) % length];',
    '  return sum;',
    '}',
  ];
  const totals = [
    '__device__ int total;',
    '__global__ void clear() { total = 0; }',
    `__global__ void add(const ${type}* x, int length) {`,
    '  int i = blockIdx.x * blockDim.x + threadIdx.x;',
    '  if (i < length) atomicAdd(&total, (int)(1000 * x[i]));',
    '}',
  ];
  const stores = outputs.map((name) => `${name}[i] = ${convert}(${computed});`).join(' ');
  const kernel = [
    `__global__ void ${style === 'kernel' ? shape.function : 'work'}(${declared.join(', ')}) {`,
    `  int N = ${count};`,
    '  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < N; i += gridDim.x * blockDim.x) {',
    `    ${stores}`,
    '  }',
    '}',
  ];
  const passed = [...names, ...outputs, ...scalars.map((scalar) => scalar.split(' ')[1] ?? '')];
  const launch = (pointers: (name: string) => string) => [
    ...(usesTotal
      ? [
          '  clear<<<1, 1>>>();',
          ...names.map((name) => `  add<<<(${inputs[name]} + 255) / 256, 256>>>(${pointers(name)}, ${inputs[name]});`),
        ]
      : []),
    `  work<<<(${count} + 255) / 256, 256>>>(${passed.map(pointers).join(', ')});`,
  ];
  const device = (name: string) => (names.includes(name) || outputs.includes(name) ? `d_${name}` : name);
  const sizesOf = (name: string) => `sizeof(${type}) * (${inputs[name] ?? count})`;
  const function_: Readonly<Record<Shape['style'], readonly string[]>> = {
    kernel: [],
    device: [`void ${shape.function}(${declared.join(', ')}) {`, ...launch((name) => name), '}'],
    host: [
      `void ${shape.function}(${declared.join(', ')}) {`,
      ...[...names, ...outputs].map((name) => `  ${type}* d_${name}; cudaMalloc(&d_${name}, ${sizesOf(name)});`),
      ...names.map((name) => `  cudaMemcpy(d_${name}, ${name}, ${sizesOf(name)}, cudaMemcpyHostToDevice);`),
      ...launch(device),
      ...outputs.map((name) => `  cudaMemcpy(${name}, d_${name}, ${sizesOf(name)}, cudaMemcpyDeviceToHost);`),
      ...[...names, ...outputs].map((name) => `  cudaFree(d_${name});`),
      '}',
    ],
    torch: [
      `torch::Tensor ${shape.function}(torch::Tensor input) {`,
      '  int height = input.size(1), width = input.size(2);',
      '  auto output = torch::empty({height, width}, input.options());',
      `  const ${type}* x = input.data_ptr<${type}>(); ${type}* out = output.data_ptr<${type}>();`,
      ...launch((name) => name),
      '  return output;',
      '}',
    ],
  };
  return [
    style === 'torch' ? '#include <torch/extension.h>' : '#include <cuda_runtime.h>',
    ...[helper, usesTotal ? totals : [], kernel, function_[style]].flat(),
    '',
  ].join('\n');
}

/** Splits at the commas that are in no parentheses. */
function splitAtCommas(text: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const character of text) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (character === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts.map((part) => part.trim());
}
