import type { Node } from 'web-tree-sitter';
import { constantOf, dotted } from './module.ts';
import { binary, childrenOf, common, elementAt, field, type Surroundings } from './operators.ts';
import { NumbaProblem } from './problem.ts';
import { cNumber, isFloat, NONE, type NumberName, number, wordType } from './types.ts';
import { converted, nameOf, numeric, tupleOf, type Value, whole } from './value.ts';

const AXES = new Map([
  ['x', 0],
  ['y', 1],
  ['z', 2],
]);
const LETTERS = ['x', 'y', 'z'] as const;
const PLACES = new Set(['threadIdx', 'blockIdx', 'blockDim', 'gridDim']);

/** Translates `threadIdx.x`, `x.shape` and their like. */
export function attributeOf(node: Node, around: Surroundings): Value {
  const full = dotted(node, around.scope);
  const [, place, axis] = /^numba\.cuda\.(\w+)\.(\w)$/.exec(full ?? '') ?? [];
  if (place !== undefined && PLACES.has(place) && AXES.has(axis ?? '')) {
    inDevice(node, around);
    return numeric('int32', `(int)${place}.${axis}`);
  }
  if (full === 'numba.cuda.laneid') return numeric('int32', 'numba::lane()');
  if (full === 'numba.cuda.warpsize') return numeric('int32', '32');
  if (full !== null) throw new NumbaProblem(node, unknownName(full));
  const object = field(node, 'object');
  const value = around.expression(object);
  const attribute = field(node, 'attribute').text;
  if (value.type.kind === 'states' && (attribute === 'size' || attribute === 'shape')) {
    const count = numeric('int64', `${value.code}.count`);
    return attribute === 'size' ? count : tupleOf([count]);
  }
  if (value.type.kind !== 'array') throw new NumbaProblem(node, `${wordType(value.type)} has no \`${attribute}\` here`);
  switch (attribute) {
    case 'shape':
      return tupleOf(
        Array.from({ length: value.type.rank }, (_, at) => numeric('int64', `${value.code}.shape[${at}]`)),
      );
    case 'size':
      return numeric('int64', `${value.code}.size()`);
    case 'ndim':
      return { type: number('int64'), code: `${value.type.rank}ll`, isLiteral: true };
    case 'T':
      return { type: value.type, code: `${value.code}.transposed()` };
    case 'strides':
      return tupleOf(
        Array.from({ length: value.type.rank }, (_, at) => numeric('int64', `${value.code}.bytes_between(${at})`)),
      );
    default:
      throw new NumbaProblem(node, `the attribute \`${attribute}\` of an array is outside of the subset`);
  }
}

function inDevice(node: Node, { role }: Surroundings): void {
  if (role === 'host') throw new NumbaProblem(node, `\`${node.text}\` has a value in kernels alone`);
}

function unknownName(full: string): string {
  const instead = INSTEAD.get(full);
  const name = full.replace(/^numba\./, '').replace(/^numpy\./, 'np.');
  return `\`${name}\` is outside of the subset of Numba that the grader translates${instead ? `: ${instead}` : ''}`;
}

/** The words of help for names outside of the subset. */
const INSTEAD = new Map([
  ['numpy.sum', 'write the loop'],
  ['numpy.dot', 'write the loop over the inner dimension'],
  ['numpy.zeros', '`cuda.local.array(shape, dtype)` in kernels, `cuda.device_array(shape, dtype)` in host code'],
  ['numpy.empty', '`cuda.local.array(shape, dtype)` in kernels, `cuda.device_array(shape, dtype)` in host code'],
  ['numba.cuda.to_device', 'the arrays of this exercise are on the device already'],
]);

interface Call {
  readonly node: Node;
  /** The text before the parentheses. */
  readonly text: string;
  readonly nodes: readonly Node[];
  readonly keywords: ReadonlyMap<string, Node>;
}

