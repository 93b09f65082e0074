/** A program in Numba's CUDA Python → CUDA C++ with the same lines. */

export { inPython } from './recording.ts';
export { type TranslatedLine, type TranslatedProgram, type TranslationProblem, translateNumba } from './translate.ts';
