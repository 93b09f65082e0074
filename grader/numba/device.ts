import { args, type Call, only, type Translation } from './call.ts';
import { constantOf } from './constants.ts';
import { common, dtypeOf, type Surroundings } from './operators.ts';
import { NumbaProblem } from './problem.ts';
import { normal, uniform } from './random.ts';
import { cNumber, NONE, type NumberName } from './types.ts';
import { converted, nameOf, numeric, tupleOf, type Value, whole } from './value.ts';

const LETTERS = ['x', 'y', 'z'] as const;

/** Functions of `numba.cuda` that a kernel calls. */
export const CUDA = new Map<string, Translation>([
  ['grid', (call, around) => positions(call, around, (at) => `numba::grid_${LETTERS[at]}()`)],
  ['gridsize', (call, around) => positions(call, around, (at) => `numba::gridsize_${LETTERS[at]}()`)],
  ['syncthreads', nothing('__syncthreads')],
  ['threadfence', nothing('__threadfence')],
  ['threadfence_block', nothing('__threadfence_block')],
  ['threadfence_system', nothing('__threadfence_system')],
  [
    'syncwarp',
    (call, around) => ({
      type: NONE,
      code: `__syncwarp(${call.nodes.map((one) => converted(around.expression(one), 'uint32')).join(', ')})`,
    }),
  ],
  ['syncthreads_count', voting('__syncthreads_count')],
  ['syncthreads_and', voting('__syncthreads_and')],
  ['syncthreads_or', voting('__syncthreads_or')],
  ['shared.array', (call, around) => ownArray('shared', call, around)],
  ['local.array', (call, around) => ownArray('local', call, around)],
  ['const.array_like', (call, around) => only(call, around)],
  ['shfl_sync', shuffle('__shfl_sync')],
  ['shfl_up_sync', shuffle('__shfl_up_sync')],
  ['shfl_down_sync', shuffle('__shfl_down_sync')],
  ['shfl_xor_sync', shuffle('__shfl_xor_sync')],
  ['all_sync', vote('__all_sync', 'bool')],
  ['any_sync', vote('__any_sync', 'bool')],
  ['ballot_sync', vote('__ballot_sync', 'uint32')],
  [
    'match_any_sync',
    (call, around) => {
      const [mask, value] = args(call, around, 2) as [Value, Value];
      return numeric('uint32', `__match_any_sync(${converted(mask, 'uint32')}, ${value.code})`);
    },
  ],
  ['activemask', constant('__activemask()')],
  ['lanemask_lt', constant('numba::lanes_below()')],
  ['popc', bits('popc', 'int32')],
  ['clz', bits('clz', 'int32')],
  ['ffs', bits('ffs', 'int32')],
  ['brev', bits('brev', null)],
  [
    'fma',
    (call, around) => {
      const values = args(call, around, 3);
      const type = values.every((value) => nameOf(value, call.node) === 'float32') ? 'float32' : 'float64';
      return numeric(
        type,
        `::${type === 'float32' ? 'fmaf' : 'fma'}(${values.map((value) => converted(value, type)).join(', ')})`,
      );
    },
  ],
  [
    'selp',
    (call, around) => {
      const [asked, yes, no] = args(call, around, 3) as [Value, Value, Value];
      const name = common([yes, no], call.node);
      return numeric(name, `(${asked.code} ? ${converted(yes, name)} : ${converted(no, name)})`);
    },
  ],
  ['random.xoroshiro128p_uniform_float32', uniform('float32')],
  ['random.xoroshiro128p_uniform_float64', uniform('float64')],
  ['random.xoroshiro128p_normal_float32', normal('float32')],
  ['random.xoroshiro128p_normal_float64', normal('float64')],
  ['nanosleep', (call, around) => ({ type: NONE, code: `__nanosleep(${converted(only(call, around), 'uint32')})` })],
]);

