/** What C++20 and C++23 added to the library, where C++17 has no such name. */
const NAMES_OF_CPP20: readonly string[] = [
  ...[
    'integral',
    'signed_integral',
    'unsigned_integral',
    'floating_point',
    'same_as',
    'convertible_to',
    'derived_from',
  ],
  ...['invocable', 'regular', 'totally_ordered', 'predicate', 'ranges', 'views', 'span', 'mdspan', 'format', 'print'],
  ...[
    'println',
    'expected',
    'bit_cast',
    'midpoint',
    'lerp',
    'ssize',
    'numbers',
    'popcount',
    'countl_zero',
    'countr_zero',
  ],
  ...['has_single_bit', 'bit_ceil', 'bit_floor', 'bit_width', 'rotl', 'rotr', 'endian', 'to_array', 'erase_if'],
  ...['remove_cvref', 'remove_cvref_t', 'type_identity', 'type_identity_t', 'source_location', 'jthread', 'stop_token'],
  ...['latch', 'barrier', 'counting_semaphore', 'binary_semaphore', 'atomic_ref', 'strong_ordering', 'weak_ordering'],
  ...['partial_ordering', 'u8string', 'is_constant_evaluated', 'assume_aligned', 'construct_at', 'bind_front'],
];

/**
 * What lies behind Clang's words in a student's file, as keys that `explain/` turns into sentences.
 * The first pattern that matches decides.
 */
const HINTS: readonly (readonly [RegExp, string])[] = [
  [
    /(?:unknown type name|undeclared identifier) '(?:concept|requires|consteval|constinit|char8_t|co_(?:await|return|yield))'/,
    'needs-cpp20',
  ],
  [new RegExp(`named '(?:${NAMES_OF_CPP20.join('|')})' in namespace 'std'`), 'needs-cpp20'],
  [/reference to '\w+' is ambiguous|redefinition of '\w+' as different kind of symbol/, 'name-of-library'],
  [/invalid operands to binary expression \('void \(/, 'launch-brackets'],
  [/requires relocatable device code/, 'launch-in-device-code'],
  [/kernel call to non-global function/, 'launch-of-plain-function'],
  [/call to global function '.*' not configured|kernel call|a kernel call must/, 'kernel-call-without-launch'],
  [/execution configuration arguments/, 'launch-configuration'],
  [/^host code reads /, 'built-in-on-host'],
  [
    /for call to 'cudaDeviceSynchronize'[\s\S]*call to __host__ function from __(?:device|global)__/,
    'synchronize-in-kernel',
  ],
  [
    /reference to __host__ function '.*' in __(?:global|device)__|call to __host__ function from __(?:device|global)__/,
    'host-function-from-kernel',
  ],
  [/reference to __host__ variable/, 'host-variable-from-kernel'],
  [
    /reference to __device__ function '.*' in __host__|call to __device__ function from __host__/,
    'device-function-from-host',
  ],
  [
    /variable length array declaration cannot have 'static'|too much shared memory|__shared__ variables/,
    'shared-memory',
  ],
  [/expected ';'/, 'missing-semicolon'],
  [/expected '\}'|extraneous closing brace|function definition is not allowed here/, 'missing-brace'],
  [/function-style cast/, 'missing-include'],
  [/expected '\)'|expected '\('|expected '\]'/, 'missing-parenthesis'],
  [/unterminated/, 'unterminated'],
  [/must have void return type/, 'kernel-returns-value'],
  [
    /(?:undeclared identifier '(?:thread|block|grid)_?(?:id|dim)\w*'|no member named '\w+' in '(?:threadIdx|blockIdx|blockDim|gridDim)')/i,
    'built-in-misspelt',
  ],
  [/invalid operands .*'(?:const )?(?:threadIdx|blockIdx|blockDim|gridDim)'/, 'built-in-without-member'],
  [
    /use of undeclared identifier '(?:printf|assert|rand|s?qrt|std|strlen|malloc|free|exit|FILE|NULL)'/,
    'missing-include',
  ],
  [/no member named '\w+' in namespace 'std'/, 'missing-include'],
  [/undeclared identifier '__(?:shfl(?:_up|_down|_xor)?|any|all|ballot)'/, 'removed-warp-function'],
  [/use of undeclared identifier|unknown type name|no member named/, 'undeclared-identifier'],
  [
    /cannot assign to (?:variable|read-only)|is not assignable|discards qualifiers|const-qualified|no setter defined/,
    'assign-to-const',
  ],
  [/is ambiguous/, 'ambiguous-call'],
  [
    /recursive template instantiation exceeded|constexpr evaluation exceeded|hit maximum step limit/,
    'endless-expansion',
  ],
  [/constant expression/, 'not-constant'],
  [/no matching function for call to '(?:cudaMalloc)'/, 'arguments-of-malloc'],
  [/no matching function for call to 'cudaMemcpy'/, 'arguments-of-memcpy'],
  [/no matching function for call|too (?:few|many) arguments|no matching kernel/, 'wrong-arguments'],
  [/subscripted value is not/, 'index-of-a-value'],
  [/invalid operands .*'(?:const )?(?:u?(?:char|short|int|long)|float|double)[1-4]'/, 'vector-type'],
  [/no viable conversion from '(?:const )?dim3'|cannot initialize .*'(?:const )?dim3'/, 'dim3-is-no-number'],
  [/cannot initialize|incompatible|no viable conversion|invalid operands/, 'type-mismatch'],
  [/inline assembly|\basm\b/, 'inline-assembly'],
  [/redefinition of/, 'redefinition'],
  [/file not found/, 'missing-header'],
  [/expected expression/, 'expected-expression'],
];

/** @param text - Clang's message, and its notes, which often name what is really wrong */
export function hintFor(text: string): string | null {
  return HINTS.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}

/** The beginning of Clang's message on an error without a place, found after it has read the source. */
export const IN_BACK_END = /^error in backend: /;

/**
 * Clang's words about a mistake, or plainer ones where they are about the inside of our headers.
 * @param before - the student's line up to where the message points
 * @returns null for a message that only follows from another one
 */
export function plainWords(text: string, before: string): string | null {
  if (/cannot find suitable getter for property|in inline assembly string|^too many errors/.test(text)) return null;
  if (/inline assembly/.test(text)) return 'inline assembly';
  // No folder is above those that the compiler sees, whether the file exists or not.
  const above = /^cannot open file '(?:\/@include\/|\.\/)?([^']*)': Capabilities insufficient/i.exec(text)?.[1];
  if (above !== undefined) return `'${above}' file not found`;
  if (IN_BACK_END.test(text))
    return `the compiler cannot generate code for this file (${text.replace(IN_BACK_END, '')})`;
  if (/reference to __device__ function 'get_[xyz]' in __host__ function/.test(text)) {
    return `host code reads ${/(\w+)\s*\.\s*$/.exec(before)?.[1] ?? 'threadIdx'}`;
  }
  if (/kernel launch from __device__/.test(text))
    return 'a kernel launch in device code requires relocatable device code (-rdc=true)';
  return text;
}

/** Warnings that change nothing of what the program does, and are true of 32-bit WebAssembly alone. */
export function isOfTheTarget(text: string, flag: string | null): boolean {
  if (/32-bit address space/.test(text)) return true;
  return flag === 'format' && /'(?:unsigned )?long'/.test(text) && /'(?:unsigned )?long long'/.test(text);
}