/** Translates a call. */
export function callOf(node: Node, around: Surroundings): Value {
  const target = field(node, 'function');
  const given = childrenOf(field(node, 'arguments'));
  const call: Call = {
    node,
    text: target.text,
    nodes: given.filter(({ type }) => type !== 'keyword_argument'),
    keywords: new Map(
      given
        .filter(({ type }) => type === 'keyword_argument')
        .map((one) => [field(one, 'name').text, field(one, 'value')] as const),
    ),
  };
  const type = constantOf(target, around.scope);
  if (type?.kind === 'type' && !(target.type === 'identifier' && around.variables.has(target.text))) {
    const value = only(call, around);
    return numeric(type.name, `(${cNumber(type.name)})${converted(value, nameOf(value, node))}`);
  }
  const full = dotted(target, around.scope);
  if (full !== null) return library(full, call, around);
  if (target.type === 'identifier') {
    const own = around.scope.functions.get(target.text);
    if (own) return ownFunction(target.text, own.role, call, around);
    const builtin = BUILTINS.get(target.text);
    if (builtin) return builtin(call, around);
    throw new NumbaProblem(target, `there is no function \`${target.text}\` here`);
  }
  if (target.type === 'attribute') return method(target, call, around);
  throw new NumbaProblem(target, 'this call is outside of the subset');
}

function ownFunction(name: string, role: string, call: Call, around: Surroundings): Value {
  if (role === 'kernel')
    throw new NumbaProblem(call.node, `\`${name}\` is a kernel: launch it as \`${name}[blocks, threads](…)\``);
  if (role === 'host' && around.role !== 'host') {
    throw new NumbaProblem(call.node, `kernels cannot call \`${name}\`: put \`@cuda.jit(device=True)\` before it`);
  }
  if (role === 'device' && around.role === 'host')
    throw new NumbaProblem(call.node, `\`${name}\` is a device function: only kernels call it`);
  if (call.keywords.size > 0) throw new NumbaProblem(call.node, 'give arguments of your own functions by position');
  const values = call.nodes.map((one) => around.expression(one));
  for (const [at, { type }] of values.entries()) {
    if (type.kind === 'tuple')
      throw new NumbaProblem(call.nodes[at] ?? call.node, 'give the items of a tuple one by one');
  }
  const used = around.functions.use(
    name,
    values.map(({ type }) => type),
    call.node,
  );
  return { type: used.result, code: `${used.name}(${values.map(({ code }) => code).join(', ')})` };
}

function args(call: Call, around: Surroundings, count: number): Value[] {
  if (call.nodes.length !== count || call.keywords.size > 0) {
    throw new NumbaProblem(call.node, `\`${call.text}\` takes ${count} ${count === 1 ? 'argument' : 'arguments'} here`);
  }
  return call.nodes.map((one) => around.expression(one));
}

function only(call: Call, around: Surroundings): Value {
  const [value] = args(call, around, 1);
  if (!value) throw new NumbaProblem(call.node, `\`${call.text}\` takes an argument`);
  return value;
}

type Translation = (call: Call, around: Surroundings) => Value;

const BUILTINS = new Map<string, Translation>([
  ['abs', (call, around) => absolute(only(call, around), call)],
  ['min', (call, around) => extreme('min', call, around)],
  ['max', (call, around) => extreme('max', call, around)],
  [
    'len',
    (call, around) => {
      const value = only(call, around);
      if (value.items) return { type: number('int64'), code: `${value.items.length}ll`, isLiteral: true };
      if (value.type.kind !== 'array') throw new NumbaProblem(call.node, `${wordType(value.type)} has no length`);
      return numeric('int64', `${value.code}.shape[0]`);
    },
  ],
  [
    'round',
    (call, around) => {
      const value = only(call, around);
      return numeric('int64', `(long long)rint(${converted(value, 'float64')})`);
    },
  ],
  [
    'pow',
    (call, around) => {
      const [x, y] = args(call, around, 2) as [Value, Value];
      return binary('**', x, y, call.node);
    },
  ],
  [
    'divmod',
    (call, around) => {
      const [x, y] = args(call, around, 2) as [Value, Value];
      return tupleOf([binary('//', x, y, call.node), binary('%', x, y, call.node)]);
    },
  ],
  ['print', print],
]);

function absolute(value: Value, call: Call): Value {
  const name = nameOf(value, call.node);
  return isFloat(name)
    ? numeric(name, `${name === 'float32' ? 'fabsf' : 'fabs'}(${value.code})`)
    : numeric('int64', `numba::absolute(${converted(value, 'int64')})`);
}

