/** Names that C++ or CUDA use otherwise. */
const TAKEN = new Set(
  (
    'alignas alignof and and_eq asm auto bitand bitor bool case catch char class compl const constexpr const_cast decltype ' +
    'default delete do double dynamic_cast enum explicit export extern false float friend goto inline int long mutable ' +
    'namespace new noexcept not not_eq nullptr operator or or_eq private protected public register reinterpret_cast ' +
    'short signed sizeof static static_cast struct switch template this throw true try typedef typeid typename union ' +
    'unsigned using virtual void volatile wchar_t xor xor_eq numba threadIdx blockIdx blockDim gridDim warpSize printf ' +
    'main dim3 linux unix NULL INFINITY NAN EOF stdin stdout stderr'
  ).split(' '),
);

/** The beginning of the names that only the translation has. */
export const OWN_NAMES = 'numba_';

/** Returns a name of the program in C++. */
export function spelled(name: string): string {
  return TAKEN.has(name) || name.startsWith(OWN_NAMES) || name.startsWith('__') ? `${name}_` : name;
}

/** Names of functions that C's or CUDA's headers have too. */
const OF_HEADERS = new Set(
  (
    'abs acos asin atan atan2 atoi ceil clock copysign cos cosh div dim3 drem erf exit exp fabs floor fma fmod free gamma ' +
    'hypot index isinf isnan j0 j1 jn labs ldexp log malloc max memcpy memset min norm pow printf rand remove rename ' +
    'rint round signal significand sin sinh sqrt srand system tan tanh time trunc y0 y1 yn'
  ).split(' '),
);

/** Returns the name of a function of the program in C++. */
export function functionName(name: string): string {
  return OF_HEADERS.has(name) ? `${name}_` : spelled(name);
}
