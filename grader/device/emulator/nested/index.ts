/** Grids that kernels launch. */

export { type GridPlace, gridOf, isAncestor } from './places.ts';
export { NestedLaunches } from './tree.ts';
