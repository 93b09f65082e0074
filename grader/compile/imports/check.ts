import { HOST_IMPORTS, invokeType } from './table.ts';
import { type FunctionType, importsOf, type ModuleImport } from './types.ts';

/** What is wrong with the imports of a host module. */
export interface ImportProblem {
  /** null for a module that cannot be read. */
  readonly name: string | null;
  readonly problem: 'unreadable' | 'unknown' | 'type';
}

/** Functions of the module itself that it calls through the grader, where C++ exceptions may pass. */
const INVOKES = 'env';

/**
 * Compares the imports of a host module with the functions that there are: each has to be known, with its very type.
 * @returns the first import that is not, or null
 */
export function importProblem(wasm: Uint8Array): ImportProblem | null {
  const imports = importsOf(wasm);
  if (imports === null) return { name: null, problem: 'unreadable' };
  for (const found of imports) {
    const expected = expectedType(found);
    if (!expected) return { name: found.name, problem: 'unknown' };
    if (!found.type || !isSame(found.type, expected)) return { name: found.name, problem: 'type' };
  }
  return null;
}

function expectedType({ module, name }: ModuleImport): FunctionType | null {
  if (module === INVOKES) return invokeType(name);
  return HOST_IMPORTS.get(module)?.get(name) ?? null;
}

function isSame(a: FunctionType, b: FunctionType): boolean {
  return a.parameters.join() === b.parameters.join() && a.results.join() === b.results.join();
}
