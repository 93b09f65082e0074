export type { ClangMacros, NvccMacros, Side } from './macros.ts';
export { asNvccReads, withRefusals } from './read.ts';
export { firstDifference, firstLineOfOne, type Token, tokensOf } from './tokens.ts';
