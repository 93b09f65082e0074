/**
 * What lies behind Clang's words in a student's file, as keys that `wording/` turns into sentences.
 * The first pattern that matches decides.
 */
const HINTS: readonly (readonly [RegExp, string])[] = [
  [/call to global function '.*' not configured|kernel call|a kernel call must/, 'kernel-call-without-launch'],
  [
    /reference to __host__ function '.*' in __(?:global|device)__ function|no matching function.*__host__/,
    'host-function-from-kernel',
  ],
  [/reference to __(?:device|global)__ function '.*' in __host__ function/, 'device-function-from-host'],
  [/expected ';'/, 'missing-semicolon'],
  [/expected '\}'|extraneous closing brace|function definition is not allowed here/, 'missing-brace'],
  [/expected '\)'|expected '\('|expected '\]'/, 'missing-parenthesis'],
  [/kernel function type '.*' must have void return type|must have void return type/, 'kernel-returns-value'],
  [/use of undeclared identifier '(?:threadIdx|blockIdx|blockDim|gridDim)\w*'/, 'built-in-misspelt'],
  [/use of undeclared identifier|unknown type name|no member named/, 'undeclared-identifier'],
  [/cannot assign to (?:variable|read-only)|is not assignable|discards qualifiers|const-qualified/, 'assign-to-const'],
  [/no matching function for call|too (?:few|many) arguments|no matching kernel/, 'wrong-arguments'],
  [/cannot initialize|incompatible|no viable conversion|invalid operands/, 'type-mismatch'],
  [/inline assembly|asm/, 'inline-assembly'],
  [/redefinition of/, 'redefinition'],
  [/file not found/, 'missing-header'],
  [/uses too much shared data|shared memory|initialization is not supported for __shared__/, 'shared-memory'],
];

export function hintFor(text: string): string | null {
  return HINTS.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}
