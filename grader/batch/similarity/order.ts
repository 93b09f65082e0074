import type { Node } from 'web-tree-sitter';

/** A token as it is compared, and where it stands. */
export interface Token {
  /** What it is once names, numbers and types are taken away: `id`, `num`, `type`, `threadIdx.x`, `+`. */
  readonly kind: string;
  /** Offsets in the source, in UTF-16 units: from `start` to before `end`. */
  readonly start: number;
  readonly end: number;
}

/** A node that is still to be read, or a token that takes its place. */
export type Step = { readonly node: Node; readonly parent: Node | null } | Token;

/**
 * The parts of a node, last first. `for (a; b; c) d` is read as `a; while (b) { d; c; }` and `++i` as `i++`, so that it
 * does not matter which of them a student wrote.
 */
export function lastFirst(node: Node, offset: number): Step[] {
  const steps = node.children.flatMap((child) => (child ? [{ node: child, parent: node }] : []));
  if (node.type === 'for_statement') {
    const part = (field: string): Step[] => {
      const found = node.childForFieldName(field);
      return found ? [{ node: found, parent: node }] : [];
    };
    const { startIndex } = node;
    const keyword = { kind: 'loop', start: startIndex + offset, end: startIndex + 'for'.length + offset };
    return [...part('update'), ...part('body'), ...part('condition'), keyword, ...part('initializer')];
  }
  if (node.type === 'compound_statement') return sortDeclarations(steps).reverse();
  const isPrefix = node.type === 'update_expression' && node.child(0)?.isNamed === false;
  return isPrefix ? steps : steps.reverse();
}

/**
 * Declarations that follow each other are read in an order that does not depend on the student's: to swap them is the
 * least that a copier does.
 */
function sortDeclarations<T extends { readonly node: Node }>(steps: readonly T[]): T[] {
  const sorted: T[] = [];
  let run: { step: T; key: string }[] = [];
  const endRun = (): void => {
    run.sort((a, b) => Number(a.key > b.key) - Number(a.key < b.key));
    for (const { step } of run) sorted.push(step);
    run = [];
  };
  // A comment between two of them must make no difference, and is no token wherever it is read.
  for (const step of steps.filter(({ node }) => node.type !== 'comment')) {
    if (step.node.type === 'declaration') run.push({ step, key: shapeOf(step.node.text) });
    else {
      endRun();
      sorted.push(step);
    }
  }
  endRun();
  return [...sorted, ...steps.filter(({ node }) => node.type === 'comment')];
}

/** A statement without what can be renamed. */
function shapeOf(text: string): string {
  return text
    .replace(
      /(?<![\w\u0080-\uffff])(?!threadIdx|blockIdx|blockDim|gridDim)[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*/g,
      'i',
    )
    .replace(/[\d.]+f?|\s/g, '');
}
