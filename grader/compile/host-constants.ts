import type { Diagnostic, SideOutcome } from './program.ts';
import type { SourceFile } from './source-file.ts';
import { filesOf } from './sources.ts';

const OF_HOST = /^reference to __host__ function '([^']*)' in __host__ __device__ function/;
const OF_HOST_IN_KERNEL = /^reference to __host__ function '[^']*' in __(?:global|device)__ function/;
const WITHOUT_ARGUMENTS = /^[\w:]+\s*\(\s*\)/;

/**
 * Compiles device code as nvcc does where a `__host__ __device__` function calls a `constexpr` function of the host, as
 * `std::numeric_limits<float>::infinity()`: nvcc warns, and evaluates the call if it is constant. In a `__global__` or
 * `__device__` function the same call is an error.
 */
export function compileWithHostConstants<Program>(
  source: SourceFile,
  compile: (source: SourceFile) => SideOutcome<Program>,
): SideOutcome<Program> {
  const strict = compile(source);
  const errors = strict.diagnostics.filter(({ severity }) => severity === 'error');
  const tolerated = errors.filter(({ message }) => OF_HOST.test(message));
  // An implicit constructor is `__host__ __device__`; Clang reports the initializer of a member a second time, for the kernel.
  const isRepeated = (error: Diagnostic) =>
    OF_HOST_IN_KERNEL.test(error.message) && tolerated.some((other) => isSamePlace(error, other));
  const isTolerated = tolerated.length > 0 && errors.every((error) => tolerated.includes(error) || isRepeated(error));
  if (strict.program !== null || !isTolerated || source.dialect.relaxedConstexpr) return strict;
  const relaxed = compile({ ...source, dialect: { ...source.dialect, relaxedConstexpr: true } });
  if (relaxed.program === null) return strict;
  return {
    ...relaxed,
    diagnostics: [...relaxed.diagnostics, ...tolerated.flatMap((error) => warningOf(source, error))],
  };
}

function isSamePlace(one: Diagnostic, other: Diagnostic): boolean {
  return one.file === other.file && one.line === other.line && one.column === other.column;
}

/** nvcc has a value for a call without arguments only. */
function warningOf(source: SourceFile, { detail: _detail, ...error }: Diagnostic): Diagnostic[] {
  const code =
    filesOf(source)
      .find(({ name }) => name === error.file)
      ?.text.split('\n')[error.line - 1] ?? '';
  const [, callee = ''] = OF_HOST.exec(error.message) ?? [];
  if (WITHOUT_ARGUMENTS.test(code.slice(Math.max(0, error.column - 1)))) return [];
  const message = `'${callee}' is a constexpr function of the host; nvcc only warns of this call, and on a GPU its value is undefined unless it is called with --expt-relaxed-constexpr`;
  return [{ ...error, severity: 'warning', rule: 'compile-error', message }];
}
