/** A type of C++ where `long` has 64 bits. */
export interface IntegerType {
  /** The name as a program writes it. */
  readonly name: string;
  readonly bits: number;
  readonly signed: boolean;
  /** Order of the standard: that of `long long` is above that of `long`. */
  readonly rank: number;
  /** The conversion of printf for its value. */
  readonly format: string;
  readonly isCharacter: boolean;
}

const RANKS = { char: 1, short: 2, int: 3, long: 4, 'long long': 5 } as const;

function type(name: string, of: keyof typeof RANKS, signed: boolean, format: string, isCharacter = false): IntegerType {
  const bits = { char: 8, short: 16, int: 32, long: 64, 'long long': 64 }[of];
  return { name, bits, signed, rank: RANKS[of], format, isCharacter };
}

export const TYPES: readonly IntegerType[] = [
  type('signed char', 'char', true, '%hhd', true),
  type('unsigned char', 'char', false, '%hhu', true),
  type('char', 'char', true, '%hhd', true),
  type('short', 'short', true, '%hd'),
  type('uint16_t', 'short', false, '%hu'),
  type('int', 'int', true, '%d'),
  type('unsigned', 'int', false, '%u'),
  type('uint32_t', 'int', false, '%u'),
  ...['long', 'ptrdiff_t', 'intptr_t', 'int64_t', 'ssize_t', 'intmax_t'].map((name) => type(name, 'long', true, '%ld')),
  ...['unsigned long', 'size_t', 'uintptr_t', 'uint64_t', 'uintmax_t'].map((name) => type(name, 'long', false, '%lu')),
  ...['int_fast16_t', 'int_fast32_t'].map((name) => type(name, 'long', true, '%ld')),
  type('long long', 'long long', true, '%lld'),
  type('unsigned long long', 'long long', false, '%llu'),
];

const INT = type('int', 'int', true, '%d');
const UNSIGNED = new Map([
  [3, type('unsigned', 'int', false, '%u')],
  [4, type('unsigned long', 'long', false, '%lu')],
  [5, type('unsigned long long', 'long long', false, '%llu')],
]);

/** Returns the type after the integral promotions. */
export function promoted(from: IntegerType): IntegerType {
  return from.rank < INT.rank ? INT : from;
}

/** Returns the type of an operation on two types: the usual arithmetic conversions. */
export function usual(first: IntegerType, second: IntegerType): IntegerType {
  const [a, b] = [promoted(first), promoted(second)];
  if (a.signed === b.signed) return a.rank >= b.rank ? a : b;
  const [signed, unsigned] = a.signed ? [a, b] : [b, a];
  if (unsigned.rank >= signed.rank) return unsigned;
  return signed.bits > unsigned.bits ? signed : (UNSIGNED.get(signed.rank) ?? signed);
}

/** Writes a number as a literal of a type, or as one without a suffix whose type follows from its value. */
export function literalOf(type: IntegerType, bits: bigint): { readonly text: string; readonly type: IntegerType } {
  const value = type.signed ? BigInt.asUintN(type.bits - 1, bits) : BigInt.asUintN(type.bits, bits);
  const suffix = ['', '', '', '', 'l', 'll'][type.rank] ?? '';
  if (type.rank < INT.rank) return { text: `((${type.name})${value})`, type };
  if (type.rank === INT.rank) return { text: `${value}${type.signed ? '' : 'u'}`, type };
  return { text: `${value}${type.signed ? '' : 'u'}${suffix}`, type };
}
