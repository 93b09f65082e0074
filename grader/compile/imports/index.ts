/** The imports of host modules: what there is to import, with types, and what a module asks for. */
export { importProblem } from './check.ts';
export { HOST_IMPORTS, type HostFunction } from './table.ts';
export { importsOf } from './types.ts';
