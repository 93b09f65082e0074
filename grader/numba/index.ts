/** A program in Numba's CUDA Python → CUDA C++ with the same lines. */

export { inPython } from './recording.ts';
export { type TranslatedLine, type TranslatedProgram, translateNumba } from './translate.ts';
