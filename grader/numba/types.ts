/** Types of values in a kernel, as Numba infers them (https://numba.readthedocs.io, "Numba type system"). */
export type NumbaType =
  | { readonly kind: 'number'; readonly name: NumberName }
  | {
      readonly kind: 'array';
      readonly element: NumberName;
      readonly rank: number;
    }
  | { readonly kind: 'tuple'; readonly items: readonly NumbaType[] }
  | { readonly kind: 'stream' }
  /** The states of random generators, one for each thread. */
  | { readonly kind: 'states' }
  | { readonly kind: 'none' };

export type NumberName =
  | 'bool'
  | 'int8'
  | 'int16'
  | 'int32'
  | 'int64'
  | 'uint8'
  | 'uint16'
  | 'uint32'
  | 'uint64'
  | 'float32'
  | 'float64';

const C_NAMES: Readonly<Record<NumberName, string>> = {
  bool: 'bool',
  int8: 'signed char',
  int16: 'short',
  int32: 'int',
  int64: 'long long',
  uint8: 'unsigned char',
  uint16: 'unsigned short',
  uint32: 'unsigned int',
  uint64: 'unsigned long long',
  float32: 'float',
  float64: 'double',
};

export const NONE: NumbaType = { kind: 'none' };

export function number(name: NumberName): NumbaType {
  return { kind: 'number', name };
}

export function isNumberName(name: string): name is NumberName {
  return Object.hasOwn(C_NAMES, name);
}

/** Returns the C++ type of numbers. */
export function cNumber(name: NumberName): string {
  return C_NAMES[name];
}

/** Returns the C++ type of a variable. */
export function cType(type: NumbaType): string {
  switch (type.kind) {
    case 'number':
      return cNumber(type.name);
    case 'array':
      return `numba::Array<${cNumber(type.element)}, ${type.rank}>`;
    case 'stream':
      return 'cudaStream_t';
    case 'states':
      return 'numba::States';
    case 'tuple':
      return `numba::Tuple<${type.items.map(cType).join(', ')}>`;
    case 'none':
      return 'void';
  }
}

/** Returns the type in the words of Numba. */
export function wordType(type: NumbaType): string {
  switch (type.kind) {
    case 'number':
      return type.name;
    case 'array':
      return `an array of ${type.element} with ${type.rank} ${type.rank === 1 ? 'dimension' : 'dimensions'}`;
    case 'tuple':
      return `a tuple of ${type.items.length}`;
    case 'stream':
      return 'a stream';
    case 'states':
      return 'an array of states of random generators';
    case 'none':
      return 'None';
  }
}

export function isFloat(name: NumberName): boolean {
  return name === 'float32' || name === 'float64';
}

export function isUnsigned(name: NumberName): boolean {
  return name.startsWith('uint');
}

/** Returns the number of bytes of an element. */
export function bytesOf(name: NumberName): number {
  return name === 'bool' ? 1 : Number(/\d+/.exec(name)?.[0]) / 8;
}

/** Returns the type in which Numba does arithmetic with two numbers: integers have at least 64 bits. */
export function arithmeticType(left: NumberName, right: NumberName): NumberName {
  if (!isFloat(left) && !isFloat(right)) {
    // Otherwise than in NumPy, an int64 and a uint64 are an int64.
    return isUnsigned(left) && isUnsigned(right) ? 'uint64' : 'int64';
  }
  return floatType(left, right);
}

/** Returns the type in which Numba does arithmetic of floats: a float32 holds every integer of 16 bits. */
export function floatType(...names: readonly NumberName[]): 'float32' | 'float64' {
  return names.every(isSmall) ? 'float32' : 'float64';
}

function isSmall(name: NumberName): boolean {
  return name === 'float32' || (!isFloat(name) && name !== 'uint16' && bytesOf(name) <= 2);
}

/** Returns the type in which two numbers are compared: no integer holds both an int64 and a uint64. */
export function comparedType(left: NumberName, right: NumberName): NumberName {
  if (left === right) return left;
  const isMixed = !isFloat(left) && !isFloat(right) && isUnsigned(left) !== isUnsigned(right);
  return isMixed && (left === 'uint64' || right === 'uint64') ? 'float64' : arithmeticType(left, right);
}

/** Returns the type of a variable that has values of both types; null if Numba refuses it. */
export function unified(left: NumbaType, right: NumbaType): NumbaType | null {
  if (left.kind === 'number' && right.kind === 'number') {
    const [a, b] = [left.name, right.name];
    if (a === b || b === 'bool') return left;
    if (a === 'bool') return right;
    if (isFloat(a) || isFloat(b) || isUnsigned(a) !== isUnsigned(b)) {
      if (!isFloat(a) && !isFloat(b)) return number(smallestOfBoth(a, b));
      const isSingle = [a, b].every((name) => name === 'float32' || (!isFloat(name) && bytesOf(name) <= 2));
      return number(isSingle ? 'float32' : 'float64');
    }
    return bytesOf(a) >= bytesOf(b) ? left : right;
  }
  if (left.kind === 'tuple' && right.kind === 'tuple' && left.items.length === right.items.length) {
    const items = left.items.map((item, at) => unified(item, right.items[at] ?? NONE));
    return items.some((item) => item === null) ? null : { kind: 'tuple', items: items as NumbaType[] };
  }
  return sameType(left, right) ? left : null;
}

/** The smallest type that holds every value of a signed and of an unsigned integer. */
function smallestOfBoth(left: NumberName, right: NumberName): NumberName {
  const [unsigned, signed] = isUnsigned(left) ? [left, right] : [right, left];
  if (unsigned === 'uint64') return 'float64';
  const bytes = Math.max(bytesOf(signed), 2 * bytesOf(unsigned));
  return `int${8 * bytes}` as NumberName;
}

export function sameType(left: NumbaType, right: NumbaType): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}
