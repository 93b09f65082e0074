import type { Node } from 'web-tree-sitter';

/** A problem of a program at its place: the subset lacks it, or Numba would refuse it. */
export class NumbaProblem extends Error {
  readonly node: Node;

  constructor(node: Node, message: string) {
    super(message);
    this.node = node;
  }
}
