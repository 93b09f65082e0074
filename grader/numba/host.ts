import type { Node } from 'web-tree-sitter';
import { constantOf, dotted } from './constants.ts';
import { assertExact, element, expressionOf } from './expressions.ts';
import { childrenOf, dtypeOf, field, type Surroundings } from './operators.ts';
import { type ArrayType, partsOf } from './parts.ts';
import { NumbaProblem } from './problem.ts';
import { cNumber, cType, isFloat, isNumberName, type NumberName, sameType } from './types.ts';
import { converted, nameOf, numeric, packed, type Value, whole } from './value.ts';

/** A function that can be host code. All its arrays are on the device. */
export interface HostSurroundings extends Surroundings {
  /** The parameters that get the results. */
  readonly outputs: ReadonlySet<string>;
  /** The memory for the array that is made, if the function returns it. */
  readonly result: ResultMemory | null;
  /** Kernels with blocks and threads, as in `run = kernel[blocks, threads]`. */
  readonly configured: ReadonlyMap<string, Node>;
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

/** Translates a call that is a statement of host code; null if it is another call. */
export function hostStatement(node: Node, around: HostSurroundings): string | null {
  const target = field(node, 'function');
  const configured = target.type === 'identifier' ? around.configured.get(target.text) : undefined;
  if (configured) return launchOf(configured, node, around);
  return launchIn(node, around) ?? called(target, node, around);
}

/** True if a name is a kernel of the program. */
export function isKernelName(name: Node, { scope, variables }: Surroundings): boolean {
  return scope.functions.get(name.text)?.role === 'kernel' && !variables.has(name.text);
}

/** Translates `kernel[blocks, threads](…)` and `kernel.forall(n)(…)`; null if the call is none. */
export function launchIn(node: Node, around: Surroundings): string | null {
  const target = field(node, 'function');
  if (target.type === 'call') return launchForAll(target, node, around);
  return target.type === 'subscript' ? launchOf(target, node, around) : null;
}

/** Translates a call of `kernel[blocks, threads]`; null if that is no kernel. */
function launchOf(target: Node, node: Node, around: Surroundings): string | null {
  const name = field(target, 'value');
  if (!isKernel(name, node, around)) return null;
  const subscripts = target.childrenForFieldName('subscript').filter((one): one is Node => one !== null);
  const [only] = subscripts;
  const written = only?.type === 'tuple' && subscripts.length === 1 ? childrenOf(only) : subscripts;
  const known = written.length === 1 && only ? expressionOf(only, around).items : undefined;
  const configuration = known
    ? known.map((value) => ({ value, node: only ?? target }))
    : written.map((one) => ({ value: expressionOf(one, around), node: one }));
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
    [extents(blocks, 'blocks'), extents(threads, 'threads of a block')],
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
  const placed = (at: Node | undefined): Given | undefined => at && { value: expressionOf(at, around), node: at };
  const extra = { stream: placed(given.get('stream', 2)), shared: placed(given.get('sharedmem', 3)) };
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
  { stream, shared }: { readonly stream: Given | undefined; readonly shared: Given | undefined },
  around: Surroundings,
): string {
  const given = childrenOf(field(node, 'arguments'));
  const values = given.map((one) => expressionOf(one, around));
  const types = values.map(({ type }) => type);
  const used = around.functions.use(name.text, types, node);
  const bytes = shared ? `(size_t)${whole(shared.value, shared.node, 'the number of bytes')}` : '0';
  const isStream = stream?.value.type.kind === 'stream';
  const extra = [...(shared || isStream ? [bytes] : []), ...(isStream ? [stream.value.code] : [])];
  const before: string[] = [];
  const args = values.flatMap((value) => {
    if (value.type.kind !== 'array') return [packed(value, value.type)];
    const array = around.fresh('argument');
    before.push(`const auto ${array} = ${value.code};`);
    return partsOf(value.type).map(({ path }) => `${array}.${path}`);
  });
  return [...before, `${used.name}<<<${[...shape, ...extra].join(', ')}>>>(${args.join(', ')});`].join(' ');
}

/** An argument with its place. */
interface Given {
  readonly value: Value;
  readonly node: Node;
}

function extents({ value, node }: Given, what: string): string {
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
  if (IGNORED.has(dotted(target, around.scope) ?? '')) return '';
  if (target.type !== 'attribute') return null;
  const name = field(target, 'attribute').text;
  if (/^(?:record|wait|synchronize)$/.test(name)) {
    const clock = expressionOf(field(target, 'object'), around);
    if (clock.type.kind === 'number') return '';
  }
  if (name !== 'synchronize' && name !== 'copy_to_device' && name !== 'copy_to_host') return null;
  const own = expressionOf(field(target, 'object'), around);
  if (name === 'synchronize') return own.type.kind === 'stream' ? `cudaStreamSynchronize(${own.code});` : null;
  const other = argumentsOf(node).get('ary', 0);
  if (!other) return name === 'copy_to_host' ? 'cudaDeviceSynchronize();' : null;
  const value = expressionOf(other, around);
  return name === 'copy_to_device' ? copied(own, value, node) : copied(value, own, node);
}

/** Calls of host code that change nothing in a result. */
const IGNORED = new Set([
  'numba.cuda.select_device',
  'numba.cuda.close',
  'numba.cuda.detect',
  'numba.cuda.profile_start',
  'numba.cuda.profile_stop',
  'time.sleep',
]);

/** Calls that measure time. The grader measures it itself. */
const CLOCKS =
  /^(?:time\.(?:time|perf_counter|monotonic|process_time|time_ns|perf_counter_ns)|timeit\.default_timer|numba\.cuda\.(?:event|event_elapsed_time))$/;

/** Translates `out[:] = value`, and that of a part, with an array or a number. @throws NumbaProblem for one element */
export function hostCopy(left: Node, value: Value, around: HostSurroundings): string {
  const to = element(left, around);
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

/** Functions of Numba and NumPy that make an array of a shape, with the value of its elements; `null`: they have none. */
const OF_SHAPE = new Map<string, string | null>([
  ['numba.cuda.device_array', null],
  ['numba.cuda.pinned_array', null],
  ['numba.cuda.mapped_array', null],
  ['numba.cuda.managed_array', null],
  ['numpy.empty', null],
  ['numpy.zeros', '0'],
  ['numpy.ones', '1'],
]);

/** Functions that make an array like another one. */
const LIKE = new Map<string, string | null>([
  ['numba.cuda.device_array_like', null],
  ['numba.cuda.pinned_array_like', null],
  ['numba.cuda.mapped_array_like', null],
  ['numpy.empty_like', null],
  ['numpy.zeros_like', '0'],
  ['numpy.ones_like', '1'],
]);

/** Translates arrays, generators and streams that host code makes; null if the expression makes none. */
export function hostArray(right: Node, around: HostSurroundings): Value | null {
  if (right.type !== 'call') return null;
  const full = dotted(field(right, 'function'), around.scope) ?? '';
  const given = argumentsOf(right);
  if (CLOCKS.test(full)) return numeric('float64', '0.0');
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
      if (constant?.kind === 'array') assertExact(constant, right);
      return constant?.kind === 'array'
        ? around.constantArray(around.fresh('constant'), constant)
        : copyOf(given.get('object', 0), given.get('dtype', 1), right, around);
    }
    case 'numpy.ascontiguousarray':
    case 'numpy.asarray':
    case 'numpy.copy':
      return copyOf(given.get('a', 0), full === 'numpy.copy' ? undefined : given.get('dtype', 1), right, around);
    case 'numpy.full': {
      const value = given.get('fill_value', 1);
      return value
        ? ofShapeAnd(given.get('shape', 0), given.get('dtype', 2), expressionOf(value, around), right, around)
        : null;
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
    const dtype = given.get('dtype', 1);
    const name = dtype ? typeOf(dtype, around) : value.type.element;
    return filled({ ...value.type, element: name }, extentsOf(value, value.type), numberOr(like), right, around);
  }
  if (ofShape !== undefined) {
    return ofShapeAnd(given.get('shape', 0), given.get('dtype', 1), numberOr(ofShape), right, around);
  }
  const target = field(right, 'function');
  const method = target.type === 'attribute' ? field(target, 'attribute').text : '';
  if (full !== '' || (method !== 'astype' && method !== 'copy')) return null;
  return copyOf(field(target, 'object'), method === 'astype' ? given.get('dtype', 0) : undefined, right, around);
}

function numberOr(code: string | null): Value | null {
  return code === null ? null : numeric('int64', code);
}

/** Makes an array of a shape. */
function ofShapeAnd(
  shape: Node | undefined,
  dtype: Node | undefined,
  fill: Value | null,
  node: Node,
  around: HostSurroundings,
): Value {
  if (!shape) throw new NumbaProblem(node, `\`${field(node, 'function').text}\` takes a shape`);
  const value = expressionOf(shape, around);
  const isFull = fill !== null && fill.code !== '0' && fill.code !== '1';
  const name = dtype ? typeOf(dtype, around) : isFull ? nameOf(fill, node) : 'float64';
  const lengths = (value.items ?? [value]).map((item) => whole(item, shape, 'an extent'));
  return filled({ kind: 'array', element: name, rank: lengths.length }, lengths, fill, node, around);
}

/** Makes an array, and stores a value in each element. */
function filled(
  type: ArrayType,
  lengths: readonly string[],
  fill: Value | null,
  node: Node,
  around: HostSurroundings,
): Value {
  const isZero = fill?.code === '0';
  const made = allocated(type, lengths, isZero, node, around);
  if (fill !== null && !isZero) {
    around.write(
      node,
      `{ const auto numba_to = ${made.code}; const ${cNumber(type.element)} numba_value = ${converted(fill, type.element)}; NUMBA_FILL }`,
    );
  }
  return made;
}

/** Makes a copy of an array, with elements of another type if one is given. */
function copyOf(from: Node | undefined, dtype: Node | undefined, node: Node, around: HostSurroundings): Value | null {
  const value = from ? (hostArray(from, around) ?? expressionOf(from, around)) : null;
  if (value?.type.kind !== 'array') return null;
  const name = dtype ? typeOf(dtype, around) : value.type.element;
  const copy = allocated({ ...value.type, element: name }, extentsOf(value, value.type), false, node, around);
  around.write(
    node,
    `{ const auto numba_to = ${copy.code}; const auto numba_from = ${value.code}; const size_t numba_size = numba_from.size(); ` +
      'if (numba_size > 0) numba::copy_elements<<<(unsigned)((numba_size + 255) / 256), 256>>>(numba_to, numba_from); }',
  );
  return copy;
}

/** Returns the type that a `dtype` names. */
function typeOf(node: Node, around: HostSurroundings): NumberName {
  const name = dtypeOf(node, around) ?? /^(['"])(\w+)\1$/.exec(node.text)?.[2] ?? '';
  if (!isNumberName(name)) throw new NumbaProblem(node, 'expected a type such as `np.float32`');
  return name;
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
  const inC = cNumber(type.element);
  around.declare(`numba::Owned ${name};`);
  const count = lengths.map((length) => `(size_t)${length}`).join(' * ');
  const bytes = `${count} * sizeof(${inC})`;
  const { result } = around;
  // The function returns this array: then no copy is needed.
  const place =
    result?.type.element === type.element
      ? `if (${count} == ${result.count}) ${name}.data = ${result.pointer}; else `
      : '';
  around.write(node, `${place}${allocation(name, bytes)}${isZero ? ` cudaMemset(${name}.data, 0, ${bytes});` : ''}`);
  return { type, code: `${cType(type)}((${inC}*)${name}.data, ${lengths.join(', ')})` };
}
