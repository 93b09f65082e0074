import type { Node } from 'web-tree-sitter';

/** A problem of a program at its place: the subset lacks it, or Numba would refuse it. */
export class NumbaProblem extends Error {
  readonly node: Node;
  /** The cell of a notebook, counted from 0; `undefined`: that of the function that is translated. */
  unit?: number;

  constructor(node: Node, message: string) {
    super(message);
    this.node = node;
  }
}

/** A use of a name whose assignment has a problem of its own. */
export class Consequence extends NumbaProblem {}

/** All problems of a function, and of those that it calls. */
export class NumbaProblems extends Error {
  readonly problems: readonly NumbaProblem[];

  constructor(problems: readonly NumbaProblem[]) {
    super(problems[0]?.message);
    this.problems = problems;
  }
}

/** Returns the problems that an error tells, with the cell that they are in; throws any other error again. */
export function problemsOf(error: unknown, unit: number): readonly NumbaProblem[] {
  if (error instanceof NumbaProblems) return error.problems;
  if (!(error instanceof NumbaProblem)) throw error;
  error.unit ??= unit;
  return error instanceof Consequence ? [] : [error];
}
