/** A new assignment that is complete and passes, from the pattern of its exercise and the function's parameters. */
export { aboutKind, fieldsOf } from './kinds.ts';
export { KIND_NAMES } from './model.ts';
export { checkId, functionOf, kindOf, readRequest, type ScaffoldFlags, titleOf } from './request.ts';
export { styleOf, stylesOf } from './styles.ts';
export { assertFree, type Scaffolded, scaffold } from './write.ts';
