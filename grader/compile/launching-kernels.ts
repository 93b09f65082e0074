import type { Diagnostic } from './program.ts';
import type { SourceFile } from './source-file.ts';

/**
 * Returns the diagnostics of a source. If its kernels launch kernels without `-rdc=true`, those are left out that only concern the
 * runtime of device code: nvcc declares it in any case, and names only the launches.
 * @param diagnose - compiles the source, and reads what the compiler says
 */
export function withoutDeviceRuntime(
  source: SourceFile,
  found: readonly Diagnostic[],
  diagnose: (source: SourceFile) => readonly Diagnostic[],
): readonly Diagnostic[] {
  if (!found.some(isLaunch)) return found;
  const dialect = { ...source.dialect, relocatableDeviceCode: true };
  const errors = diagnose({ ...source, dialect }).filter(({ severity }) => severity === 'error');
  const places = new Set(errors.map(placeText));
  return found.filter((one) => isLaunch(one) || one.severity !== 'error' || places.has(placeText(one)));
}

function isLaunch({ detail }: Diagnostic): boolean {
  return detail?.hint === 'launch-in-device-code';
}

function placeText({ line, column }: Diagnostic): string {
  return `${line}:${column}`;
}
