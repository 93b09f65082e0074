export { Compiler } from './compiler.ts';
export type * from './program.ts';
