import {
  type AssignmentSpec,
  cType,
  extentNames,
  isOutput,
  type PassedParameter,
  passedParameters,
} from '../spec/index.ts';
import { at, joined, type Place, type Placed } from './origin.ts';
import type { Value } from './values.ts';

/** A call of `ElementwiseKernel` of CuPy or PyCUDA, with the arguments that are known. */
export interface ElementwiseCall {
  readonly positional: readonly (Value | null)[];
  readonly named: ReadonlyMap<string, Value | null>;
  readonly place: Place;
}

/** The kernel as CUDA C++, or a sentence that says why it is none that the exercise asks for. */
export type ElementwiseSource =
  | { readonly kind: 'source'; readonly placed: Placed }
  | { readonly kind: 'refused'; readonly reason: string };

type Entry = AssignmentSpec['entry'];

interface Parameter {
  readonly name: string;
  /** The type in C++; null: any type. */
  readonly type: string | null;
  /** The name for any type, e.g. `T`, which the operation can use. */
  readonly letter?: string;
  /** True if the operation indexes it itself. */
  readonly isRaw: boolean;
}

/** The names of NumPy's types in C++. */
const TYPES = new Map([
  ['bool', 'bool'],
  ['int8', 'signed char'],
  ['int16', 'short'],
  ['int32', 'int'],
  ['int64', 'long long'],
  ['uint8', 'unsigned char'],
  ['uint16', 'unsigned short'],
  ['uint32', 'unsigned int'],
  ['uint64', 'unsigned long long'],
  ['float32', 'float'],
  ['float64', 'double'],
]);

/** Threads of a block, as CuPy has them. */
const THREADS = 128;

/**
 * Writes the kernel that CuPy or PyCUDA makes of an operation: a loop over the elements `i`. The operation keeps its lines.
 * @param entry - the function that the exercise asks for; it gets the name and the parameters of that one
 */
export function elementwiseSource(call: ElementwiseCall, entry: Entry): ElementwiseSource {
  const text = (name: string, position: number): Placed | null => {
    const value = call.named.get(name) ?? call.positional[position] ?? null;
    return value?.kind === 'text' ? value.placed : null;
  };
  const first = text('arguments', 0);
  const isPyCuda = call.named.has('arguments') || first?.text.includes('*') === true;
  const operation = text('operation', isPyCuda ? 1 : 2);
  if (!operation) return refused('its operation is known only when the program runs: give the text as a constant');
  if (entry.style !== 'device-pointers' && entry.style !== 'kernel') {
    return refused('this exercise asks for a function that does more than launch one kernel');
  }
  const passed = passedParameters(entry);
  const parameters = isPyCuda
    ? cParameters(first?.text ?? '')
    : cupyParameters(text('in_params', 0), text('out_params', 1));
  if (typeof parameters === 'string') return refused(parameters);
  const bound = bind(parameters, passed);
  if (typeof bound === 'string') return refused(bound);
  const { place } = call;
  const start = operation.places[0] ?? place;
  const end = operation.places.at(-1) ?? place;
  const name = nameOf(text('name', isPyCuda ? 2 : 3), entry);
  const size = sizeOf(passed);
  if (size === null) return refused('this exercise does not give the function the number of elements');
  const list = passed.map((one) => `${cType(one)} grade_${one.name}`).join(', ');
  const views = [...typesOf(bound), ...bound.map(({ parameter, given }) => viewOf(parameter, given, isPyCuda))].join(
    ' ',
  );
  const loop =
    `const struct { long long n; __device__ long long size() const { return n; } } _ind = {${size}}; (void)_ind; const long long n = _ind.n; ` +
    'for (long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x; i < _ind.n; i += (long long)gridDim.x * blockDim.x) ' +
    `{ (void)n; ${views} `;
  const isKernel = entry.style === 'kernel';
  const head = `${isKernel ? '__global__' : 'static __global__'} void ${isKernel ? entry.function : name}(${list}) { ${loop}`;
  const arguments_ = passed.map((one) => `grade_${one.name}`).join(', ');
  const launch = isKernel
    ? ''
    : ` void ${entry.function}(${list}) { const long long n = ${size}; if (n > 0) ${name}<<<(unsigned)((n + ${THREADS - 1}) / ${THREADS}), ${THREADS}>>>(${arguments_}); }`;
  return { kind: 'source', placed: joined([at(head, start), operation, at(`; } }${launch}\n`, end)]) };
}

function refused(reason: string): ElementwiseSource {
  return { kind: 'refused', reason };
}

