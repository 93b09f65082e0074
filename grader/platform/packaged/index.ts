/** What lies in this package, or in one that it needs. */
export { addonFiles, loadAddon } from './addon.ts';
export { readJsonBeside } from './beside.ts';
export { binaryenScript } from './binaryen.ts';
export { limitClang } from './clang-memory.ts';
export type { ClangArchive } from './clang-module.ts';
export { clangArchive, clangProgram, compileClang } from './clang-module.ts';
export type { EngineFiles } from './engine-files.ts';
export { engineFiles, hashOfStages } from './engine-files.ts';
export { grammarEngine, readGrammar } from './grammar-files.ts';
export { readPacked } from './packed.ts';
export { simulatorFile } from './simulator-file.ts';
