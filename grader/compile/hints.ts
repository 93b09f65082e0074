/**
 * What lies behind Clang's words in a student's file, as keys that `wording/` turns into sentences.
 * The first pattern that matches decides.
 */
const HINTS: readonly (readonly [RegExp, string])[] = [
  [/call to global function '.*' not configured|kernel call|a kernel call must/, 'kernel-call-without-launch'],
  [/execution configuration/, 'launch-configuration'],
  [/^invalid operands to binary expression \('void \(/, 'launch-brackets'],
  [/(?:reference|call) to __host__ function '.*' (?:in|from) __(?:global|device)__/, 'host-function-from-kernel'],
  [/reference to __host__ variable/, 'host-variable-from-kernel'],
  [/(?:reference|call) to __(?:device|global)__ function '.*' (?:in|from) __host__/, 'device-function-from-host'],
  [/is read in host code/, 'built-in-on-host'],
  [/expected ';'/, 'missing-semicolon'],
  [/expected '\}'|extraneous closing brace|function definition is not allowed here/, 'missing-brace'],
  [/expected '\)'|expected '\('|expected '\]'/, 'missing-parenthesis'],
  [/kernel function type '.*' must have void return type|must have void return type/, 'kernel-returns-value'],
  [/use of undeclared identifier '(?:thread|block|grid)_?(?:Id|Dim|Idx|id|dim|idx)\w*'/, 'built-in-misspelt'],
  [/invalid operands .*'(?:threadIdx|blockIdx|blockDim|gridDim)'/, 'built-in-without-member'],
  [/use of undeclared identifier|unknown type name|no member named/, 'undeclared-identifier'],
  [
    /cannot assign to (?:variable|read-only)|is not assignable|discards qualifiers|const-qualified|no setter defined/,
    'assign-to-const',
  ],
  [/is ambiguous/, 'ambiguous-call'],
  [/no matching function for call|too (?:few|many) arguments|no matching kernel/, 'wrong-arguments'],
  [/cannot initialize|incompatible|no viable conversion|invalid operands/, 'type-mismatch'],
  [/inline assembly/, 'inline-assembly'],
  [/redefinition of/, 'redefinition'],
  [/file not found/, 'missing-header'],
  [
    /shared data|shared memory|initialization is not supported for __shared__|variable length array .*'static'/,
    'shared-memory',
  ],
];

export function hintFor(text: string): string | null {
  return HINTS.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}

/**
 * Clang's words about a mistake, or plainer ones where they are about the inside of our headers or only list
 * candidates.
 * @param notes - what Clang adds to the message
 * @param before - the student's line up to where the message points
 * @returns null for a message that only follows from another one
 */
export function plainWords(text: string, notes: readonly string[], before: string): string | null {
  if (/cannot find suitable getter for property|in inline assembly string/.test(text)) return null;
  if (/inline assembly/.test(text)) return 'inline assembly';
  if (/reference to __device__ function 'get_[xyz]' in __host__ function/.test(text)) {
    return `${/(\w+)\s*\.\s*$/.exec(before)?.[1] ?? 'threadIdx'} is read in host code`;
  }
  return wrongSide(text, notes) ?? text.replace(/(?:const )?__emu_(\w+?)_t\b/g, '$1');
}

/** Overload resolution says "no matching function" where the only candidates are on the other side. */
function wrongSide(text: string, notes: readonly string[]): string | null {
  const name = /^no (?:matching|viable) .*?(?:for call to|initialization of|conversion from '.*' to) '([^']+)'/.exec(
    text,
  )?.[1];
  if (!name || notes.some((note) => /no known conversion/.test(note))) return null;
  for (const note of notes) {
    const sides = /call to (__\w+__) function from (__[\w ]+__) function/.exec(note);
    if (sides) return `call to ${sides[1]} function '${name}' from ${sides[2]} function`;
  }
  return null;
}

/** Warnings that are true of 32-bit WebAssembly alone: on a GPU and its host, `long` and pointers have 64 bits. */
export function isOfTheTarget(text: string, flag: string | null): boolean {
  if (/32-bit address space/.test(text) || flag === 'shift-count-overflow') return true;
  if (flag === 'format') return /'(?:unsigned )?long'/.test(text) && /'(?:unsigned )?long long'/.test(text);
  const narrow =
    /to '(?:[^']*' \(aka ')?(?:unsigned )?long'|expression of type '(?:[^']*' \(aka ')?(?:unsigned )?long'/;
  return /^(?:constant-conversion|tautological)/.test(flag ?? '') && narrow.test(text);
}
