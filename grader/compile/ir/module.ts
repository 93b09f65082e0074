import { attribute, type Edit, type FunctionHeader, type IrModule } from './read/index.ts';

/** Clang marks `__global__` functions, and only them, with this attribute. */
const KERNEL_ATTRIBUTE = 'uniform-work-group-size';

/** Symbols of the `__global__` functions that a module defines. */
export function kernelNames(module: IrModule): Set<string> {
  const marked = new Set<string>();
  for (const { number, attributes } of module.groups.values())
    if (attribute(attributes, KERNEL_ATTRIBUTE)) marked.add(number);
  const kernels = module.functions.filter(({ header }) => header.groups.some(({ number }) => marked.has(number)));
  return new Set(kernels.map(({ name }) => name));
}

/** Returns the edits that give a function another linkage: '' (external) or `internal `. */
export function linkageEdits({ linkage, comdat }: FunctionHeader, word: '' | 'internal '): Edit[] {
  return [{ ...linkage, text: word }, ...(comdat ? [{ at: comdat.at - 1, end: comdat.end, text: '' }] : [])];
}
