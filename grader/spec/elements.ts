/** The element types of arrays and scalars: what each is called in C, how many bytes it has, and which values it holds. */

export const elementTypes = [
  'bool',
  'int8',
  'uint8',
  'int16',
  'uint16',
  'int32',
  'uint32',
  'int64',
  'uint64',
  'half',
  'bfloat16',
  'float32',
  'float64',
] as const;
export type ElementTypeName = (typeof elementTypes)[number];

/** The types that the grader's own GPU kernels, tensors and `grade new` know. */
export const basicTypes = ['uint8', 'int32', 'uint32', 'float32', 'float64'] as const;
export type BasicTypeName = (typeof basicTypes)[number];

export function isBasicType(type: ElementTypeName): type is BasicTypeName {
  return (basicTypes as readonly ElementTypeName[]).includes(type);
}

/** The types of numbers that a function takes by value. */
export const scalarTypes = elementTypes.filter((type) => type !== 'half' && type !== 'bfloat16');
export type ScalarTypeName = Exclude<ElementTypeName, 'half' | 'bfloat16'>;

/**
 * Inputs and outputs as the simulator and references see them: elements in row-major order. A `half` or `bfloat16` is a
 * rounded number of a `Float32Array`. A 64-bit integer is a whole number of a `Float64Array`, exact up to 2^53.
 */
export type ElementArray =
  | Uint8Array
  | Int8Array
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | Float32Array
  | Float64Array;
/** The arrays of a case by parameter name. */
export type ElementArrays = Readonly<Record<string, ElementArray>>;

interface ElementFacts {
  readonly c: string;
  readonly bytes: 1 | 2 | 4 | 8;
  /** The smallest and largest whole number; absent for floating point. */
  readonly range?: readonly [number, number];
}

/** Whole numbers up to here are exact in a float64. */
const EXACT = 2 ** 53;

const FACTS: Readonly<Record<ElementTypeName, ElementFacts>> = {
  bool: { c: 'bool', bytes: 1, range: [0, 1] },
  int8: { c: 'signed char', bytes: 1, range: [-(2 ** 7), 2 ** 7 - 1] },
  uint8: { c: 'unsigned char', bytes: 1, range: [0, 2 ** 8 - 1] },
  int16: { c: 'short', bytes: 2, range: [-(2 ** 15), 2 ** 15 - 1] },
  uint16: { c: 'unsigned short', bytes: 2, range: [0, 2 ** 16 - 1] },
  int32: { c: 'int', bytes: 4, range: [-(2 ** 31), 2 ** 31 - 1] },
  uint32: { c: 'unsigned int', bytes: 4, range: [0, 2 ** 32 - 1] },
  int64: { c: 'long long', bytes: 8, range: [-EXACT, EXACT] },
  uint64: { c: 'unsigned long long', bytes: 8, range: [0, EXACT] },
  half: { c: '__half', bytes: 2 },
  bfloat16: { c: '__nv_bfloat16', bytes: 2 },
  float32: { c: 'float', bytes: 4 },
  float64: { c: 'double', bytes: 8 },
};

export const C_TYPES = Object.fromEntries(elementTypes.map((type) => [type, FACTS[type].c])) as Readonly<
  Record<ElementTypeName, string>
>;

export function elementBytes(type: ElementTypeName): 1 | 2 | 4 | 8 {
  return FACTS[type].bytes;
}

/** True for types with a fraction. */
export function isFloatType(type: ElementTypeName): boolean {
  return FACTS[type].range === undefined;
}

/** Returns the smallest and the largest whole number of an integer type; `null` for floating point. */
export function integerRange(type: ElementTypeName): readonly [number, number] | null {
  return FACTS[type].range ?? null;
}

