import { codeOnly } from './code-only.ts';
import type { CompileResult, Diagnostic } from './program.ts';
import { positionAt } from './sources.ts';

/** Calls of the runtime that only the emulator answers. */
const EMULATOR_ONLY = /^cuda(?:Malloc(?:3D)?Array|Create(?:Texture|Surface)Object)$/;

/**
 * What of a compiled program is not there where its host side drives a real GPU: it is refused before it runs, as a
 * feature that this grader lacks.
 * @returns the result itself where there is nothing of the kind
 */
export function refusedOnGpu(compiled: CompileResult, source: string): CompileResult {
  if (compiled.status !== 'compiled') return compiled;
  const call = compiled.host.calls?.find((name) => EMULATOR_ONLY.test(name));
  if (call === undefined) return compiled;
  const { fileName } = compiled.host;
  const index = codeOnly(source).search(new RegExp(`\\b${call}\\b`));
  const diagnostic: Diagnostic = {
    ...(index < 0 ? { file: fileName, line: 0, column: 0 } : positionAt(source, index, fileName)),
    severity: 'error',
    message: `${call} is answered by the emulator alone`,
    side: 'host',
    rule: 'unsupported-feature',
    detail: { feature: 'textures', hint: 'emulator-only' },
  };
  return { status: 'rejected', diagnostics: [...compiled.diagnostics, diagnostic] };
}
