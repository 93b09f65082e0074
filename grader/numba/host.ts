import type { Node } from 'web-tree-sitter';
import { expressionOf } from './expressions.ts';
import { constantOf, dotted } from './module.ts';
import { childrenOf, field, type Surroundings } from './operators.ts';
import { NumbaProblem } from './problem.ts';
import { cNumber, cType, isFloat, type NumbaType, sameType } from './types.ts';
import { converted, nameOf, packed, type Value, whole } from './value.ts';

/** A function that can be host code. All its arrays are on the device. */
export interface HostSurroundings extends Surroundings {
  /** The parameters that get the results. */
  readonly outputs: ReadonlySet<string>;
  /** The memory for the array that is made, if the function returns it. */
  readonly result: ResultMemory | null;
  /** Writes a statement in the line of a node. */
  write(node: Node, code: string): void;
}

/** Memory for the array that a function returns. */
export interface ResultMemory {
  readonly type: ArrayType;
  /** The array in C++. */
  readonly code: string;
  /** The pointer to its first element in C++. */
  readonly pointer: string;
  /** The number of its elements in C++. */
  readonly count: string;
}

type ArrayType = Extract<NumbaType, { kind: 'array' }>;

/** Translates a call that is a statement of host code; null if it is another call. */
export function hostStatement(node: Node, around: HostSurroundings): string | null {
  return launchIn(node, around) ?? called(field(node, 'function'), node, around);
}

/** Translates `kernel[blocks, threads](…)` and `kernel.forall(n)(…)`; null if the call is none. */
export function launchIn(node: Node, around: Surroundings): string | null {
  const target = field(node, 'function');
  if (target.type === 'call') return launchForAll(target, node, around);
  if (target.type !== 'subscript') return null;
  const name = field(target, 'value');
  if (!isKernel(name, node, around)) return null;
  const subscripts = target.childrenForFieldName('subscript').filter((one): one is Node => one !== null);
  const configuration = subscripts.flatMap((one) =>
    one.type === 'tuple' && subscripts.length === 1 ? childrenOf(one) : [one],
  );
  const [blocks, threads, stream, shared] = configuration;
  if (!blocks || !threads || configuration.length > 4) {
    throw new NumbaProblem(
      target,
      `a launch is \`${name.text}[blocks, threads](…)\`, then a stream and bytes of shared memory`,
    );
  }
  return launched(
    name,
    node,
    [extents(blocks, 'blocks', around), extents(threads, 'threads of a block', around)],
    { stream, shared },
    around,
  );
}

/** The threads of a block if the program leaves them to Numba. */
const THREADS_FOR_ALL = 256;

/** `kernel.forall(n)(…)` launches a thread for each of n elements, and the rest of the last block. */
function launchForAll(target: Node, node: Node, around: Surroundings): string | null {
  const forAll = field(target, 'function');
  if (forAll.type !== 'attribute' || field(forAll, 'attribute').text !== 'forall') return null;
  const name = field(forAll, 'object');
  if (!isKernel(name, node, around)) return null;
  const given = argumentsOf(target);
  const [count, threads] = [given.get('ntasks', 0), given.get('tpb', 1)];
  if (!count) throw new NumbaProblem(target, '`forall` takes the number of elements');
  const size = threads ? integer(threads, 'the number of threads of a block', around) : `${THREADS_FOR_ALL}ll`;
  const blocks = `((${integer(count, 'the number of elements', around)} + ${size} - 1) / ${size})`;
  const extra = { stream: given.get('stream', 2), shared: given.get('sharedmem', 3) };
  return launched(name, node, [`numba::extent3(${blocks})`, `numba::extent3(${size})`], extra, around);
}

function isKernel(name: Node, node: Node, around: Surroundings): boolean {
  const own = around.scope.functions.get(name.text);
  if (!own || around.variables.has(name.text)) return false;
  if (own.role !== 'kernel') throw new NumbaProblem(name, `\`${name.text}\` is no kernel: put \`@cuda.jit\` before it`);
  if (around.role !== 'host') throw new NumbaProblem(node, 'kernels that launch kernels are outside of Numba');
  return true;
}

function launched(
  name: Node,
  node: Node,
  shape: readonly string[],
  { stream, shared }: { readonly stream: Node | undefined; readonly shared: Node | undefined },
  around: Surroundings,
): string {
  const given = childrenOf(field(node, 'arguments'));
  const values = given.map((one) => expressionOf(one, around));
  const types = values.map(({ type }) => type);
  const used = around.functions.use(name.text, types, node);
  const streamCode = stream ? expressionOf(stream, around) : null;
  const bytes = shared ? `(size_t)${integer(shared, 'the number of bytes', around)}` : '0';
  const isStream = streamCode?.type.kind === 'stream';
  const extra = [...(shared || isStream ? [bytes] : []), ...(isStream ? [streamCode.code] : [])];
  return `${used.name}<<<${[...shape, ...extra].join(', ')}>>>(${values.map((value) => packed(value, value.type)).join(', ')});`;
}

