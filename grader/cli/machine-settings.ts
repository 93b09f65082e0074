import type { GpuProgramOptions } from '../pipeline/engine/index.ts';
import type { CacheSettings } from '../platform/cache/index.ts';
import { UsageError } from '../platform/index.ts';
import type { LoadedConfig } from './config.ts';
import type { Io } from './io.ts';

/**
 * Returns the folder of the cache and its bound: variables, then the configuration.
 * @throws UsageError if the bound is not a positive number
 */
export function cacheSettings({ env }: Pick<Io, 'env'>, { cacheDir, cacheMiB }: LoadedConfig): CacheSettings {
  const bound = env.GRADE_CACHE_MIB || null;
  if (bound !== null && !(Number(bound) > 0)) {
    throw new UsageError(
      `GRADE_CACHE_MIB=${JSON.stringify(bound)} is not a positive number of MiB. Give for example GRADE_CACHE_MIB=2048.`,
    );
  }
  return { dir: env.GRADE_CACHE_DIR ?? cacheDir ?? null, maxMiB: bound === null ? (cacheMiB ?? null) : Number(bound) };
}

/** Returns the container images, the GPU and the architectures: variables, then the configuration. */
export function gpuSettings({ env }: Pick<Io, 'env'>, config: LoadedConfig): GpuProgramOptions {
  const buildImage = env.GRADE_BUILD_IMAGE || config.buildImage;
  const runImage = env.GRADE_RUN_IMAGE || config.runImage;
  const gpu = env.GRADE_GPU || config.gpu;
  return {
    ...(buildImage !== undefined && { buildImage }),
    ...(runImage !== undefined && { runImage }),
    ...(gpu !== undefined && { gpu }),
    ...(config.architectures && { architectures: config.architectures }),
  };
}
