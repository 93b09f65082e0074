import {
  type ArrayShape,
  arrayOf,
  atomicArrayOf,
  type Builtin,
  ELEMENT_BYTES,
  type ElementType,
  type Expression,
  type FuzzKernel,
  type Place,
  type Statement,
  VARIABLES,
} from './kernel.ts';

const NAMES: Readonly<Record<ElementType, string>> = {
  u8: 'unsigned char',
  u16: 'unsigned short',
  u32: 'unsigned',
  u64: 'unsigned long long',
  f32: 'float',
};

const BUILTINS: Partial<Readonly<Record<Builtin, string>>> = {
  thread: 'lid',
  block: 'bid',
  global: 'gid',
  n: 'n',
};

export interface PrintedKernel {
  readonly text: string;
  /** Line of each statement, from 1 in `text`. */
  readonly lines: ReadonlyMap<Statement, number>;
}

/** What stands before all kernels. */
export const PREAMBLE = `#include <cooperative_groups.h>
__device__ __noinline__ unsigned mixed(unsigned a, unsigned b) { return a * 3u + (b ^ 5u); }
__device__ float halved(float a, float b) { return a * 0.5f + b; }
__device__ unsigned ofFloats(unsigned a, unsigned b) { return (unsigned)(halved((float)(a & 4095u), (float)(b & 4095u)) * 2.0f); }
`;

/** Names of shared arrays, as they are printed; they differ between kernels. */
export function arrayName(kernelName: string, kernel: FuzzKernel, array: number): string {
  const { memory } = kernel.arrays[array] as ArrayShape;
  return memory === 'global' ? `a${array}` : `${kernelName}_a${array}`;
}

/** Bytes of dynamic shared memory that the kernel has to be given. */
export function dynamicBytes({ arrays }: FuzzKernel): number {
  const dynamic = arrays.find(({ memory }) => memory === 'dynamic');
  return dynamic ? dynamic.length * ELEMENT_BYTES[dynamic.type] : 0;
}

