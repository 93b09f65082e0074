import { functionOf, type SyntaxNode, walk } from '../../syntax/index.ts';
import { isReplaceable, shapesLaunch } from './places.ts';
import type { Part, Repair } from './repair.ts';
import { REPAIRS } from './repairs/index.ts';

/** A repair with the line that it changes. */
export interface Candidate extends Repair {
  /** 1-based. */
  readonly line: number;
  /** The place of its operator's group in {@link REPAIRS}. */
  readonly group: number;
  /** See {@link RepairOperator}. */
  readonly adds: boolean;
}

/**
 * Returns every repair of a program in the order of {@link REPAIRS} and of the source; equal ones count once.
 * @param withLaunches - also those that change how many threads there are
 */
export function candidatesOf(tree: SyntaxNode, source: string, withLaunches: boolean): Candidate[] {
  const nodes = [...walk(tree)].filter((node) => functionOf(node) !== null);
  const lineAt = lineFinder(source);
  const known = new Set<string>();
  const found: Candidate[] = [];
  for (const [group, operator] of REPAIRS.flatMap((all, at) => all.map((each) => [at, each] as const))) {
    for (const node of nodes) {
      for (const parts of operator.repairs(node, source)) {
        if (parts.length === 0 || !parts.every(isPossible)) continue;
        if (!withLaunches && parts.some((part) => shapesLaunch(part.node))) continue;
        const lines = new Set(parts.map((part) => lineAt(placeOf(part))));
        const [line] = lines;
        const key = parts
          .map(({ kind, node: { start, end }, text }) => [kind, start, end, text].join('\0'))
          .join('\0\0');
        if (line === undefined || lines.size > 1 || known.has(key)) continue;
        known.add(key);
        found.push({ operator: operator.name, parts, line, group, adds: operator.adds === true });
      }
    }
  }
  return found;
}

function placeOf({ node }: Part): number {
  return node.start;
}

function isPossible({ kind, node }: Part): boolean {
  return kind !== 'expression' || isReplaceable(node);
}

function lineFinder(source: string): (at: number) => number {
  const starts = [0];
  for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) starts.push(at + 1);
  return (at) => starts.filter((start) => start <= at).length;
}
