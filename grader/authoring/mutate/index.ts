export { loadKnown, MUTANTS_FILE } from './known.ts';
export { keyOf } from './mutants.ts';
export { acceptedSubmissions, type MutateResult, mutantsOf, mutate } from './mutate.ts';
export { NOTES_FILE, withSection, writeFindings } from './notes.ts';
export { OPERATORS } from './operators/index.ts';
export { mutateJson, percent, renderMutate } from './render.ts';