function extents(node: Node, what: string, around: Surroundings): string {
  const value = expressionOf(node, around);
  const items = value.items ?? [value];
  if (items.length < 1 || items.length > 3)
    throw new NumbaProblem(node, `the number of ${what} is one to three integers`);
  const codes = items.map((item) => {
    const name = nameOf(item, node, `the number of ${what}`);
    if (isFloat(name)) {
      throw new NumbaProblem(
        node,
        `the number of ${what} is ${name}: expected an integer. \`(n + t - 1) // t\` rounds up, and so does \`math.ceil(n / t)\``,
      );
    }
    return item.code;
  });
  return `numba::extent3(${codes.join(', ')})`;
}

function integer(node: Node, what: string, around: Surroundings): string {
  return whole(expressionOf(node, around), node, what);
}

/** Translates calls of host code that stand alone. */
function called(target: Node, node: Node, around: HostSurroundings): string | null {
  if (dotted(target, around.scope) === 'numba.cuda.synchronize') return 'cudaDeviceSynchronize();';
  if (target.type !== 'attribute') return null;
  const name = field(target, 'attribute').text;
  if (name !== 'synchronize' && name !== 'copy_to_device' && name !== 'copy_to_host') return null;
  const own = expressionOf(field(target, 'object'), around);
  if (name === 'synchronize') return own.type.kind === 'stream' ? `cudaStreamSynchronize(${own.code});` : null;
  const other = argumentsOf(node).get('ary', 0);
  if (!other) return name === 'copy_to_host' ? 'cudaDeviceSynchronize();' : null;
  const value = expressionOf(other, around);
  return name === 'copy_to_device' ? copied(own, value, node) : copied(value, own, node);
}

/** Translates `out[:] = value`, with an array or a number, of arrays of host code; null if it is another assignment. */
export function hostCopy(left: Node, value: Value, around: HostSurroundings): string | null {
  const subscripts = left.childrenForFieldName('subscript');
  const isAll = subscripts.every((one) => one?.type === 'ellipsis' || (one?.type === 'slice' && one.text === ':'));
  if (!isAll) return null;
  const to = expressionOf(field(left, 'value'), around);
  if (value.type.kind === 'number' && to.type.kind === 'array') {
    return `{ const auto numba_to = ${to.code}; const ${cNumber(to.type.element)} numba_value = ${converted(value, to.type.element)}; NUMBA_FILL }`;
  }
  return copied(to, value, left);
}

function copied(to: Value, from: Value, node: Node): string {
  if (to.type.kind !== 'array' || !sameType(to.type, from.type)) {
    throw new NumbaProblem(node, 'a copy is between arrays of the same type and the same number of dimensions');
  }
  return copyCode(to.code, from.code);
}

/** Returns C++ that copies an array to another one. */
export function copyCode(to: string, from: string): string {
  return `{ const auto numba_to = ${to}; const auto numba_from = ${from}; NUMBA_COPY }`;
}

interface Arguments {
  /** Returns the argument by its name, or by its position. */
  get(name: string, position: number): Node | undefined;
  readonly count: number;
}

function argumentsOf(call: Node): Arguments {
  const given = childrenOf(field(call, 'arguments'));
  const position = given.filter(({ type }) => type !== 'keyword_argument');
  return {
    count: given.length,
    get: (name, at) => {
      const found = given.find((one) => one.type === 'keyword_argument' && field(one, 'name').text === name);
      return found ? field(found, 'value') : position[at];
    },
  };
}

/** Functions of Numba and NumPy that make an array of a shape; true: of zeros. */
const OF_SHAPE = new Map([
  ['numba.cuda.device_array', false],
  ['numba.cuda.pinned_array', false],
  ['numba.cuda.managed_array', false],
  ['numpy.empty', false],
  ['numpy.zeros', true],
]);

/** Functions that make an array like another one. */
const LIKE = new Map([
  ['numba.cuda.device_array_like', false],
  ['numba.cuda.pinned_array_like', false],
  ['numpy.empty_like', false],
  ['numpy.zeros_like', true],
]);

