import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { MACHINE_WORDS as words } from '../../explain/index.ts';
import { type CacheSettings, cacheOptions } from '../../platform/cache/index.ts';
import { folderObstacle, kindOf } from '../../platform/files/index.ts';
import { type Sight, sight } from './sight.ts';

/** Where results of earlier runs are kept. Grading goes on without it, and takes longer. */
export function lookAtCache(settings: CacheSettings, env: NodeJS.ProcessEnv): Sight {
  const { folder, maxBytes } = cacheOptions(settings, env);
  if (folder === null) return sight('cache', 'missing', words.cacheOff());
  const obstacle = folderObstacle(folder);
  if (obstacle !== null) return sight('cache', 'broken', words.cacheUnwritable(folder, obstacle.why));
  const free = freeBytes(folder);
  if (free < maxBytes) return sight('cache', 'broken', words.cacheFull(folder, free));
  return sight('cache', 'ok', words.cache(folder, free));
}

/** Of the disk on which the folder is or will be. */
function freeBytes(folder: string): number {
  if (kindOf(folder) !== 'folder' && dirname(folder) !== folder) return freeBytes(dirname(folder));
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
