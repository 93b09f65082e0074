/** A hand-in in Python → the CUDA source in it, in the lines that it has there. */

export { defines } from './definitions.ts';
export { type Extracted, extractCuda, isPython, type Shown, type Untranslated } from './extract.ts';
export type { LaidOut, Part } from './layout.ts';
export { readNotebook } from './notebook.ts';
export { type GrammarParser, loadPythonParser, PYTHON_GRAMMAR } from './parser.ts';
export { cudaIn, type HandIn, readHandIn, UntranslatedError } from './read.ts';
