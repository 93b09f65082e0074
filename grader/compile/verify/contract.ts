import {
  ACCESS_NAMES,
  COROUTINE_FUNCTIONS,
  HOOK_FUNCTIONS,
  HOW_BYTES,
  HOW_TYPE_SHIFT,
  LIBRARY_FUNCTIONS,
  MAX_ACCESS_BYTES,
  RUNTIME_FUNCTIONS,
  SPIN_FUNCTIONS,
} from '../../abi/index.ts';
import type { HookMode, Value } from './values.ts';

/** What the object may call that it does not define, and what each call means. */

/** The result of a call: memory that may be accessed, or a size. */
export type Answer =
  | { readonly kind: 'hook'; readonly bytes: number; readonly mode: HookMode }
  | { readonly kind: 'room' }
  | { readonly kind: 'frame'; readonly bytes: number }
  | { readonly kind: 'nothing' };

export interface Contract {
  /** The argument that is the number of its site; -1 if it has none. */
  readonly site: number;
  /** Arguments that must be memory of the caller's own, each with the bytes needed there. */
  readonly own?: (args: readonly Value[]) => readonly (readonly [argument: number, bytes: number])[] | null;
  /** `null` if the arguments are not what they must be. */
  readonly answer?: (args: readonly Value[]) => Answer | null;
}

function numberOf(value: Value | undefined): number | null {
  return value?.kind === 'number' ? value.value : null;
}

function hook(bytes: number | null, mode: HookMode): Answer | null {
  return bytes !== null && bytes >= 0 && bytes <= MAX_ACCESS_BYTES ? { kind: 'hook', bytes, mode } : null;
}

function modeOf(how: number): HookMode {
  const type = ACCESS_NAMES[(how >>> HOW_TYPE_SHIFT) & 3];
  return type === 'atomic' ? 'both' : type === 'write' ? 'store' : 'load';
}

/** Functions that each access memory of one size, by the letters before it. */
const SIZED: Readonly<Record<string, HookMode>> = {
  ...{ r: 'load', sr: 'load', sl: 'load', w: 'store', sw: 'store', a: 'both', sa: 'both' },
};

/** What calls promise besides the number of their place. */
const PROMISES: Readonly<Record<string, Omit<Contract, 'site'>>> = {
  __emu_rn: { answer: (args) => hook(numberOf(args[1]), 'load') },
  __emu_wn: { answer: (args) => hook(numberOf(args[1]), 'both') },
  __emu_volatile: { answer: ([, , how]) => hookOf(numberOf(how)) },
  __emu_local: {
    own: (args) => {
      const bytes = numberOf(args[3]);
      return bytes === null || bytes < 0 ? null : [[2, bytes]];
    },
    // Only for reading where the array is a constant: the caller looks at that.
    answer: (args) => hook(numberOf(args[1]), 'both'),
  },
  __emu_alloca: { answer: () => ({ kind: 'room' }) },
  __emu_frame: {
    answer: ([bytes]) => {
      const size = numberOf(bytes);
      return size !== null && size > 0 ? { kind: 'frame', bytes: size } : null;
    },
  },
};

function promisesOf(name: string): Omit<Contract, 'site'> {
  const [, letters = '', bytes] = /^__emu_([a-z]+)(\d+)$/.exec(name) ?? [];
  const mode = SIZED[letters];
  return mode ? { answer: () => hook(Number(bytes), mode) } : (PROMISES[name] ?? {});
}

/** Functions of the emulator that a module calls. Their types are those that the hooks and the runtime define them with. */
export const EMULATOR: ReadonlyMap<string, Contract> = new Map(
  [HOOK_FUNCTIONS, COROUTINE_FUNCTIONS, SPIN_FUNCTIONS, RUNTIME_FUNCTIONS, LIBRARY_FUNCTIONS].flatMap((functions) =>
    Object.entries(functions).map(([name, { site }]) => [name, { site, ...promisesOf(name) }] as const),
  ),
);

function hookOf(how: number | null): Answer | null {
  return how === null ? null : hook(how & HOW_BYTES, modeOf(how));
}

/** Value types in one letter each: i32, i64, float, double, and `n` for an address or a `long`. */
const LETTERS: Readonly<Record<string, number>> = {
  ...{ i: 0x7f, l: 0x7e, f: 0x7d, d: 0x7c },
  n: 0x7e,
};

export interface LibraryFunction {
  readonly parameters: readonly number[];
  readonly results: readonly number[];
  /** Arguments through which it answers, each with the bytes that it stores there. */
  readonly stores: readonly (readonly [argument: number, bytes: number])[];
}

function library(
  signature: string,
  names: string,
  stores: LibraryFunction['stores'] = [],
): [string, LibraryFunction][] {
  const [parameters = '', results = ''] = signature.split(':');
  const types = (letters: string) => [...letters].map((letter) => LETTERS[letter] ?? 0);
  return names.split(' ').map((name) => [name, { parameters: types(parameters), results: types(results), stores }]);
}

