import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { emulatorAssets } from '../platform/index.ts';

/**
 * nvcc has CUDA's own headers and none of PyTorch: it is given the emulator's, which are made for both compilers, as one
 * file, because a build takes plain files only.
 */
export const TENSOR_HEADER = 'grade-tensors.h';

const INCLUDE = join(emulatorAssets, 'include');
const ROOT = 'emu/torch.h';
/** Headers of PyTorch, and of the libraries under it. */
const OF_PYTORCH = /^([ \t]*#[ \t]*include[ \t]*)[<"]((?:torch|ATen|c10|pybind11)\/[\w/.]+)[>"]/gm;

/** The text of all of them. */
export function tensorHeader(): string {
  const text = readFileSync(join(INCLUDE, ROOT), 'utf8');
  return text.replace(/^#include "(emu\/torch\/\w+\.h)"$/gm, (_, path: string) =>
    readFileSync(join(INCLUDE, path), 'utf8'),
  );
}

/**
 * A source that includes headers of PyTorch, with the one file in their place, line for line.
 * @param folder - where nvcc finds it
 */
export function withTensorHeader(source: string, folder: string): string {
  return source.replace(OF_PYTORCH, (whole, include: string, path: string) =>
    existsSync(join(INCLUDE, path)) ? `${include}"${folder}/${TENSOR_HEADER}"` : whole,
  );
}
