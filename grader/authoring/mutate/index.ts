/** Bugs put into accepted submissions, to see which of them pass. */

export { loadKnown, MUTANTS_FILE } from './known.ts';
export { keyOf } from './mutants.ts';
export { acceptedInPython, acceptedSubmissions, type MutateResult, mutate } from './mutate.ts';
export { NOTES_FILE, withSection, writeFindings } from './notes.ts';
export { OPERATORS } from './operators/index.ts';
export { mutateJson, renderMutate } from './render.ts';
