import { type CompileResult, differenceOfPrograms } from '../../compile/index.ts';
import type { NvccEvidence } from '../../judge/index.ts';
import type { BuildRequest, BuildResult } from '../../sandbox/index.ts';
import type { Engine, Nvcc } from './engine.ts';

/** Compiles with nvcc, or takes the result of an earlier compilation of the same text by the same nvcc. */
export async function buildCached(
  engine: Engine,
  nvcc: Nvcc,
  { source, fileName, headers = [], prototype, wrapper, signal }: Omit<BuildRequest, 'architectures'>,
): Promise<BuildResult> {
  const { version, architectures } = nvcc;
  const identity = [engine.versions.engine, version, ...architectures];
  const ofHeaders = headers.flatMap(({ path, text }) => [path, text]);
  const about = [source, fileName, prototype ?? '', JSON.stringify(wrapper ?? null), ...ofHeaders];
  const key = engine.sha256('nvcc', ...identity, ...about);
  const known = await engine.cache.get(key);
  if (isBuildResult(known)) return known;
  const built = await nvcc.build({ source, fileName, headers, prototype, wrapper, ...(signal && { signal }) });
  // A limit that was hit is a matter of this moment and this machine: not kept.
  if (built.status !== 'exhausted') await engine.cache.put(key, built);
  return built;
}

/** Whole bytes may still be of something else: such an entry counts for none, and is replaced. */
function isBuildResult(value: unknown): value is BuildResult {
  if (typeof value !== 'object' || value === null || !('status' in value && 'diagnostics' in value)) return false;
  if (!Array.isArray(value.diagnostics)) return false;
  return (
    value.status === 'rejected' ||
    (value.status === 'compiled' && 'fatbin' in value && value.fatbin instanceof Uint8Array)
  );
}

/** @param version - of nvcc */
export function nvccEvidence(built: BuildResult, compiled: CompileResult, version: string): NvccEvidence {
  const { status, diagnostics } = built;
  const here = compiled.status === 'compiled' ? compiled.preprocessed : undefined;
  const there = built.status === 'compiled' ? built.preprocessed : null;
  const otherProgramAt = here && there ? differenceOfPrograms(here, { ...there, nvcc: version }) : null;
  return { status, diagnostics, otherProgramAt };
}
