/**
 * What lies behind Clang's words in a student's file, as keys that `wording/` turns into sentences.
 * The first pattern that matches decides.
 */
const HINTS: readonly (readonly [RegExp, string])[] = [
  [
    /call to global function '.*' not configured|kernel call|a kernel call must|execution configuration arguments|invalid operands to binary expression \('void \(/,
    'kernel-call-without-launch',
  ],
  [
    /reference to __host__ function '.*' in __(?:global|device)__|call to __host__ function from __(?:device|global)__/,
    'host-function-from-kernel',
  ],
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
  [/expected '\)'|expected '\('|expected '\]'/, 'missing-parenthesis'],
  [/unterminated/, 'unterminated'],
  [/must have void return type/, 'kernel-returns-value'],
  [
    /(?:undeclared identifier '(?:thread|block|grid)_?(?:idx|dim)\w*'|no member named '\w+' in '(?:threadIdx|blockIdx|blockDim|gridDim)')/i,
    'built-in-misspelt',
  ],
  [
    /use of undeclared identifier '(?:printf|assert|rand|s?qrt|std|strlen|malloc|free|exit|FILE|NULL)'/,
    'missing-include',
  ],
  [/use of undeclared identifier|unknown type name|no member named/, 'undeclared-identifier'],
  [/cannot assign to (?:variable|read-only)|is not assignable|discards qualifiers|const-qualified/, 'assign-to-const'],
  [/no matching function for call|too (?:few|many) arguments|no matching kernel/, 'wrong-arguments'],
  [/cannot initialize|incompatible|no viable conversion|invalid operands/, 'type-mismatch'],
  [/inline assembly|\basm\b/, 'inline-assembly'],
  [/redefinition of/, 'redefinition'],
  [/file not found/, 'missing-header'],
];

/** @param text - Clang's message, and its notes, which often name what is really wrong */
export function hintFor(text: string): string | null {
  return HINTS.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}
