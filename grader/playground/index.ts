/** The site that grades in a browser. */

export { assertPlaygroundFolder, PLAYGROUND_SEED, writePlayground } from './write.ts';
