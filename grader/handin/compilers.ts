/** The parameter of a function that has CUDA source. */
export interface SourceParameter {
  readonly parameter: string;
  /** Its 0-based position. */
  readonly index: number;
}

/** Functions of PyTorch, PyCUDA and CuPy that compile CUDA source. */
const COMPILERS: ReadonlyMap<string, SourceParameter> = new Map([
  ['load_inline', { parameter: 'cuda_sources', index: 2 }],
  ['SourceModule', { parameter: 'source', index: 0 }],
  ['DynamicSourceModule', { parameter: 'source', index: 0 }],
  ['RawKernel', { parameter: 'code', index: 0 }],
  ['RawModule', { parameter: 'code', index: 0 }],
  ['compile_ptx', { parameter: 'source', index: 0 }],
  ['Program', { parameter: 'code', index: 0 }],
]);

/** Returns the parameter of a function that has CUDA source; `null` if the function compiles none. */
export function sourceParameter(name: string): SourceParameter | null {
  return COMPILERS.get(name) ?? null;
}