/** A zeroed array of `length` elements. */
export function makeElements(type: ElementTypeName, length: number): ElementArray {
  switch (type) {
    case 'bool':
    case 'uint8':
      return new Uint8Array(length);
    case 'int8':
      return new Int8Array(length);
    case 'int16':
      return new Int16Array(length);
    case 'uint16':
      return new Uint16Array(length);
    case 'int32':
      return new Int32Array(length);
    case 'uint32':
      return new Uint32Array(length);
    case 'half':
    case 'bfloat16':
    case 'float32':
      return new Float32Array(length);
    case 'int64':
    case 'uint64':
    case 'float64':
      return new Float64Array(length);
  }
}

/** Returns values as a program stores them in this type: rounded, cut to whole numbers, or wrapped. */
export function storeElements(type: ElementTypeName, values: ArrayLike<number>): ElementArray {
  const elements = makeElements(type, values.length);
  const round = roundingOf(type);
  if (round === null) elements.set(values);
  else for (let at = 0; at < values.length; at++) elements[at] = round(values[at] as number);
  return elements;
}

/** Returns what a type makes of a number where its JavaScript array does not do it; `null` if the array does. */
export function roundingOf(type: ElementTypeName): ((value: number) => number) | null {
  switch (type) {
    case 'bool':
      return (value) => (value === 0 ? 0 : 1);
    case 'half':
      return (value) => fromHalf(toHalf(value));
    case 'bfloat16':
      return (value) => fromBfloat16(toBfloat16(value));
    case 'int64':
    case 'uint64':
      return Math.trunc;
    default:
      return null;
  }
}

/** Returns the bytes that a GPU stores for elements, little-endian. A view, if the array has these bytes itself. */
export function encodeElements(type: ElementTypeName, elements: ElementArray): Uint8Array {
  const own = new Uint8Array(elements.buffer, elements.byteOffset, elements.byteLength);
  switch (type) {
    case 'half':
    case 'bfloat16': {
      const encode = type === 'half' ? toHalf : toBfloat16;
      return new Uint8Array(Uint16Array.from(elements, encode).buffer);
    }
    case 'int64':
    case 'uint64': {
      const words = new BigInt64Array(elements.length);
      for (let at = 0; at < words.length; at++) words[at] = BigInt(Math.trunc(elements[at] as number));
      return new Uint8Array(words.buffer);
    }
    default:
      return own;
  }
}

/** Bytes as elements; a copy only where they are not aligned, or have another form in JavaScript. */
export function viewElements(bytes: Uint8Array, type: ElementTypeName): ElementArray {
  const size = elementBytes(type);
  if (bytes.byteLength % size !== 0) throw new RangeError(`${bytes.byteLength} bytes are no whole number of ${type}`);
  // `slice` of Node's Buffer copies nothing.
  const { buffer, byteOffset } = bytes.byteOffset % size === 0 ? bytes : new Uint8Array(bytes);
  const length = bytes.byteLength / size;
  switch (type) {
    case 'bool':
    case 'uint8':
      return new Uint8Array(buffer, byteOffset, length);
    case 'int8':
      return new Int8Array(buffer, byteOffset, length);
    case 'int16':
      return new Int16Array(buffer, byteOffset, length);
    case 'uint16':
      return new Uint16Array(buffer, byteOffset, length);
    case 'int32':
      return new Int32Array(buffer, byteOffset, length);
    case 'uint32':
      return new Uint32Array(buffer, byteOffset, length);
    case 'half':
      return Float32Array.from(new Uint16Array(buffer, byteOffset, length), fromHalf);
    case 'bfloat16':
      return Float32Array.from(new Uint16Array(buffer, byteOffset, length), fromBfloat16);
    case 'int64':
      return Float64Array.from(new BigInt64Array(buffer, byteOffset, length), Number);
    case 'uint64':
      return Float64Array.from(new BigUint64Array(buffer, byteOffset, length), Number);
    case 'float32':
      return new Float32Array(buffer, byteOffset, length);
    case 'float64':
      return new Float64Array(buffer, byteOffset, length);
  }
}

const wide = new DataView(new ArrayBuffer(8));

