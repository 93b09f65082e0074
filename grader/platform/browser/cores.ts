import type * as Platform from '../threads/cores.ts';

/** More cases at the same time would need more memory than a tab may have. */
const MOST = 4;

export const cores: typeof Platform.cores = () => Math.max(1, Math.min(MOST, navigator.hardwareConcurrency || 1));

/** Threads of a page that any host serves share no memory: nobody knows what the others do, and none is idle. */
export const sharedCores: typeof Platform.sharedCores = (limit) => ({
  limit,
  busy: new Int32Array() as unknown as Platform.SharedCores['busy'],
  place: 0,
});

export const keepBusy: typeof Platform.keepBusy = () => undefined;

export const idleCores: typeof Platform.idleCores = () => 0;