/** Translates arrays, generators and streams that host code makes; null if the expression makes none. */
export function hostArray(right: Node, around: HostSurroundings): Value | null {
  if (right.type !== 'call') return null;
  const full = dotted(field(right, 'function'), around.scope) ?? '';
  const given = argumentsOf(right);
  switch (full) {
    case 'numba.cuda.random.create_xoroshiro128p_states':
      return generators(right, given, around);
    case 'numba.cuda.stream': {
      const name = around.fresh('stream');
      around.write(right, `cudaStream_t ${name} = nullptr; cudaStreamCreate(&${name});`);
      return { type: { kind: 'stream' }, code: name };
    }
    case 'numpy.array': {
      const constant = constantOf(right, around.scope);
      return constant?.kind === 'array' ? around.constantArray(around.fresh('constant'), constant) : null;
    }
    case 'numba.cuda.to_device': {
      const from = given.get('obj', 0);
      return from ? onDevice(from, around) : null;
    }
    default:
      break;
  }
  const ofShape = OF_SHAPE.get(full);
  const like = LIKE.get(full);
  if (like !== undefined) {
    const model = given.get('ary', 0);
    const value = model ? expressionOf(model, around) : null;
    if (value?.type.kind !== 'array')
      throw new NumbaProblem(right, `\`${field(right, 'function').text}\` takes an array`);
    return allocated(value.type, extentsOf(value, value.type), like, right, around);
  }
  if (ofShape === undefined) return null;
  const [shape, dtype] = [given.get('shape', 0), given.get('dtype', 1)];
  if (!shape) throw new NumbaProblem(right, `\`${field(right, 'function').text}\` takes a shape`);
  const value = expressionOf(shape, around);
  const type = dtype ? constantOf(dtype, around.scope) : { kind: 'type' as const, name: 'float64' as const };
  if (type?.kind !== 'type') throw new NumbaProblem(dtype ?? right, 'expected a type such as `np.float32`');
  const lengths = (value.items ?? [value]).map((item) => whole(item, shape, 'an extent'));
  return allocated({ kind: 'array', element: type.name, rank: lengths.length }, lengths, ofShape, right, around);
}

/** `to_device(x)` is a copy, which the program may change. An output is on the device already. */
function onDevice(node: Node, around: HostSurroundings): Value {
  const value = hostArray(node, around) ?? expressionOf(node, around);
  if (value.type.kind !== 'array') throw new NumbaProblem(node, '`to_device` takes an array');
  if (around.outputs.has(baseOf(node))) return value;
  const copy = allocated(value.type, extentsOf(value, value.type), false, node, around);
  const name = around.fresh('copy');
  around.write(
    node,
    `const ${cType(copy.type)} ${name} = ${copy.code}; ${copied({ ...copy, code: name }, value, node)}`,
  );
  return { type: copy.type, code: name };
}

/** Returns the variable that an expression begins with. */
function baseOf(node: Node): string {
  const inner =
    node.childForFieldName('object') ?? node.childForFieldName('value') ?? node.childForFieldName('function');
  return inner ? baseOf(inner) : node.text;
}

function extentsOf({ code }: Value, { rank }: ArrayType): string[] {
  return Array.from({ length: rank }, (_, at) => `${code}.shape[${at}]`);
}

function generators(node: Node, given: Arguments, around: HostSurroundings): Value {
  const [count, seed] = [given.get('n', 0), given.get('seed', 1)];
  if (!count || !seed || given.count > 2) {
    throw new NumbaProblem(node, '`create_xoroshiro128p_states` takes the number of states and a seed');
  }
  const owner = around.fresh('array');
  around.declare(`numba::Owned ${owner};`);
  const n = integer(count, 'the number of states', around);
  const from = converted(expressionOf(seed, around), 'uint64');
  around.write(node, allocation(owner, `(size_t)${n} * 16`));
  return { type: { kind: 'states' }, code: `numba::states(${n}, ${from}, ${owner}.data)` };
}

/** Returns C++ that allocates memory. It stands in the line of the program, which findings then name. */
function allocation(owner: string, bytes: string): string {
  return `{ cudaMalloc(&${owner}.data, ${bytes}); ${owner}.keep(); }`;
}

function allocated(
  type: ArrayType,
  lengths: readonly string[],
  isZero: boolean,
  node: Node,
  around: HostSurroundings,
): Value {
  const name = around.fresh('array');
  const element = cNumber(type.element);
  around.declare(`numba::Owned ${name};`);
  const count = lengths.map((length) => `(size_t)${length}`).join(' * ');
  const bytes = `${count} * sizeof(${element})`;
  const { result } = around;
  // The function returns this array: then no copy is needed.
  const place =
    result?.type.element === type.element
      ? `if (${count} == ${result.count}) ${name}.data = ${result.pointer}; else `
      : '';
  around.write(node, `${place}${allocation(name, bytes)}${isZero ? ` cudaMemset(${name}.data, 0, ${bytes});` : ''}`);
  return { type, code: `${cType(type)}((${element}*)${name}.data, ${lengths.join(', ')})` };
}
