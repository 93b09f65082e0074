/** Results that are kept on the disk. */
export type { CacheSettings } from './cache.ts';
export { Cache, cacheOptions } from './cache.ts';
