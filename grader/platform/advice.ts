/** V8 reserves address space for each WebAssembly memory, whatever of it is used: 8 GiB and more. */
const NO_MEMORY = /Cannot allocate Wasm memory|could not allocate memory|Array buffer allocation failed|memory limit/;

/**
 * What to do about a fault of the machine that grading has run into.
 * @param message - V8's or our own
 */
export function adviceOn(message: string): string[] {
  if (NO_MEMORY.test(message)) {
    return [
      'This machine gives the grader too little memory, or too little address space: `ulimit -v` should say unlimited.',
      'With less at once it may do: GRADE_CORES=1, or --jobs 1 for a batch. Nothing was held against the submission.',
    ];
  }
  return ['Nothing was held against the submission: grade it again. `grade doctor` looks at what may be wrong here.'];
}
