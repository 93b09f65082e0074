import type * as Platform from '../packaged/clang-module.ts';
import { limitClang } from '../packaged/index.ts';
import { readProvided } from './provided.ts';

export const compileClang: typeof Platform.compileClang = (memoryBytes) => {
  const bytes = readProvided('llvm.core.wasm');
  limitClang(bytes, memoryBytes);
  return WebAssembly.compile(bytes);
};

export const clangArchive: typeof Platform.clangArchive = () => {
  const archive = readProvided('usr');
  return { bytes: archive.length, read: (offset, length) => archive.subarray(offset, offset + length) };
};
