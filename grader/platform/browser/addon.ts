import type * as Platform from '../packaged/addon.ts';

/** A browser loads none: the TypeScript twins do the work. */
export const loadAddon: typeof Platform.loadAddon = () => null;
