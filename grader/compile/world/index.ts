export { differenceOfPrograms } from './compare.ts';
export { type ClangMacros, MOMENT, type NvccMacros, type Side } from './macros.ts';
export { asNvccReads, withRefusals } from './read.ts';
export { type Token, tokensOf } from './tokens.ts';
export type { Environment } from './environment.ts';
export { withEnvironment } from './environment.ts';
