import type { SyntaxNode } from '../../syntax/index.ts';

/** A text for the place of an expression or of a statement, or one that stands after a statement. */
export interface Part {
  readonly kind: 'expression' | 'statement' | 'after';
  readonly node: SyntaxNode;
  readonly text: string;
}

/** One small change that can make a program right: its parts are all on one line. */
export interface Repair {
  /** The name of the operator that makes it. */
  readonly operator: string;
  readonly parts: readonly Part[];
}

/** Makes the changes of one kind that begin at a node. */
export interface RepairOperator {
  readonly name: string;
  /** It adds a statement, which has a place but no line in the program. So no line is named if it makes the cases right. */
  readonly adds?: true;
  repairs(node: SyntaxNode, source: string): Iterable<readonly Part[]>;
}

export function expression(node: SyntaxNode, text: string): Part {
  return { kind: 'expression', node, text };
}