function nothing(name: string): Translation {
  return (call, around) => {
    args(call, around, 0);
    return { type: NONE, code: `${name}()` };
  };
}

function constant(code: string): Translation {
  return (call, around) => {
    args(call, around, 0);
    return numeric('uint32', code);
  };
}

function voting(name: string): Translation {
  return (call, around) => numeric('int32', `${name}((int)(${only(call, around).code} != 0))`);
}

function positions(call: Call, around: Surroundings, code: (axis: number) => string): Value {
  const [dimensions] = call.nodes;
  const count = dimensions ? constantOf(dimensions, around.scope) : null;
  if (count?.kind !== 'number' || ![1, 2, 3].includes(count.value)) {
    throw new NumbaProblem(call.node, `\`${call.text}\` takes the number of dimensions: 1, 2 or 3`);
  }
  const values = LETTERS.slice(0, count.value).map((_, at) => numeric('int64', code(at)));
  return values.length === 1 && values[0] ? values[0] : tupleOf(values);
}

function shuffle(name: string): Translation {
  return (call, around) => {
    const [mask, value, by] = args(call, around, 3) as [Value, Value, Value];
    const type = nameOf(value, call.node);
    return numeric(
      type,
      `${name}(${converted(mask, 'uint32')}, ${value.code}, (int)${whole(by, call.node, 'the lane')})`,
    );
  };
}

function vote(name: string, result: NumberName): Translation {
  return (call, around) => {
    const [mask, asked] = args(call, around, 2) as [Value, Value];
    return numeric(result, `(${cNumber(result)})${name}(${converted(mask, 'uint32')}, (int)(${asked.code} != 0))`);
  };
}

function bits(name: string, result: NumberName | null): Translation {
  return (call, around) => {
    const value = only(call, around);
    const type = nameOf(value, call.node);
    const isWide = /64$/.test(type);
    return numeric(
      result ?? (isWide ? 'uint64' : 'uint32'),
      `__${name}${isWide ? 'll' : ''}(${converted(value, isWide ? 'uint64' : 'uint32')})`,
    );
  };
}

/** `cuda.shared.array(shape, dtype)`; the shape 0 is what the launch gives. */
function ownArray(space: 'shared' | 'local', call: Call, around: Surroundings): Value {
  const [shape, dtype] = [call.keywords.get('shape') ?? call.nodes[0], call.keywords.get('dtype') ?? call.nodes[1]];
  if (!shape || !dtype) throw new NumbaProblem(call.node, `\`${call.text}\` takes a shape and a type`);
  const extents = constantOf(shape, around.scope);
  const items = extents?.kind === 'tuple' ? extents.items : [extents];
  const sizes = items.map((item) => (item?.kind === 'number' && !item.isFloat ? item.value : null));
  if (sizes.some((size) => size === null)) {
    throw new NumbaProblem(
      shape,
      `the shape of \`${call.text}\` must be constant: numbers, or names that the program assigns once, outside of functions`,
    );
  }
  const element = dtypeOf(dtype, around);
  if (element === null)
    throw new NumbaProblem(dtype, `\`${dtype.text}\` is no type: expected e.g. \`float32\` of numba`);
  const name = cNumber(element);
  const memory = around.memory(space);
  const isDynamic = space === 'shared' && sizes.length === 1 && sizes[0] === 0;
  const code = `numba::Array<${name}, ${sizes.length}>`;
  const array: Value['type'] = { kind: 'array', element, rank: sizes.length };
  if (isDynamic) {
    around.declare('extern __shared__ __align__(16) unsigned char numba_dynamic[];');
    return { type: array, code: `${code}((${name}*)numba_dynamic, numba::END)` };
  }
  const bounds = sizes.map((size) => `[${size}]`).join('');
  around.declare(`${space === 'shared' ? '__shared__ ' : ''}${name} ${memory}${bounds};`);
  return { type: array, code: `${code}((${name}*)${memory}, ${sizes.join(', ')})` };
}
