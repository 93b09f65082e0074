import type { Diagnostic, SideOutcome } from './program.ts';
import { filesOf, type SourceFile } from './sources.ts';

const OF_HOST = /^reference to __host__ function '([^']*)' in __host__ __device__ function/;
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
  const isTolerated = errors.length > 0 && errors.every(({ message }) => OF_HOST.test(message));
  if (strict.program !== null || !isTolerated || source.dialect.relaxedConstexpr) return strict;
  const relaxed = compile({ ...source, dialect: { ...source.dialect, relaxedConstexpr: true } });
  if (relaxed.program === null) return strict;
  return { ...relaxed, diagnostics: [...relaxed.diagnostics, ...errors.flatMap((error) => warningOf(source, error))] };
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
