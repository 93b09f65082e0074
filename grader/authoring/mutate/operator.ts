import type { Change, SyntaxNode } from '../../syntax/index.ts';

/** Makes one kind of bug. */
export interface Operator {
  /** As `--operator` takes it. */
  readonly name: string;
  /** What it does to the source. */
  readonly about: string;
  /** The student's mistake that it imitates. */
  readonly imitates: string;
  /** True if its bugs change the size of a launch, and nothing else, to another one with at least one thread. */
  readonly sizesLaunch?: true;
  /** Every bug of its kind that begins at a node; it is asked for all nodes. */
  changes(node: SyntaxNode, source: string): Iterable<Change>;
}