const withF = (names: string) => names.replace(/\w+/g, '$&f');
const UNARY =
  'sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh exp exp2 exp10 expm1 log log2 log10 log1p logb sqrt cbrt ' +
  'round rint nearbyint trunc floor ceil fabs erf erfc tgamma lgamma j0 j1 y0 y1';
const BINARY = 'pow fmod remainder fmin fmax fdim hypot atan2 copysign nextafter';

/** Functions of the C library and of the compiler's own that code generation may call: they only compute. */
export const LIBRARY: ReadonlyMap<string, LibraryFunction> = new Map([
  ...library('d:d', UNARY),
  ...library('f:f', withF(UNARY)),
  ...library('dd:d', BINARY),
  ...library('ff:f', withF(BINARY)),
  ...library('ddd:d', 'fma'),
  ...library('fff:f', 'fmaf'),
  ...library('di:d', 'ldexp scalbn __powidf2'),
  ...library('dn:d', 'scalbln'),
  ...library('fi:f', 'ldexpf scalbnf __powisf2'),
  ...library('fn:f', 'scalblnf'),
  ...library('id:d', 'jn yn'),
  ...library('if:f', 'jnf ynf'),
  ...library('d:i', 'ilogb'),
  ...library('d:n', 'lrint lround'),
  ...library('f:i', 'ilogbf'),
  ...library('f:n', 'lrintf lroundf'),
  ...library('d:l', 'llrint llround'),
  ...library('f:l', 'llrintf llroundf'),
  ...library('f:i', '__truncsfhf2 __gnu_f2h_ieee'),
  ...library('d:i', '__truncdfhf2'),
  ...library('i:f', '__extendhfsf2 __gnu_h2f_ieee'),
  ...library('dn:d', 'frexp', [[1, 4]]),
  ...library('fn:f', 'frexpf', [[1, 4]]),
  ...library('dn:d', 'modf', [[1, 8]]),
  ...library('fn:f', 'modff', [[1, 4]]),
  ...library('ddn:d', 'remquo', [[2, 4]]),
  ...library('ffn:f', 'remquof', [[2, 4]]),
  ...library('dn:d', 'lgamma_r', [[1, 4]]),
  ...library('fn:f', 'lgammaf_r', [[1, 4]]),
  ...library('dnn:', 'sincos', [
    [1, 8],
    [2, 8],
  ]),
  ...library('fnn:', 'sincosf', [
    [1, 4],
    [2, 4],
  ]),
  // 128-bit integers: the result is stored through the first argument.
  ...library('nllll:', '__multi3 __divti3 __udivti3 __modti3 __umodti3', [[0, 16]]),
  ...library('nlli:', '__ashlti3 __ashrti3 __lshrti3', [[0, 16]]),
  ...library('nlllln:', '__muloti4', [
    [0, 16],
    [5, 4],
  ]),
  ...library('nf:', '__fixsfti __fixunssfti', [[0, 16]]),
  ...library('nd:', '__fixdfti __fixunsdfti', [[0, 16]]),
  ...library('ll:f', '__floattisf __floatuntisf'),
  ...library('ll:d', '__floattidf __floatuntidf'),
  // Quadruple precision.
  ...library('nllll:', '__addtf3 __subtf3 __multf3 __divtf3 fmodl powl fminl fmaxl copysignl', [[0, 16]]),
  ...library('llll:i', '__eqtf2 __netf2 __lttf2 __letf2 __gttf2 __getf2 __unordtf2'),
  ...library('nf:', '__extendsftf2', [[0, 16]]),
  ...library('nd:', '__extenddftf2', [[0, 16]]),
  ...library('ni:', '__floatsitf __floatunsitf', [[0, 16]]),
  ...library('nl:', '__floatditf __floatunditf', [[0, 16]]),
  ...library('nll:', '__floattitf __floatuntitf __fixtfti __fixunstfti sqrtl fabsl floorl ceill truncl', [[0, 16]]),
  ...library('ll:f', '__trunctfsf2'),
  ...library('ll:d', '__trunctfdf2'),
  ...library('ll:i', '__fixtfsi __fixunstfsi'),
  ...library('ll:l', '__fixtfdi __fixunstfdi'),
]);

/** Types of the functions of numbers among them, which a program may declare: `dd:d`. */
export const LIBRARY_TYPES: ReadonlyMap<string, string> = new Map(
  [...LIBRARY].flatMap(([name, { parameters, results, stores }]) =>
    stores.length > 0 ? [] : [[name, `${written(parameters)}:${written(results)}`] as const],
  ),
);

function written(types: readonly number[]): string {
  return types.map((type) => ['i', 'l', 'f', 'd'].find((letter) => LETTERS[letter] === type) ?? '').join('');
}
