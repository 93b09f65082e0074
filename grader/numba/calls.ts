import type { Node } from 'web-tree-sitter';
import { atomic } from './atomics.ts';
import { args, type Call, inDevice, only, type Translation } from './call.ts';
import { constantOf, dotted } from './constants.ts';
import { CUDA } from './device.ts';
import { assertKnown, parametersOf } from './functions.ts';
import { insteadOf, insteadOfMethod } from './instead.ts';
import { absolute, extreme, mathOf } from './math.ts';
import { binary, childrenOf, field, type Surroundings } from './operators.ts';
import { NumbaProblem } from './problem.ts';
import { cNumber, isFloat, NONE, number, wordType } from './types.ts';
import { converted, nameOf, numeric, packed, tupleOf, type Value, whole } from './value.ts';

const AXES = new Map([
  ['x', 0],
  ['y', 1],
  ['z', 2],
]);
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
  if (full !== null) throw new NumbaProblem(node, unknownName(full, false));
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
      throw new NumbaProblem(
        node,
        `the attribute \`${attribute}\` of an array is outside of the subset: use its \`shape\`, \`size\`, \`ndim\`, \`T\` or \`dtype\``,
      );
  }
}

function unknownName(full: string, isCalled: boolean): string {
  const name = full.replace(/^numba\./, '').replace(/^numpy\./, 'np.');
  const [, intrinsic] = /^numba\.cuda\.(.+)$/.exec(full) ?? [];
  if (!isCalled && intrinsic !== undefined && CUDA.has(intrinsic))
    return `\`${name}\` is a function, and nothing calls it here: write \`${name}(…)\``;
  return `\`${name}\` is outside of the subset of Numba that the grader translates: ${insteadOf(full)}`;
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
    const from = nameOf(value, node);
    // `int` and `float` keep a number that is one already.
    const isBuiltin = target.type === 'identifier' && !around.scope.imports.has(target.text);
    const isKept =
      isBuiltin &&
      around.role !== 'host' &&
      from !== 'bool' &&
      (target.text === 'int' ? !isFloat(from) : target.text === 'float' && isFloat(from));
    return isKept ? value : numeric(type.name, `(${cNumber(type.name)})${converted(value, from)}`);
  }
  const full = dotted(target, around.scope);
  if (full !== null) return library(full, call, around);
  if (target.type === 'identifier') {
    const own = around.scope.functions.get(target.text);
    if (own) {
      assertKnown(own);
      return ownFunction(target.text, own.role, call, around);
    }
    const builtin = BUILTINS.get(target.text);
    if (builtin) return builtin(call, around);
    throw new NumbaProblem(target, `there is no function \`${target.text}\` here: ${insteadOf(target.text)}`);
  }
  if (target.type === 'attribute') return method(target, call, around);
  throw new NumbaProblem(target, 'this call is outside of the subset: call a function by its name');
}

function ownFunction(name: string, role: string, call: Call, around: Surroundings): Value {
  if (role === 'kernel' && around.role !== 'host') {
    throw new NumbaProblem(
      call.node,
      `kernels cannot call the kernel \`${name}\`: put \`@cuda.jit(device=True)\` before it, and launch another one`,
    );
  }
  if (role === 'kernel')
    throw new NumbaProblem(call.node, `\`${name}\` is a kernel: launch it as \`${name}[blocks, threads](…)\``);
  if (role === 'host' && around.role !== 'host') {
    throw new NumbaProblem(call.node, `kernels cannot call \`${name}\`: put \`@cuda.jit(device=True)\` before it`);
  }
  if (role === 'device' && around.role === 'host')
    throw new NumbaProblem(call.node, `\`${name}\` is a device function: only kernels call it`);
  const nodes = argumentsOf(name, call, around);
  const values = nodes.map((one) => around.expression(one));
  const used = around.functions.use(
    name,
    values.map(({ type }) => type),
    call.node,
  );
  const code = `${used.name}(${values.map((one) => packed(one, one.type)).join(', ')})`;
  if (used.result.kind !== 'tuple') return { type: used.result, code };
  const takesArrays = around.role !== 'host' && values.some(({ type }) => type.kind === 'array');
  return around.unpacked(call.node, used.result, code, takesArrays);
}

/** Returns the arguments in the order of the parameters: by position, by name, or by default. */
function argumentsOf(name: string, { node, nodes, keywords }: Call, { scope }: Surroundings): readonly Node[] {
  const own = scope.functions.get(name);
  if (!own) return nodes;
  const parameters = parametersOf(own.node);
  const unknown = [...keywords.keys()].find(
    (one) => !parameters.slice(nodes.length).some((other) => other.name === one),
  );
  if (unknown !== undefined) throw new NumbaProblem(node, `\`${name}\` has no parameter \`${unknown}\` that is free`);
  const rest = parameters.slice(nodes.length).map((one) => keywords.get(one.name) ?? one.fallback);
  // Too few arguments are reported with the names of the parameters.
  return [...nodes, ...rest.filter((one) => one !== null)];
}

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
    'tuple',
    (call, around) => {
      const value = only(call, around);
      if (!value.items)
        throw new NumbaProblem(call.node, '`tuple` takes a list or a tuple here: write the items, as in `(a, b)`');
      return value;
    },
  ],
  [
    'round',
    (call, around) => {
      const value = only(call, around);
      return numeric('int64', `(long long)::rint(${converted(value, 'float64')})`);
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

function library(full: string, call: Call, around: Surroundings): Value {
  const made = around.made(call.node);
  if (made) return made;
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
  throw new NumbaProblem(call.node, unknownName(full, true));
}

/** Translates methods of arrays. */
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
  // Host code has its arrays on the device: what it copies is the array itself.
  if (value.type.kind === 'array' && name === 'copy_to_host' && around.role === 'host' && call.nodes.length === 0) {
    return value;
  }
  throw new NumbaProblem(target, `the method \`${name}\` is outside of the subset: ${insteadOfMethod(name)}`);
}
