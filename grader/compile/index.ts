/** A submission's source, made into modules of WebAssembly in which each access of memory is known. */

export { Assets, engineHash } from './assets.ts';
export { type CachingCompiler, compileCached } from './cached.ts';
export { codeHash } from './code-hash.ts';
export { codeOnly } from './code-only.ts';
export { Compiler, type SourceOptions } from './compiler.ts';
export { ControlPrograms } from './control-programs.ts';
export { entryHeader, headersOf } from './entry-header.ts';
export type { SysrootIndex } from './files.ts';
export { placeHeaders, sameHeader } from './headers.ts';
export { plainName } from './mangled.ts';
export type {
  CompileOptions,
  CompileResult,
  DeviceProgram,
  DeviceVariable,
  Diagnostic,
  DialectOptions,
  EntryWrapper,
  Formula,
  HeaderFile,
  HeaderPath,
  Kernel,
  KernelParameter,
  Preprocessed,
  RecordedArray,
  RecordedEvent,
  RecordedVariable,
  RecordingTables,
  ScalarFormat,
  Severity,
  Site,
  SourcePosition,
  SourceUnit,
  UnitLanguage,
  UnsignedUse,
  VariablePart,
} from './program.ts';
export { virtualNameOf } from './sources.ts';
export { characterColumn } from './text-position.ts';
export { differenceOfPrograms } from './world/compare.ts';
export { MOMENT } from './world/macros.ts';
export { tokensOf } from './world/tokens.ts';
export { WRAPPER_FILE, withWrapper } from './wrapper.ts';
