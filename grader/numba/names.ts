import type { Node } from 'web-tree-sitter';

/** Names that C++ or CUDA use otherwise. */
const TAKEN = new Set(
  (
    'alignas alignof and and_eq asm auto bitand bitor bool case catch char class compl const constexpr const_cast decltype ' +
    'default delete do double dynamic_cast enum explicit export extern false float friend goto inline int long mutable ' +
    'namespace new noexcept not not_eq nullptr operator or or_eq private protected public register reinterpret_cast ' +
    'short signed sizeof static static_cast struct switch template this throw true try typedef typeid typename union ' +
    'unsigned using virtual void volatile wchar_t xor xor_eq numba threadIdx blockIdx blockDim gridDim warpSize printf ' +
    'main dim3 linux unix NULL INFINITY NAN EOF stdin stdout stderr assert errno RAND_MAX BUFSIZ EXIT_SUCCESS EXIT_FAILURE ' +
    'M_E M_LOG2E M_LOG10E M_LN2 M_LN10 M_PI M_PI_2 M_PI_4 M_1_PI M_2_PI M_2_SQRTPI M_SQRT2 M_SQRT1_2 HUGE_VAL HUGE_VALF ' +
    'HUGE_VALL FP_NAN FP_INFINITE FP_ZERO FP_SUBNORMAL FP_NORMAL SEEK_SET SEEK_CUR SEEK_END CHAR_BIT INT_MIN INT_MAX ' +
    'UINT_MAX LONG_MIN LONG_MAX ULONG_MAX FLT_MIN FLT_MAX FLT_EPSILON DBL_MIN DBL_MAX DBL_EPSILON'
  ).split(' '),
);

/** Names of functions and variables that C's or CUDA's headers have too. */
const OF_HEADERS = new Set(
  (
    'abs access acos asin atan atan2 atoi bind cbrt ceil clock clone close connect copysign cos cosh daylight dim3 div drem dup ' +
    'environ erf erfc exit exp exp2 expm1 fabs floor fma fmax fmin fmod free gamma hypot ilogb index isinf isnan j0 j1 jn kill ' +
    'labs ldexp lgamma link listen log log10 log1p log2 logb lrint lround malloc max memcpy memset min modf nan nice norm open ' +
    'pause pipe pow printf puts raise rand read recv remainder remove rename rint round scalb select send signal signgam ' +
    'significand sin sinh sleep sqrt srand stat strlen swab sync system tan tanh tgamma time timezone tolower toupper trunc ' +
    'truncate wait write y0 y1 yn'
  ).split(' '),
);

/** The beginning of the names that only the translation has. */
export const OWN_NAMES = 'numba_';

/** Returns a name of the program in C++. Two names of the program never have the same one. */
export function spelled(name: string): string {
  const base = name.replace(/_+$/, '');
  const isShifted = TAKEN.has(base) || (OF_HEADERS.has(base) && base !== name);
  return isShifted || name.startsWith(OWN_NAMES) || name.startsWith('__') ? `${name}_` : name;
}

/** Returns the name of a function, or of another thing outside of functions, in C++. */
export function functionName(name: string): string {
  return OF_HEADERS.has(name) ? `${name}_` : spelled(name);
}

/** Returns the beginning of the names of a tuple's items in C++, which no other name of the function has. */
export function itemsName(name: string, own: Node): string {
  const others = own
    .descendantsOfType('identifier')
    .flatMap((one) => (one && one.text !== name ? [spelled(one.text)] : []));
  let beginning = spelled(name);
  const isFree = (): boolean =>
    others.every((other) => other !== beginning && !new RegExp(`^${beginning}(?:_\\d+)+$`).test(other));
  while (!isFree()) beginning += '_';
  return beginning;
}
