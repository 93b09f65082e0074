import type { NvccEvidence } from '../checks/index.ts';
import type { BuildRequest, BuildResult } from '../sandbox/index.ts';
import type { Engine, Nvcc } from './engine.ts';

/** Compiles with nvcc, or takes the result of an earlier compilation of the same text by the same nvcc. */
export async function buildCached(
  engine: Engine,
  nvcc: Nvcc,
  { source, fileName, prototype, wrapper, signal }: Omit<BuildRequest, 'architectures'>,
): Promise<BuildResult> {
  const { version, architectures } = nvcc;
  const identity = [engine.versions.engine, version, ...architectures];
  const key = engine.sha256('nvcc', ...identity, source, fileName, prototype ?? '', JSON.stringify(wrapper ?? null));
  const known = (await engine.cache.get(key)) as BuildResult | undefined;
  if (known) return known;
  const built = await nvcc.build({ source, fileName, prototype, wrapper, ...(signal && { signal }) });
  // A limit that was hit is a matter of this moment and this machine: not kept.
  if (built.status !== 'exhausted') await engine.cache.put(key, built);
  return built;
}

export function nvccEvidence({ status, diagnostics }: BuildResult): NvccEvidence {
  return { status, diagnostics };
}
