import type { Node } from 'web-tree-sitter';

/** What the subset of Numba does not have, or what Numba would refuse, at its place. */
export class NumbaProblem extends Error {
  readonly node: Node;

  constructor(node: Node, message: string) {
    super(message);
    this.node = node;
  }
}
