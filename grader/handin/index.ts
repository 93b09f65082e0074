/** A hand-in in Python → the CUDA source in it, in the lines that it has there. */

export { defines, hasCudaText, hasKernelsInPython } from './definitions.ts';
export { type Extracted, extractCuda, isPython, type PythonProblem, type Shown } from './extract.ts';
export type { LaidOut, Part } from './layout.ts';
export { readNotebook } from './notebook.ts';
export { type GrammarParser, loadPythonParser, PYTHON_GRAMMAR } from './parser.ts';
export { cudaIn, type HandIn, HandInError, readHandIn } from './read.ts';
