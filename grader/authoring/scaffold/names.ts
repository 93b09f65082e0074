/** Words of C++, CUDA and TypeScript that cannot be a parameter's name in all of them. */
const KEYWORDS = new Set(
  `any as asm async auto await bool break case catch char class const constexpr continue debugger default delete do double
  else enum explicit export extends extern false finally float for friend from function goto if implements import in inline
  instanceof int interface let long mutable namespace new null number of operator package private protected public register
  return short signed sizeof static string struct super switch template this throw true try type typedef typeof undefined
  union unsigned using var virtual void volatile while with yield main`.split(/\s+/),
);

/** What the generated files call things of their own. */
const TAKEN = new Set(
  `i j count sum row column row_start blocks threads block grid step left part partial partials mine slice example expected
  simulate trace launch guard watch shared syncthreads ceilDiv toDevice deviceArray blockIdx blockDim threadIdx gridDim
  warpSize dim3 first last term each Inputs Dims Thread Example DeviceArray SimulateOptions`.split(/\s+/),
);

/** Why a name cannot be a parameter's or function's in the files to come, in a sentence; null where it can. */
export function nameProblem(name: string): string | null {
  if (!/^[A-Za-z_]\w*$/.test(name)) return `${name}: expected a C identifier, e.g. height`;
  if (KEYWORDS.has(name) || /^(__|_[A-Z])/.test(name))
    return `${name}: the name is reserved in C++, CUDA or TypeScript`;
  if (TAKEN.has(name)) return `${name}: the files to come use this name themselves; choose another`;
  return null;
}
