import type * as Platform from '../threads/uncounted-memory.ts';

/** A page that any host serves may have no memory that could be shared, and cannot ask for a collection. */
export const declaringIsFree: typeof Platform.declaringIsFree = () => false;

export const uncount: typeof Platform.uncount = () => undefined;

export const afterRun: typeof Platform.afterRun = () => undefined;

export const collectNow: typeof Platform.collectNow = () => undefined;
