/** The words of help for everything outside of the subset of Numba. */

const NAMES: ReadonlyMap<string, string> = new Map([
  ['numpy.sum', 'write the loop'],
  ['numpy.dot', 'write the loop over the inner dimension'],
  [
    'numpy.zeros',
    '`cuda.local.array(shape, dtype)` in kernels, with 0 stored in a loop, and `cuda.device_array(shape, dtype)` in host code',
  ],
  ['numpy.empty', '`cuda.local.array(shape, dtype)` in kernels, `cuda.device_array(shape, dtype)` in host code'],
  ['math.frexp', 'use `math.floor(math.log2(abs(v))) + 1` for the exponent, and divide by `2.0 ** exponent`'],
  ['math.modf', 'use `int(v)` for the whole part, and `v - int(v)` for the rest'],
  ['sum', 'write the loop'],
  ['sorted', 'sort in the kernel, with loops and comparisons'],
  ['complex', 'use two numbers, for the real and for the imaginary part'],
  ['pow', 'use `a ** b`'],
  ['divmod', 'use `a // b` and `a % b`'],
  ['list', 'use `cuda.local.array(shape, dtype)`'],
  ['dict', 'use `cuda.local.array(shape, dtype)`'],
  ['set', 'use `cuda.local.array(shape, dtype)`'],
]);

/** The beginnings of names, of which the first counts. */
const BEGINNINGS: readonly (readonly [string, string])[] = [
  ['numba.cuda.cg', 'end the kernel where all blocks must meet, and launch another one'],
  ['numba.cuda.atomic', 'use `add`, `sub`, `max`, `min`, `and_`, `or_`, `xor`, `inc`, `dec`, `exch` or `cas`'],
  ['numba.cuda.random', 'use the functions of `xoroshiro128p`'],
  ['numba.cuda.shfl', 'use `cuda.shfl_sync` and its kinds'],
  ['numba.cuda.vote', 'use `cuda.ballot_sync`, `cuda.all_sync` or `cuda.any_sync`'],
  ['numba.cuda.syncthreads', 'use `cuda.syncthreads()`, and count with `cuda.atomic.add` in shared memory'],
  ['numpy.random', 'use `xoroshiro128p` of `numba.cuda.random`, with a state for each thread'],
  ['math', 'compute it with operators and other functions of `math`'],
  ['numpy', 'write the loop over the elements, with the functions of `math` for one number'],
];

/** @param full - the name with its module, e.g. `numpy.sum`; of a function of Python its name alone */
export function insteadOf(full: string): string {
  const begins = BEGINNINGS.find(([beginning]) => full.startsWith(beginning))?.[1];
  return NAMES.get(full) ?? begins ?? 'compute it with operators, loops and the functions of `math`';
}

const METHODS: ReadonlyMap<string, string> = new Map([
  ['copy', 'copy the elements in a loop'],
  ['astype', 'convert each element, e.g. `float32(v)`'],
  ['sort', 'sort in the kernel, with loops and comparisons'],
]);

/** @param name - of a method of an array, e.g. `sum` */
export function insteadOfMethod(name: string): string {
  return METHODS.get(name) ?? 'write the loop over the elements';
}

const SYNTAX: ReadonlyMap<string, string> = new Map([
  ['dictionary', 'use `cuda.local.array(shape, dtype)`'],
  ['set', 'use `cuda.local.array(shape, dtype)`'],
  ['list comprehension', 'write the loop, and store in a `cuda.local.array(shape, dtype)`'],
  ['dictionary comprehension', 'write the loop, and store in a `cuda.local.array(shape, dtype)`'],
  ['set comprehension', 'write the loop, and store in a `cuda.local.array(shape, dtype)`'],
  ['generator expression', 'write the loop'],
  ['string', 'use numbers; only `print` has texts'],
  ['yield', 'store each value in an array'],
  ['lambda', 'write a function with `@cuda.jit(device=True)`'],
  ['with statement', 'write what is in it without `with`'],
  ['class definition', 'use functions and arrays'],
  ['delete statement', 'leave it out'],
]);

/** @param kind - of Python's syntax, in words */
export function insteadOfSyntax(kind: string): string {
  return SYNTAX.get(kind) ?? 'write it with assignments, `if`, loops and calls';
}