function nameOf(given: Placed | null, entry: Entry): string {
  const name = /^[A-Za-z_]\w*$/.exec(given?.text ?? '')?.[0] ?? 'elementwise_kernel';
  return name === entry.function ? `${name}_kernel` : name;
}

/** Reads `float32 x, raw T y`. */
function cupyParameters(inputs: Placed | null, outputs: Placed | null): Parameter[] | string {
  if (!inputs || !outputs) return 'its parameters are known only when the program runs: give the texts as constants';
  const all = [inputs, outputs].flatMap(({ text }) => text.split(',').filter((one) => one.trim() !== ''));
  const read = all.map((one): Parameter | null => {
    const [, raw, type = '', name = ''] = /^\s*(raw\s+)?(\w+)\s+(\w+)\s*$/.exec(one) ?? [];
    const known = TYPES.get(type) ?? (/^[A-Z]\w*$/.test(type) ? null : undefined);
    return known === undefined
      ? null
      : { name, type: known, isRaw: raw !== undefined, ...(known === null && { letter: type }) };
  });
  const wrong = read.indexOf(null);
  if (wrong !== -1) return `\`${all[wrong]?.trim()}\` is no parameter: expected a type and a name, e.g. \`float32 x\``;
  return read as Parameter[];
}

/** Reads `float *x, float a`, which are parameters of C. */
function cParameters(text: string): Parameter[] | string {
  const all = text.split(',').filter((one) => one.trim() !== '');
  const read = all.map((one): Parameter | null => {
    const [, type = '', star, name = ''] = /^\s*((?:const\s+)?[\w\s]+?)\s*(\*?)\s*(\w+)\s*$/.exec(one) ?? [];
    return type === '' ? null : { name, type: type.replace(/^const\s+/, '').trim(), isRaw: star === '*' };
  });
  const wrong = read.indexOf(null);
  if (wrong !== -1) return `\`${all[wrong]?.trim()}\` is no parameter: expected e.g. \`float *x\``;
  return read as Parameter[];
}

interface Bound {
  readonly parameter: Parameter;
  readonly given: PassedParameter;
}

/** Finds the parameter of the exercise for each of the kernel's: by names, or arrays and numbers in their order. */
function bind(parameters: readonly Parameter[], passed: readonly PassedParameter[]): Bound[] | string {
  const byName = parameters.map(({ name }) => passed.find((one) => one.name === name));
  const arrays = passed.filter(({ role }) => role !== 'scalar');
  const orders = [passed, arrays];
  const found = byName.every((one) => one !== undefined)
    ? byName
    : orders.find(({ length }) => length === parameters.length);
  if (!found) {
    return `it has ${parameters.length} parameters, and the exercise has ${arrays.map(({ name }) => `\`${name}\``).join(', ')}`;
  }
  return parameters.flatMap((parameter, index) => {
    const given = found[index];
    return given ? [{ parameter, given }] : [];
  });
}

/** Declares the names that stand for any type. */
function typesOf(bound: readonly Bound[]): string[] {
  const types = new Map(
    bound.flatMap(({ parameter, given }) => (parameter.letter ? [[parameter.letter, elementOf(given)]] : [])),
  );
  return [...types].map(([letter, type]) => `using ${letter} = ${type};`);
}

function elementOf(given: PassedParameter): string {
  return cType(given)
    .replace(/^const /, '')
    .replace(/[ ]*[*]$/, '');
}

/** Declares the name that the operation has for a parameter. */
function viewOf({ name, type, isRaw }: Parameter, given: PassedParameter, isPyCuda: boolean): string {
  const own = `grade_${given.name}`;
  if (given.role === 'scalar') return `const ${type ?? cType(given)} ${name} = ${own};`;
  const element = elementOf(given);
  const pointer = `(${isOutput(given) ? '' : 'const '}${type ?? element}*)${own}`;
  const kind = isOutput(given) ? '' : 'const ';
  return isRaw || isPyCuda
    ? `${kind}${type ?? element}* const ${name} = ${pointer};`
    : `${kind}${type ?? element}& ${name} = (${pointer})[i];`;
}

/** Returns the number of elements of the first output; null if the function does not get it. */
function sizeOf(passed: readonly PassedParameter[]): string | null {
  const output = passed.find((one) => one.role !== 'scalar' && isOutput(one));
  const shape = output && output.role !== 'scalar' ? output.shape : [];
  const names = shape.flatMap(extentNames);
  if (!names.every((name) => passed.some((one) => one.name === name))) return null;
  return ['1ll', ...shape.map((extent) => `(${String(extent).replace(/[A-Za-z_]\w*/g, 'grade_$&')})`)].join(' * ');
}
