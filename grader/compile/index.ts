export { Assets, engineHash } from './assets.ts';
export { type CachingCompiler, compileCached } from './cached.ts';
export { codeHash } from './code-hash.ts';
export { Compiler } from './compiler.ts';
export { refusedOnGpu } from './emulator-only.ts';
export type { SysrootIndex } from './files.ts';
export type * from './program.ts';
export { characterColumn, virtualNameOf } from './sources.ts';
export { withWrapper } from './wrapper.ts';