/** Returns the bits of a number in IEEE 754 binary16, rounded to the nearest, ties to even. */
export function toHalf(value: number): number {
  const sign = value < 0 || Object.is(value, -0) ? 0x8000 : 0;
  const size = Math.abs(value);
  if (Number.isNaN(value)) return 0x7e00;
  // The middle between the largest number and the one that would follow.
  if (size >= 65520) return sign | 0x7c00;
  // Below the smallest normal number steps are 2^-24.
  if (size < 2 ** -14) return sign | roundEven(size * 2 ** 24);
  wide.setFloat64(0, size);
  const exponent = ((wide.getUint32(0) >>> 20) & 0x7ff) - 1023;
  return sign | (((exponent + 15) << 10) + roundEven(size * 2 ** (10 - exponent)) - 1024);
}

/** Returns the number that bits of IEEE 754 binary16 mean. */
export function fromHalf(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >>> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0x1f) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1024 + fraction) * 2 ** (exponent - 25);
}

/** Returns the bits of a number in bfloat16: the upper half of a float32, rounded to the nearest, ties to even. */
export function toBfloat16(value: number): number {
  if (Number.isNaN(value)) return 0x7fc0;
  wide.setFloat32(0, value);
  const bits = wide.getUint32(0);
  return ((bits + 0x7fff + ((bits >>> 16) & 1)) >>> 16) & 0xffff;
}

/** Returns the number that bits of bfloat16 mean. */
export function fromBfloat16(bits: number): number {
  wide.setUint32(0, bits << 16);
  return wide.getFloat32(0);
}

/** The nearest whole number; of two the even one. */
function roundEven(value: number): number {
  const low = Math.floor(value);
  const rest = value - low;
  return rest > 0.5 || (rest === 0.5 && low % 2 === 1) ? low + 1 : low;
}

/** A CUDA vector or complex type: so many components of one element type, one after the other. */
export interface VectorFacts {
  readonly c: string;
  readonly component: ElementTypeName;
  readonly names: readonly string[];
}

const AXES = ['x', 'y', 'z', 'w'] as const;

const VECTOR_COMPONENTS = {
  char: 'int8',
  uchar: 'uint8',
  short: 'int16',
  ushort: 'uint16',
  int: 'int32',
  uint: 'uint32',
  longlong: 'int64',
  ulonglong: 'uint64',
  float: 'float32',
  double: 'float64',
} as const satisfies Readonly<Record<string, ElementTypeName>>;

type Plain = `${keyof typeof VECTOR_COMPONENTS}${2 | 3 | 4}`;
export type VectorTypeName = Plain | 'half2' | 'bfloat162' | 'complex64' | 'complex128';

const VECTORS: ReadonlyMap<VectorTypeName, VectorFacts> = new Map<VectorTypeName, VectorFacts>([
  ...Object.entries(VECTOR_COMPONENTS).flatMap(([name, component]) =>
    [2, 3, 4].map((count): [VectorTypeName, VectorFacts] => [
      `${name}${count}` as Plain,
      { c: `${name}${count}`, component, names: AXES.slice(0, count) },
    ]),
  ),
  ['half2', { c: '__half2', component: 'half', names: ['x', 'y'] }],
  ['bfloat162', { c: '__nv_bfloat162', component: 'bfloat16', names: ['x', 'y'] }],
  ['complex64', { c: 'cuFloatComplex', component: 'float32', names: ['x', 'y'] }],
  ['complex128', { c: 'cuDoubleComplex', component: 'float64', names: ['x', 'y'] }],
]);

export const vectorTypes: readonly VectorTypeName[] = [...VECTORS.keys()];

export function vectorFacts(name: VectorTypeName): VectorFacts {
  return VECTORS.get(name) as VectorFacts;
}

export function isVectorType(name: string): name is VectorTypeName {
  return (VECTORS as ReadonlyMap<string, VectorFacts>).has(name);
}
