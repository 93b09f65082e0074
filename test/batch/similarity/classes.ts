import { Random } from '../../../grader/spec/index.ts';

/**
 * Programs for `matmul-2d` as a class might write them, each alone: every choice that students make differently is made
 * by lot, the usual way more often than the others. Equal seeds give equal classes.
 */
export function honestClass(size: number, seed: number): { student: string; source: string }[] {
  const random = new Random(seed);
  return Array.from({ length: size }, (_, index) => ({
    student: `student-${String(index + 1).padStart(4, '0')}`,
    source: honestProgram(random),
  }));
}

function honestProgram(random: Random): string {
  const pick = <T>(...options: readonly T[]): T => options[Math.floor(random.fraction() ** 1.5 * options.length)] as T;
  const chance = (share: number): boolean => random.fraction() < share;
  const [a, b, c] = pick(['m', 'n', 'out'], ['a', 'b', 'c'], ['A', 'B', 'C'], ['left', 'right', 'result']);
  const [h, w, k] = pick(['h', 'w', 'k'], ['rows', 'cols', 'inner'], ['height', 'width', 'depth']);
  const [row, col] = pick(['row', 'col'], ['r', 'c'], ['y', 'x'], ['i', 'j'], ['ty', 'tx']);
  const [sum, step] = [pick('sum', 'acc', 'value', 'total', 's'), pick('k2', 'e', 'p', 'q', 't')];
  const kernel = pick('matmul_kernel', 'matmulKernel', 'mm', 'multiply', 'product');
  const type = pick('int', 'const int', 'unsigned int', 'size_t');
  const index = (axis: string): string =>
    pick(
      `blockIdx.${axis} * blockDim.${axis} + threadIdx.${axis}`,
      `threadIdx.${axis} + blockIdx.${axis} * blockDim.${axis}`,
      `blockDim.${axis} * blockIdx.${axis} + threadIdx.${axis}`,
    );
  const indexes = [`  ${type} ${row} = ${index('y')};`, `  ${type} ${col} = ${index('x')};`];
  if (chance(0.5)) indexes.reverse();
  const inside = chance(0.7) ? `${row} < ${h} && ${col} < ${w}` : `${col} < ${w} && ${row} < ${h}`;
  const outside = chance(0.7) ? `${row} >= ${h} || ${col} >= ${w}` : `${col} >= ${w} || ${row} >= ${h}`;
  const guarded = chance(0.6);
  const [left, right] = [`${a}[${row} * ${k} + ${step}]`, `${b}[${step} * ${w} + ${col}]`];
  const terms = pick(
    [`${sum} += ${left} * ${right};`],
    [`float x1 = ${left};`, `float x2 = ${right};`, `${sum} += x1 * x2;`],
    [`${sum} = ${sum} + ${left} * ${right};`],
    [`${sum} = fmaf(${left}, ${right}, ${sum});`],
    [`int at1 = ${row} * ${k} + ${step};`, `int at2 = ${step} * ${w} + ${col};`, `${sum} += ${a}[at1] * ${b}[at2];`],
  );
  const loop = [
    `float ${sum} = ${pick('0.0f', '0', '0.f')};`,
    `for (int ${step} = 0; ${step} < ${k}; ${pick(`${step}++`, `++${step}`, `${step} += 1`)}) {`,
    ...terms.map((term) => `  ${term}`),
    '}',
    ...pick([`${c}[${row} * ${w} + ${col}] = ${sum};`], [`int at = ${row} * ${w} + ${col};`, `${c}[at] = ${sum};`]),
  ];
  const body = guarded
    ? [`  if (${inside}) {`, ...loop.map((line) => `    ${line}`), '  }']
    : [`  if (${outside}) return;`, ...loop.map((line) => `  ${line}`)];
  const size = pick('16', '32', '8');
  const constant = pick<string | null>(null, 'BLOCK', 'TILE_WIDTH', 'THREADS');
  const side = constant ?? size;
  const [block, grid] = pick(['block', 'grid'], ['threads', 'blocks'], ['dimBlock', 'dimGrid'], ['tpb', 'bpg']);
  const helper = chance(0.2);
  const roundUp = (n: string, axis: string): string => {
    if (helper) return `cdiv(${n}, ${side})`;
    return pick(
      `(${n} + ${side} - 1) / ${side}`,
      `(${n} + ${block}.${axis} - 1) / ${block}.${axis}`,
      `(${n} - 1) / ${side} + 1`,
      `ceil(${n} / (float)${side})`,
    );
  };
  const launch = pick(
    [
      `  dim3 ${block}(${side}, ${side});`,
      `  dim3 ${grid}(${roundUp('w', 'x')}, ${roundUp('h', 'y')});`,
      `  ${kernel}<<<${grid}, ${block}>>>(m, n, out, h, w, k);`,
    ],
    [
      `  dim3 ${block}(${side}, ${side}, 1);`,
      `  int gridX = ${roundUp('w', 'x')};`,
      `  int gridY = ${roundUp('h', 'y')};`,
      `  dim3 ${grid}(gridX, gridY, 1);`,
      `  ${kernel}<<<${grid}, ${block}>>>(m, n, out, h, w, k);`,
    ],
    [
      `  dim3 ${grid}, ${block};`,
      `  ${block}.x = ${side};`,
      `  ${block}.y = ${side};`,
      `  ${grid}.x = ${roundUp('w', 'x')};`,
      `  ${grid}.y = ${roundUp('h', 'y')};`,
      `  ${kernel}<<<${grid}, ${block}>>>(m, n, out, h, w, k);`,
    ],
  );
  const after = pick([], ['  cudaDeviceSynchronize();'], ['  cudaError_t e = cudaGetLastError();', '  (void)e;']);
  return [
    ...(chance(0.7) ? ['#include <cuda_runtime.h>', ''] : []),
    ...(constant ? [pick(`#define ${constant} ${size}`, `const int ${constant} = ${size};`), ''] : []),
    ...(helper ? ['inline int cdiv(int a, int b) { return (a + b - 1) / b; }', ''] : []),
    `__global__ void ${kernel}(const float* ${a}, const float* ${b}, float* ${c}, int ${h}, int ${w}, int ${k}) {`,
    ...indexes,
    ...body,
    '}',
    '',
    'void matmul(const float* m, const float* n, float* out, int h, int w, int k) {',
    ...launch,
    ...after,
    '}',
    '',
  ].join('\n');
}
