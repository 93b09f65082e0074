/** Names of CUDA C++ in messages, and what a program in Numba writes for them. */
const NAMES: readonly (readonly [cuda: RegExp, numba: string])[] = [
  [/\b__syncthreads\(\)/g, 'cuda.syncthreads()'],
  [/\b__syncthreads_(count|and|or)\b/g, 'cuda.syncthreads_$1'],
  [/\b__syncwarp\b/g, 'cuda.syncwarp'],
  [
    /\b__(shfl(?:_up|_down|_xor)?_sync|ballot_sync|all_sync|any_sync|activemask|threadfence(?:_block|_system)?)\b/g,
    'cuda.$1',
  ],
  [/\batomic(Add|Sub|Max|Min|And|Or|Xor|Inc|Dec|Exch|CAS)\b/g, 'cuda.atomic.$1'],
  [/\b__shared__\b/g, 'cuda.shared.array'],
  [/\bcudaDeviceSynchronize\(\)/g, 'cuda.synchronize()'],
  [/\b(threadIdx|blockIdx|blockDim|gridDim)\.(?=[xyz]\b)/g, 'cuda.$1.'],
];

/** Names of atomic functions that Numba spells otherwise. */
const ATOMICS = new Map([
  ['CAS', 'cas'],
  ['And', 'and_'],
  ['Or', 'or_'],
]);

/** Returns a text about a translated program in the names that the program has. */
export function inNamesOfNumba(text: string): string {
  const named = NAMES.reduce((before, [cuda, numba]) => before.replace(cuda, numba), text);
  return named.replace(/\bcuda\.atomic\.([A-Z]\w*)/g, (_, name: string) => {
    return `cuda.atomic.${ATOMICS.get(name) ?? name.toLowerCase()}`;
  });
}