function extreme(what: 'min' | 'max', call: Call, around: Surroundings): Value {
  const given = call.nodes.map((one) => around.expression(one));
  const values = given.length === 1 && given[0]?.items ? given[0].items : given;
  const [first] = values;
  if (!first || values.length < 2) throw new NumbaProblem(call.node, `\`${what}\` takes at least two numbers here`);
  const name = common(values, call.node);
  const code = values
    .slice(1)
    .reduce(
      (left, value) => `numba::${what}imum<${cNumber(name)}>(${left}, ${converted(value, name)})`,
      converted(first, name),
    );
  return numeric(name, code);
}

/** Returns a text as a part of a format of `printf`. */
function plainText(node: Node): string {
  const [, text] = /^(?:"([^"\\\n]*)"|'([^'"\\\n]*)')$/.exec(node.text)?.filter((one) => one !== undefined) ?? [];
  if (text === undefined)
    throw new NumbaProblem(
      node,
      'a text in a kernel is one line in quotes here, without `\\` and without an `f` before it',
    );
  return text.replaceAll('%', '%%');
}

/** Numbers and texts, as Python prints them with a blank between two. */
function print(call: Call, around: Surroundings): Value {
  const formats: string[] = [];
  const values: string[] = [];
  if (call.keywords.size > 0) throw new NumbaProblem(call.node, '`print` takes values alone here');
  for (const one of call.nodes) {
    if (one.type === 'string') {
      formats.push(plainText(one));
      continue;
    }
    const value = around.expression(one);
    for (const item of value.items ?? [value]) {
      const name = nameOf(item, one);
      formats.push(isFloat(name) ? '%f' : '%lld');
      values.push(converted(item, isFloat(name) ? 'float64' : 'int64'));
    }
  }
  return { type: NONE, code: `printf(${[`"${formats.join(' ')}\\n"`, ...values].join(', ')})` };
}

/** Functions of `math`, and of NumPy under the same name, with one argument that is a float. */
const MATH = new Map(
  'sqrt exp expm1 log log2 log10 log1p sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh erf erfc lgamma fabs exp2 cbrt'
    .split(' ')
    .map((name) => [name, name] as const),
);
MATH.set('gamma', 'tgamma').set('arcsin', 'asin').set('arccos', 'acos').set('arctan', 'atan');
const MATH_OF_TWO = new Map([
  ['pow', 'pow'],
  ['power', 'pow'],
  ['atan2', 'atan2'],
  ['arctan2', 'atan2'],
  ['fmod', 'fmod'],
  ['hypot', 'hypot'],
  ['copysign', 'copysign'],
  ['ldexp', 'ldexp'],
]);

function floating(name: NumberName): 'float32' | 'float64' {
  return name === 'float32' ? 'float32' : 'float64';
}

function mathOf(name: string, call: Call, around: Surroundings): Value | null {
  const one = MATH.get(name);
  if (one !== undefined) {
    const value = only(call, around);
    const type = floating(nameOf(value, call.node));
    return numeric(type, `${one}${type === 'float32' ? 'f' : ''}(${converted(value, type)})`);
  }
  const two = MATH_OF_TWO.get(name);
  if (two !== undefined) {
    const [x, y] = args(call, around, 2) as [Value, Value];
    if (two === 'ldexp') return numeric('float64', `ldexp(${converted(x, 'float64')}, ${converted(y, 'int32')})`);
    const type = [x, y].every((value) => nameOf(value, call.node) === 'float32') ? 'float32' : 'float64';
    return numeric(type, `${two}${type === 'float32' ? 'f' : ''}(${converted(x, type)}, ${converted(y, type)})`);
  }
  switch (name) {
    case 'ceil':
    case 'floor':
    case 'trunc': {
      const value = only(call, around);
      if (!isFloat(nameOf(value, call.node))) return numeric('int64', converted(value, 'int64'));
      return numeric('int64', `(long long)${name}(${converted(value, 'float64')})`);
    }
    case 'isnan':
    case 'isinf':
    case 'isfinite':
      return numeric('bool', `(bool)${name}(${converted(only(call, around), 'float64')})`);
    case 'radians':
      return numeric('float64', `(${converted(only(call, around), 'float64')} * (numba::PI / 180.0))`);
    case 'degrees':
      return numeric('float64', `(${converted(only(call, around), 'float64')} * (180.0 / numba::PI))`);
    case 'abs':
    case 'absolute':
      return absolute(only(call, around), call);
    case 'minimum':
    case 'fmin':
      return extreme('min', call, around);
    case 'maximum':
    case 'fmax':
      return extreme('max', call, around);
    default:
      return null;
  }
}

