export { assertPlaygroundFolder, PLAYGROUND_SEED, type WrittenPlayground, writePlayground } from './write.ts';