/** A kernel as CUDA, each statement on a line of its own. Its arguments: arrays of global memory, sums, n. */
export function printKernel(name: string, kernel: FuzzKernel): PrintedKernel {
  const lines = new Map<Statement, number>();
  const out: string[] = [];
  const parameters = kernel.arrays.flatMap(({ memory, type }, array) =>
    memory === 'global' ? [`${NAMES[type]} *a${array}`] : [],
  );
  out.push(`__global__ void ${name}(${[...parameters, 'unsigned *sums', 'unsigned n'].join(', ')}) {`);
  for (const [array, { memory, type, length }] of kernel.arrays.entries()) {
    if (memory === 'shared') out.push(`  __shared__ ${NAMES[type]} ${arrayName(name, kernel, array)}[${length}];`);
    if (memory === 'dynamic') out.push(`  extern __shared__ ${NAMES[type]} ${arrayName(name, kernel, array)}[];`);
  }
  out.push('  unsigned lid = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;');
  out.push('  unsigned bid = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;');
  out.push('  unsigned gid = bid * (blockDim.x * blockDim.y * blockDim.z) + lid;');
  out.push(`  unsigned sum = 0, ${Array.from({ length: VARIABLES }, (_, i) => `v${i} = ${i + 1}`).join(', ')};`);

  const place = (at: Place, array: number, depth: number): string => {
    const base = arrayName(name, kernel, array);
    const type = NAMES[(kernel.arrays[array] as ArrayShape).type];
    const index = `(int)(${expression(at.index, depth)} - ${at.back}u)`;
    if (at.view === 'elements') return `${base}[${index}]`;
    if (at.view === 'pairs' || at.view === 'quads')
      return `((${at.view === 'pairs' ? 'uint2' : 'uint4'} *)${base})[${index}]`;
    if (at.view === 'bytes') return `((unsigned char *)${base})[${index}]`;
    return `*(${type} *)((unsigned char *)${base} + ${index})`;
  };
  const write = (statements: readonly Statement[], depth: number, indent: string): void => {
    for (const statement of statements) {
      if (lines.has(statement)) throw new Error('a statement stands in two places');
      const say = (text: string) => out.push(indent + text);
      lines.set(statement, out.length + 1);
      switch (statement.kind) {
        case 'set':
          say(`v${statement.variable} = ${expression(statement.value, depth)};`);
          break;
        case 'load': {
          const array = arrayOf(kernel, statement.place);
          const at = place(statement.place, array, depth);
          const { view } = statement.place;
          if (view === 'pairs') say(`{ uint2 w = ${at}; v${statement.variable} = w.x + 2u * w.y; }`);
          else if (view === 'quads')
            say(`{ uint4 w = ${at}; v${statement.variable} = w.x + 2u * w.y + 3u * w.z + 4u * w.w; }`);
          else if (kernel.arrays[array]?.type === 'f32' && view !== 'bytes')
            say(`v${statement.variable} = __float_as_uint(${at});`);
          else say(`v${statement.variable} = ${at};`);
          say(`sum = sum * 31u + v${statement.variable};`);
          break;
        }
        case 'store': {
          const array = arrayOf(kernel, statement.place);
          const at = place(statement.place, array, depth);
          const value = expression(statement.value, depth);
          const { view } = statement.place;
          if (view === 'pairs') say(`{ unsigned w = ${value}; ${at} = make_uint2(w, w + 1u); }`);
          else if (view === 'quads') say(`{ unsigned w = ${value}; ${at} = make_uint4(w, w + 1u, w + 2u, w + 3u); }`);
          else if (kernel.arrays[array]?.type === 'f32' && view !== 'bytes') say(`${at} = __uint_as_float(${value});`);
          else say(`${at} = ${value};`);
          break;
        }
        case 'atomic': {
          const at = place(statement.place, atomicArrayOf(kernel, statement.place), depth);
          const call = `${statement.name}(&${at}, ${expression(statement.value, depth)});`;
          say(statement.result === null ? call : `v${statement.result} = ${call}`);
          break;
        }
        case 'if':
          say(`if (${expression(statement.condition, depth)}) {`);
          write(statement.yes, depth, `${indent}  `);
          if (statement.no.length > 0) {
            say('} else {');
            write(statement.no, depth, `${indent}  `);
          }
          say('}');
          break;
        case 'for':
          say(
            `for (unsigned k${depth} = 0, end${depth} = ${expression(statement.turns, depth)} % 5u; k${depth} < end${depth}; k${depth}++) {`,
          );
          write(statement.body, depth + 1, `${indent}  `);
          say('}');
          break;
        case 'return':
          say(`if (${expression(statement.condition, depth)}) { sums[gid] = sum; return; }`);
          break;
        case 'syncthreads':
          say(statement.group ? 'cooperative_groups::this_thread_block().sync();' : '__syncthreads();');
          break;
        case 'syncwarp':
          say('__syncwarp();');
          break;
        case 'shuffle':
          say(
            `v${statement.variable} = ${statement.name}(0xffffffffu, ${expression(statement.value, depth)}, ${statement.lane});`,
          );
          break;
        case 'ballot':
          say(`v${statement.variable} = __ballot_sync(0xffffffffu, ${expression(statement.value, depth)});`);
          break;
      }
    }
  };
  write(kernel.body, 0, '  ');
  out.push(
    `  sums[gid] = sum${Array.from({ length: VARIABLES }, (_, i) => ` + ${2 * i + 3}u * v${i}`).join('')};`,
    '}',
  );
  return { text: `${out.join('\n')}\n`, lines };
}

function expression(value: Expression, depth: number): string {
  switch (value.kind) {
    case 'constant':
      return `${value.value}u`;
    case 'builtin':
      return BUILTINS[value.name] ?? value.name;
    case 'variable':
      return `v${value.number}`;
    case 'counter':
      return value.up < depth ? `k${depth - 1 - value.up}` : 'lid';
    case 'binary':
      return `(unsigned)(${expression(value.a, depth)} ${value.operator} ${expression(value.b, depth)})`;
    case 'by':
      return `(${expression(value.a, depth)} ${value.operator} ${value.constant}u)`;
    case 'call':
      return `mixed(${expression(value.a, depth)}, ${expression(value.b, depth)})`;
    case 'float':
      return `ofFloats(${expression(value.a, depth)}, ${expression(value.b, depth)})`;
    case 'select':
      return `(${expression(value.condition, depth)} ? ${expression(value.yes, depth)} : ${expression(value.no, depth)})`;
  }
}
