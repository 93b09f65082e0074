import {
  type AbiFunction,
  LIBRARY_FUNCTIONS,
  REPLACED_FUNCTIONS,
  RUNTIME_FUNCTIONS,
  SPIN_FUNCTIONS,
} from '../../abi/index.ts';

export interface RuntimeCall {
  /** Its first argument is the number of the place that calls. */
  readonly site: boolean;
  /** It may wait for other threads: a kernel that reaches it needs the coroutine scheduler. */
  readonly waits: boolean;
  /** It is itself an access to memory. */
  readonly access?: 'load' | 'store';
}

/** Functions that the CUDA headers call, with what else the compiler stage writes in their manner; no others may be called. */
export const RUNTIME_CALLS: ReadonlyMap<string, RuntimeCall> = new Map([
  ...[RUNTIME_FUNCTIONS, LIBRARY_FUNCTIONS, REPLACED_FUNCTIONS, SPIN_FUNCTIONS].flatMap((functions) =>
    Object.entries(functions).map(([name, called]) => [name, callOf(called)] as const),
  ),
  // Stands for a variable of the thread's own (launches.ts).
  ['cudaGetParameterBuffer', { site: false, waits: false }],
]);

function callOf({ site, tags }: AbiFunction): RuntimeCall {
  const access = tags.find((tag) => tag === 'load' || tag === 'store');
  return { site: site === 0, waits: tags.includes('waits'), ...(access && { access }) };
}

/** Does a call of this function wait for other threads? */
export function waits(callee: string): boolean {
  return RUNTIME_CALLS.get(callee)?.waits ?? false;
}

/** Returns the declarations in LLVM IR of functions of the emulator. */
export function declarations(functions: Readonly<Record<string, AbiFunction>>): string[] {
  return Object.entries(functions).map(
    ([name, { result, parameters }]) => `declare ${result} @${name}(${parameters.join(', ')})`,
  );
}