function library(full: string, call: Call, around: Surroundings): Value {
  const [, where, name] = /^(math|numpy|numba\.cuda\.libdevice|numba\.cuda)\.(.+)$/.exec(full) ?? [];
  if (name !== undefined && where === 'numba.cuda') {
    const intrinsic = CUDA.get(name) ?? atomic(name);
    if (intrinsic) {
      inDevice(call.node, around);
      return intrinsic(call, around);
    }
  }
  if (where === 'math' || where === 'numpy') {
    const found = mathOf(name ?? '', call, around);
    // NumPy's roundings are floats, those of `math` integers.
    if (found && where === 'numpy' && /^(?:ceil|floor|trunc)$/.test(name ?? ''))
      return numeric('float64', converted(found, 'float64'));
    if (found) return found;
  }
  throw new NumbaProblem(call.node, unknownName(full));
}

/** Functions of `numba.cuda` that a kernel calls. */
const CUDA = new Map<string, Translation>([
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
  ['shfl_sync', shuffle('__shfl_sync')],
  ['shfl_up_sync', shuffle('__shfl_up_sync')],
  ['shfl_down_sync', shuffle('__shfl_down_sync')],
  ['shfl_xor_sync', shuffle('__shfl_xor_sync')],
  ['all_sync', vote('__all_sync', 'bool')],
  ['any_sync', vote('__any_sync', 'bool')],
  ['ballot_sync', vote('__ballot_sync', 'uint32')],
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
        `${type === 'float32' ? 'fmaf' : 'fma'}(${values.map((value) => converted(value, type)).join(', ')})`,
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

/** Returns C++ that takes the next number of a generator. The accesses stand in the line of the program. */
function nextOf(call: Call, around: Surroundings): string {
  const [states, index] = args(call, around, 2) as [Value, Value];
  if (states.type.kind !== 'states') {
    throw new NumbaProblem(
      call.node,
      `the first argument of \`${call.text}\` is what \`create_xoroshiro128p_states\` returned`,
    );
  }
  const place = `${states.code}.data + 2 * ${whole(index, call.node, 'the index')}`;
  return (
    `[&] { unsigned long long* const numba_state = ${place}; ` +
    'const unsigned long long numba_a = numba_state[0], numba_b = numba_state[1]; ' +
    'numba_state[0] = numba::first_state(numba_a, numba_b); numba_state[1] = numba::second_state(numba_a, numba_b); ' +
    'return numba_a + numba_b; }()'
  );
}

function uniform(name: NumberName): Translation {
  return (call, around) => numeric(name, `(${cNumber(name)})numba::unit(${nextOf(call, around)})`);
}

/** Translates normally distributed numbers: the transform of Box and Muller takes two uniform ones of float32. */
function normal(name: NumberName): Translation {
  return (call, around) => {
    const one = `(float)numba::unit(${nextOf(call, around)})`;
    const type = cNumber(name);
    return numeric(
      name,
      `[&] { const ${type} numba_u = ${one}; const ${type} numba_v = ${one}; return numba::normal(numba_u, numba_v); }()`,
    );
  };
}

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

const ATOMICS = new Map([
  ['add', 'atomicAdd'],
  ['sub', 'numba::atomic_sub'],
  ['max', 'numba::atomic_max'],
  ['min', 'numba::atomic_min'],
  ['nanmax', 'numba::atomic_max'],
  ['nanmin', 'numba::atomic_min'],
  ['and_', 'atomicAnd'],
  ['or_', 'atomicOr'],
  ['xor', 'atomicXor'],
  ['inc', 'atomicInc'],
  ['dec', 'atomicDec'],
  ['exch', 'atomicExch'],
]);

/** `cuda.atomic.add(array, index, value)` returns the old value. */
function atomic(full: string): Translation | null {
  const name = full.startsWith('atomic.') ? full.slice('atomic.'.length) : '';
  const device = ATOMICS.get(name);
  if (device !== undefined) {
    return (call, around) => {
      if (call.nodes.length !== 3)
        throw new NumbaProblem(call.node, `\`${call.text}\` takes an array, an index and a value`);
      const [array, index, value] = call.nodes as [Node, Node, Node];
      const place = placeIn(array, index, around);
      return numeric(place.name, atomicCall(device, place, [converted(around.expression(value), place.name)]));
    };
  }
  if (name === 'cas' || name === 'compare_and_swap') {
    return (call, around) => {
      const [array, ...rest] = call.nodes;
      if (!array || rest.length !== (name === 'cas' ? 3 : 2))
        throw new NumbaProblem(
          call.node,
          `\`${call.text}\` takes ${name === 'cas' ? 'an array, an index,' : 'an array,'} an old and a new value`,
        );
      const place = placeIn(array, name === 'cas' ? (rest.shift() ?? null) : null, around);
      return numeric(
        place.name,
        atomicCall(
          'atomicCAS',
          place,
          rest.map((one) => converted(around.expression(one), place.name)),
        ),
      );
    };
  }
  return null;
}

interface ElementPlace {
  readonly name: NumberName;
  readonly code: string;
}

/** CUDA's functions know `unsigned long long`; sums of signed integers have the same bits. */
function atomicCall(device: string, { name, code }: ElementPlace, values: readonly string[]): string {
  if (name !== 'int64' || !/^atomic(?:Add|And|Or|Xor|Exch|CAS)$/.test(device))
    return `${device}(&${code}, ${values.join(', ')})`;
  const unsigned = values.map((value) => `(unsigned long long)${value}`);
  return `(long long)${device}((unsigned long long*)&${code}, ${unsigned.join(', ')})`;
}

function placeIn(array: Node, index: Node | null, around: Surroundings): ElementPlace {
  const value = around.expression(array);
  if (value.type.kind !== 'array')
    throw new NumbaProblem(array, `\`${array.text}\` is ${wordType(value.type)}: expected an array`);
  const given = index ? around.expression(index) : numeric('int64', '0');
  const items = given.items ?? [given];
  if (items.length !== value.type.rank) {
    throw new NumbaProblem(
      index ?? array,
      `\`${array.text}\` has ${value.type.rank} dimensions, and gets ${items.length} indexes`,
    );
  }
  return {
    name: value.type.element,
    code: elementAt(
      value.code,
      items.map((item) => whole(item, index ?? array, 'the index')),
    ),
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
  const type = constantOf(dtype, around.scope);
  if (type?.kind !== 'type')
    throw new NumbaProblem(dtype, `\`${dtype.text}\` is no type: expected e.g. \`float32\` of numba`);
  const name = cNumber(type.name);
  const memory = around.memory(space);
  const isDynamic = space === 'shared' && sizes.length === 1 && sizes[0] === 0;
  const code = `numba::Array<${name}, ${sizes.length}>`;
  const array: Value['type'] = { kind: 'array', element: type.name, rank: sizes.length };
  if (isDynamic) {
    around.declare('extern __shared__ __align__(16) unsigned char numba_dynamic[];');
    return { type: array, code: `${code}((${name}*)numba_dynamic, 0)` };
  }
  around.declare(`${space === 'shared' ? '__shared__ ' : ''}${name} ${memory}[${sizes.join(' * ')}];`);
  return { type: array, code: `${code}(${memory}, ${sizes.join(', ')})` };
}

/** Methods of arrays. */
function method(target: Node, call: Call, around: Surroundings): Value {
  const object = field(target, 'object');
  const name = field(target, 'attribute').text;
  const value = around.expression(object);
  if (value.type.kind === 'array' && (name === 'ravel' || name === 'flatten' || name === 'reshape')) {
    if (name !== 'reshape') return { type: { ...value.type, rank: 1 }, code: `${value.code}.flat()` };
    const given = call.nodes.map((one) => around.expression(one)).flatMap((one) => one.items ?? [one]);
    const extents = given.map((one) => whole(one, call.node, 'an extent'));
    return {
      type: { ...value.type, rank: extents.length },
      code: `${value.code}.reshaped<${extents.length}>(${extents.join(', ')})`,
    };
  }
  throw new NumbaProblem(target, `the method \`${name}\` is outside of the subset`);
}
