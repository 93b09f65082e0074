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
 * Returns the repairs of one group in the order of its operators and of the source; equal ones count once.
 * @param withLaunches - also those that change how many threads there are
 * @param most - the number after which the rest is left out
 */
export function candidatesOf(
  tree: SyntaxNode,
  source: string,
  { group, withLaunches, most }: { readonly group: number; readonly withLaunches: boolean; readonly most: number },
): Candidate[] {
  const nodes = [...walk(tree)].filter((node) => functionOf(node) !== null);
  const lineAt = lineFinder(source);
  const known = new Set<string>();
  const found: Candidate[] = [];
  for (const operator of REPAIRS[group] ?? []) {
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
        if (found.length === most) return found;
        found.push({ operator: operator.name, parts, line, group, adds: operator.adds === true });
      }
    }
  }
  return found;
}

function placeOf({ node }: Part): number {
  return node.start;
}

function isPossible({ kind, node, text }: Part): boolean {
  if (SEVERAL_LINES.test(text)) return false;
  return kind !== 'expression' || isReplaceable(node);
}

/** A comment or a directive that would swallow the rest of a line. */
const SEVERAL_LINES = /\/\/.*\n|\n\s*#/;

/** Returns what gives the line of a place in a source, 1-based. */
export function lineFinder(source: string): (at: number) => number {
  const starts = [0];
  for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) starts.push(at + 1);
  return (at) => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= at) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}
